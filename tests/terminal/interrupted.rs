use std::fs;
#[cfg(target_os = "linux")]
use std::process::Child;

use morph::arena::pgn::GameReader;
use nix::sys::signal::Signal;

use super::{ended, morph, send, wait_until};

/// A shell script that answers like an engine until it should move.
const HANGING: &str = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                       go) echo > \"$0.asked\"; sleep 1000;; esac; done\n";

#[test]
fn an_interrupted_match_reports_its_games_and_writes_them_whole() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let file = pgn.to_str().unwrap();
    let arguments = ["match", "--opponent", "random", "--games", "1000000", "-q", "--pgn", file];
    let child = morph(&arguments).spawn().unwrap();
    let games = || fs::read_to_string(&pgn).unwrap_or_default();
    wait_until(|| games().matches("[Event ").count() >= 3);
    send(Signal::SIGINT, &child);
    let (out, err) = ended(&child.wait_with_output().unwrap(), 130);
    assert!(err.contains("interrupted"), "{err}");
    let count = games().matches("[Event ").count();
    assert!(out.contains(&format!("Games: {count},")), "{count}: {out}");
    // The reader refuses a game without its result or with another number of plies than it states.
    let records: Vec<_> = GameReader::open(&pgn).unwrap().map(Result::unwrap).collect();
    assert_eq!(records.len(), count);
    assert!(records.iter().all(|record| record.result.is_some()));
}

#[test]
fn an_interrupted_gauntlet_reports_the_games_of_the_match_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let file = pgn.to_str().unwrap();
    let arguments = ["gauntlet", "--games", "1000000", "--pgn", file, "--format", "json"];
    let memory = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/player/memory.morph");
    let twice = ["--memory", memory, "--memory", memory];
    let child = morph(&[&arguments[..], &twice].concat()).spawn().unwrap();
    wait_until(|| fs::metadata(&pgn).is_ok_and(|metadata| metadata.len() > 0));
    send(Signal::SIGTERM, &child);
    let (out, _) = ended(&child.wait_with_output().unwrap(), 130);
    let results: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(results.as_array().unwrap().len(), 1, "{out}");
    let games = fs::read_to_string(&pgn).unwrap().matches("[Event ").count() as u64;
    let endings = results[0]["report"]["endings"].as_object().unwrap();
    assert_eq!(endings.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), games);
}

/// Whether a process has a handler for `signal`.
#[cfg(target_os = "linux")]
fn catches(signal: Signal, child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
    u64::from_str_radix(mask, 16).unwrap() >> (signal as i32 - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_evaluation_prints_the_games_so_far_and_replaces_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let data = |name: &str| format!("{}/tests/opponent_model/{name}", env!("CARGO_MANIFEST_DIR"));
    let (model, many) = (file("a.adv"), file("many.pgn"));
    let learn = ["opponent", "learn", &data("learned.pgn"), "--player", "Model", "-o", &model];
    ended(&morph(&learn).output().unwrap(), 0);
    fs::write(&many, fs::read_to_string(data("later.pgn")).unwrap().repeat(5000)).unwrap();
    let output = file("results");
    let evaluate = ["opponent", "evaluate", &model, "--pgn", &many, "-o", &output];
    let child = morph(&evaluate).spawn().unwrap();
    wait_until(|| catches(Signal::SIGINT, &child));
    send(Signal::SIGINT, &child);
    let (out, err) = ended(&child.wait_with_output().unwrap(), 130);
    assert!(!out.is_empty() && err.contains("interrupted"), "{out}{err}");
    assert!(!fs::exists(&output).unwrap());
}

#[test]
fn a_second_signal_ends_the_process_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    fs::write(&script, HANGING).unwrap();
    let command = format!("sh {}", script.display());
    let mut child =
        morph(&["match", "--opponent", &command, "--games", "2", "-q"]).spawn().unwrap();
    wait_until(|| folder.path().join("engine.asked").exists());
    // One signal alone would let the game come to its end, and the report be printed.
    wait_until(|| {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        send(Signal::SIGINT, &child);
        false
    });
    let (out, _) = ended(&child.wait_with_output().unwrap(), 130);
    assert_eq!(out, "");
}
