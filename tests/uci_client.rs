//! The client with engines that misbehave in every way (shell scripts) and with installed ones.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

#[path = "common/installed.rs"]
mod installed;

use std::{
    env, fs,
    num::{NonZeroU32, NonZeroU64},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use installed::is_installed;
use morph::{
    chess::{Game, Start},
    player::{Clocks, Player, PlayerError},
    uci::{AnalysisEngine, Engine, EngineError, EngineSettings, GoLimit},
    units::Score,
};
use nix::{sys::signal::kill, unistd::Pid};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{CastlingMode, Position, fen::Fen, uci::UciMove};
use tempfile::TempDir;

/// Longer than any machine needs.
const PATIENCE: Duration = Duration::from_secs(60);

/// For engines that will not answer however long they are waited for.
const IMPATIENCE: Duration = Duration::from_millis(500);

/// What every script begins with: it notes its process number in the file `pids` beside it.
const NOTE_PID: &str = "here=$(dirname \"$0\")\necho $$ >> \"$here/pids\"\n";

/// A shell script that pretends to be an engine. `on_go` is what it does when it should move.
struct Fake {
    folder: TempDir,
}

impl Fake {
    fn new(on_go: &str) -> Fake {
        Fake::with_handshake("echo uciok", on_go)
    }

    fn with_handshake(on_uci: &str, on_go: &str) -> Fake {
        Fake::script(&format!(
            "while read -r line; do\n\
             echo \"$line\" >> \"$here/heard\"\n\
             case \"$line\" in\n\
             uci) echo 'id name Fake 1.0'; {on_uci};;\n\
             isready) echo readyok;;\n\
             position*) position=$line;;\n\
             go*) {on_go};;\n\
             quit) exit 0;;\n\
             esac\n\
             done\n"
        ))
    }

    /// The same, which does this when it is told to stop.
    fn with_stop(self, on_stop: &str) -> Fake {
        let file = self.path("engine.sh");
        let script = fs::read_to_string(&file).unwrap();
        fs::write(file, script.replace("quit)", &format!("stop) {on_stop};;\nquit)"))).unwrap();
        self
    }

    fn script(body: &str) -> Fake {
        let fake = Fake { folder: tempfile::tempdir().unwrap() };
        fs::write(fake.path("engine.sh"), format!("{NOTE_PID}{body}")).unwrap();
        fake
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self) -> EngineSettings {
        let file = self.path("engine.sh");
        let command = shlex::try_join(["sh", file.to_str().unwrap()]).unwrap();
        let mut settings = EngineSettings::new(command, depth(1));
        settings.start_timeout = PATIENCE;
        settings.move_timeout = PATIENCE;
        settings
    }

    fn start(&self) -> Engine {
        Engine::start(self.settings()).unwrap()
    }

    fn pids(&self) -> Vec<i32> {
        let text = fs::read_to_string(self.path("pids")).unwrap_or_default();
        text.lines().map(|line| line.parse().unwrap()).collect()
    }

    fn heard(&self) -> String {
        fs::read_to_string(self.path("heard")).unwrap_or_default()
    }

    /// No process that was started is left.
    fn assert_gone(&self) {
        assert!(!self.pids().is_empty(), "the engine was never started");
        for pid in self.pids() {
            assert_gone(pid);
        }
    }
}

fn depth(plies: u32) -> GoLimit {
    GoLimit::Depth(NonZeroU32::new(plies).unwrap())
}

/// A killed grandchild is reaped by the system, so it may be visible for another moment.
fn assert_gone(pid: i32) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_alive(pid) {
        assert!(Instant::now() < deadline, "process {pid} is still alive");
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_alive(pid: i32) -> bool {
    let zombie = fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit(')').next().unwrap().trim_start().starts_with('Z'));
    kill(Pid::from_raw(pid), None).is_ok() && !zombie
}

fn answer(engine: &mut Engine, game: &Game) -> Result<String, PlayerError> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let choice = engine.choose(game, &mut rng)?;
    assert!(choice.value.is_none(), "an engine's opinion must not reach the learner");
    assert!(!choice.explored);
    Ok(UciMove::from_standard(choice.m).to_string())
}

fn game_of(moves: &[&str]) -> Game {
    let mut game = Game::default();
    for text in moves {
        let m = text.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
        game.play(m).unwrap();
    }
    game
}

fn game_from(fen: &str) -> Game {
    let fen: Fen = fen.parse().unwrap();
    Game::new(Start::Position(Box::new(fen.into_position(CastlingMode::Standard).unwrap())))
}

/// The failure of the first move, after which the engine has to be running again and another one plays on.
fn failure(fake: &Fake, move_timeout: Duration) -> String {
    let mut engine = Engine::start(EngineSettings { move_timeout, ..fake.settings() }).unwrap();
    engine.new_game().unwrap();
    let error = answer(&mut engine, &Game::default()).unwrap_err();
    assert!(error.recovered, "{error}");
    assert_eq!(error.player, "Fake 1.0");
    assert_eq!(engine.restarts(), 1);
    engine.new_game().unwrap();
    assert_eq!(fake.pids().len(), 2, "started once and restarted once");
    assert_gone(fake.pids()[0]);
    drop(engine);
    fake.assert_gone();
    error.what
}

#[test]
fn a_good_engine_plays() {
    let fake = Fake::with_handshake(
        "echo 'option name Hash type spin default 16 min 1 max 64'; \
         echo 'option name OwnBook type check default true'; \
         echo 'option name Clear Hash type button'; echo uciok",
        "case \"$position\" in \
         'position startpos') echo 'info depth 1 score cp 30 pv e2e4'; echo 'bestmove e2e4 ponder e7e5';; \
         'position startpos moves e2e4 e7e5') echo '  bestmove   G1F3';; \
         esac",
    );
    let mut settings = fake.settings();
    settings.options =
        vec![("hash".to_owned(), "32".to_owned()), ("Clear Hash".to_owned(), String::new())];
    let mut engine = Engine::start(settings).unwrap();
    assert_eq!(engine.name(), "Fake 1.0");
    engine.new_game().unwrap();
    assert_eq!(answer(&mut engine, &Game::default()).unwrap(), "e2e4");
    assert_eq!(answer(&mut engine, &game_of(&["e2e4", "e7e5"])).unwrap(), "g1f3");
    assert_eq!(engine.restarts(), 0);
    drop(engine);
    let expected = "uci\nsetoption name OwnBook value false\nsetoption name Hash value 32\n\
                    setoption name Clear Hash\nisready\nucinewgame\nisready\n\
                    position startpos\ngo depth 1\n\
                    position startpos moves e2e4 e7e5\ngo depth 1\nquit\n";
    assert_eq!(fake.heard(), expected);
    fake.assert_gone();
}

#[test]
fn a_given_name_is_used() {
    let fake = Fake::new(":");
    let settings = EngineSettings { name: Some("The Boss".to_owned()), ..fake.settings() };
    assert_eq!(Engine::start(settings).unwrap().name(), "The Boss");
}

#[test]
fn both_notations_of_castling_are_legal() {
    let game = game_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1h1"] {
        let fake = Fake::new(&format!("echo bestmove {text}"));
        assert_eq!(answer(&mut fake.start(), &game).unwrap(), "e1g1");
    }
}

#[test]
fn a_hanging_engine_is_replaced() {
    let what = failure(&Fake::new("while :; do sleep 0.1; done"), IMPATIENCE);
    assert_eq!(what, "no `bestmove` within 0.5 s");
}

/// The first move of a game in which both have `time`.
fn answer_on_clock(engine: &mut Engine, time: &str) -> Result<String, PlayerError> {
    let clocks = Clocks::new(time.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let choice = engine.choose_on_clock(&Game::default(), &clocks, &mut rng)?;
    Ok(UciMove::from_standard(choice.m).to_string())
}

#[test]
fn an_engine_without_a_limit_plays_by_the_clock_only() {
    let fake = Fake::new("echo bestmove e2e4");
    let settings = EngineSettings { limit: GoLimit::Clock, ..fake.settings() };
    let mut engine = Engine::start(settings).unwrap();
    assert_eq!(answer_on_clock(&mut engine, "40/60+0.5").unwrap(), "e2e4");
    let go = "go wtime 60500 btime 60500 winc 500 binc 500 movestogo 40\n";
    assert!(fake.heard().ends_with(go), "{}", fake.heard());
    let error = answer(&mut engine, &Game::default()).unwrap_err();
    assert_eq!(error.what, "it has no search limit, and the game has no clocks");
    assert_eq!((error.recovered, engine.restarts()), (true, 0));
}

#[test]
fn an_engine_that_lets_its_time_pass_is_told_to_stop() {
    let fake = Fake::new(":").with_stop("echo bestmove e2e4");
    let mut engine = fake.start();
    let start = Instant::now();
    assert_eq!(answer_on_clock(&mut engine, "0.2").unwrap(), "e2e4");
    assert!(start.elapsed() >= Duration::from_millis(200), "that is late: the referee says so");
    assert_eq!(engine.restarts(), 0);
    let text = fake.heard();
    assert!(text.ends_with("go wtime 200 btime 200 winc 0 binc 0 depth 1\nstop\n"), "{text}");
    // One that does not even stop is replaced.
    let fake = Fake::new(":");
    let settings = EngineSettings { move_timeout: IMPATIENCE, ..fake.settings() };
    let mut engine = Engine::start(settings).unwrap();
    let error = answer_on_clock(&mut engine, "0.1").unwrap_err();
    assert_eq!((error.what.as_str(), error.recovered), ("no `bestmove` within 0.5 s", true));
    assert_eq!(engine.restarts(), 1);
}

#[test]
fn the_children_of_an_engine_are_killed_too() {
    let fake = Fake::new("sleep 1000 & echo $! >> \"$here/pids\"; echo bestmove e2e4");
    let mut engine = fake.start();
    assert_eq!(answer(&mut engine, &Game::default()).unwrap(), "e2e4");
    assert_eq!(fake.pids().len(), 2);
    drop(engine);
    fake.assert_gone();
}

#[test]
fn a_dead_engine_is_replaced_and_the_error_quotes_its_standard_error() {
    let what = failure(&Fake::new("echo 'out of memory' >&2; exit 3"), PATIENCE);
    assert!(what.contains("exit status: 3"), "{what}");
    assert!(what.ends_with("`bestmove`: out of memory"), "{what}");
}

#[test]
fn an_illegal_move_is_named_with_its_position() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for bad in ["e2e5", "0000", "(none)", "Nf3", "e7e8q", "a1a1"] {
        let what = failure(&Fake::new(&format!("echo 'bestmove {bad}'")), PATIENCE);
        assert_eq!(what, format!("illegal move `{bad}` in {start}"));
    }
    let what = failure(&Fake::new("echo bestmove"), PATIENCE);
    assert_eq!(what, format!("illegal move `` in {start}"));
}

#[test]
fn endless_lines_are_not_an_answer() {
    let what = failure(&Fake::new("yes 'info string bestmove e2e4'"), IMPATIENCE);
    assert!(what.contains("no `bestmove`"), "{what}");
}

#[test]
fn an_endless_line_is_not_an_answer() {
    let what = failure(&Fake::new("cat /dev/zero"), IMPATIENCE);
    assert!(what.contains("no `bestmove`"), "{what}");
}

#[test]
fn a_dead_engine_whose_children_hold_its_output_is_found_dead() {
    // With PATIENCE the error would come from the timeout, and late.
    for on_go in ["sleep 1000 & exit 3", "yes 'info depth 1' & exit 3", "setsid sleep 3 & exit 3"] {
        let what = failure(&Fake::new(on_go), PATIENCE);
        assert_eq!(what, "the engine ended (exit status: 3) instead of answering `bestmove`");
    }
    // What it said before it died counts.
    let fake = Fake::new("sleep 1000 & echo bestmove e2e4; exit");
    assert_eq!(answer(&mut fake.start(), &Game::default()).unwrap(), "e2e4");
}

/// The messages about engines that cannot play, whatever they do.
#[test]
fn engines_that_cannot_play_are_found_when_tried_out() {
    let hint = "; is it a UCI engine, and does its command ask for UCI (as `gnuchess --uci` does)?";
    let no_uciok = &format!("no `uciok` within 0.5 s{hint}");
    let ended = &format!(" instead of answering `uciok`{hint}");
    for (body, expected) in [
        ("sleep 1000", no_uciok.as_str()),
        ("cat", no_uciok),
        ("cat > /dev/null", no_uciok),
        ("yes", no_uciok),
        ("yes 'option name x type string default y'", no_uciok),
        ("cat /dev/zero", no_uciok),
        ("yes >&2", no_uciok),
        ("kill -STOP $$", no_uciok),
        ("exec <&-; sleep 1000", no_uciok),
        ("echo UCIOK; echo uciokay; printf 'u\\0c\\0i\\0o\\0k\\0\\n'; sleep 1000", no_uciok),
        ("exit 0", ended),
        ("exec >&-; sleep 1000", ended),
        ("kill -SEGV $$", ended),
        ("echo uciok; sleep 1000", "no `readyok` within 0.5 s"),
        ("echo uciok; exit 1", "the engine ended (exit status: 1) instead of answering `readyok`"),
        // It does not read at all.
        ("echo uciok; echo readyok; sleep 1000", "no `readyok` within 0.5 s"),
        ("read -r uci; echo uciok; read -r ready; echo readyok; exit 7", "(exit status: 7)"),
    ] {
        let fake = Fake::script(&format!("{body}\n"));
        let settings = EngineSettings { start_timeout: IMPATIENCE, ..fake.settings() };
        let error = Engine::try_out(&settings).unwrap_err().report();
        assert!(error.ends_with(expected) || error.contains(expected), "{body}: {error}");
        fake.assert_gone();
    }
    let fake = Fake::new("exit 1");
    Engine::try_out(&fake.settings()).unwrap();
    assert_eq!(fake.heard(), "uci\nisready\nucinewgame\nisready\nquit\n");
}

#[test]
fn nothing_that_an_engine_says_reaches_the_terminal_unescaped() {
    let bad = "\\033[2J\\007\\302\\233\\342\\200\\256";
    let printed = "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}";
    let name = format!("printf 'id name {bad}%0500d\\n' 1; echo uciok");
    let fake = Fake::with_handshake(&name, "echo bestmove e2e4");
    let shown = fake.start().name();
    assert!(shown.starts_with(printed) && shown.chars().count() == 80, "{shown}");
    let what = failure(&Fake::new(&format!("printf '{bad}%0500d\\n' 1 >&2; exit 1")), PATIENCE);
    assert!(what.contains(printed) && what.chars().count() < 300, "{what}");
    let what = failure(&Fake::new(&format!("printf 'bestmove {bad}%0500d\\n' 1")), PATIENCE);
    assert!(what.contains(printed) && what.chars().count() < 150, "{what}");
    // An announcement that an error quotes.
    let announce =
        format!("printf 'option name Skill{bad} type combo default a var {bad}\\n'; echo uciok");
    for (option, value) in [("Skill", "a"), ("Skill\u{1b}[2J\u{7}\u{9b}\u{202e}", "b")] {
        let fake = Fake::with_handshake(&announce, ":");
        let options = vec![(option.to_owned(), value.to_owned())];
        let error = Engine::start(EngineSettings { options, ..fake.settings() }).err().unwrap();
        assert!(error.to_string().contains(printed), "{error}");
    }
}

#[test]
fn garbage_before_the_answer_is_ignored() {
    let fake = Fake::new(
        "printf '\\377\\376\\n\\n   \\nbestmoves a1a1\\n'; head -c 300000 /dev/zero | tr '\\0' x; echo; \
         echo 'error on stderr' >&2; echo 'bestmove e2e4'",
    );
    let mut engine = fake.start();
    for _ in 0..3 {
        assert_eq!(answer(&mut engine, &Game::default()).unwrap(), "e2e4");
    }
}

#[test]
fn a_slow_start_is_waited_for() {
    let fake = Fake::with_handshake("sleep 0.5; echo uciok", "echo bestmove e2e4");
    assert_eq!(answer(&mut fake.start(), &Game::default()).unwrap(), "e2e4");
    fake.assert_gone();
}

#[test]
fn an_engine_that_never_gets_ready_is_an_error() {
    let fake = Fake::with_handshake("sleep 1000", ":");
    let settings = EngineSettings { start_timeout: Duration::from_millis(300), ..fake.settings() };
    let error = Engine::start(settings).err().unwrap();
    assert!(matches!(error, EngineError::Silent { awaited: "uciok", .. }), "{error}");
    fake.assert_gone();
}

#[test]
fn a_failed_restart_is_tried_again_at_the_next_game() {
    let fake = Fake::script(
        "[ -e \"$here/broken\" ] && exit 1\n\
         while read -r line; do case \"$line\" in\n\
         uci) echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) if [ -e \"$here/good\" ]; then echo bestmove e2e4; else touch \"$here/broken\"; exit 2; fi;;\n\
         quit) exit;;\n\
         esac; done",
    );
    let mut engine = fake.start();
    let error = answer(&mut engine, &Game::default()).unwrap_err();
    assert!(!error.recovered);
    assert!(error.what.contains("exit status: 2"), "{error}");
    assert!(error.what.contains("restart failed too"), "{error}");
    assert!(!answer(&mut engine, &Game::default()).unwrap_err().recovered);
    assert!(!engine.new_game().unwrap_err().recovered);
    fs::remove_file(fake.path("broken")).unwrap();
    fs::write(fake.path("good"), "").unwrap();
    engine.new_game().unwrap();
    assert_eq!(answer(&mut engine, &Game::default()).unwrap(), "e2e4");
    drop(engine);
    fake.assert_gone();
}

#[test]
fn a_death_between_games_costs_no_game() {
    let fake = Fake::new("echo bestmove e2e4");
    let mut engine = fake.start();
    kill(Pid::from_raw(fake.pids()[0]), nix::sys::signal::SIGKILL).unwrap();
    engine.new_game().unwrap();
    assert_eq!(answer(&mut engine, &Game::default()).unwrap(), "e2e4");
    assert_eq!(engine.restarts(), 1);
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let fake = Fake::script(
        "trap '' HUP TERM INT PIPE\n\
         while :; do read -r line || sleep 0.1; case \"$line\" in\n\
         uci) echo uciok;; isready) echo readyok;; esac; line=; done",
    );
    drop(fake.start());
    fake.assert_gone();
}

#[test]
fn wrong_options_are_refused_before_any_game() {
    let announce = "echo 'option name Skill Level type spin default 20 min 0 max 20'; echo uciok";
    for (option, value, message) in [
        ("SkillLevel", "3", "the engine has no option `SkillLevel`; did you mean `Skill Level`?"),
        ("Contempt", "3", "the engine has no option `Contempt`"),
        ("Skill Level", "21", "option `Skill Level` takes a whole number from 0 to 20, not `21`"),
    ] {
        let fake = Fake::with_handshake(announce, ":");
        let options = vec![(option.to_owned(), value.to_owned())];
        let settings = EngineSettings { options, ..fake.settings() };
        assert_eq!(Engine::start(settings).err().unwrap().to_string(), message);
        fake.assert_gone();
    }
}

#[test]
fn wrong_commands_are_clear_errors() {
    for (command, message) in [
        ("", "is empty or has an open quote"),
        ("engine 'open", "is empty or has an open quote"),
        ("no-such-engine-here --uci", "engine `no-such-engine-here` not found on the PATH"),
        ("/no/such/folder/engine", "engine `/no/such/folder/engine` not found"),
    ] {
        let error = Engine::start(EngineSettings::new(command, depth(1))).err().unwrap();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn engines_can_be_moved_to_threads() {
    fn assert_send<T: Send>() {}
    assert_send::<Engine>();
}

/// Set for the process that [`an_engine_ends_with_this_process`] starts in order to kill it.
const HOLD: &str = "MORPH_TEST_ENGINE_TO_HOLD";

/// Not a test of its own: starts the engine of the environment variable and waits to be killed.
#[test]
fn hold_an_engine() {
    if let Some(command) = env::var_os(HOLD) {
        let settings = EngineSettings::new(command.to_str().unwrap(), depth(1));
        let _engine = Engine::start(settings).unwrap();
        fs::write(Path::new(&env::var_os("MORPH_TEST_READY").unwrap()), "").unwrap();
        thread::sleep(Duration::from_secs(600));
    }
}

#[test]
fn an_engine_ends_with_this_process() {
    let tied = Command::new("setpriv").args(["--pdeathsig", "KILL", "true"]).output();
    if !tied.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: setpriv of util-linux is not installed");
        return;
    }
    let fake = Fake::script(
        "while :; do read -r line || sleep 0.1; case \"$line\" in\n\
         uci) echo uciok;; isready) echo readyok;; esac; line=; done",
    );
    let ready = fake.path("ready");
    let mut holder = Command::new(env::current_exe().unwrap())
        .args(["--exact", "hold_an_engine"])
        .env(HOLD, fake.settings().command)
        .env("MORPH_TEST_READY", &ready)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !ready.exists() {
        assert!(holder.try_wait().unwrap().is_none(), "the holder could not start the engine");
        thread::sleep(Duration::from_millis(10));
    }
    assert!(is_alive(fake.pids()[0]));
    holder.kill().unwrap();
    holder.wait().unwrap();
    fake.assert_gone();
}

#[test]
fn a_judge_says_what_it_thinks_or_is_refused() {
    let fake = Fake::new(
        "echo info depth 1 score cp 31 pv e2e4; echo info string done; echo bestmove e2e4",
    );
    let mut engine = AnalysisEngine::start(fake.settings()).unwrap();
    for _ in 0..2 {
        let analysis = engine.analyse(&Game::default()).unwrap();
        assert_eq!(analysis.score, Score::Centipawns(31));
        assert_eq!(analysis.best.to_string(), "e2-e4");
    }
    let liar = Fake::new("echo info score cp 5; echo bestmove e2e5");
    let refused = AnalysisEngine::start(liar.settings()).unwrap().analyse(&Game::default());
    assert!(matches!(refused, Err(EngineError::IllegalMove { .. })), "{refused:?}");
    // No opinion is not the opinion that both are as well off.
    let mute = Fake::new("echo info depth 1 score cp 9 lowerbound; echo bestmove e2e4");
    let refused = AnalysisEngine::start(mute.settings()).unwrap().analyse(&Game::default());
    assert!(matches!(refused, Err(EngineError::NoScore { .. })), "{refused:?}");
}

#[test]
fn stockfish_judges() {
    if !is_installed("stockfish") {
        return;
    }
    let mut engine = AnalysisEngine::start(EngineSettings::new("stockfish", depth(6))).unwrap();
    // A queen to be taken; a mate in one; and the side that is about to be mated.
    let queen = engine.analyse(&game_from("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1")).unwrap();
    assert!(queen.best.is_capture());
    let mate = engine.analyse(&game_from("k7/8/1K6/8/8/8/8/7R w - - 0 1")).unwrap();
    assert_eq!(mate.score, Score::Mates(1));
    let lost = engine.analyse(&game_from("k7/8/1K6/8/8/8/8/6R1 b - - 0 1")).unwrap();
    assert_eq!(lost.score, Score::IsMated(1));
}

/// Lets a real engine play both sides of a few moves, under each of `limits`.
fn check_real_engine(program: &str, command: &str, limits: &[GoLimit]) {
    if !is_installed(program) {
        return;
    }
    for limit in limits {
        let mut settings = EngineSettings::new(command, *limit);
        settings.options = vec![("Hash".to_owned(), "8".to_owned())];
        let mut engine = Engine::start(settings).unwrap();
        engine.new_game().unwrap();
        let mut game = Game::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        while game.ending().is_none() && game.plies() < 60 {
            let choice = engine.choose(&game, &mut rng).unwrap();
            game.play(choice.m).unwrap();
        }
        let castling = game_from("r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1");
        engine.new_game().unwrap();
        let choice = engine.choose(&castling, &mut rng).unwrap();
        assert!(choice.value.is_none());
        assert_eq!(engine.restarts(), 0, "{program} {limit}");
    }
}

/// Lets a real engine play both sides of a few moves on clocks.
fn check_real_clock(program: &str, command: &str) {
    if !is_installed(program) {
        return;
    }
    let settings = EngineSettings::new(command, GoLimit::Clock);
    let mut engine = Engine::start(settings).unwrap();
    for time in ["2+0.05", "40/2"] {
        engine.new_game().unwrap();
        let mut clocks = Clocks::new(time.parse().unwrap());
        let mut game = Game::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        while game.ending().is_none() && game.plies() < 20 {
            let side = game.position().turn();
            let start = Instant::now();
            let choice = engine.choose_on_clock(&game, &clocks, &mut rng).unwrap();
            assert!(clocks.of_mut(side).count_move(start.elapsed()), "{program} {time}: late");
            game.play(choice.m).unwrap();
        }
    }
    assert_eq!(engine.restarts(), 0);
}

#[test]
fn gnuchess_plays_on_a_clock() {
    check_real_clock("gnuchess", "gnuchess --uci");
}

#[test]
fn stockfish_plays_on_a_clock() {
    check_real_clock("stockfish", "stockfish");
}

fn few_milliseconds() -> GoLimit {
    GoLimit::MoveTime(NonZeroU64::new(10).unwrap())
}

#[test]
fn gnuchess_plays() {
    check_real_engine("gnuchess", "gnuchess --uci", &[depth(1), few_milliseconds()]);
}

#[test]
fn stockfish_plays() {
    let few_nodes = GoLimit::Nodes(NonZeroU64::new(50).unwrap());
    check_real_engine("stockfish", "stockfish", &[depth(1), few_nodes, few_milliseconds()]);
}
