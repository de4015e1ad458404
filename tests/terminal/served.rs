use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;

use morph::memory::Memory;
use nix::sys::signal::Signal;

use super::{morph, send, wait_until};

/// The address in the first line that a server prints, without `http://`.
fn address(output: impl Read) -> String {
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).unwrap();
    let start = line.find("http://").unwrap_or_else(|| panic!("{line}")) + "http://".len();
    line[start..].split('/').next().unwrap().to_owned()
}

/// The answer to a request, head and body.
fn request(address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let kind = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(format!("{head}{kind}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Interrupts a process that trains in this folder; it ends with this code and leaves a memory that a run can go on with.
fn interrupt(mut child: Child, run: &Path, code: i32) {
    let games = || fs::read_to_string(run.join("journal.jsonl")).unwrap_or_default();
    wait_until(|| games().lines().count() > 0);
    send(Signal::SIGINT, &child);
    assert_eq!(child.wait().unwrap().code(), Some(code));
    let memory = Memory::load(&run.join("memory.morph")).unwrap();
    assert_eq!(memory.games as usize, games().lines().count());
}

#[test]
fn a_training_started_from_the_page_is_saved_when_the_server_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().to_str().unwrap();
    let mut child = morph(&["serve", "--port", "0", "--runs", runs]).spawn().unwrap();
    let address = address(child.stdout.take().unwrap());
    let body = r#"{"plan":"default","games":100000}"#;
    let answer = request(&address, "POST", "/api/v1/training/start", body);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    interrupt(child, &folder.path().join("default"), 0);
}

#[test]
fn a_run_is_served_while_it_trains_and_nothing_else_can_be_started() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("own");
    let arguments = ["train", "--serve", "0", "--games", "100000", "--quiet", "--run"];
    let arguments = [&arguments[..], &[run.to_str().unwrap()]].concat();
    let mut child = morph(&arguments).spawn().unwrap();
    let address = address(child.stderr.take().unwrap());
    wait_until(|| request(&address, "GET", "/api/v1/runs", "").contains(r#""state":"running""#));
    let answer = request(&address, "POST", "/api/v1/training/start", r#"{"plan":"default"}"#);
    assert!(answer.starts_with("HTTP/1.1 409"), "{answer}");
    interrupt(child, &run, 130);
}
