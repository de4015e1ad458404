//! System calls that fail, or that are the last thing a process does, by `strace`.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::Workspace;

/// Calls that create, write, synchronise and replace files.
const CALLS: [(&str, &str); 4] = [
    ("write", "ENOSPC"),
    ("fsync,fdatasync", "EIO"),
    ("rename,renameat,renameat2", "EIO"),
    ("ftruncate,unlink,unlinkat", "EIO"),
];

/// Whether `strace` is there; it has to be in CI.
fn has_strace() -> bool {
    let found = Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "strace has to be installed in CI");
    if !found {
        eprintln!("skipped: strace is not installed");
    }
    found
}

/// Runs a command whose `count`-th call of one of `calls` is hit by `fault`; and whether there was such a call.
fn inject(command: &Command, calls: &str, fault: &str, count: usize) -> (Output, bool) {
    let folder = command.get_current_dir().unwrap();
    let log = folder.join("strace.log");
    let mut traced = Command::new("strace");
    traced.args(["-f", "-qq", "-o"]).arg(&log);
    traced.args(["-e", &format!("trace={calls}"), "-e"]);
    traced.arg(format!("inject={calls}:{fault}:when={count}"));
    traced.arg(command.get_program()).args(command.get_args()).current_dir(folder);
    let output = traced.stdin(Stdio::null()).output().unwrap();
    let log_text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    // A killed process does not get as far as the mark of an injected error.
    let hit = log_text.contains("INJECTED") || log_text.contains("killed by SIGKILL");
    (output, hit)
}

/// Lets every `step`-th call of `command` fail in turn, and then be its last. `reset` restores the folder, `holds` checks
/// it, given whether the command succeeded.
fn torment(
    workspace: &Workspace,
    command: &Command,
    step: usize,
    reset: impl Fn(),
    mut holds: impl FnMut(bool, &str),
) {
    for (calls, error) in CALLS {
        for fault in [format!("error={error}"), "signal=KILL".to_owned()] {
            for count in (1..).step_by(step) {
                reset();
                let (output, hit) = inject(command, calls, &fault, count);
                let what = format!("{fault} at call {count} of {calls}");
                if !hit {
                    break;
                }
                let text = String::from_utf8_lossy(&output.stderr);
                assert!(!text.contains("panicked"), "{what}: {text}");
                holds(output.status.success(), &what);
                let killed = fault.starts_with("signal");
                let cleans = !calls.contains("unlink");
                assert!(
                    killed || !cleans || workspace.is_clean(),
                    "{what}: {:?}",
                    workspace.files()
                );
            }
        }
    }
}

/// A command that replaces a file: it holds the former or the new bytes, and the new ones if the command says so.
fn replaces(line: &str, last: Option<&str>, prepare: &str, file: &str) {
    if !has_strace() {
        return;
    }
    let workspace = Workspace::new();
    let path = workspace.path().join(file);
    let run = |line: &str, last| {
        super::stdout(workspace.command(line, last).output().unwrap());
        std::fs::read(&path).unwrap()
    };
    let former = run(prepare, last);
    let new = run(line, last);
    assert!(former != new);
    let command = workspace.command(line, last);
    torment(
        &workspace,
        &command,
        1,
        || std::fs::write(&path, &former).unwrap(),
        |succeeded, what| {
            let bytes = std::fs::read(&path).unwrap();
            assert!(bytes == new || (!succeeded && bytes == former), "{what}");
        },
    );
}

#[test]
fn a_case_base_is_the_former_or_the_new_one() {
    let position = Some(super::POSITIONS[0]);
    replaces("cases add --anyway --id two", position, "cases add --anyway --id one", "cases.json");
}

#[test]
fn a_model_is_the_former_or_the_new_one() {
    let learn = |games: &str| format!("opponent learn {games} --fresh --player Model -o model.adv");
    replaces(&learn("later.pgn"), None, &learn("learned.pgn"), "model.adv");
}

#[test]
fn an_export_is_the_former_or_the_new_one() {
    let memory = Path::new("patterns/player/memory.morph").canonicalize().unwrap();
    let export = |ids: &str| {
        let memory = memory.display();
        format!("patterns export --memory {memory} --format json {ids} -o out.json")
    };
    replaces(&export("--limit 3"), None, &export("--limit 2"), "out.json");
}

#[test]
fn a_run_ends_with_the_same_files_after_any_fault_and_a_resumption() {
    if !has_strace() {
        return;
    }
    let workspace = Workspace::new();
    let plan = std::fs::read_to_string("training/plans/default.toml").unwrap();
    let plan = plan
        .replace("games = 2000", "games = 4")
        .replace("checkpoint = 200", "checkpoint = 2")
        .replace("ply_cap = 300", "ply_cap = 20");
    std::fs::write(workspace.path().join("plan.toml"), plan).unwrap();
    let files = |run: &str| {
        ["journal.jsonl", "games.pgn", "memory.morph"]
            .map(|file| std::fs::read(workspace.path().join(run).join(file)).unwrap())
    };
    let train = |run: &str| format!("train --plan plan.toml --quiet --threads 1 --run {run}");
    super::stdout(workspace.command(&train("whole"), None).output().unwrap());
    let whole = files("whole");
    let root = workspace.path().join("run");
    let step = if super::rounds(1) > 1 { 1 } else { 4 };
    torment(
        &workspace,
        &workspace.command(&train("run"), None),
        step,
        || drop(std::fs::remove_dir_all(&root)),
        |succeeded, what| {
            assert!(!succeeded || files("run") == whole, "{what}");
            // Without a manifest the run has not begun.
            let has_begun = root.join("manifest.toml").exists();
            let resume = "train --quiet --resume run".to_owned();
            let resume = if has_begun { resume } else { train("run") };
            let output = workspace.command(&resume, None).output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{what}: {text}");
            assert!(files("run") == whole, "{what}");
        },
    );
}
