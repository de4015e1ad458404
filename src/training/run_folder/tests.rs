#![allow(clippy::unwrap_used)]

use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::*;

fn manifest(seed: u64) -> Manifest {
    let plan = crate::memory::HistoryDigest::of(b"a plan");
    Manifest::of_this_program(seed, plan, vec!["morph".to_owned(), "train".to_owned()])
}

#[test]
fn a_new_run_holds_plan_and_manifest_and_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("runs").join("first");
    let manifest = manifest(7);
    let run = RunFolder::create(&root, "games = 5\n", None, &manifest).unwrap();
    assert_eq!(fs::read_to_string(run.paths().plan()).unwrap(), "games = 5\n");
    assert_eq!(run.paths().load_manifest().unwrap(), manifest);
    assert!(run.paths().checkpoints().unwrap().is_empty());
    drop(run);
    assert_eq!(RunFolder::open(&root).unwrap().paths().load_manifest().unwrap(), manifest);
}

#[test]
fn a_folder_with_a_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(RunFolder::create(folder.path(), "old", None, &manifest(1)).unwrap());
    fs::write(RunPaths::new(folder.path()).journal(), "{}\n").unwrap();
    let error = RunFolder::create(folder.path(), "new", None, &manifest(2)).unwrap_err();
    assert!(matches!(error, RunFolderError::HoldsARun(_)));
    assert!(error.to_string().contains("--resume"), "{error}");
    assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
    let run = RunFolder::open(folder.path()).unwrap();
    assert_eq!(fs::read_to_string(run.paths().plan()).unwrap(), "old");
    assert_eq!(run.paths().load_manifest().unwrap().seed, 1);
}

#[test]
fn a_beginning_that_was_killed_can_be_repeated_but_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    drop(RunFolder::create(folder.path(), "old", None, &manifest(1)).unwrap());
    fs::remove_file(RunPaths::new(folder.path()).manifest()).unwrap();
    let error = RunFolder::open(folder.path()).unwrap_err();
    assert!(matches!(error, RunFolderError::HoldsNoRun(_)), "{error}");
    let run = RunFolder::create(folder.path(), "new", None, &manifest(2)).unwrap();
    assert_eq!(fs::read_to_string(run.paths().plan()).unwrap(), "new");
}

#[test]
fn a_run_without_games_does_not_block_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = RunFolder::create(folder.path(), "old", None, &manifest(1)).unwrap();
    // Killed before its first journal entry.
    run.append_game("1. e4 *\n\n").unwrap();
    drop(run);
    fs::write(RunPaths::new(folder.path()).journal(), "").unwrap();
    let mut run = RunFolder::create(folder.path(), "new", None, &manifest(2)).unwrap();
    assert_eq!(run.append_game("1. d4 *\n\n").unwrap(), 9);
    assert_eq!(fs::read_to_string(run.paths().plan()).unwrap(), "new");
    assert_eq!(run.paths().load_manifest().unwrap().seed, 2);
}

#[test]
fn files_of_others_are_not_overwritten() {
    for name in ["plan.toml", "games.pgn"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "mine").unwrap();
        let error = RunFolder::create(folder.path(), "new", None, &manifest(1)).unwrap_err();
        assert!(matches!(error, RunFolderError::WouldOverwrite(_)), "{error}");
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "mine");
    }
}

#[test]
fn the_largest_seed_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::create(folder.path(), "", None, &manifest(u64::MAX)).unwrap();
    assert_eq!(run.paths().load_manifest().unwrap().seed, u64::MAX);
}

#[test]
fn games_are_appended_and_cut_to_what_the_journal_knows() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = RunFolder::create(folder.path(), "", None, &manifest(1)).unwrap();
    assert_eq!(run.append_game("1. e4 *\n\n").unwrap(), 9);
    assert_eq!(run.append_game("1. d4 *\n\n").unwrap(), 18);
    drop(run);

    let mut run = RunFolder::open(folder.path()).unwrap();
    run.truncate_games(9).unwrap();
    assert_eq!(run.append_game("1. c4 *\n\n").unwrap(), 18);
    assert_eq!(fs::read_to_string(run.paths().games()).unwrap(), "1. e4 *\n\n1. c4 *\n\n");

    let error = run.truncate_games(19).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{}: 18 bytes, but the journal expects at least 19", run.paths().games().display())
    );
}

#[test]
fn checkpoints_are_listed_by_game_and_other_files_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::create(folder.path(), "", None, &manifest(1)).unwrap();
    let paths = run.paths();
    let games = [1_000_000, 200, 7];
    for game in games {
        fs::write(paths.checkpoint(game), "").unwrap();
    }
    for other in [".000300.morph.partial", "12.morph", "000400.txt", "last.morph"] {
        fs::write(paths.root().join("checkpoints").join(other), "").unwrap();
    }
    let listed = paths.checkpoints().unwrap();
    assert_eq!(listed, [7, 200, 1_000_000].map(|game| (game, paths.checkpoint(game))));
    assert!(listed[0].1.ends_with("checkpoints/000007.morph"));
}

#[test]
fn a_damaged_manifest_is_an_error_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::create(folder.path(), "", None, &manifest(1)).unwrap();
    fs::write(run.paths().manifest(), "seed = ").unwrap();
    let error = run.paths().load_manifest().unwrap_err();
    let expected = format!("{}: not the manifest of a run", run.paths().manifest().display());
    assert_eq!(error.to_string(), expected);
}

#[test]
fn one_process_has_the_run_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::create(folder.path(), "", None, &manifest(1)).unwrap();
    let error = RunFolder::open(folder.path()).unwrap_err();
    assert!(matches!(error, RunFolderError::Locked(_)), "{error}");
    drop(run);
    assert!(RunFolder::open(folder.path()).is_ok());
}

const FOLDER_TO_HOLD: &str = "MORPH_TEST_FOLDER_TO_HOLD";

/// Does nothing among the other tests; started by the next one, it takes the lock and holds it until it is killed,
/// or until that test is gone and closes the pipe.
#[test]
fn holder_of_the_lock() {
    if let Some(folder) = env::var_os(FOLDER_TO_HOLD) {
        let run = RunFolder::open(folder).unwrap();
        fs::write(run.paths().root().join("held"), "").unwrap();
        io::copy(&mut io::stdin(), &mut io::sink()).unwrap();
    }
}

#[test]
fn the_lock_of_a_killed_process_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    drop(RunFolder::create(folder.path(), "", None, &manifest(1)).unwrap());
    let mut holder = Command::new(env::current_exe().unwrap())
        .args(["--exact", "training::run_folder::tests::holder_of_the_lock"])
        .env(FOLDER_TO_HOLD, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("held").exists() {
        assert!(holder.try_wait().unwrap().is_none(), "the other process did not get the lock");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(matches!(RunFolder::open(folder.path()), Err(RunFolderError::Locked(_))));
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(RunFolder::open(folder.path()).is_ok());
}
