//! The library: what it finds is what a scan of the games finds, and nothing is lost or doubled.

#![allow(clippy::unwrap_used)]

mod explain;
#[path = "../common/games.rs"]
mod games;
mod killed;
#[path = "../common/kills.rs"]
mod kills;
mod output;
mod search;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use shakmaty::san::SanPlus;
use tempfile::TempDir;

/// A folder with games and the libraries made of them.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        Workspace(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, line: &str, last: Option<&str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
        command.args(line.split_whitespace()).args(last).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Standard output of a command that has to succeed.
    fn run(&self, line: &str, last: Option<&str>) -> String {
        stdout(self.command(line, last).output().unwrap())
    }

    /// Standard error of a command that has to fail with code 1.
    fn fail(&self, line: &str, last: Option<&str>) -> String {
        let output = self.command(line, last).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Random games in PGN with players, ratings, dates and results that depend on the number.
fn random_pgn(count: u64, plies: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let (positions, moves) = games::random_game(number, plies);
        let result = ["1-0", "0-1", "1/2-1/2"][number as usize % 3];
        text += &format!(
            "[Event \"Random\"]\n[White \"White{}, A\"]\n[Black \"Black, B{number}\"]\n[Date \"{}.01.02\"]\n\
             [WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[ECO \"B{}0\"]\n[Result \"{result}\"]\n\n",
            number % 4,
            1950 + number % 40,
            2000 + number,
            2010 + number,
            number % 10
        );
        for (ply, (position, m)) in positions.iter().zip(&moves).enumerate() {
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{} ", SanPlus::from_move(position.clone(), *m));
        }
        text += &format!("{result}\n\n");
    }
    text
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
