//! Senders without end.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use super::morph;

/// The most memory that a process has had, in MiB.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

/// An interface that sends millions of commands while the engine searches, and never waits.
#[test]
fn commands_during_a_search_do_not_fill_the_memory() {
    let mut child = morph(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |start: &str| output.find(|line| line.starts_with(start)).unwrap();
    writeln!(input, "isready").unwrap();
    until("readyok");
    let before = peak(&child);
    writeln!(input, "go infinite").unwrap();
    let long = format!("setoption name MemoryFile value {}\nucinewgame\n", "x".repeat(100_000));
    let short = "position startpos moves e2e4\nsetoption name Advice value true\nucinewgame\n";
    for flood in [long.repeat(200), short.repeat(300_000), "go infinite\n".repeat(1000)] {
        input.write_all(flood.as_bytes()).unwrap();
    }
    writeln!(input, "isready").unwrap();
    until("info string error: too many commands");
    until("readyok");
    let now = peak(&child);
    assert!(now < before + 50, "{before} MiB, then {now} MiB");
    // The search ends, what was refused is told, and each `go` has its answer.
    writeln!(input, "stop\nisready").unwrap();
    until("bestmove ");
    assert!(until("info string error: ").ends_with(" commands were ignored"));
    for _ in 0..1000 {
        assert_eq!(until("bestmove "), "bestmove (none)");
    }
    writeln!(input, "go depth 1").unwrap();
    assert_eq!(until("bestmove "), "bestmove (none)", "the last position was refused");
    writeln!(input, "position startpos\ngo depth 1").unwrap();
    assert_ne!(until("bestmove "), "bestmove (none)");
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
}
