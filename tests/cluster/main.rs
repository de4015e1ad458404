//! Runs on a cluster, with a real NATS server and processes that are killed: the files are those of a run on one machine.
//!
//! Without `nats-server` the tests say so and do nothing, but fail in CI.

#![cfg(all(unix, feature = "nats"))]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod server;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use morph::training::run_folder::RunPaths;

use server::{NatsServer, OPEN};

const MORPH: &str = env!("CARGO_BIN_EXE_morph");
/// Longer than any of these runs takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// A process that is killed at the end of a test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Its standard error when it has ended, and whether it succeeded.
    fn end(mut self) -> (bool, String) {
        let begun = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            sleep(Duration::from_millis(50));
        }
        (self.0.wait().unwrap().success(), self.errors())
    }

    /// What it has written to standard error, when it has ended.
    fn errors(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut errors) = self.0.stderr.take() {
            std::io::Read::read_to_string(&mut errors, &mut text).unwrap();
        }
        text
    }

    /// Waits until the server knows of the run of this learner.
    fn wait_until_it_trains(&mut self, url: &str) {
        let begun = Instant::now();
        loop {
            let status = status(url, &[]);
            if status.status.success() {
                return;
            }
            let said = String::from_utf8_lossy(&status.stderr).into_owned();
            assert!(self.0.try_wait().unwrap().is_none(), "it has ended: {}{said}", self.errors());
            assert!(begun.elapsed() < PATIENCE, "{said}");
            sleep(Duration::from_millis(50));
        }
    }
}

fn start(command: &mut Command) -> Running {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    Running(quiet.spawn().unwrap())
}

fn worker(url: &str, name: &str) -> Running {
    start(Command::new(MORPH).args(["worker", "--nats", url, "--threads", "1", "--name", name]))
}

fn learner(plan: &Path, root: &Path, url: &str) -> Running {
    let mut command = Command::new(MORPH);
    command.args(["train", "--nats", url]);
    if RunPaths::new(root).manifest().exists() {
        command.arg("--resume").arg(root);
    } else {
        command.arg("--plan").arg(plan).arg("--run").arg(root);
    }
    start(&mut command)
}

/// A plan of so many short games, and the files of its run on one machine.
fn plan(folder: &Path, games: u32, more: &str) -> (PathBuf, Files) {
    let text = include_str!("../../training/plans/default.toml");
    let text = text
        .replace("games = 2000", &format!("games = {games}"))
        .replace("ply_cap = 300", "ply_cap = 80")
        .replace("checkpoint = 200", "checkpoint = 40")
        .replace("[openings]", &format!("{more}\n[openings]"))
        .replace("[rules]", "[past_positions]\nshare = 0.3\ngames = 50\n\n[rules]");
    let path = folder.join("plan.toml");
    fs::write(&path, text).unwrap();
    let root = folder.join("alone");
    let alone = Command::new(MORPH)
        .args(["train", "--quiet", "--plan"])
        .args([&path, Path::new("--run"), &root])
        .output()
        .unwrap();
    assert!(alone.status.success(), "{alone:?}");
    (path, files(&root))
}

type Files = [Vec<u8>; 3];

fn files(root: &Path) -> Files {
    let paths = RunPaths::new(root);
    [paths.journal(), paths.games(), paths.memory()].map(|path| fs::read(path).unwrap())
}

fn assert_same(root: &Path, alone: &Files) {
    let found = files(root);
    for (place, name) in ["journal", "games", "memory"].into_iter().enumerate() {
        assert!(found[place] == alone[place], "another {name}");
    }
}

/// Waits until so many games are in the journal.
fn wait_for(root: &Path, games: usize) {
    let begun = Instant::now();
    loop {
        let journal = fs::read_to_string(RunPaths::new(root).journal()).unwrap_or_default();
        if journal.lines().count() > games {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{games} games are not played");
        sleep(Duration::from_millis(20));
    }
}

fn status(url: &str, more: &[&str]) -> Output {
    Command::new(MORPH).args(["cluster", "status", "--nats", url]).args(more).output().unwrap()
}

#[test]
fn whatever_dies_the_files_are_those_of_a_run_on_one_machine() {
    let Some(mut nats) = NatsServer::start(OPEN) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (plan, alone) = plan(folder.path(), 300, "");
    let root = folder.path().join("run");
    let mut workers: Vec<Running> =
        ["one", "two", "three"].iter().map(|name| worker(nats.url(), name)).collect();
    let mut first = learner(&plan, &root, nats.url());
    first.wait_until_it_trains(nats.url());
    wait_for(&root, 40);
    workers.remove(0).kill();
    wait_for(&root, 80);
    first.kill();
    let second = learner(&plan, &root, nats.url());
    wait_for(&root, 140);
    nats.restart();
    wait_for(&root, 180);
    // Everything that the server had is gone.
    nats.restart_empty();
    wait_for(&root, 200);
    workers.push(worker(nats.url(), "four"));
    let (succeeded, errors) = second.end();
    assert!(succeeded, "{errors}");
    assert_same(&root, &alone);
    let numbers = String::from_utf8(alone[0].clone()).unwrap();
    assert_eq!(numbers.lines().filter(|line| line.contains("\"game\":")).count(), 300);
}

#[test]
fn a_worker_that_sends_nonsense_is_refused_and_the_run_goes_on() {
    let Some(nats) = NatsServer::start(OPEN) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (plan, alone) = plan(folder.path(), 60, "");
    let root = folder.path().join("run");
    let mut learner = learner(&plan, &root, nats.url());
    learner.wait_until_it_trains(nats.url());
    send_nonsense(&nats, "mallory");
    let _worker = worker(nats.url(), "honest");
    let (succeeded, errors) = learner.end();
    assert!(succeeded, "{errors}");
    assert!(errors.contains("worker mallory"), "{errors}");
    assert_same(&root, &alone);
}

/// The first game of a worker in the run, as its folder says.
fn first_game(root: &Path, worker: &str) -> Option<u64> {
    let known = fs::read(RunPaths::new(root).workers()).ok()?;
    let known: serde_json::Value = serde_json::from_slice(&known).unwrap();
    known[worker]["first_game"].as_u64()
}

fn wait_for_first_game(root: &Path, worker: &str) -> u64 {
    let begun = Instant::now();
    loop {
        if let Some(game) = first_game(root, worker) {
            return game;
        }
        assert!(begun.elapsed() < PATIENCE, "worker {worker} plays no game");
        sleep(Duration::from_millis(20));
    }
}

/// Lets a worker send eight bytes that are no game.
fn send_nonsense(nats: &NatsServer, worker: &str) {
    let mut socket = TcpStream::connect(nats.address()).unwrap();
    let sent = format!("CONNECT {{}}\r\nPUB morph.games.{worker} 8\r\nnonsense\r\nPING\r\n");
    socket.write_all(sent.as_bytes()).unwrap();
    // The server has read it all when it answers.
    let mut answer = [0; 4096];
    while !String::from_utf8_lossy(&answer).contains("PONG") {
        let read = std::io::Read::read(&mut socket, &mut answer).unwrap();
        assert!(read > 0, "the server has closed the connection");
    }
}

#[test]
fn the_run_goes_back_to_before_the_first_game_of_a_worker_that_is_not_to_be_trusted() {
    let Some(nats) = NatsServer::start(OPEN) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (plan, alone) = plan(folder.path(), 200, "");
    let root = folder.path().join("run");
    let first = worker(nats.url(), "first");
    let mut learner = learner(&plan, &root, nats.url());
    wait_for(&root, 60);
    let second = worker(nats.url(), "second");
    let doubtful = wait_for_first_game(&root, "second");
    wait_for(&root, usize::try_from(doubtful).unwrap());
    first.kill();
    send_nonsense(&nats, "second");
    let (succeeded, errors) = second.end();
    assert!(!succeeded && errors.contains("refuses the games of worker `second`"), "{errors}");
    let _third = worker(nats.url(), "third");
    learner.wait_until_it_trains(nats.url());
    let (succeeded, errors) = learner.end();
    assert!(succeeded && errors.contains("worker second"), "{errors}");
    assert_same(&root, &alone);
    assert_eq!(first_game(&root, "first"), Some(1));
    assert_eq!(first_game(&root, "second"), None);
    assert_eq!(first_game(&root, "third"), Some(doubtful));
}

#[test]
fn a_run_begins_while_the_server_is_suspended() {
    let Some(nats) = NatsServer::start(OPEN) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (plan, alone) = plan(folder.path(), 20, "");
    let root = folder.path().join("run");
    nats.suspend(true);
    let learner = learner(&plan, &root, nats.url());
    sleep(Duration::from_secs(7));
    nats.suspend(false);
    let _worker = worker(nats.url(), "one");
    let (succeeded, errors) = learner.end();
    assert!(succeeded, "{errors}");
    assert_same(&root, &alone);
}

#[test]
fn of_two_learners_the_later_one_has_the_run_and_another_plan_is_refused() {
    let Some(nats) = NatsServer::start(OPEN) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (plan, alone) = plan(folder.path(), 60, "");
    let other = folder.path().join("other.toml");
    fs::write(&other, fs::read_to_string(&plan).unwrap().replace("seed = 1", "seed = 2")).unwrap();
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.path().join(name));
    let mut begun = learner(&plan, &first, nats.url());
    begun.wait_until_it_trains(nats.url());
    let (succeeded, errors) = learner(&other, &third, nats.url()).end();
    assert!(!succeeded && errors.contains("trains the run `default` already"), "{errors}");
    let taking_over = learner(&plan, &second, nats.url());
    let (succeeded, errors) = begun.end();
    assert!(!succeeded && errors.contains("another learner has taken over"), "{errors}");
    let _worker = worker(nats.url(), "one");
    let (succeeded, errors) = taking_over.end();
    assert!(succeeded, "{errors}");
    assert_same(&second, &alone);
}

#[test]
fn engines_play_on_the_machine_of_the_learner_and_workers_need_few_permissions() {
    let Some(nats) = NatsServer::start(include_str!("../../training/cluster/nats.conf")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let engine = format!(
        "[[opponents]]\nkind = \"engine\"\nshare = 1\n\
         [opponents.engine]\ncommand = \"{MORPH} uci\"\nlimit = {{ depth = 1 }}\n"
    );
    let (plan, alone) = plan(folder.path(), 40, &engine);
    let root = folder.path().join("run");
    let _worker = worker(&nats.url_of("one", "change-me-too"), "one");
    let (succeeded, errors) = learner(&plan, &root, &nats.url_of("learner", "change-me")).end();
    assert!(succeeded, "{errors}");
    assert_same(&root, &alone);
    // A worker can neither give out games nor speak for another one.
    let url = nats.url_of("one", "change-me-too");
    let (succeeded, errors) = learner(&plan, &folder.path().join("no"), &url).end();
    assert!(!succeeded && errors.contains("NATS server"), "{errors}");
}

#[test]
fn the_status_names_run_and_workers() {
    let Some(nats) = NatsServer::start(OPEN) else { return };
    let missing = status(nats.url(), &[]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("there is no cluster `morph`"));
    let folder = tempfile::tempdir().unwrap();
    let (plan, _) = plan(folder.path(), 30, "");
    let worker = start(Command::new(MORPH).args([
        "worker",
        "--once",
        "--nats",
        nats.url(),
        "--threads",
        "2",
        "--name",
        "here",
    ]));
    let (succeeded, errors) = learner(&plan, &folder.path().join("run"), nats.url()).end();
    assert!(succeeded, "{errors}");
    let (succeeded, errors) = worker.end();
    assert!(succeeded && errors.contains("30 games played"), "{errors}");
    let json = status(nats.url(), &["--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(found["run"], "default");
    assert_eq!(found["state"], "finished");
    assert_eq!(found["games"], 30);
    assert_eq!(found["workers"][0]["name"], "here");
    assert_eq!(found["workers"][0]["games"], 30);
    assert!(found["games_per_second"].as_f64().unwrap() > 0.0);
    let text = String::from_utf8(status(nats.url(), &[]).stdout).unwrap();
    assert!(text.contains("30 of 30 games") && text.contains("1 worker,"), "{text}");
}

#[test]
fn a_server_that_is_not_there_and_a_bad_name_are_named() {
    let absent = status("nats://user:secret@127.0.0.1:1", &[]);
    let errors = String::from_utf8_lossy(&absent.stderr).into_owned();
    assert_eq!(absent.status.code(), Some(1));
    assert!(errors.contains("127.0.0.1:1") && !errors.contains("secret"), "{errors}");
    let bad = status("nats://127.0.0.1:1", &["--cluster", "a.b"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("1 to 32 letters"));
}
