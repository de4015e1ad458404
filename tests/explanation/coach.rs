//! The text for a student: ten positions as in the golden file, and what holds of all.

use std::process::Command;

use morph::explanation::explainer::{Explainer, Settings};
use morph::render::explanation::coach;

use crate::papers::golden;
use crate::random_positions;

#[test]
fn ten_positions_are_told_as_in_the_golden_file() {
    let explain = ["explain", "--no-memory", "tests/explanation/data/coach.epd"];
    let output = Command::new(env!("CARGO_BIN_EXE_morph")).args(explain).output().unwrap();
    golden("coach.txt", &String::from_utf8(output.stdout).unwrap());
}

/// A position, and one or two of its moves.
const QUESTIONS: [(&str, &[&str]); 9] = [
    // Both develop a bishop or a knight.
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", &["Bc4"]),
    // A mate is missed, and the queen hangs.
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", &["Nc3"]),
    // A queen is not taken, and one is given away.
    ("6k1/5ppp/8/8/3q4/8/5PPP/3R2K1 w - - 0 1", &["Re1"]),
    ("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3", &["Qxf7+", "Bc4"]),
    // A rook ending.
    ("r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1", &["Rc7", "g3"]),
    // Won whatever is played.
    ("8/8/4k3/8/8/8/8/R6K w - - 0 1", &["Kg2", "Ra5"]),
    // One of them is answered by a capture.
    ("r3kb1r/pp1n1pp1/2p1pn1p/7P/2PP4/3QBNN1/qP3PP1/2KR3R w kq - 0 14", &["c5", "d5"]),
    // Stalemate or mate.
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", &["Qg6"]),
    // One of them allows mate.
    ("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", &["g4", "e4"]),
];

#[test]
fn two_moves_are_compared_as_in_the_golden_file() {
    let mut told = String::new();
    for (fen, moves) in QUESTIONS {
        let arguments = [&["why", fen], moves].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_morph")).args(arguments).output().unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        let words = answer.split_whitespace().count();
        assert!(words <= 120, "{words} words: {answer}");
        told.push_str(&format!("{fen} {}\n{answer}\n", moves.join(" ")));
    }
    golden("why.txt", &told);
}

#[test]
fn texts_are_short_and_without_codes() {
    let explainer = Explainer::load_shipped().unwrap();
    for position in random_positions(200) {
        let explanation = explainer.explain(&position, Settings::QUICK, None).unwrap();
        let text = coach(&explanation, None).to_string();
        let words = text.split_whitespace().count();
        assert!(words <= 120, "{words} words: {text}");
        for code in ["XP", "NM", "LM", "S1", "S2", "R5", "  ", "..:", " .", "{", "}"] {
            assert!(!text.contains(code), "'{code}' in {text}");
        }
    }
}
