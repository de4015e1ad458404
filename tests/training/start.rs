//! Runs that begin with a memory.

use std::fs;
use std::path::{Path, PathBuf};

use morph::memory::{AnyId, Memory, RuleSettings};
use morph::training::run_folder::RunPaths;
use morph::training::{CheckedPlan, PlanFile, Run};
use morph::verify::verify;

use super::{files, plan, resume, train, train_in_part};

/// The memory of a short run, in a file.
fn earlier(folder: &Path) -> PathBuf {
    let root = folder.join("earlier");
    train(&root, plan(|plan| plan.games = 12), 2);
    let path = folder.join("earlier.morph");
    fs::rename(RunPaths::new(&root).memory(), &path).unwrap();
    path
}

fn beginning_with(start: &Path) -> CheckedPlan {
    plan(|plan| {
        (plan.name, plan.seed, plan.games) = ("on".to_owned(), 7, 9);
        plan.start = Some(start.to_owned());
    })
}

#[test]
fn a_run_goes_on_from_what_a_memory_knows() {
    let folder = tempfile::tempdir().unwrap();
    let start = earlier(folder.path());
    let before = Memory::load(&start).unwrap();
    let on = train(&folder.path().join("on"), beginning_with(&start), 2).memory;
    assert_eq!(on.games, 9);
    assert_eq!(on.plan.label(), format!("on, seed 7, begun with {}", before.plan.label()));
    let known = before.graphs.ids().filter(|id| before.graphs.statistics(*id).updates > 0);
    let (mut kept, mut changed) = (0, 0);
    for id in known {
        let Some(pattern) = on.graphs.get(id) else { continue };
        assert_eq!(Some(pattern), before.graphs.get(id), "{}", AnyId::Graph(id));
        let [then, now] = [&before, &on].map(|memory| memory.graphs.statistics(id));
        assert!(now.updates >= then.updates && now.uses >= then.uses);
        assert_eq!((now.born, now.age(on.games)), (0, 9));
        kept += 1;
        changed += u32::from(now.updates > then.updates);
    }
    assert!(kept > 100 && changed > kept / 4, "{kept}, {changed}");
    let empty = train(&folder.path().join("empty"), plan(|plan| plan.games = 9), 1).memory;
    assert!(on.graphs.len() > empty.graphs.len());
}

#[test]
fn a_run_that_began_with_a_memory_needs_its_own_copy_only() {
    let folder = tempfile::tempdir().unwrap();
    let start = earlier(folder.path());
    let whole = folder.path().join("whole");
    train(&whole, beginning_with(&start), 1);
    // With and without a checkpoint.
    let parts = [3, 7].map(|games| {
        let root = folder.path().join(format!("part-{games}"));
        train_in_part(&root, beginning_with(&start), games);
        root
    });
    fs::remove_file(&start).unwrap();
    for root in parts {
        resume(&root).unwrap();
        assert!(files(&root) == files(&whole), "{}", root.display());
        for relearn in [false, true] {
            let report = verify(&root, relearn).remove(0);
            assert!(report.is_whole(), "{report}");
        }
    }
}

#[test]
fn another_memory_to_begin_with_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let start = earlier(folder.path());
    let root = folder.path().join("on");
    train_in_part(&root, beginning_with(&start), 3);
    let copy = RunPaths::new(&root).start();
    let right = fs::read(&copy).unwrap();
    fs::copy(&start, &copy).unwrap();
    let error = resume(&root).unwrap_err().to_string();
    assert!(error.contains("start.morph: this file") && error.contains("was changed"), "{error}");
    assert!(!verify(&root, false).remove(0).is_whole());
    fs::remove_file(&copy).unwrap();
    assert!(resume(&root).unwrap_err().to_string().contains("start.morph"));
    fs::write(&copy, right).unwrap();
    resume(&root).unwrap();
}

#[test]
fn a_memory_must_value_positions_as_the_plan_does() {
    let folder = tempfile::tempdir().unwrap();
    let start = earlier(folder.path());
    let mut other = morph::training::Plan::clone(&beginning_with(&start));
    other.evaluation.rule = RuleSettings::Mean { beta: 2.0 };
    other.learning.creation.moves.clear();
    let path = Path::new("other.toml");
    let root = folder.path().join("other");
    let error = Run::begin(&root, other.check(path).unwrap(), Vec::new()).unwrap_err().to_string();
    assert!(error.contains("earlier.morph: its evaluation settings differ"), "{error}");
    let missing = beginning_with(&folder.path().join("missing.morph"));
    let error = Run::begin(&root, missing, Vec::new()).unwrap_err().to_string();
    assert!(error.contains("missing.morph"), "{error}");
    assert!(!root.exists());
}

#[test]
fn the_built_in_plan_begins_with_the_built_in_memory() {
    let PlanFile::Run(continued) = PlanFile::built_in(Path::new("player-continued")).unwrap()
    else {
        panic!("a series")
    };
    let path = Path::new("player-continued");
    let folder = tempfile::tempdir().unwrap();
    let mut short = continued.clone();
    (short.games, short.rules.ply_cap) = (1, 20);
    let memory = train(folder.path(), short.check(path).unwrap(), 1).memory;
    let shipped = Memory::load_shipped().unwrap();
    assert!(memory.graphs.len() >= shipped.graphs.len());
    // Its other settings are those of the plan that made the memory.
    let PlanFile::Run(moves) = PlanFile::built_in(Path::new("player-moves")).unwrap() else {
        panic!("a series")
    };
    assert_eq!(continued.learning.creation, moves.learning.creation);
    assert_eq!(continued.evaluation, shipped.evaluation());
}
