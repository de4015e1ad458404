//! Standard output that is closed or full.

use std::fs::{self, OpenOptions};
use std::process::Stdio;

use super::{ended, morph};

const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const GAME: &str =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";

/// The arguments of every command that prints; `folder` holds a game and a run.
fn commands(folder: &str) -> Vec<Vec<String>> {
    let text = format!(
        "bench --rounds 1|advise list|advise {FEN}|advise --play-out {FEN}|advise --tutor {FEN}|advise prove krk|\
         patterns list|patterns list --format json|patterns list --format csv|patterns stats|patterns show v11469|\
         patterns material|patterns export --format dot|patterns export --format svg|explain {FEN}|\
         explain {folder}/game.pgn|explain --format html {FEN}|cases list|why|match --opponent random --games 2 -q|\
         gauntlet --games 2 --opponents {folder}/list.toml|train --games 2 --run {folder}/run|plot {folder}/run|\
         opponent learn {folder}/game.pgn --player A -o {folder}/a.adv|opponent style {folder}/a.adv|\
         opponent report {folder}/a.adv|opponent predict {folder}/a.adv --fen|verify {folder}/a.adv|--help|--version"
    );
    let mut commands = Vec::new();
    for line in text.split('|') {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match words.last().map(String::as_str) {
            Some("why") => words.extend([FEN, "e4", "Kd2"].map(str::to_owned)),
            Some("--fen") => words.push(FEN.to_owned()),
            _ => {}
        }
        commands.push(words);
    }
    commands
}

fn folder_with_input() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    let list =
        "[[opponents]]\nname = \"x\"\nopponent = { kind = \"sparring\", level = \"random\" }\n";
    fs::write(folder.path().join("list.toml"), list).unwrap();
    let path = folder.path().display().to_string();
    (folder, path)
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let (_folder, path) = folder_with_input();
    for words in commands(&path) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = morph(&words).stdout(writer).output().unwrap();
        let (_, err) = ended(&output, 0);
        assert!(!err.contains("morph:") && !err.contains("pipe"), "{words:?}: {err}");
    }
}

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let (_folder, path) = folder_with_input();
    for words in commands(&path) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if matches!(words[..], ["--help" | "--version"] | ["opponent", "learn", ..]) {
            morph(&words).stdout(Stdio::null()).output().unwrap();
            continue;
        }
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = morph(&words).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && err.contains("No space left"),
            "{words:?}: {err}"
        );
    }
}

/// The limit of the shell on the size of files stands for the end of a disk: `ulimit -f` counts blocks of 512 bytes.
#[test]
fn a_disk_that_fills_up_leaves_whole_games_and_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} match --opponent random --games 20 -q --pgn {}",
        env!("CARGO_BIN_EXE_morph"),
        pgn.display()
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let (out, err) = ended(&output, 1);
    assert!(out.contains("Games: 20,"), "{out}");
    assert!(err.contains("cannot write") && err.contains("games.pgn"), "{err}");
    let games = morph::arena::pgn::GameReader::open(&pgn).unwrap().map(Result::unwrap);
    assert!((1..20).contains(&games.count()));
}
