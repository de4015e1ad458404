//! `morph verify`: what is wrong with files, and what can be saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use morph::memory::Memory;
use morph::training::run_folder::RunPaths;
use morph::verify::{FileKind, Report, verify};

use super::{files, plan, train, train_in_part};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The report on a single file or run.
fn report(path: &Path) -> Report {
    verify(path, false).remove(0)
}

fn assert_damaged(path: &Path, fault: &str, advice: &str) {
    let report = report(path);
    assert!(report.faults.iter().any(|text| text.contains(fault)), "{report}");
    assert!(
        advice.is_empty() || report.advice.iter().any(|text| text.contains(advice)),
        "{report}"
    );
}

#[test]
fn a_whole_run_is_whole_even_if_all_is_learned_again_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    train_in_part(&root, plan(|plan| plan.games = 16), 12);
    let before = files(&root);
    for relearn in [false, true] {
        let report = verify(&root, relearn).remove(0);
        assert!(report.is_whole() && report.kind == FileKind::Run, "{report}");
        let text = report.to_string();
        for part in ["run, whole", "of 16 games are played", "legal games", "memory.morph"] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(text.contains("all games learned again"), relearn, "{text}");
    }
    assert!(files(&root) == before);
    // What a killed process leaves is no damage.
    let paths = RunPaths::new(&root);
    super::append(&paths.journal(), b"{\"game\":");
    super::append(&paths.games(), b"[Event \"half a ga");
    let report = report(&root);
    assert!(report.is_whole(), "{report}");
    assert!(report.to_string().contains("resuming removes it"), "{report}");
    assert_eq!(fs::read(paths.games()).unwrap().len(), before[1].len() + 17);
}

#[test]
fn a_run_that_was_killed_before_its_first_game_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let run = morph::training::Run::begin(folder.path(), plan(|_| {}), Vec::new()).unwrap();
    for has_journal in [true, false] {
        let report = report(folder.path());
        assert!(report.is_whole() && report.kind == FileKind::Run, "{report}");
        if has_journal {
            fs::remove_file(RunPaths::new(folder.path()).journal()).unwrap();
        }
    }
    drop(run);
}

#[test]
fn every_file_of_a_run_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    train(&root, plan(|plan| plan.games = 16), 1);
    let paths = RunPaths::new(&root);
    let last = paths.checkpoints().unwrap().pop().unwrap().1;
    let other = folder.path().join("other");
    train(&other, plan(|plan| (plan.games, plan.seed) = (16, 9)), 1);
    let foreign = |path: &Path| {
        let path = other.join(path.strip_prefix(&root).unwrap());
        fs::read(path).unwrap()
    };
    let changed = |path: &Path, from: &str, to: &str| {
        fs::read_to_string(path).unwrap().replacen(from, to, 1).into_bytes()
    };
    let cut = |path: &Path| {
        let bytes = fs::read(path).unwrap();
        bytes[..bytes.len() - 10].to_vec()
    };
    let (plan, manifest, games) = (paths.plan(), paths.manifest(), paths.games());
    let cases = [
        (plan.clone(), changed(&plan, "seed = 1\n", "seed = 2\n"), "changed since the run", ""),
        (manifest.clone(), b"seed = ".to_vec(), "not the manifest of a run", ""),
        (
            paths.journal(),
            changed(&paths.journal(), "\"game\":9,", "\"game\":8,"),
            ":9: ",
            "games 1 to 8 are whole",
        ),
        (
            paths.journal(),
            changed(&paths.journal(), "{\"game\":9,", "{game:9,"),
            ":9: not a",
            "games 1 to 8 are whole",
        ),
        (
            paths.journal(),
            changed(&paths.journal(), "{\"game\":1,", "{game:1,"),
            ":1: not a",
            "no game is whole",
        ),
        (
            games.clone(),
            changed(&games, "Round \"7\"", "Round \"6\""),
            ":7: the digest",
            "games 1 to 6 are whole",
        ),
        (games.clone(), cut(&games), ":16: the game ends at byte", "games 1 to 15 are whole"),
        (last.clone(), foreign(&last), "it comes from another plan", "learned again"),
        (last.clone(), cut(&last), "it is damaged", "learned again"),
        (paths.checkpoint(3), fs::read(&last).unwrap(), "not from 3 as named", "learned again"),
        (paths.memory(), foreign(&paths.memory()), "it comes from another plan", "--resume"),
        (paths.memory(), cut(&paths.memory()), "is damaged", "--resume"),
    ];
    for (path, bytes, fault, advice) in cases {
        let before = fs::read(&path).ok();
        fs::write(&path, bytes).unwrap();
        assert_damaged(&root, fault, advice);
        match before {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        assert!(report(&root).is_whole());
    }
    // Only learning again shows that a memory was changed by somebody who kept its lineage.
    let mut memory = Memory::load(&paths.memory()).unwrap();
    let id = memory.graphs.ids().next().unwrap();
    memory.graphs.set_weight(id, 0.25);
    fs::write(paths.memory(), memory.to_bytes().unwrap()).unwrap();
    assert!(report(&root).is_whole());
    let report = verify(&root, true).remove(0);
    assert!(report.faults[0].contains("memory.morph: the games teach something else"), "{report}");
}

#[test]
fn advice_of_a_report_saves_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let (root, whole) = (folder.path().join("run"), folder.path().join("whole"));
    train(&whole, plan(|plan| plan.games = 16), 1);
    train(&root, plan(|plan| plan.games = 16), 1);
    let paths = RunPaths::new(&root);
    let games =
        fs::read_to_string(paths.games()).unwrap().replacen("Round \"12\"", "Round \"13\"", 1);
    fs::write(paths.games(), games).unwrap();
    assert_damaged(&root, ":12: the digest", "remove line 12 and all after it");
    let journal = fs::read_to_string(paths.journal()).unwrap();
    let kept: String = journal.lines().take(11).map(|line| format!("{line}\n")).collect();
    fs::write(paths.journal(), kept).unwrap();
    super::resume(&root).unwrap();
    assert!(files(&root) == files(&whole));
}

#[test]
fn single_files_are_told_by_their_content() {
    let folder = tempfile::tempdir().unwrap();
    let tables = repository("patterns/advice/krk.toml");
    let model = folder.path().join("model.adv");
    let games = repository("tests/opponent_model/learned.pgn");
    let learned =
        morph(&["opponent", "learn", games.to_str().unwrap(), "--player", "Model", "-o"], &model);
    assert!(learned.status.success());
    for (path, kind) in [
        (repository("patterns/player/memory.morph"), FileKind::Memory),
        (repository("patterns/cases.json"), FileKind::CaseBase),
        (tables, FileKind::AdviceTable),
        (repository("training/plans/default.toml"), FileKind::Plan),
        (repository("training/plans/player-merged.toml"), FileKind::Plan),
        (model, FileKind::OpponentModel),
    ] {
        let whole = report(&path);
        assert!(whole.is_whole() && whole.kind == kind, "{whole}");
        // A file that is cut off.
        let cut = folder.path().join("cut").with_extension(path.extension().unwrap());
        let bytes = fs::read(&path).unwrap();
        fs::write(&cut, &bytes[..bytes.len() * 2 / 3]).unwrap();
        if kind != FileKind::Plan && kind != FileKind::AdviceTable {
            assert_damaged(&cut, cut.to_str().unwrap(), "");
        }
    }
    for (path, fault) in
        [("Cargo.lock", "expected a run"), ("src", "expected a run"), ("none", "cannot be read")]
    {
        assert_damaged(&repository(path), fault, "");
    }
}

fn morph(arguments: &[&str], last: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morph")).args(arguments).arg(last).output().unwrap()
}

#[test]
fn the_command_exits_with_one_if_something_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let whole = repository("patterns/cases.json");
    let output = morph(&["verify"], &whole);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("case base, whole"));
    let cut = folder.path().join("cases.json");
    fs::write(&cut, &fs::read(&whole).unwrap()[..1000]).unwrap();
    let output = morph(&["verify", "--format", "json", whole.to_str().unwrap()], &cut);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 2 damaged"));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(reports[1]["kind"], "case-base");
    assert!(reports[0]["faults"].as_array().unwrap().is_empty());
    assert!(reports[1]["faults"][0].as_str().unwrap().contains("cases.json"));
    let output = morph(&["verify"], &folder.path().join("missing"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("missing: not recognised\n"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("1 of 1 damaged or not recognised"), "{error}");
}

#[test]
fn a_run_and_its_own_checkpoint_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    train(&root, plan(|plan| plan.games = 16), 1);
    let paths = RunPaths::new(&root);
    let checkpoint = paths.checkpoints().unwrap().pop().unwrap().1;
    let memory = paths.memory();
    let output = folder.path().join("both.morph");
    let [first, second] = [&memory, &checkpoint].map(|path| path.to_str().unwrap());
    let merged = morph(&["patterns", "merge", first, second, "-o"], &output);
    let text = String::from_utf8_lossy(&merged.stderr).into_owned();
    assert_eq!(merged.status.code(), Some(1), "{text}");
    assert!(text.contains(first) && text.contains(second) && text.contains("same plan"), "{text}");
    assert!(!output.exists());
}
