//! The dialogue of `morph advise --tutor`, through its standard input.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};

/// Everything the tutor prints while it reads `input`.
fn dialogue(fen: &str, input: impl AsRef<[u8]>) -> String {
    dialogue_with(&[], fen, input)
}

fn dialogue_with(options: &[&str], fen: &str, input: impl AsRef<[u8]>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command
        .args(["advise", "--tutor", fen])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The game may be over before everything is read.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

const ROOK: &str = "8/8/4k3/8/8/8/8/R6K w - - 0 1";
/// White has played Ra5; the king on e6 keeps off the fifth rank.
const ANSWERS: [&str; 8] = ["Kd6", "Kd6!", "kd6", "d6", "D6", "e6d6", "K-d6", "Ke6-d6"];

#[test]
fn the_game_begins_with_the_board_the_rule_and_help() {
    let text = dialogue(ROOK, "quit\n");
    assert!(text.starts_with("You are Black and defend; White follows the tables.\nEnter a move"));
    let board = text.find("6  . . . . k . . .").unwrap();
    let first = text.find("1. Ra5   rule fence of krk\n  Keep the rook safe").unwrap();
    assert!(board < first, "{text}");
    assert!(text.ends_with("your move: Goodbye.\n"), "{text}");
}

#[test]
fn a_king_move_can_be_entered_in_many_ways() {
    for answer in ANSWERS {
        let text = dialogue(ROOK, format!("{answer}\nquit\n"));
        assert!(text.contains("your move: \n2. "), "{answer}: {text}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_and_asked_again() {
    for (answer, reason) in [
        ("Ke5", "e5 is attacked; your moves: Kd6, "),
        ("e6e5", "e5 is attacked"),
        ("Kd4", "d4 is more than one step from your king"),
        ("e6", "Your king is already on e6"),
    ] {
        let text = dialogue(ROOK, format!("{answer}\nKd6\nquit\n"));
        assert!(text.contains(&format!("your move: {reason}")), "{answer}: {text}");
        assert!(text.contains("\nyour move: \n2. "), "{text}");
    }
    let text = dialogue("8/8/8/8/8/2k5/R7/2K5 b - - 0 1", "Kc2\nKb2\nquit\n");
    assert!(text.contains("your move: c2 is next to the enemy king; your moves: "), "{text}");
    let text = dialogue("8/8/8/8/8/1k6/R7/1K6 b - - 0 1", "Ka2\nquit\n");
    assert!(text.contains("your move: a2 is next to the enemy king; your moves: "), "{text}");
}

#[test]
fn an_incomplete_move_is_answered_with_the_candidates() {
    let text = dialogue(ROOK, "Kd\nd\n7\nKd6\nquit\n");
    assert!(text.contains("'Kd' is incomplete: Kd6 or Kd7?\n"), "{text}");
    assert!(text.contains("'d' is incomplete: "), "{text}");
    assert!(text.contains("'7' is incomplete: Kd7 or Ke7 or Kf7?\n"), "{text}");
    assert!(text.contains("2. "), "{text}");
}

#[test]
fn unknown_input_is_answered_with_help() {
    for answer in ["what?", "Nf3", "K", "O-O", "e9", "a7a8q", "--", "0000", "Kd6d5d4"] {
        let text = dialogue(ROOK, format!("{answer}\nquit\n"));
        assert!(text.contains("is not a king move. Enter a move (Kd5"), "{answer}: {text}");
    }
    let text = dialogue(ROOK, b"\xff\xfe\n\n?\nmoves\nhint\nquit\n");
    assert_eq!(text.matches("Enter a move (").count(), 4, "{text}");
    assert!(text.contains("your move: Your moves: K"), "{text}");
    assert!(text.contains("No hint: table krk advises White only"), "{text}");
}

#[test]
fn the_defender_gets_a_hint_if_the_table_has_a_defence() {
    let text = dialogue("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "hint\nquit\n");
    assert!(text.contains("your move: Ke7   rule "), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = dialogue(ROOK, "");
    assert!(text.ends_with("your move: \nGoodbye.\n"), "{text}");
    assert!(dialogue(ROOK, "Kd6").contains("\n2. "), "a last line without its end");
}

#[test]
fn the_game_ends_at_mate_with_the_number_of_moves() {
    let text = dialogue("8/8/8/8/8/2k5/7R/K7 b - - 0 1", "Kb3\nKc3\nmore\n");
    assert!(!text.contains("Checkmate"), "{text}");
    let text = dialogue("k7/8/1K6/8/8/8/8/7R w - - 0 1", "");
    assert!(text.contains("1. Rh8#   rule mate of krk"), "{text}");
    assert!(text.ends_with("\nCheckmate after 1 move by White.\n"), "{text}");
    let text = dialogue("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Kh7\nKg8\nKh8\nKh7\n");
    assert!(text.contains("Checkmate after "), "{text}");
}

#[test]
fn a_lost_piece_and_a_repetition_are_draws() {
    let text = dialogue("8/8/8/8/8/2k5/1R6/7K b - - 0 1", "Kxb2\n");
    assert!(text.ends_with("\nInsufficient material: draw.\n"), "{text}");
    // A table without progress: the rook moves to and fro.
    let folder = tempfile::tempdir().unwrap();
    let table = "ending = \"KRK\"\ntitle = \"t\"\n[[rule]]\nname = \"wait\"\nsay = \"Wait.\"\n\
                 better = [\"not rook lost\"]\nmoves = [\"any moves\"]\ndepth = 1\n";
    std::fs::write(folder.path().join("wait.toml"), table).unwrap();
    let tables = folder.path().display().to_string();
    let text = dialogue_with(&["--tables", &tables], ROOK, "Kd6\nKe6\n".repeat(4));
    assert!(text.ends_with("\nThreefold repetition: draw.\n"), "{text}");
}

#[test]
fn a_defender_with_a_pawn_can_move_it() {
    let fen = "8/8/8/8/8/3k4/1p6/4KR2 b - - 0 1";
    let text = dialogue(fen, "Ra9\nKc2\nb1=Q\nquit\n");
    assert!(text.contains("'Ra9' is not a legal move. Enter a move ("), "{text}");
    assert!(text.contains("\n1. R"), "{text}");
    let text = dialogue("8/8/8/8/3k4/8/1p6/5R1K b - - 0 1", "moves\nb2b1q\nquit\n");
    assert!(text.contains("Your moves: ") && text.contains("b1=Q"), "{text}");
    assert!(text.contains("\n1. Rxb1   rule take of krkp"), "{text}");
}

#[test]
fn black_can_be_the_stronger_side() {
    let text = dialogue("r6k/8/8/8/8/4K3/8/8 b - - 0 1", "Kd4\nKd3\nquit\n");
    assert!(text.starts_with("You are White and defend; Black follows the tables."), "{text}");
    assert!(text.contains("1. Ra4   rule fence of krk"), "{text}");
    assert!(text.contains("your move: d4 is attacked; your moves: "), "{text}");
}
