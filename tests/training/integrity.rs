//! A run goes on only from files that are what was written.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use morph::memory::Memory;
use morph::training::journal;
use morph::training::run_folder::RunPaths;
use morph::training::{CheckedPlan, Run, Series};
use tempfile::TempDir;

use super::{files, plan, resume, train, train_in_part};

/// A folder with the run `broken`, stopped after 20 games.
fn stopped() -> (TempDir, RunPaths) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("broken");
    train_in_part(&root, small(), 20);
    (folder, RunPaths::new(root))
}

/// A plan with many explored moves.
fn small() -> CheckedPlan {
    plan(|plan| plan.exploration.epsilon = 1.0)
}

/// Replaces the last occurrence of a text in a file.
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    let place = text.rfind(from).unwrap();
    fs::write(path, format!("{}{to}{}", &text[..place], &text[place + from.len()..])).unwrap();
}

/// The message with which resuming fails.
fn refusal(paths: &RunPaths) -> String {
    let before = files(paths.root());
    let error = resume(paths.root()).unwrap_err().to_string();
    assert!(files(paths.root()) == before, "{error}");
    error
}

fn assert_contains(text: &str, parts: &[&str]) {
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn a_changed_byte_of_a_game_after_the_last_checkpoint_is_an_error() {
    let (_folder, paths) = stopped();
    edit(&paths.games(), "{explored ", "{explorer ");
    let error = refusal(&paths);
    assert_contains(&error, &["games.pgn", "journal.jsonl:", "the digest does not match"]);
}

#[test]
fn a_run_that_has_learned_does_not_begin_again_without_its_journal() {
    let (_folder, paths) = stopped();
    fs::write(paths.journal(), "").unwrap();
    assert_contains(&refusal(&paths), &["journal.jsonl", "no game in it", "000010.morph"]);
    fs::remove_file(paths.journal()).unwrap();
    let games = fs::read(paths.games()).unwrap();
    let error = resume(paths.root()).unwrap_err().to_string();
    assert_contains(&error, &["journal.jsonl", "no game in it"]);
    assert!(!paths.journal().exists() && fs::read(paths.games()).unwrap() == games);
}

#[test]
fn a_changed_count_in_the_journal_is_an_error() {
    let (_folder, paths) = stopped();
    edit(&paths.journal(), "\"created\":", "\"created\":1");
    assert_contains(&refusal(&paths), &["journal.jsonl:20", "the digest does not match"]);
}

#[test]
fn an_edited_plan_is_an_error_unless_only_the_checkpoints_kept_change() {
    for (from, to) in [("seed = 1\n", "seed = 2\n"), ("eta = 0.0", "eta = 0.1")] {
        let (_folder, paths) = stopped();
        edit(&paths.plan(), from, to);
        assert_contains(&refusal(&paths), &["plan.toml", "changed since the run began"]);
    }
    let (folder, paths) = stopped();
    let text = fs::read_to_string(paths.plan()).unwrap();
    fs::write(paths.plan(), format!("keep_every = 3\n{text}")).unwrap();
    resume(paths.root()).unwrap();
    let whole = folder.path().join("whole");
    train(&whole, small(), 1);
    assert!(files(paths.root()) == files(&whole));
}

/// The checkpoint a run resumes from.
fn last_checkpoint(paths: &RunPaths) -> PathBuf {
    paths.checkpoints().unwrap().remove(0).1
}

#[test]
fn a_foreign_checkpoint_is_an_error_and_without_it_the_run_ends_the_same() {
    let (folder, paths) = stopped();
    let checkpoint = last_checkpoint(&paths);
    assert!(checkpoint.ends_with("000010.morph"));
    let other = folder.path().join("other");
    train_in_part(&other, plan(|plan| plan.seed = 2), 20);
    let name = checkpoint.file_name().unwrap();
    let of_another_seed = fs::read(other.join("checkpoints").join(name)).unwrap();
    let later = folder.path().join("later");
    let every_eight = plan(|plan| plan.checkpoint = 8);
    train_in_part(&later, every_eight, 20);
    let of_eight_games = fs::read(RunPaths::new(later).checkpoint(8)).unwrap();
    let own = fs::read(&checkpoint).unwrap();
    let mut damaged = own.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (bytes, expected) in [
        (of_another_seed, "it comes from another plan"),
        (of_eight_games, "it has learned from 8 games, not from 5 as named"),
        (damaged, "it is damaged: the checksum does not match"),
    ] {
        let at =
            if expected.contains("8 games") { paths.checkpoint(5) } else { checkpoint.clone() };
        fs::write(&at, bytes).unwrap();
        // Nothing later, so that this is the one to resume from.
        for (_, other) in paths.checkpoints().unwrap().iter().filter(|(_, path)| *path != at) {
            fs::remove_file(other).unwrap();
        }
        assert_contains(&refusal(&paths), &[&at.display().to_string(), expected, "move it away"]);
        fs::remove_file(&at).unwrap();
    }
    assert_eq!(resume(paths.root()).unwrap(), (20, 0));
    let whole = folder.path().join("whole");
    train(&whole, small(), 1);
    assert!(files(paths.root()) == files(&whole));
}

/// The run as the version before digests would have left it.
fn make_former(paths: &RunPaths) {
    let strip = |path: &Path, key: &str, end: &str| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().map(|line| match line.find(key) {
            Some(place) => format!("{}{end}", &line[..place]),
            None => line.to_owned(),
        });
        fs::write(path, lines.map(|line| line + "\n").collect::<String>()).unwrap();
    };
    strip(&paths.journal(), ",\"digest\"", "}");
    strip(&paths.manifest(), "plan_digest", "");
    for (_, path) in paths.checkpoints().unwrap() {
        let memory = Memory { lineage: None, ..Memory::load(&path).unwrap() };
        fs::write(path, memory.to_bytes().unwrap()).unwrap();
    }
}

#[test]
fn a_run_of_a_former_version_goes_on_and_says_that_it_cannot_be_checked() {
    let (folder, paths) = stopped();
    make_former(&paths);
    let (relearned, unchecked) = resume(paths.root()).unwrap();
    assert!(relearned < 20);
    assert_eq!(unchecked, 20);
    let whole = RunPaths::new(folder.path().join("whole"));
    train(whole.root(), small(), 1);
    assert!(fs::read(paths.games()).unwrap() == fs::read(whole.games()).unwrap());
    let [own, other] = [&paths, &whole].map(|paths| {
        let memory = Memory::load(&paths.memory()).unwrap();
        assert!(memory.lineage.is_some());
        Memory { lineage: None, ..memory }.to_bytes().unwrap()
    });
    assert!(own == other);
    // Checked from now on.
    let entries = journal::read(&paths.journal()).unwrap();
    let has_digest: Vec<bool> = entries.iter().map(|entry| entry.digest.is_some()).collect();
    assert_eq!(has_digest, [[false; 20].as_slice(), &[true; 4]].concat());
    assert_eq!(resume(paths.root()).unwrap(), (0, 0));
}

#[test]
fn games_of_a_former_version_have_to_teach_what_the_journal_says() {
    let (_folder, paths) = stopped();
    make_former(&paths);
    let games = fs::read_to_string(paths.games()).unwrap();
    fs::write(paths.games(), games.replace("{explored ", "{explorer ")).unwrap();
    assert_contains(&refusal(&paths), &["journal.jsonl:", "learned again, has "]);
    fs::write(paths.games(), games).unwrap();
    // A checkpoint of another seed is told by its plan.
    let checkpoint = last_checkpoint(&paths);
    let memory = Memory::load(&checkpoint).unwrap();
    let text = memory.plan.text().replace("seed = 1\n", "seed = 2\n");
    let plan = morph::memory::StoredPlan::parse(text).unwrap();
    fs::write(&checkpoint, Memory { plan, ..memory }.to_bytes().unwrap()).unwrap();
    assert_contains(&refusal(&paths), &["it comes from another plan: default, seed 2"]);
}

#[test]
fn checkpoints_are_written_at_multiples_of_keep_every_too() {
    let folder = tempfile::tempdir().unwrap();
    let paths = RunPaths::new(folder.path().join("run"));
    let rare = plan(|plan| {
        (plan.checkpoint, plan.keep_every) = (1000, NonZero::new(7));
    });
    train(paths.root(), rare, 1);
    let games =
        || -> Vec<u32> { paths.checkpoints().unwrap().iter().map(|(game, _)| *game).collect() };
    assert_eq!(games(), [7, 14, 21]);
    // One that a killed process did not come to write is made up for.
    let last = fs::read(paths.checkpoint(21)).unwrap();
    fs::remove_file(paths.checkpoint(21)).unwrap();
    fs::remove_file(paths.memory()).unwrap();
    resume(paths.root()).unwrap();
    assert_eq!(games(), [7, 14, 21]);
    assert!(fs::read(paths.checkpoint(21)).unwrap() == last);
}

#[test]
fn a_finished_run_is_left_alone_unless_its_memory_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let paths = RunPaths::new(folder.path().join("run"));
    train_in_part(paths.root(), small(), 20);
    let early = fs::read(paths.memory()).unwrap();
    assert!(resume(paths.root()).unwrap().0 < 20);
    let before = files(paths.root());
    let written = paths.memory().metadata().unwrap().modified().unwrap();
    assert_eq!(resume(paths.root()).unwrap(), (0, 0));
    assert_eq!(paths.memory().metadata().unwrap().modified().unwrap(), written);
    // A memory that is missing, damaged or of an earlier game is learned again.
    fs::remove_file(paths.memory()).unwrap();
    assert!(resume(paths.root()).unwrap().0 > 0);
    assert!(files(paths.root()) == before);
    for bytes in [&early[..], &early[..100]] {
        fs::write(paths.memory(), bytes).unwrap();
        assert!(resume(paths.root()).unwrap().0 > 0);
        assert!(files(paths.root()) == before);
    }
    // That of another run is somebody's.
    let other = folder.path().join("other");
    train(&other, plan(|plan| plan.seed = 3), 1);
    fs::copy(RunPaths::new(&other).memory(), paths.memory()).unwrap();
    assert_contains(&refusal(&paths), &["memory.morph: it comes from another plan"]);
}

#[test]
fn temporary_files_of_a_killed_run_are_removed_at_the_next_start() {
    let (_folder, paths) = stopped();
    let left = [
        paths.root().join(".memory.morph.a1B2c3.morph-partial"),
        paths.root().join("checkpoints/.000010.morph.a1B2c3.morph-partial"),
    ];
    left.iter().for_each(|path| fs::write(path, "half").unwrap());
    resume(paths.root()).unwrap();
    assert!(left.iter().all(|path| !path.exists()));
    let root = paths.root().join("new");
    fs::create_dir(&root).unwrap();
    let left = root.join(".plan.toml.a1B2c3.morph-partial");
    fs::write(&left, "half").unwrap();
    let run = Run::begin(&root, small(), Vec::new()).unwrap();
    assert!(!left.exists());
    drop(run);
}

#[test]
fn a_run_of_a_series_with_another_plan_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let plans = [1, 2].map(|seed| {
        let mut plan = morph::training::Plan::clone(&small());
        (plan.seed, plan.games) = (seed, 2);
        morph::training::MemberPlan { round: 1, plan }
    });
    let begun = Series::begin(folder.path(), "both", plans.to_vec(), Path::new("both.toml"));
    for run in begun.unwrap().runs() {
        train(run.root(), run.plan().clone(), 1);
        assert!(run.is_finished().unwrap());
    }
    edit(&RunPaths::new(folder.path()).series(), "seed = 2\n", "seed = 4\n");
    let series = Series::resume(folder.path()).unwrap();
    assert!(series.runs()[0].is_finished().unwrap());
    let error = series.runs()[1].is_finished().unwrap_err().to_string();
    assert_contains(&error, &["plan.toml", "series.toml", "another plan"]);
}
