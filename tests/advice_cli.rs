//! `morph advise` as a user runs it, mostly with invalid input.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};

const ROOK: &str = "8/8/4k3/8/8/8/8/R6K w - - 0 1";

fn advise(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.arg("advise").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The error message of a failing command, which prints nothing else.
fn failure(arguments: &[&str]) -> String {
    let output = advise(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    text
}

fn stdout(arguments: &[&str]) -> String {
    let output = advise(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_advice_is_an_error_with_the_reason() {
    let queen = "8/8/4k3/8/8/8/8/Q6K b - - 0 1";
    for (arguments, expected) in [
        (&["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"][..], "no table covers"),
        (
            &["8/8/4k3/8/8/8/2P5/R6K w - - 0 1"],
            "there are tables for KBBK, KBNK, KPK, KQK, KQKR, KRK, KRKP",
        ),
        (&["8/8/4k3/8/8/8/8/N6K w - - 0 1"], "the game is over: insufficient material"),
        (&["R3k3/8/4K3/8/8/8/8/8 b - - 0 1"], "the game is over: checkmate"),
        (&["k7/8/1Q6/8/8/8/8/7K b - - 0 1"], "the game is over: stalemate"),
        (&[queen], "table kqk advises White only, and Black is to move"),
        (&["--table", "kqk", ROOK], "no table covers this position; there are tables for KQK"),
        (&["--table", "kqk", "--play-out", ROOK], "no table covers"),
        (&["--table", "kqk", "--tutor", ROOK], "no table covers"),
        (&["--tutor", "8/8/4k3/8/8/8/2P5/R6K b - - 0 1"], "no table covers"),
        (&["--play-out", "R3k3/8/4K3/8/8/8/8/8 b - - 0 1"], "the game is over: checkmate"),
        // A piece is no pawn, whoever has it; one that stands where a pawn promotes may have been one.
        (&["8/8/4k3/8/3b4/8/4K1R1/8 w - - 0 1"], "no table covers"),
        (&["8/8/4k3/8/3r4/8/4K1R1/8 w - - 0 1"], "no table covers"),
        (&["8/8/4k3/8/3n4/8/4K1R1/8 w - - 0 1"], "no table covers"),
        (&["8/4k1r1/8/3B4/8/4K3/8/8 b - - 0 1"], "no table covers"),
        (&["8/8/8/8/8/4k3/6R1/4K1n1 w - - 0 1"], "no table covers"),
        (&["8/8/8/8/8/4k3/6R1/4K1n1 w - - 3 40"], "no table covers"),
        // The fifty-move rule.
        (&["4k3/8/8/8/8/8/4P3/4K3 w - - 99 120"], "the move of table kpk, makes it a draw: fifty"),
        (&["8/8/4k3/8/8/8/8/R6K w - - 100 120"], "a draw can be claimed: fifty moves without"),
        (&["8/8/4k3/8/8/8/8/R6K w - - 150 200"], "the game is over: 75 moves without"),
        (&["--table", "krkk", ROOK], "no table is called 'krkk'; there are kbbk, kbnk, kpk"),
        (&["prove", "nothing"], "no table is called 'nothing'"),
    ] {
        let text = failure(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn invalid_positions_and_options_are_errors() {
    for (arguments, expected) in [
        (&["foo"][..], "'foo': invalid"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], ": illegal position: empty board"),
        (
            &["R3k3/8/8/8/8/8/8/7K w - - 0 1"],
            ": illegal position: the side that is not to move is in check",
        ),
        (&[""], "expected a position in FEN"),
        (&["--tutor"], "expected a position in FEN"),
        (&["--table", "krk", "prove", "krk"], "subcommands (prove, list) come before all options"),
        (&["--tables", "/nowhere", ROOK], "reading /nowhere"),
    ] {
        let text = failure(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn a_folder_without_valid_tables_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let text = failure(&["list", "--tables", &path]);
    assert!(text.contains("found no *.toml file"), "{text}");
    std::fs::write(folder.path().join("rook.toml"), b"\xff\xfe").unwrap();
    assert!(failure(&["--tables", &path, ROOK]).contains("rook.toml: it is not in UTF-8"));
    std::fs::write(folder.path().join("rook.toml"), "ending = \"KRK\"\n").unwrap();
    assert!(failure(&["--tables", &path, ROOK]).contains("rook.toml:1: missing field `title`"));
}

#[test]
fn counters_may_be_missing_and_castling_rights_present() {
    assert!(stdout(&["8/8/4k3/8/8/8/8/R6K", "w"]).starts_with("Ra5   rule fence of krk\n"));
    assert!(stdout(&["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]).contains("of krk\n"));
}

#[test]
fn a_game_played_out_ends_with_its_outcome() {
    let text = stdout(&["--play-out", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"]);
    assert!(text.contains("#") && text.ends_with("mate in 2\n"), "{text}");
    let text = stdout(&["--play-out", "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1"]);
    assert!(text.ends_with("no further advice\n"), "{text}");
    // A table without progress.
    let folder = tempfile::tempdir().unwrap();
    let text = "ending = \"KRK\"\ntitle = \"t\"\n[[rule]]\nname = \"wait\"\nsay = \"Wait.\"\n\
                better = [\"not rook lost\"]\nmoves = [\"any moves\"]\ndepth = 1\n";
    std::fs::write(folder.path().join("wait.toml"), text).unwrap();
    let path = folder.path().display().to_string();
    let text = stdout(&["--tables", &path, "--play-out", ROOK]);
    assert!(text.ends_with("the position repeats: the table does not win\n"), "{text}");
    assert!(text.lines().count() < 60, "{text}");
}

#[test]
fn a_proof_as_json_is_one_value_with_or_without_its_failures() {
    let prove = ["prove", "krk-1980", "--as-printed", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&stdout(&prove)).unwrap();
    assert_eq!((json["won"].as_u64(), json.get("failures")), (Some(163_830), None));
    let more = [&prove[..], &["--failures"]].concat();
    let json: serde_json::Value = serde_json::from_str(&stdout(&more)).unwrap();
    assert_eq!(json["failures"].as_array().unwrap().len(), 11_338);
}
