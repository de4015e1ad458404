//! Files that are not what they should be, for every argument that names one.
#![cfg(target_os = "linux")] // Elsewhere a shell cannot limit addresses.

use std::fs;
use std::process::Command;

use super::ended;

const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// Runs a command that must fail with one clear line that names `file`, in four gigabytes of addresses.
fn refuses(words: &[&str], file: &str) {
    let limited = "ulimit -v 4000000; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", limited, env!("CARGO_BIN_EXE_morph")]).args(words);
    let (_, err) = ended(&shell.output().unwrap(), 1);
    assert!(err.starts_with("morph: ") && err.contains(file), "{words:?}: {err}");
    assert!(
        !err.contains("memory allocation") && !err.contains("out of memory"),
        "{words:?}: {err}"
    );
}

#[test]
fn no_argument_takes_a_file_without_end_a_folder_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let model = folder.path().join("x.adv").display().to_string();
    let run = folder.path().join("run").display().to_string();
    let path = folder.path().display().to_string();
    let empty = empty.display().to_string();
    let missing = folder.path().join("missing").display().to_string();
    for file in ["/dev/zero", &path, &empty, &missing] {
        let commands: &[&[&str]] = &[
            &["patterns", "list", "--memory", file],
            &["patterns", "merge", file, file, "-o", &model],
            &["train", "--games", "2", "-q", "--run", &run, "--plan", file],
            &["train", "--resume", file],
            &["match", "--opponent", "random", "--games", "2", "-q", "--openings", file],
            &["match", "--opponent", "random", "--games", "2", "-q", "--coach", file],
            &["match", "--opponent", "random", "--games", "2", "-q", "--memory", file],
            &["gauntlet", "--games", "2", "--opponents", file],
            &["explain", "--no-memory", "--case-base", file, FEN],
            &["opponent", "style", file],
            &["plot", file],
            &["advise", "--tables", file, FEN],
            &["explain", file],
        ];
        for words in commands {
            refuses(words, file);
        }
        assert!(!fs::exists(&run).unwrap() && !fs::exists(&model).unwrap());
    }
    refuses(&["match", "--opponent", "random", "--games", "2", "-q", "--pgn", &path], &path);
    refuses(&["cases", "--case-base", "/dev/zero", "list"], "/dev/zero");
}
