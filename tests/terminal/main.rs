//! The program at a terminal: signals, closed pipes, hostile files and engines.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod colours;
mod engines;
mod flood;
mod hostile_files;
mod interrupted;
mod served;
mod streams;

use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

fn morph(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command printed on standard output and standard error, after it ended with exit code `code`.
fn ended(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    (out, err)
}

fn send(signal: Signal, to: &Child) {
    kill(Pid::from_raw(to.id().try_into().unwrap()), signal).unwrap();
}

/// Waits until `is_true`; longer than any machine needs.
fn wait_until(mut is_true: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !is_true() {
        assert!(Instant::now() < deadline, "waited in vain");
        sleep(Duration::from_millis(20));
    }
}
