//! Nothing is lost: writers at the same time, killed processes, and a disk that refuses.
//!
//! `MORPH_ROUNDS=200 cargo test --test durability` repeats each test so many times.

#![allow(clippy::unwrap_used, clippy::print_stderr)]
#![cfg(unix)]

mod concurrent;
mod faults;
mod killed;
#[path = "../common/kills.rs"]
mod kills;

use kills::rounds;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Pawn endings that differ, so that each is a case of its own.
const POSITIONS: [&str; 8] = [
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "8/8/3k4/8/8/3K4/3R4/8 w - - 0 1",
    "8/2k5/8/2K5/8/8/1P6/8 w - - 0 1",
    "8/5k2/8/5K2/8/5P2/6P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "4k3/pp6/8/8/8/8/1PP5/4K3 w - - 0 1",
    "r5k1/5ppp/8/8/8/8/P4PPP/R5K1 b - - 0 1",
    "8/8/1p1k4/p7/P1K5/1P6/8/8 w - - 0 1",
];

/// A folder to run the program in.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        let workspace = Workspace(tempfile::tempdir().unwrap());
        for name in ["learned.pgn", "later.pgn"] {
            let source = Path::new("tests/opponent_model").join(name);
            std::fs::copy(source, workspace.path().join(name)).unwrap();
        }
        workspace
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// A command with its words, and one more argument after them.
    fn command(&self, line: &str, last: Option<&str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
        command.args(line.split_whitespace()).args(last).current_dir(self.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Adds a case for the position with this number, and names it after it.
    fn add_case(&self, number: usize) -> Command {
        let position = POSITIONS[number % POSITIONS.len()];
        self.command(&format!("cases add --anyway --id case{number}"), Some(position))
    }

    /// The ids of the cases in the case base.
    fn cases(&self) -> Vec<String> {
        let text = stdout(self.command("cases list", None).output().unwrap());
        text.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
    }

    /// Names of the files.
    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// No temporary file and no lock is left.
    fn is_clean(&self) -> bool {
        self.files().iter().all(|name| !name.ends_with("partial") && !name.ends_with("lock"))
    }
}

/// Standard output of a command that has to succeed.
fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
