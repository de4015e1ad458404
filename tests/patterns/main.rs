//! The command `morph patterns` on a small memory, and what is written about the one that comes with the program.

#![allow(clippy::unwrap_used)]

mod command;
mod formats;
mod memory;
mod shipped;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder with the memory, to run the program in.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let bytes = memory::memory().to_bytes().unwrap();
        std::fs::write(folder.path().join("memory.morph"), bytes).unwrap();
        Desk { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
        command.current_dir(self.folder.path()).arg("patterns");
        command.args(arguments.split_whitespace()).args(["--memory", "memory.morph"]);
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a command that must succeed prints.
    fn print(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
        text(&output.stdout)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Compares with a file of `tests/patterns/golden`; `MORPH_BLESS=1 cargo test` refreshes them.
fn assert_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patterns/golden").join(name);
    if std::env::var_os("MORPH_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} differs; it is now:\n{found}");
}
