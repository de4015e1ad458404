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
fn the_game_opens_with_the_board_the_rule_and_how_to_answer() {
    let text = dialogue(ROOK, "quit\n");
    assert!(text.starts_with("You are black and defend; white follows the tables.\nWrite a move"));
    let board = text.find("6  . . . . k . . .").unwrap();
    let first = text.find("1. Ra5   rule fence of krk\n  Keep the rook safe").unwrap();
    assert!(board < first, "{text}");
    assert!(text.ends_with("your move: Good-bye.\n"), "{text}");
}

#[test]
fn a_king_move_may_be_written_as_it_comes() {
    for answer in ANSWERS {
        let text = dialogue(ROOK, format!("{answer}\nquit\n"));
        assert!(text.contains("your move: \n2. "), "{answer}: {text}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_and_asked_again() {
    for (answer, reason) in [
        ("Ke5", "e5 is attacked; you have Kd6, "),
        ("e6e5", "e5 is attacked"),
        ("Kd4", "d4 is more than one step from your king"),
        ("e6", "Your king stands on e6 already"),
    ] {
        let text = dialogue(ROOK, format!("{answer}\nKd6\nquit\n"));
        assert!(text.contains(&format!("your move: {reason}")), "{answer}: {text}");
        assert!(text.contains("\nyour move: \n2. "), "{text}");
    }
    let text = dialogue("8/8/8/8/8/2k5/R7/2K5 b - - 0 1", "Kc2\nKb2\nquit\n");
    assert!(text.contains("your move: c2 is next to the other king; you have "), "{text}");
    let text = dialogue("8/8/8/8/8/1k6/R7/1K6 b - - 0 1", "Ka2\nquit\n");
    assert!(text.contains("your move: a2 is next to the other king; you have "), "{text}");
}

#[test]
fn an_ambiguous_move_is_asked_about() {
    let text = dialogue(ROOK, "Kd\nd\n7\nKd6\nquit\n");
    assert!(text.contains("'Kd' is not clear: do you mean Kd6 or Kd7?\n"), "{text}");
    assert!(text.contains("'d' is not clear: do you mean "), "{text}");
    assert!(text.contains("'7' is not clear: do you mean Kd7 or Ke7 or Kf7?\n"), "{text}");
    assert!(text.contains("2. "), "{text}");
}

#[test]
fn nonsense_is_answered_with_help() {
    for answer in ["what?", "Nf3", "K", "O-O", "e9", "a7a8q", "--", "0000", "Kd6d5d4"] {
        let text = dialogue(ROOK, format!("{answer}\nquit\n"));
        assert!(text.contains("is no move of a king. Write a move as Kd5"), "{answer}: {text}");
    }
    let text = dialogue(ROOK, b"\xff\xfe\n\n?\nmoves\nhint\nquit\n");
    assert_eq!(text.matches("Write a move as").count(), 4, "{text}");
    assert!(text.contains("your move: You have K"), "{text}");
    assert!(text.contains("There is no hint: table krk advises white only"), "{text}");
}

#[test]
fn the_defender_can_have_a_hint_where_the_table_defends_too() {
    let text = dialogue("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "hint\nquit\n");
    assert!(text.contains("your move: Ke7   rule "), "{text}");
}

#[test]
fn the_end_of_the_input_is_a_good_bye() {
    let text = dialogue(ROOK, "");
    assert!(text.ends_with("your move: \nGood-bye.\n"), "{text}");
    assert!(dialogue(ROOK, "Kd6").contains("\n2. "), "a last line without its end");
}

#[test]
fn mate_ends_the_game_with_the_number_of_moves() {
    let text = dialogue("8/8/8/8/8/2k5/7R/K7 b - - 0 1", "Kb3\nKc3\nmore\n");
    assert!(!text.contains("Checkmate"), "{text}");
    let text = dialogue("k7/8/1K6/8/8/8/8/7R w - - 0 1", "");
    assert!(text.contains("1. Rh8#   rule mate of krk"), "{text}");
    assert!(text.ends_with("\nCheckmate in one move of white.\n"), "{text}");
    let text = dialogue("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Kh7\nKg8\nKh8\nKh7\n");
    assert!(text.contains("Checkmate in "), "{text}");
}

#[test]
fn a_lost_man_and_a_repetition_end_the_game_as_draws() {
    let text = dialogue("8/8/8/8/8/2k5/1R6/7K b - - 0 1", "Kxb2\n");
    assert!(text.ends_with("\nNobody can mate any more: a draw.\n"), "{text}");
    // A table that only waits: the rook goes to and fro.
    let folder = tempfile::tempdir().unwrap();
    let table = "ending = \"KRK\"\ntitle = \"t\"\n[[rule]]\nname = \"wait\"\nsay = \"Wait.\"\n\
                 better = [\"not rook lost\"]\nmoves = [\"any moves\"]\ndepth = 1\n";
    std::fs::write(folder.path().join("wait.toml"), table).unwrap();
    let tables = folder.path().display().to_string();
    let text = dialogue_with(&["--tables", &tables], ROOK, "Kd6\nKe6\n".repeat(4));
    assert!(text.ends_with("\nThe position is there for the third time: a draw.\n"), "{text}");
}

#[test]
fn black_can_be_the_stronger_side() {
    let text = dialogue("r6k/8/8/8/8/4K3/8/8 b - - 0 1", "Kd4\nKd3\nquit\n");
    assert!(text.starts_with("You are white and defend; black follows the tables."), "{text}");
    assert!(text.contains("1. Ra4   rule fence of krk"), "{text}");
    assert!(text.contains("your move: d4 is attacked; you have "), "{text}");
}
