//! Advice in the UCI engine, in matches and in training, and no effect of it when it is off.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use morph::chess::tablebase::{DistanceToMate, Endgame, EndgamePosition};
use morph::chess::{Game, Start};
use morph::endgame::advisor::Advisor;
use morph::endgame::player::AdvisedPlayer;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::memory::Memory;
use morph::player::{Exploration, PatternPlayer, Player};
use morph::rng;
use morph::training::run_folder::RunPaths;
use morph::training::{Plan, Players, Run, journal};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};

const ROOK: &str = "8/8/4k3/8/8/8/8/R6K w - - 0 1";

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn game(fen: &str) -> Game {
    Game::new(Start::Position(Box::new(position(fen))))
}

/// A file with an empty memory.
fn memory(folder: &Path) -> String {
    let path = folder.join("empty.morph");
    std::fs::write(&path, Memory::default().to_bytes().unwrap()).unwrap();
    path.display().to_string()
}

fn morph(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.args(arguments);
    command
}

struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(arguments: &[&str]) -> Session {
        let mut command = morph(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Session { child, input, output }
    }

    /// The lines of the reply, up to the one that begins with `end`.
    fn ask(&mut self, text: &str, end: &str) -> Vec<String> {
        writeln!(self.input, "{text}").unwrap();
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(end)) {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    fn quit(mut self) {
        writeln!(self.input, "quit").unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn an_engine_with_advice_plays_the_table_reports_its_rule_and_mates() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Session::start(&["uci", "--memory", &memory(folder.path())]);
    let greeting = engine.ask("uci", "uciok");
    assert!(greeting.contains(&"option name Advice type check default false".to_owned()));
    engine.ask("setoption name advice value true\nisready", "readyok");
    let advisor = Advisor::load_shipped().unwrap();
    let perfect = DistanceToMate::generate(&Endgame::parse("KRK").unwrap());
    let (mut position, mut moves) = (position(ROOK), String::new());
    for number in 1.. {
        assert!(number <= 24, "the table mates in 24 moves: {moves}");
        let text = engine.ask(&format!("position fen {ROOK} moves{moves}\ngo"), "bestmove");
        let advice = advisor.advise(&position).unwrap();
        let expected = format!("info string advice krk: rule {}: {}", advice.rule, advice.sentence);
        assert_eq!(text[0], expected);
        let best = UciMove::from_standard(advice.m);
        let reply = advice.line.get(1).map(|reply| UciMove::from_standard(*reply));
        let ponder = reply.map_or_else(String::new, |reply| format!(" ponder {reply}"));
        assert_eq!(text[2], format!("bestmove {best}{ponder}"));
        assert!(text[1].contains(&format!(" pv {best}")), "{text:?}");
        moves.push_str(&format!(" {best}"));
        position.play_unchecked(advice.m);
        if position.is_checkmate() {
            break;
        }
        let longest = position.legal_moves().into_iter().max_by_key(|reply| {
            let mut after = position.clone();
            after.play_unchecked(*reply);
            EndgamePosition::from_chess(&after).and_then(|(after, _)| perfect.plies(&after))
        });
        let reply = longest.unwrap();
        moves.push_str(&format!(" {}", UciMove::from_standard(reply)));
        position.play_unchecked(reply);
    }
    engine.quit();
}

#[test]
fn advice_can_be_turned_off_and_searchmoves_takes_precedence() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Session::start(&["uci", "--advice", "--memory", &memory(folder.path())]);
    let greeting = engine.ask("uci", "uciok");
    assert!(greeting.contains(&"option name Advice type check default true".to_owned()));
    let rook = format!("position fen {ROOK}");
    let text = engine.ask(&format!("{rook}\ngo"), "bestmove");
    assert!(text[0].starts_with("info string advice krk: rule fence: "), "{text:?}");
    let text = engine.ask("go searchmoves h1g1", "bestmove");
    assert!(text.len() == 2 && text[1] == "bestmove h1g1", "{text:?}");
    let text = engine.ask("position startpos\ngo", "bestmove");
    assert!(text.len() == 2 && text[0].contains(" pv "), "{text:?}");
    let text = engine.ask(&format!("setoption name Advice value false\n{rook}\ngo"), "bestmove");
    assert_eq!(text.len(), 2, "{text:?}");
    let text = engine.ask("setoption name Advice value perhaps", "info string");
    assert!(text[0].starts_with("info string error"), "{text:?}");
    engine.quit();
}

/// Points of the memory in a match of `games` against chance.
fn wins(folder: &Path, epd: &str, more: &[&str]) -> (u64, String) {
    let openings = folder.join("openings.epd");
    std::fs::write(&openings, epd).unwrap();
    let (openings, memory) = (openings.display().to_string(), memory(folder));
    let pgn = folder.join("games.pgn").display().to_string();
    let arguments = ["match", "-q", "--memory", &memory, "--opponent", "random", "--games", "8"];
    let files = ["--openings", &openings, "--pgn", &pgn, "--format", "json"];
    let output = morph(&[&arguments[..], &files, more].concat()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    (report["tally"]["wins"].as_u64().unwrap(), std::fs::read_to_string(pgn).unwrap())
}

#[test]
fn with_advice_the_memory_wins_every_game_in_which_it_has_the_rook() {
    let folder = tempfile::tempdir().unwrap();
    let epd = "8/8/4k3/8/8/8/8/R6K w - -\n3k4/8/8/4K3/8/8/8/6R1 w - -\n";
    let (won, games) = wins(folder.path(), epd, &["--advice"]);
    assert_eq!(won, 4, "{games}");
    assert_eq!(games.matches("Morph with advice").count(), 8, "{games}");
    // An empty memory plays at random.
    let (won, games) = wins(folder.path(), epd, &[]);
    assert_eq!(won, 0, "{games}");
    assert!(!games.contains("advice"), "{games}");
}

fn player() -> PatternPlayer {
    let evaluator = Evaluator::new(EvaluationSettings::default());
    let memory = Arc::new(Memory::default().snapshot());
    PatternPlayer::new(memory, evaluator, Exploration { epsilon: 0.5, noise: 0.5 })
}

#[test]
fn without_advice_choices_and_random_numbers_are_those_of_the_player() {
    let advisor = Arc::new(Advisor::load_shipped().unwrap());
    let uncovered = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/4k3/8/8/8/8/R6K b - - 0 1",
    ];
    let cases =
        uncovered.map(|fen| (fen, Some(Arc::clone(&advisor)))).into_iter().chain([(ROOK, None)]);
    for (fen, advisor) in cases {
        let game = game(fen);
        let (mut plain, mut advised) = (player(), AdvisedPlayer::new(player(), advisor));
        for seed in 0..20 {
            let mut chances = [(); 2].map(|()| rng::seeded(seed, "test", 0));
            let expected = plain.choose(&game, &mut chances[0]).unwrap();
            let choice = advised.choose(&game, &mut chances[1]).unwrap();
            assert_eq!((choice.m, choice.value), (expected.m, expected.value), "{fen}");
            assert_eq!(chances[0], chances[1]);
        }
    }
}

/// How the games of a short run from a rook ending come to their ends, and the journal itself.
fn trained(folder: &Path, name: &str, advice: Option<bool>) -> (Vec<String>, String) {
    let epd = folder.join("rook.epd");
    std::fs::write(&epd, "8/8/4k3/8/8/8/8/R6K w - -\n").unwrap();
    let random = "random = { plies = [1, 8] }";
    assert!(Plan::DEFAULT.contains(random));
    let file = format!("epd = {{ file = '{}' }}", epd.display());
    let mut text = Plan::DEFAULT.replace(random, &file);
    if let Some(advice) = advice {
        text = text.replace("policy_lag = 8", &format!("policy_lag = 8\nadvice = {advice}"));
    }
    let path = Path::new("a plan");
    let mut plan = Plan::parse(&text, path).unwrap();
    (plan.games, plan.rules.ply_cap) = (10, 80);
    let run = Run::begin(&folder.join(name), plan.check(path).unwrap(), Vec::new()).unwrap();
    run.play(&Players::Threads(2), &AtomicBool::new(false), &mut ()).unwrap();
    let path = RunPaths::new(folder.join(name)).journal();
    let entries = journal::read(&path).unwrap();
    let endings = entries.into_iter().map(|entry| entry.ending).collect();
    (endings, std::fs::read_to_string(path).unwrap())
}

#[test]
fn training_uses_advice_only_if_the_plan_enables_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_, silent) = trained(folder.path(), "silent", None);
    let (_, off) = trained(folder.path(), "off", Some(false));
    assert_eq!(silent, off);
    let (endings, on) = trained(folder.path(), "on", Some(true));
    assert_ne!(silent, on);
    // In the two games out of ten that are against the partner the memory has the rook once.
    let mates = endings.iter().filter(|ending| *ending == "checkmate").count();
    assert!(mates >= 9, "{endings:?}");
}
