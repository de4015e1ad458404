use std::{
    io::{self, BufRead, BufReader, Write},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use crossbeam::{
    channel::{Receiver, Sender, bounded, never, unbounded},
    select,
};
use shakmaty::{Move, Position, uci::UciMove};

use super::{
    Backend, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits, SearchResult,
    command::{Command, NoCommand},
    lines::{Line, read_line},
    option::{find, suggestion},
    report::{info, notation},
    waiting::{RefusedCommands, WaitingCommands},
    worker::{Reply, Task, work},
};
use crate::chess::{Game, Start, position_from_fen};
use crate::terminal_text::printable;

/// Maximum length of an input line in bytes; enough for a game of 100,000 plies.
const LINE_LIMIT: usize = 1 << 20;

/// Maximum number of unprocessed input lines; after that the interface has to wait.
const BACKLOG: usize = 4;

/// Maximum number of tasks given to the worker while no search is under way; after that no line is read.
const MAX_TASKS: usize = 8;

/// Characters of a message or of an option's announcement.
const MAX_MESSAGE: usize = 4096;

const SHOW_WDL: &str = "UCI_ShowWDL";
const MULTI_PV: &str = "MultiPV";
/// No position has more moves.
const MAX_LINES: i64 = 256;

/// The answer when there is no legal move, or none that the backend can name.
const NO_MOVE: &str = "bestmove (none)";

/// [`serve`]s over standard input and output.
///
/// # Errors
///
/// As [`serve`].
pub fn serve_standard(backend: impl Backend + Send) -> io::Result<()> {
    serve(backend, BufReader::new(io::stdin()), io::stdout().lock())
}

/// Plays for a graphical interface until `quit` or the end of the input.
///
/// Whatever happens, `isready` is answered by `readyok` and every `go` by one `bestmove`, `(none)` when there is
/// no legal move or the backend fails. Commands that would disturb a running search wait for its end;
/// `isready`, `stop`, `ponderhit` and `quit` do not. Searches under way at `quit` are answered at once.
///
/// # Arguments
///
/// `input` is read on a thread of its own that ends with `quit` or the input.
///
/// # Errors
///
/// The output cannot be written. A failing input counts as its end.
pub fn serve<B, R, W>(mut backend: B, input: R, output: W) -> io::Result<()>
where
    B: Backend + Send,
    R: BufRead + Send + 'static,
    W: Write,
{
    let (tasks, to_do) = unbounded();
    let (done, replies) = unbounded();
    let stop = AtomicBool::new(false);
    let commands = read_in_thread(input)?;
    let mut server = Server {
        output,
        identity: backend.identity(),
        options: backend.options(),
        show_wdl: true,
        lines: 1,
        debug: false,
        game: Some(Game::default()),
        tasks,
        stop: &stop,
        unanswered: 0,
        search: None,
        waiting: WaitingCommands::default(),
        closing: false,
    };
    thread::scope(|scope| {
        scope.spawn(|| work(&mut backend, &to_do, &done, &stop));
        let result = server.run(commands, &replies);
        // Lets the worker end, also after an error.
        stop.store(true, Ordering::Relaxed);
        drop(server);
        result
    })
}

type Input = Result<Command, (NoCommand, String)>;

fn read_in_thread(mut input: impl BufRead + Send + 'static) -> io::Result<Receiver<Input>> {
    let (commands, receiver) = bounded(BACKLOG);
    thread::Builder::new().name("uci input".to_owned()).spawn(move || {
        while let Ok(Some(line)) = read_line(&mut input, LINE_LIMIT) {
            let command = match line {
                Line::Text(line) => Command::parse(&line).map_err(|why| (why, line)),
                Line::TooLong => Err((NoCommand::Incomplete("line is too long"), String::new())),
            };
            let last = command == Ok(Command::Quit);
            if commands.send(command).is_err() || last {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// A search without an answer yet.
struct PendingSearch {
    /// The answer waits for `stop`.
    infinite: bool,
    /// The answer waits for `ponderhit` or `stop`.
    ponder: bool,
    /// The `bestmove` line, once the backend has come to its end.
    answer: Option<String>,
}

impl PendingSearch {
    /// The answer, if it is ready and may be sent.
    fn take_answer(&mut self) -> Option<String> {
        if self.infinite || self.ponder { None } else { self.answer.take() }
    }
}

struct Server<'a, W> {
    output: W,
    identity: EngineIdentity,
    options: Vec<OptionDeclaration>,
    show_wdl: bool,
    /// Value of `MultiPV`.
    lines: usize,
    debug: bool,
    /// `None` after a rejected `position` command.
    game: Option<Game>,
    tasks: Sender<Task>,
    stop: &'a AtomicBool,
    /// Tasks given to the worker whose reply has not come.
    unanswered: usize,
    search: Option<PendingSearch>,
    /// Commands that have to wait for the end of the search.
    waiting: WaitingCommands,
    closing: bool,
}

impl<W: Write> Server<'_, W> {
    fn run(&mut self, mut commands: Receiver<Input>, replies: &Receiver<Reply>) -> io::Result<()> {
        let no_commands = never();
        while !(self.closing && self.unanswered == 0 && self.search.is_none()) {
            let is_free = self.search.is_some() || self.unanswered < MAX_TASKS;
            let wanted = if is_free { &commands } else { &no_commands };
            select! {
                recv(wanted) -> command => match command {
                    Ok(command) => self.receive(command)?,
                    Err(_) => {
                        commands = never();
                        self.close();
                    }
                },
                recv(replies) -> reply => match reply {
                    Ok(reply) => self.reply(reply)?,
                    // The worker panicked; the scope passes that on.
                    Err(_) => return Ok(()),
                },
            }
            self.settle()?;
        }
        Ok(())
    }

    fn receive(&mut self, input: Input) -> io::Result<()> {
        match input {
            Ok(command) if self.search.is_some() && disturbs_search(&command) => {
                if self.waiting.push(command) {
                    self.print_error("too many commands during a search; ignored until it ends")?;
                }
                Ok(())
            }
            Ok(command) => self.execute(command),
            Err((NoCommand::Incomplete(what), _)) => self.print_error(what),
            Err((NoCommand::Unknown, line)) if self.debug && !line.is_empty() => {
                self.print_string(&format!("ignored: {line}"))
            }
            Err((NoCommand::Unknown, _)) => Ok(()),
        }
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady if self.search.is_some() => self.print("readyok")?,
            Command::IsReady => self.give(Task::Prepare),
            Command::SetOption { name, value } => self.set_option(&name, value)?,
            Command::NewGame => self.give(Task::NewGame),
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok(game) => self.game = Some(game),
                Err(why) => {
                    self.game = None;
                    self.print_error(&why)?;
                }
            },
            Command::Go { limits, search_moves } => self.go(limits, &search_moves)?,
            Command::Stop => self.end_search(),
            Command::PonderHit => {
                if let Some(search) = &mut self.search {
                    search.ponder = false;
                }
            }
            Command::Quit => self.close(),
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        let EngineIdentity { name, author } = &self.identity;
        let mut text = format!("id name {name}\nid author {author}\n");
        for option in self.options.iter().chain(&own_options()) {
            text.push_str(&printable(&option.to_string(), MAX_MESSAGE));
            text.push('\n');
        }
        text.push_str("uciok");
        self.print(&text)
    }

    fn set_option(&mut self, name: &str, value: String) -> io::Result<()> {
        if let Some(option) = own_options().iter().find(|option| option.is_named(name)) {
            return match option.check(&value) {
                Ok(()) => {
                    self.set_own_option(&option.name, &value);
                    Ok(())
                }
                Err(error) => self.print_error(&error.to_string()),
            };
        }
        match find(&self.options, name) {
            Ok(option) => match option.check(&value) {
                Ok(()) => {
                    let name = option.name.clone();
                    self.give(Task::SetOption { name, value });
                    Ok(())
                }
                Err(error) => self.print_error(&error.to_string()),
            },
            Err(similar) => {
                let text = format!("there is no option `{name}`{}", suggestion(&similar));
                self.print_error(&text)
            }
        }
    }

    /// `value` has been checked.
    fn set_own_option(&mut self, name: &str, value: &str) {
        match name {
            SHOW_WDL => self.show_wdl = value == "true",
            MULTI_PV => self.lines = value.parse().unwrap_or(self.lines),
            _ => {}
        }
    }

    fn go(&mut self, mut limits: Box<SearchLimits>, wanted: &[UciMove]) -> io::Result<()> {
        // The interface would play the answer in the position that was rejected.
        let Some(game) = self.game.clone() else {
            self.print_error("no position: the last `position` command was rejected")?;
            return self.print(NO_MOVE);
        };
        for m in wanted {
            match m.to_move(game.position()) {
                Ok(m) => limits.search_moves.push(m),
                Err(_) => self.print_error(&format!("searchmoves: {m} is not legal"))?,
            }
        }
        if limits.search_moves.is_empty() && !wanted.is_empty() {
            return self.print(NO_MOVE);
        }
        let hold = !self.closing;
        self.stop.store(self.closing, Ordering::Relaxed);
        let mut search = PendingSearch {
            infinite: limits.infinite && hold,
            ponder: limits.ponder && hold,
            answer: None,
        };
        let position = game.position();
        if position.legal_moves().is_empty() {
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            self.print(&format!("info depth 0 score {score}"))?;
            search.answer = Some(NO_MOVE.to_owned());
        } else {
            self.give(Task::Search { game: Box::new(game), limits });
        }
        self.search = Some(search);
        Ok(())
    }

    fn reply(&mut self, reply: Reply) -> io::Result<()> {
        self.unanswered -= 1;
        match reply {
            Reply::Ready(result) => {
                self.print_failure(result)?;
                self.print("readyok")
            }
            Reply::Done(result) => self.print_failure(result),
            Reply::SearchResult { result, time } => {
                let answer = match result {
                    Ok(thought) => {
                        if let Some(note) = &thought.note {
                            self.print_string(note)?;
                        }
                        for line in info(&thought, time, self.show_wdl, self.lines) {
                            self.print(&line)?;
                        }
                        best_move(&thought)
                    }
                    Err(why) => {
                        self.print_error(&why)?;
                        NO_MOVE.to_owned()
                    }
                };
                if let Some(search) = &mut self.search {
                    search.answer = Some(answer);
                }
                Ok(())
            }
        }
    }

    /// Prints the answer if it may be sent, then executes the commands that waited for it.
    fn settle(&mut self) -> io::Result<()> {
        while let Some(answer) = self.search.as_mut().and_then(PendingSearch::take_answer) {
            self.search = None;
            self.print(&answer)?;
            while self.search.is_none()
                && let Some(command) = self.waiting.pop()
            {
                self.execute(command)?;
            }
            if self.search.is_none() {
                let RefusedCommands { commands, searches, position } = self.waiting.take_refused();
                if commands > 0 {
                    self.print_error(&format!("{commands} commands were ignored"))?;
                }
                if position {
                    self.game = None;
                }
                for _ in 0..searches {
                    self.print(NO_MOVE)?;
                }
            }
        }
        Ok(())
    }

    fn end_search(&mut self) {
        if let Some(search) = &mut self.search {
            self.stop.store(true, Ordering::Relaxed);
            (search.infinite, search.ponder) = (false, false);
        }
    }

    fn close(&mut self) {
        self.closing = true;
        self.end_search();
    }

    fn give(&mut self, task: Task) {
        // Fails only after a panic of the worker, which also ends its replies.
        if self.tasks.send(task).is_ok() {
            self.unanswered += 1;
        }
    }

    fn print_failure(&mut self, result: Result<(), String>) -> io::Result<()> {
        result.map_or_else(|why| self.print_error(&why), Ok)
    }

    fn print_error(&mut self, what: &str) -> io::Result<()> {
        self.print_string(&format!("error: {what}"))
    }

    fn print_string(&mut self, text: &str) -> io::Result<()> {
        // One line, whatever a message or a name contains.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.print(&format!("info string {}", printable(&text, MAX_MESSAGE)))
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        tracing::trace!(%text, "to the interface");
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }
}

/// The answer to `go`: the move and, if the variation goes on, the reply to ponder on.
fn best_move(result: &SearchResult) -> String {
    match result.lines.first().map_or(&[][..], |line| &line.pv) {
        [] => NO_MOVE.to_owned(),
        [m] => format!("bestmove {}", notation(*m)),
        [m, reply, ..] => format!("bestmove {} ponder {}", notation(*m), notation(*reply)),
    }
}

/// Whether a command has to wait for the end of a search.
fn disturbs_search(command: &Command) -> bool {
    matches!(
        command,
        Command::SetOption { .. }
            | Command::NewGame
            | Command::Position { .. }
            | Command::Go { .. }
    )
}

/// The options of the server itself.
fn own_options() -> [OptionDeclaration; 2] {
    let lines = OptionKind::Spin { default: 1, min: 1, max: MAX_LINES };
    [
        OptionDeclaration::new(SHOW_WDL, OptionKind::Check { default: true }),
        OptionDeclaration::new(MULTI_PV, lines),
    ]
}

/// The game that a `position` command describes.
fn set_up(fen: Option<&str>, moves: &str) -> Result<Game, String> {
    let start = match fen {
        None => Start::Initial,
        Some(text) => Start::Position(Box::new(
            position_from_fen(text).map_err(|why| format!("FEN `{text}`: {why}"))?,
        )),
    };
    let mut game = Game::new(start);
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let m: Option<Move> =
            text.parse::<UciMove>().ok().and_then(|m| m.to_move(game.position()).ok());
        let m = m.ok_or_else(|| {
            format!("illegal move `{text}` in {}", crate::chess::fen(game.position()))
        })?;
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
