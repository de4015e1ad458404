//! Training processes are killed at random moments: no game is lost or doubled, and the files end the same.
//!
//! `MORPH_ROUNDS=100 cargo test --test training killed` kills 100 processes in each test.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use morph::arena::Opponent;
use morph::training::Plan;
use morph::training::run_folder::RunPaths;
use morph::uci::{EngineSettings, GoLimit};

use super::kills::{moment, rounds};

/// Writes a plan of short games, one of a series of two such runs, and one against an engine: the program itself.
fn plans(folder: &Path) -> [PathBuf; 3] {
    let mut plan = Plan::clone(&super::plan(|plan| plan.games = 40));
    plan.keep_every = NonZero::new(7);
    let [one, both, engine] =
        ["one.toml", "both.toml", "engine.toml"].map(|name| folder.join(name));
    fs::write(&one, toml::to_string(&plan).unwrap()).unwrap();
    let run = |seed: u32| format!("[[runs]]\nplan = \"one.toml\"\nseed = {seed}\n");
    fs::write(&both, format!("name = \"both\"\n{}{}", run(1), run(2))).unwrap();
    let command = format!("{} uci", env!("CARGO_BIN_EXE_morph"));
    let opponent = EngineSettings::new(command, GoLimit::Depth(NonZero::<u32>::MIN));
    plan.opponents = vec![Opponent::Engine { share: 1, engine: opponent }];
    plan.games = 12;
    fs::write(&engine, toml::to_string(&plan).unwrap()).unwrap();
    [one, both, engine]
}

/// Begins the training in `root`, or resumes it if it has begun.
fn start(plan: &Path, root: &Path, threads: &str) -> Child {
    let paths = RunPaths::new(root);
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.args(["train", "--quiet", "--threads", threads]);
    if paths.manifest().exists() || paths.series().exists() {
        command.arg("--resume").arg(root);
    } else {
        command.arg("--plan").arg(plan).arg("--run").arg(root);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap()
}

/// Journals, games and memories of a run or series, by their names.
fn content(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            assert!(!name.ends_with("partial"), "{name}");
            if path.is_dir() {
                folders.push(path);
            } else if ["jsonl", "pgn", "morph"].iter().any(|end| name.ends_with(end)) {
                found.push((name, fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn killed_trainings_end_like_whole_ones(plan: usize, threads: &str) {
    let folder = tempfile::tempdir().unwrap();
    let plan = &plans(folder.path())[plan];
    let whole = folder.path().join("whole");
    let started = Instant::now();
    assert!(start(plan, &whole, threads).wait().unwrap().success());
    let time = started.elapsed().as_secs_f64();
    let expected = content(&whole);
    let mut killed = 0;
    let mut attempt = 0;
    while killed < rounds(10) {
        let root = folder.path().join(format!("killed-{killed}"));
        loop {
            attempt += 1;
            let mut child = start(plan, &root, threads);
            sleep(Duration::from_secs_f64(time * moment(attempt) * 0.6));
            let _ = child.kill();
            if child.wait().unwrap().success() {
                break;
            }
            killed += 1;
            if killed.is_multiple_of(5) {
                assert!(start(plan, &root, threads).wait().unwrap().success());
                break;
            }
        }
        let found = content(&root);
        let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
            files.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&found), names(&expected));
        let differ = found.iter().zip(&expected).find(|(found, expected)| found != expected);
        assert!(differ.is_none(), "{} after {killed} kills", differ.unwrap().0.0);
        fs::remove_dir_all(root).unwrap();
    }
}

#[test]
fn of_one_thread() {
    killed_trainings_end_like_whole_ones(0, "1");
}

#[test]
fn of_two_threads() {
    killed_trainings_end_like_whole_ones(0, "2");
}

#[test]
fn of_a_series() {
    killed_trainings_end_like_whole_ones(1, "2");
}

#[test]
fn against_an_engine() {
    killed_trainings_end_like_whole_ones(2, "2");
}
