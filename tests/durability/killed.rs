use std::thread::sleep;
use std::time::Instant;

use super::kills::moment;
use super::{Workspace, rounds, stdout};

/// Kills processes at moments spread over the time that one takes, and checks after each that `holds`.
fn kill(
    times: usize,
    workspace: &Workspace,
    command: impl Fn(usize) -> std::process::Command,
    mut holds: impl FnMut(usize, bool),
) {
    let started = Instant::now();
    stdout(command(0).output().unwrap());
    let whole = started.elapsed();
    for time in 1..=times {
        let mut child = command(time).spawn().unwrap();
        sleep(whole.mul_f64(moment(time) * 1.1));
        let _ = child.kill();
        let finished = child.wait().unwrap().success();
        holds(time, finished);
    }
    stdout(command(times + 1).output().unwrap());
    assert!(workspace.is_clean(), "{:?}", workspace.files());
}

#[test]
fn a_case_that_was_said_to_be_stored_survives_the_killing_of_others() {
    let workspace = Workspace::new();
    let mut stored = vec!["case0".to_owned()];
    kill(
        rounds(20),
        &workspace,
        |number| workspace.add_case(number),
        |number, finished| {
            if finished && number < 8 {
                stored.push(format!("case{number}"));
            }
            let cases = workspace.cases();
            assert!(stored.iter().all(|id| cases.contains(id)), "{stored:?} in {cases:?}");
        },
    );
}

#[test]
fn a_model_is_the_former_or_the_new_one_when_learning_is_killed() {
    let workspace = Workspace::new();
    let model = workspace.path().join("model.adv");
    let learn = |games: &str, fresh: &str| {
        workspace
            .command(&format!("opponent learn {games} --player Model -o model.adv {fresh}"), None)
    };
    let mut versions = Vec::new();
    for games in ["learned.pgn", "later.pgn"] {
        stdout(learn(games, "--fresh").output().unwrap());
        versions.push(std::fs::read(&model).unwrap());
    }
    let files = ["learned.pgn", "later.pgn"];
    kill(
        rounds(20),
        &workspace,
        |number| learn(files[number % 2], "--fresh"),
        |number, finished| {
            let bytes = std::fs::read(&model).unwrap();
            assert!(versions.contains(&bytes), "kill {number}");
            assert!(!finished || bytes == versions[number % 2], "kill {number}");
        },
    );
}
