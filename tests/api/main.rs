//! The public interface, used as another program uses it: by the items at the root of the crate only. What it answers is
//! what the commands answer.

#![allow(clippy::unwrap_used)]

mod errors;
mod library;
mod training;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use morph::shakmaty::{Chess, Color, Position};
use morph::{Morph, legal_move, position_from_fen};

/// Black is to move and a rook ahead.
const ROOK_AHEAD: &str = "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
const MATED: &str = "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const GAME: &str = "[White \"One\"]\n[Black \"Other\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Loaded once; a clone shares what it knows.
fn morph() -> Morph {
    static BUILT_IN: LazyLock<Morph> = LazyLock::new(|| Morph::built_in().unwrap());
    BUILT_IN.clone()
}

/// Standard output of a command.
fn output(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_position_has_a_value_and_the_patterns_that_count_most() {
    let mut morph = morph();
    let position = position_from_fen(ROOK_AHEAD).unwrap();
    let found = morph.evaluate(&position, 1000);
    assert!(found.value > 0.8, "{found:?}");
    let shares: f64 = found.contributions.iter().map(|one| one.share.abs()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    assert!(found.contributions.is_sorted_by(|a, b| a.share.abs() >= b.share.abs()));
    assert!(found.contributions.iter().all(|one| (0.0..=1.0).contains(&one.weight)));
    // The phrases are about the side that is to move.
    let is_told = |phrase: &str| phrase.starts_with("Black is ");
    assert!(found.contributions.iter().any(|one| is_told(&one.phrase)), "{found:#?}");
    let few = morph.evaluate(&position, 2);
    assert_eq!(few.contributions, found.contributions[..2]);
    assert_eq!(few.value, found.value);
}

#[test]
fn a_finished_game_is_worth_its_result() {
    let mut morph = morph();
    for (fen, value) in [(MATED, 0.0), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0.5)] {
        let position = position_from_fen(fen).unwrap();
        let found = morph.evaluate(&position, 3);
        assert_eq!((found.value, found.contributions.len()), (value, 0), "{fen}");
        assert!(morph.moves(&position).is_empty());
        assert_eq!(morph.choose(&position), None);
        let explanation = morph.explain(&position);
        assert_eq!((explanation.pawns(), explanation.reasons().count()), (None, 0));
        assert!(!explanation.verdict().is_empty());
    }
}

#[test]
fn moves_come_with_values_the_best_first() {
    let mut morph = morph();
    let position = Chess::default();
    let moves = morph.moves(&position);
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted_by(|a, b| a.value >= b.value));
    assert_eq!(morph.choose(&position), Some(moves[0].m));
    // A move is worth what the position after it is not worth to the opponent.
    for found in &moves {
        let after = position.clone().play(found.m).unwrap();
        let value = 1.0 - morph.evaluate(&after, 0).value;
        assert!((found.value - value).abs() < 1e-4, "{found:?}: {value}");
    }
    let mate = position_from_fen(MATE_IN_ONE).unwrap();
    let best = &morph.moves(&mate)[0];
    assert_eq!((best.san.as_str(), best.value), ("Re8#", 1.0));
    assert_eq!(best.m, legal_move(&mate, "e1e8").unwrap());
}

#[test]
fn an_explanation_is_that_of_the_command() {
    let mut morph = morph();
    for fen in [
        "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
        "8/8/4k3/8/8/8/8/R6K w - - 0 1",
        MATE_IN_ONE,
        MATED,
    ] {
        let explanation = morph.explain(&position_from_fen(fen).unwrap());
        let text = output(&["explain", fen]);
        assert_eq!(explanation.to_string(), text.trim_end(), "{fen}");
        assert_eq!(explanation.to_json(), output(&["explain", fen, "--format", "json"]).trim_end());
        let told = explanation
            .reasons()
            .fold(explanation.verdict().to_owned(), |all, one| format!("{all}\n{one}"));
        let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.is_empty()).collect();
        assert_eq!(told, lines.join("\n"));
    }
}

#[test]
fn a_comparison_is_that_of_the_command() {
    let mut morph = morph();
    let position = Chess::default();
    let [chosen, other] = ["e4", "h4"].map(|text| legal_move(&position, text).unwrap());
    let comparison = morph.compare(&position, chosen, Some(other)).unwrap();
    let why = |arguments: &[&str]| output(&[&["why", "startpos", "e4"], arguments].concat());
    assert_eq!(comparison.to_string(), why(&["h4"]).trim_end());
    let json: serde_json::Value = serde_json::from_str(&comparison.to_json()).unwrap();
    let printed: serde_json::Value =
        serde_json::from_str(&why(&["h4", "--format", "json"])).unwrap();
    assert_eq!(json, printed);
    assert_eq!(json["outcomes"][0]["score"], format!("{:+.2}", comparison.pawns()[0]));
    assert_eq!(json["text"], comparison.to_string());
    assert_eq!(comparison.in_full(), why(&["h4", "--full"]).trim_end());
    let best = morph.compare(&position, chosen, None).unwrap();
    assert_eq!(best.to_string(), why(&[]).trim_end());
}

#[test]
fn an_annotated_game_is_that_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let games = format!("{GAME}\n[White \"Third\"]\n\n1. e4 {{best by test}} e5 1/2-1/2\n");
    std::fs::write(&file, &games).unwrap();
    let annotated = morph().annotate(&games).unwrap();
    assert_eq!(annotated, output(&["explain", file.to_str().unwrap()]));
    assert!(annotated.contains("[White \"Third\"]") && annotated.contains("best by test"));
}

#[test]
fn a_memory_file_is_loaded_like_the_built_in_memory() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/player/memory.morph");
    let (mut loaded, mut built_in) = (Morph::load(file).unwrap(), morph());
    assert_eq!((loaded.games(), loaded.patterns()), (built_in.games(), built_in.patterns()));
    assert!(loaded.games() == 200_000 && loaded.patterns() > 100_000);
    let position = Chess::default();
    assert_eq!(loaded.moves(&position), built_in.moves(&position));
}

#[test]
fn clones_ask_from_several_threads() {
    let position = Chess::default();
    let values = std::thread::scope(|scope| {
        let threads = [morph(), morph()].map(|mut morph| {
            let position = position.clone();
            scope.spawn(move || morph.moves(&position))
        });
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(values[0], values[1]);
    assert_eq!(position.turn(), Color::White);
}
