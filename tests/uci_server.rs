//! The server in memory: whole sessions at once, conversations step by step, and arbitrary input.
#![allow(clippy::unwrap_used)]

#[path = "common/uci_commands.rs"]
mod uci_commands;

use std::{
    io::{self, BufReader, Cursor, Read, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam::channel::{Receiver, Sender, unbounded};
use morph::{
    chess::Game,
    uci::{
        Backend, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits, SearchResult,
        Variation, WinDrawLoss, serve,
    },
    units::Value,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position, uci::UciMove};
use uci_commands::commands;

/// What a [`Fake`] has been told.
type Log = Arc<Mutex<Vec<String>>>;

/// Plays random legal moves and writes down what it is told.
struct Fake {
    rng: ChaCha8Rng,
    log: Log,
    /// What [`Backend::load`] says.
    file: Result<(), String>,
    /// Thinks until it is stopped.
    stubborn: bool,
}

impl Fake {
    fn new() -> Fake {
        let rng = ChaCha8Rng::seed_from_u64(7);
        Fake { rng, log: Log::default(), file: Ok(()), stubborn: false }
    }

    fn note(&self, what: impl Into<String>) {
        self.log.lock().unwrap().push(what.into());
    }
}

impl Backend for Fake {
    fn identity(&self) -> EngineIdentity {
        EngineIdentity { name: "Fake 1.0".to_owned(), author: "Nobody".to_owned() }
    }

    fn options(&self) -> Vec<OptionDeclaration> {
        vec![
            OptionDeclaration::new("Memory File", OptionKind::Text { default: String::new() }),
            OptionDeclaration::new("Depth", OptionKind::Spin { default: 1, min: 1, max: 4 }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.note(format!("{name}={value}"));
        if value == "refused" { Err("no such file".to_owned()) } else { Ok(()) }
    }

    fn load(&mut self) -> Result<(), String> {
        self.note("load");
        self.file.clone()
    }

    fn new_game(&mut self) {
        self.note("new game");
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<SearchResult, String> {
        self.note(format!("think at ply {}", game.plies()));
        while self.stubborn && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        let mut moves = game.position().legal_moves().to_vec();
        if !limits.search_moves.is_empty() {
            moves.clone_from(&limits.search_moves);
        }
        let best = moves[self.rng.random_range(0..moves.len())];
        let mates = game.position().clone().play(best).unwrap().is_checkmate();
        let line = Variation {
            pv: vec![best],
            value: Some(Value::new(0.64)),
            win_draw_loss: Some(WinDrawLoss { win: 500, draw: 280, loss: 220 }),
            mate: mates.then_some(1),
        };
        Ok(SearchResult { lines: vec![line; moves.len()], nodes: moves.len() as u64, note: None })
    }
}

/// The whole output of a session.
fn session(backend: Fake, input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(backend, Cursor::new(input.into()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn lines_with<'a>(output: &'a str, start: &str) -> Vec<&'a str> {
    output.lines().filter(|line| line.starts_with(start)).collect()
}

/// The one line of `output` that begins with `start`.
fn line_with<'a>(output: &'a str, start: &str) -> &'a str {
    let lines = lines_with(output, start);
    assert_eq!(lines.len(), 1, "{start}: {output}");
    lines[0]
}

/// The move of the only `bestmove` line, which has to be legal.
fn best_move(output: &str, position: &Chess) -> String {
    let text = line_with(output, "bestmove ").strip_prefix("bestmove ").unwrap();
    let m: UciMove = text.parse().unwrap();
    m.to_move(position).unwrap();
    text.to_owned()
}

#[test]
fn the_handshake_comes_before_loading() {
    let backend = Fake::new();
    let log = Arc::clone(&backend.log);
    let output = session(backend, "uci\nsetoption name memory FILE value my own.morph\n");
    assert_eq!(
        output,
        "id name Fake 1.0\nid author Nobody\n\
         option name Memory File type string default <empty>\n\
         option name Depth type spin default 1 min 1 max 4\n\
         option name UCI_ShowWDL type check default true\n\
         option name MultiPV type spin default 1 min 1 max 256\n\
         uciok\n"
    );
    assert_eq!(*log.lock().unwrap(), ["Memory File=my own.morph"]);
}

#[test]
fn a_game_is_played() {
    let backend = Fake::new();
    let log = Arc::clone(&backend.log);
    let input = "uci\nisready\nucinewgame\nisready\nposition startpos\ngo wtime 1000 btime 1000\n\
                 position startpos moves e2e4 e7e5\ngo depth 1\nquit\nisready\n";
    let output = session(backend, input);
    assert_eq!(lines_with(&output, "readyok").len(), 2, "nothing is answered after quit");
    assert_eq!(lines_with(&output, "bestmove ").len(), 2);
    let log = log.lock().unwrap().join(", ");
    assert_eq!(
        log, "load, load, new game, load, load, think at ply 0, load, think at ply 2",
        "each load is the backend's to skip"
    );
}

#[test]
fn search_results_are_sent() {
    let output = session(Fake::new(), "go depth 1\n");
    let m = best_move(&output, &Chess::default());
    let info = line_with(&output, "info ");
    let start = "info depth 1 seldepth 1 score cp 100 wdl 500 280 220 nodes 20 time ";
    assert!(info.starts_with(start), "{info}");
    assert!(info.ends_with(&format!(" pv {m}")), "{info}");
    let output = session(Fake::new(), "setoption name uci_showwdl value false\ngo\n");
    assert!(line_with(&output, "info ").contains(" score cp 100 nodes 20 "));
}

#[test]
fn multi_pv_sends_several_lines() {
    let output = session(Fake::new(), "setoption name multipv value 3\ngo\n");
    let told = lines_with(&output, "info ");
    assert_eq!(told.len(), 3);
    for (number, line) in told.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} score ", number + 1)), "{line}");
    }
    best_move(&output, &Chess::default());
    let refused = session(Fake::new(), "setoption name MultiPV value 0\ngo\n");
    assert!(line_with(&refused, "info string error").contains("MultiPV"), "{refused}");
    assert_eq!(lines_with(&refused, "info depth").len(), 1);
}

#[test]
fn a_mating_move_has_a_mate_score() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1\ngo searchmoves e1e8\n";
    let output = session(Fake::new(), mate);
    assert!(line_with(&output, "info ").contains(" score mate 1 "));
    assert_eq!(line_with(&output, "bestmove"), "bestmove e1e8");
}

#[test]
fn there_is_no_move_when_the_game_is_over() {
    for (fen, score) in [
        ("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let output = session(Fake::new(), format!("position fen {fen}\ngo\n"));
        assert_eq!(output, format!("info depth 0 score {score}\nbestmove (none)\n"));
    }
}

#[test]
fn only_the_given_moves_are_searched() {
    let output = session(Fake::new(), "go searchmoves a2a4 e2e5 depth 3\n");
    assert_eq!(line_with(&output, "bestmove"), "bestmove a2a4");
    let error = line_with(&output, "info string");
    assert_eq!(error, "info string error: searchmoves: e2e5 is not legal");
    let output = session(Fake::new(), "go searchmoves e2e5\n");
    assert_eq!(line_with(&output, "bestmove"), "bestmove (none)");
}

#[test]
fn castling_is_read_in_two_notations_and_written_in_one() {
    for text in ["e1g1", "e1h1"] {
        let output = session(
            Fake::new(),
            format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo searchmoves {text}\n"),
        );
        assert_eq!(line_with(&output, "bestmove"), "bestmove e1g1");
    }
}

#[test]
fn after_a_rejected_position_no_move_is_made_in_the_former_one() {
    let former = "position fen k7/8/8/8/8/8/8/KR6 w - - 0 1\n";
    for (bad, error) in [
        ("position startpos moves e2e4 e2e4", "illegal move `e2e4` in "),
        ("position startpos moves e2e4 nonsense", "illegal move `nonsense` in "),
        ("position fen what is this", "FEN `what is this`: "),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "FEN `8/8/8/8/8/8/8/8 w - - 0 1`: "),
        ("position fen", "FEN ``: "),
        ("position", "position needs startpos or fen"),
    ] {
        let output = session(Fake::new(), format!("{former}{bad}\ngo\n"));
        let told = lines_with(&output, "info string error: ")[0];
        assert!(told.contains(error), "{told}");
        // A line that names no position changes nothing.
        let expected = if bad == "position" { "bestmove b1" } else { "bestmove (none)" };
        let best = line_with(&output, "bestmove");
        assert!(best.starts_with(expected), "{bad}: {best}");
        let again = session(Fake::new(), format!("{bad}\n{former}go searchmoves b1b8\n"));
        assert_eq!(line_with(&again, "bestmove"), "bestmove b1b8");
    }
}

#[test]
fn invalid_options_are_reported() {
    for (line, error) in [
        ("setoption name Dept value 2", "there is no option `Dept`; did you mean `Depth`?"),
        (
            "setoption name Depth value 9",
            "option `Depth` takes a whole number from 1 to 4, not `9`",
        ),
        (
            "setoption name UCI_ShowWDL value no",
            "option `UCI_ShowWDL` takes true or false, not `no`",
        ),
        ("setoption name Memory File value refused", "no such file"),
        ("setoption", "setoption needs a name"),
    ] {
        let output = session(Fake::new(), format!("{line}\nisready\n"));
        assert_eq!(output, format!("info string error: {error}\nreadyok\n"));
    }
}

#[test]
fn a_failed_load_is_reported_and_no_move_is_made() {
    let backend = Fake { file: Err("memory.morph\nis damaged".to_owned()), ..Fake::new() };
    let output = session(backend, "isready\ngo\n");
    let error = "info string error: memory.morph is damaged\n";
    assert_eq!(output, format!("{error}readyok\n{error}bestmove (none)\n"));
}

#[test]
fn unknown_commands_are_reported_in_debug_mode_only() {
    let output =
        session(Fake::new(), "xyzzy\nregister later\n\njoho debug on\nxyzzy 2\ndebug off\nxyzzy\n");
    assert_eq!(output, "info string ignored: xyzzy 2\n");
}

#[test]
fn the_end_of_the_input_ends_an_infinite_search() {
    for input in ["go infinite\n", "go ponder\nquit\n", "go infinite\ngo ponder\nisready\n"] {
        let output = session(Fake::new(), input);
        assert_eq!(lines_with(&output, "bestmove ").len(), input.matches("go ").count());
        assert_eq!(lines_with(&output, "readyok").len(), input.matches("isready").count());
    }
}

#[test]
fn a_closed_output_ends_the_server() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let talk = Conversation::feed(b"uci\ngo infinite\n");
    let error = serve(Fake { stubborn: true, ..Fake::new() }, talk, Closed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// An input that stays open: reads what comes through a channel.
struct Pipe {
    receiver: Receiver<Vec<u8>>,
    rest: Cursor<Vec<u8>>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.rest.read(buffer)?;
        if n > 0 || buffer.is_empty() {
            return Ok(n);
        }
        match self.receiver.recv() {
            Ok(bytes) => {
                self.rest = Cursor::new(bytes);
                self.read(buffer)
            }
            Err(_) => Ok(0),
        }
    }
}

/// An output that hands over every line.
struct Lines {
    sender: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                self.sender.send(line).map_err(io::Error::other)?;
            } else {
                self.line.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server on another thread, to talk with line by line.
struct Conversation {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    server: thread::JoinHandle<io::Result<()>>,
}

impl Conversation {
    /// An input that says `bytes` and then stays open for ever.
    fn feed(bytes: &[u8]) -> BufReader<Pipe> {
        let (sender, receiver) = unbounded();
        std::mem::forget(sender);
        BufReader::new(Pipe { receiver, rest: Cursor::new(bytes.to_vec()) })
    }

    fn with(backend: Fake) -> Conversation {
        let (input, receiver) = unbounded();
        let (sender, output) = unbounded();
        let pipe = BufReader::new(Pipe { receiver, rest: Cursor::default() });
        let lines = Lines { sender, line: Vec::new() };
        let server = thread::spawn(move || serve(backend, pipe, lines));
        Conversation { input, output, server }
    }

    fn say(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn hear(&self) -> String {
        self.output.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    #[track_caller]
    fn expect(&self, start: &str) {
        let line = self.hear();
        assert!(line.starts_with(start), "{line} instead of {start}");
    }

    /// Nothing is said before the answer to `isready`.
    #[track_caller]
    fn expect_silence(&self) {
        self.say("isready");
        self.expect("readyok");
    }

    fn finish(self) {
        self.say("quit");
        self.server.join().unwrap().unwrap();
        assert_eq!(self.output.try_iter().count(), 0, "nothing is left to say");
    }
}

#[test]
fn the_server_answers_during_a_search() {
    let talk = Conversation::with(Fake { stubborn: true, ..Fake::new() });
    talk.say("go depth 1");
    talk.expect_silence();
    talk.say("uci");
    while talk.hear() != "uciok" {}
    talk.say("stop");
    talk.expect("info depth 1");
    talk.expect("bestmove ");
    talk.finish();
}

#[test]
fn an_infinite_search_is_answered_after_stop() {
    let talk = Conversation::with(Fake::new());
    talk.say("go infinite");
    talk.expect("info depth 1");
    talk.expect_silence();
    talk.say("ponderhit");
    talk.expect_silence();
    talk.say("stop");
    talk.expect("bestmove ");
    talk.say("stop");
    talk.expect_silence();
    talk.finish();
}

#[test]
fn pondering_is_answered_after_ponderhit_or_stop() {
    let talk = Conversation::with(Fake::new());
    for end in ["ponderhit", "stop"] {
        talk.say("go ponder wtime 100 btime 100");
        talk.expect("info depth 1");
        talk.expect_silence();
        talk.say(end);
        talk.expect("bestmove ");
    }
    talk.finish();
}

#[test]
fn commands_that_would_disturb_a_search_wait_for_its_end() {
    let talk = Conversation::with(Fake::new());
    talk.say("go infinite searchmoves a2a3");
    talk.expect("info depth 1");
    talk.say("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    talk.say("position startpos moves e2e4");
    talk.say("go searchmoves a7a6");
    talk.expect_silence();
    talk.say("stop");
    talk.expect("bestmove a2a3");
    talk.expect("info string error: FEN");
    talk.expect("info depth 1");
    talk.expect("bestmove a7a6");
    talk.finish();
}

#[test]
fn quit_ends_a_search_at_once() {
    let talk = Conversation::with(Fake { stubborn: true, ..Fake::new() });
    talk.say("go infinite");
    talk.say("quit");
    talk.expect("info depth 1");
    talk.expect("bestmove ");
    // The input is still open.
    talk.server.join().unwrap().unwrap();
}

/// A line out of words that mean something, in any order.
fn wordy_line() -> impl Strategy<Value = Vec<u8>> {
    let words = proptest::sample::select(vec![
        "uci",
        "debug",
        "on",
        "off",
        "isready",
        "setoption",
        "name",
        "value",
        "Depth",
        "2",
        "-1",
        "register",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "g1f3",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/4P3/4K3",
        "w",
        "b",
        "-",
        "0",
        "go",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "infinite",
        "ponder",
        "searchmoves",
        "mate",
        "stop",
        "ponderhit",
        "99999999999999999999",
        "0000",
        "e7e8q",
        "N@f3",
    ]);
    prop::collection::vec(words, 1..8).prop_map(|words| words.join(" ").into_bytes())
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => wordy_line(),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => Just(b"isready".to_vec()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_input_is_survived_and_every_isready_answered(
        lines in prop::collection::vec(any_line(), 0..30),
    ) {
        let mut input = lines.join(&b'\n');
        input.push(b'\n');
        let text = String::from_utf8_lossy(&input).into_owned();
        let commands = commands(&text);
        let count = |command| commands.iter().filter(|c| **c == command).count();
        let output = session(Fake::new(), input);
        prop_assert_eq!(lines_with(&output, "readyok").len(), count("isready"));
        prop_assert_eq!(lines_with(&output, "bestmove ").len(), count("go"));
        prop_assert_eq!(lines_with(&output, "uciok").len(), count("uci"));
    }
}
