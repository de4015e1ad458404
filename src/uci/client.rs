use std::time::Duration;

use rand::Rng;
use shakmaty::{Chess, Color, Move, Position, uci::UciMove};

use super::{
    EngineError, EngineSettings, GoLimit, OptionDeclaration, OptionKind, option::find,
    process::Process, program::locate,
};
use crate::{
    chess::{Game, Start, fen},
    player::{Choice, Clocks, Player, PlayerError},
    terminal_text::{MAX_NAME, printable},
};

/// Maximum number of announced options; more are ignored.
const MAX_OPTIONS: usize = 1000;

/// Characters of an illegal answer that an error quotes.
const MAX_QUOTE: usize = 40;

/// An external UCI engine as a player.
///
/// It is not trusted: if it hangs, dies or answers anything but a legal move, it is killed and restarted, and the game
/// ends with a [`PlayerError`]. Its evaluation is not passed on, so that nothing can be learned from it. Its random
/// numbers are its own; the generator given to [`Player::choose`] is not used.
///
/// The process ends when this value is dropped and, on Linux with the program `setpriv`, when this process is killed.
/// Elsewhere an engine whose morph is killed sees its input end, which most take for `quit`.
pub struct Engine {
    settings: EngineSettings,
    name: String,
    process: Option<Process>,
    restarts: u32,
}

impl Engine {
    /// Starts the engine and sets its options.
    ///
    /// # Errors
    ///
    /// The program does not exist, does not speak the protocol in time, or does not have an option or value.
    pub fn start(settings: EngineSettings) -> Result<Engine, EngineError> {
        let (process, own_name) = shake_hands(&settings)?;
        let name = name_of(&settings, own_name);
        Ok(Engine { settings, name, process: Some(process), restarts: 0 })
    }

    /// Whether there is a program of this name, where [`Engine::start`] looks for it.
    #[must_use]
    pub fn is_installed(program: &str) -> bool {
        locate(program).is_some()
    }

    /// Starts the engine, announces a game and ends it again; returns its name.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`], or it does not read its input.
    pub fn try_out(settings: &EngineSettings) -> Result<String, EngineError> {
        let (mut process, own_name) = shake_hands(settings)?;
        // A program that prints `uciok` and `readyok` unasked is found out by a second question.
        announce_game(&mut process, settings.start_timeout)?;
        process.quit();
        Ok(name_of(settings, own_name))
    }

    /// How often the engine has been started again after a failure.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        // Kills the old process first: the new one may open the same files.
        self.process = None;
        self.process = Some(shake_hands(&self.settings)?.0);
        self.restarts += 1;
        Ok(())
    }

    /// Replaces the process after `error`, which costs the game.
    fn recover(&mut self, error: &EngineError) -> PlayerError {
        let mut what = error.report();
        let restarted = self.restart();
        if let Err(again) = &restarted {
            what = format!("{what}; the restart failed too: {}", again.report());
        }
        tracing::warn!(engine = %self.name, recovered = restarted.is_ok(), "{what}");
        self.error(what, restarted.is_ok())
    }

    fn ask(
        &mut self,
        question: impl FnOnce(&mut Process, &EngineSettings) -> Result<Move, EngineError>,
    ) -> Result<Choice, PlayerError> {
        let Some(process) = &mut self.process else {
            return Err(self.error("it is not running".to_owned(), false));
        };
        match question(process, &self.settings) {
            Ok(m) => Ok(Choice { m, value: None, explored: false, best: None }),
            Err(error) => Err(self.recover(&error)),
        }
    }

    fn error(&self, what: String, recovered: bool) -> PlayerError {
        PlayerError { player: self.name.clone(), what, recovered }
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Announces a game. An engine that has died since the last game, or could not be restarted, is started again; that
    /// is no error.
    fn new_game(&mut self) -> Result<(), PlayerError> {
        let timeout = self.settings.start_timeout;
        if let Some(process) = &mut self.process {
            match announce_game(process, timeout) {
                Ok(()) => return Ok(()),
                Err(error) => {
                    tracing::warn!(engine = %self.name, "between games: {}", error.report());
                }
            }
        }
        let mut begun = self.restart();
        if let Some(process) = &mut self.process {
            begun = announce_game(process, timeout);
        }
        begun.map_err(|error| {
            self.process = None;
            self.error(error.report(), false)
        })
    }

    fn choose(&mut self, game: &Game, _rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        if self.settings.limit == GoLimit::Clock {
            let what = "it has no search limit, and the game has no clocks";
            return Err(self.error(what.to_owned(), true));
        }
        self.ask(|process, settings| ask_for_move(process, settings, game, |_| {}))
    }

    /// An engine that lets its time pass is told to stop, so that it need not be restarted.
    fn choose_on_clock(
        &mut self,
        game: &Game,
        clocks: &Clocks,
        _rng: &mut dyn Rng,
    ) -> Result<Choice, PlayerError> {
        self.ask(|process, settings| ask_on_clock(process, settings, game, clocks))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}

/// The name in reports: the one given, the one it announces, or its command.
pub(super) fn name_of(settings: &EngineSettings, own: Option<String>) -> String {
    let name = settings.name.clone().or(own).unwrap_or_else(|| settings.command.clone());
    printable(&name, MAX_NAME).into_owned()
}

/// Starts the process, completes the handshake up to `readyok`, and returns the process with the name it announces.
pub(super) fn shake_hands(
    settings: &EngineSettings,
) -> Result<(Process, Option<String>), EngineError> {
    let mut process = Process::start(&settings.command)?;
    let mut name = None;
    let mut options: Vec<OptionDeclaration> = Vec::new();
    process.send("uci");
    process.wait_for("uciok", settings.start_timeout, |line| {
        if let Some(own) = line.strip_prefix("id name ") {
            name = Some(own.trim().to_owned());
        } else if let Ok(option) = line.parse()
            && options.len() < MAX_OPTIONS
        {
            options.push(option);
        }
        first_word(line, "uciok")
    })?;
    for command in option_commands(settings, &options)? {
        process.send(command);
    }
    wait_until_ready(&mut process, settings.start_timeout)?;
    Ok((process, name))
}

/// The `setoption` commands for an engine that announces `options`.
fn option_commands(
    settings: &EngineSettings,
    options: &[OptionDeclaration],
) -> Result<Vec<String>, EngineError> {
    let mut commands = Vec::new();
    let book = options.iter().find(|option| option.is_named("OwnBook"));
    if let Some(book) = book
        && matches!(book.kind, OptionKind::Check { .. })
        && !settings.own_book
    {
        commands.push(format!("setoption name {} value false", book.name));
    }
    for (name, value) in &settings.options {
        let option = find(options, name).map_err(|similar| EngineError::UnknownOption {
            option: name.clone(),
            similar: similar.into_iter().map(str::to_owned).collect(),
        })?;
        option.check(value)?;
        let name = &option.name;
        commands.push(match (&option.kind, value.as_str()) {
            (OptionKind::Button, _) => format!("setoption name {name}"),
            (_, "") => format!("setoption name {name} value <empty>"),
            (_, value) => format!("setoption name {name} value {value}"),
        });
    }
    Ok(commands)
}

pub(super) fn announce_game(process: &mut Process, timeout: Duration) -> Result<(), EngineError> {
    process.send("ucinewgame");
    wait_until_ready(process, timeout)
}

fn wait_until_ready(process: &mut Process, timeout: Duration) -> Result<(), EngineError> {
    process.send("isready");
    process.wait_for("readyok", timeout, |line| first_word(line, "readyok"))
}

fn first_word(line: &str, word: &str) -> Option<()> {
    (line.split_whitespace().next() == Some(word)).then_some(())
}

/// The engine's move; `on_line` is called with each line of the search.
pub(super) fn ask_for_move(
    process: &mut Process,
    settings: &EngineSettings,
    game: &Game,
    mut on_line: impl FnMut(&str),
) -> Result<Move, EngineError> {
    process.discard_output();
    process.send(position_command(game));
    process.send(format!("go {}", settings.limit));
    let timeout = settings.move_timeout + settings.limit.time();
    let answer = process.wait_for("bestmove", timeout, |line| {
        on_line(line);
        best_move(line)
    })?;
    checked_move(&answer, game)
}

/// The engine's move in a game with clocks.
fn ask_on_clock(
    process: &mut Process,
    settings: &EngineSettings,
    game: &Game,
    clocks: &Clocks,
) -> Result<Move, EngineError> {
    process.discard_output();
    process.send(position_command(game));
    process.send(go_on_clock(game, settings.limit, clocks));
    let limit = clocks.of(game.position().turn()).limit();
    let answer = match process.wait_for("bestmove", limit, best_move) {
        Err(EngineError::Silent { .. }) => {
            process.send("stop");
            process.wait_for("bestmove", settings.move_timeout, best_move)
        }
        answered => answered,
    };
    checked_move(&answer?, game)
}

/// `go` with the clocks, in milliseconds, and with the limit that the engine has besides.
fn go_on_clock(game: &Game, limit: GoLimit, clocks: &Clocks) -> String {
    // Some engines take 0 for no limit.
    let left = |side| clocks.of(side).left().as_millis().max(1);
    let increment = |side| clocks.of(side).increment().as_millis();
    let (white, black) = (Color::White, Color::Black);
    let mut command = format!("go wtime {} btime {}", left(white), left(black));
    command.push_str(&format!(" winc {} binc {}", increment(white), increment(black)));
    if let Some(moves) = clocks.of(game.position().turn()).moves_to_go() {
        command.push_str(&format!(" movestogo {moves}"));
    }
    if limit != GoLimit::Clock {
        command.push_str(&format!(" {limit}"));
    }
    command
}

/// The move of a line with the answer; empty if it names none.
fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
}

fn checked_move(answer: &str, game: &Game) -> Result<Move, EngineError> {
    legal_move(answer, game.position()).ok_or_else(|| EngineError::IllegalMove {
        answer: printable(answer, MAX_QUOTE).into_owned(),
        fen: fen(game.position()),
    })
}

/// Castling may be written as a king move to the destination (`e1g1`) or onto the rook (`e1h1`); upper case is accepted.
pub(super) fn legal_move(answer: &str, position: &Chess) -> Option<Move> {
    answer.to_ascii_lowercase().parse::<UciMove>().ok()?.to_move(position).ok()
}

fn position_command(game: &Game) -> String {
    let mut command = match game.start() {
        Start::Initial => "position startpos".to_owned(),
        Start::Position(position) => format!("position fen {}", fen(position)),
    };
    for (i, m) in game.moves().iter().enumerate() {
        command.push_str(if i == 0 { " moves " } else { " " });
        command.push_str(&UciMove::from_standard(*m).to_string());
    }
    command
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{chess::position_from_fen, uci::GoLimit};

    #[test]
    fn both_ways_of_writing_castling_are_read() {
        let position = position_from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (one, other) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let m = legal_move(one, &position).unwrap();
            assert!(m.is_castle());
            assert_eq!(legal_move(other, &position), Some(m));
        }
        for bad in ["", "(none)", "0000", "e2e4", "e1e3", "O-O", "\u{fffd}"] {
            assert_eq!(legal_move(bad, &position), None, "{bad}");
        }
    }

    #[test]
    fn the_position_is_sent_with_its_history() {
        let mut game = Game::default();
        assert_eq!(position_command(&game), "position startpos");
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
            game.play(legal_move(text, game.position()).unwrap()).unwrap();
        }
        assert_eq!(
            position_command(&game),
            "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
        );
        let start = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40";
        let mut game = Game::new(Start::Position(Box::new(position_from_fen(start).unwrap())));
        game.play(legal_move("e8d7", game.position()).unwrap()).unwrap();
        assert_eq!(position_command(&game), format!("position fen {start} moves e8d7"));
    }

    #[test]
    fn clocks_are_sent_in_milliseconds() {
        let mut clocks = Clocks::new("40/60+0.1".parse().unwrap());
        let game = Game::default();
        assert!(clocks.white.count_move(Duration::from_millis(1200)));
        assert_eq!(
            go_on_clock(&game, GoLimit::Clock, &clocks),
            "go wtime 59000 btime 60100 winc 100 binc 100 movestogo 39"
        );
        let clocks = Clocks::new("0.001".parse().unwrap());
        assert_eq!(
            go_on_clock(&game, GoLimit::Depth(5.try_into().unwrap()), &clocks),
            "go wtime 1 btime 1 winc 0 binc 0 depth 5"
        );
    }

    #[test]
    fn the_book_is_off_unless_wanted() {
        let options = ["option name OwnBook type check default true".parse().unwrap()];
        let mut settings = EngineSettings::new("x", GoLimit::Depth(1.try_into().unwrap()));
        let off = "setoption name OwnBook value false".to_owned();
        let on = "setoption name OwnBook value true".to_owned();
        assert_eq!(option_commands(&settings, &options).unwrap(), std::slice::from_ref(&off));
        assert!(option_commands(&settings, &[]).unwrap().is_empty());
        settings.options.push(("ownbook".to_owned(), "true".to_owned()));
        assert_eq!(option_commands(&settings, &options).unwrap(), [off, on]);
        settings.options.clear();
        settings.own_book = true;
        assert!(option_commands(&settings, &options).unwrap().is_empty());
    }
}
