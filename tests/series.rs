//! Several runs and their memories merged, through the library.

#![allow(clippy::unwrap_used)]

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use morph::memory::Memory;
use morph::training::journal::JournalEntry;
use morph::training::run_folder::RunPaths;
use morph::training::{
    MemberPlan, Plan, PlanFile, PlanOverrides, Players, Run, RunObserver, RunPlace, Series,
    Session, SessionSummary, TrainingError, Workforce,
};

/// Stops a run after some games.
struct StopAfter<'a>(u32, &'a AtomicBool);

impl RunObserver for StopAfter<'_> {
    fn game(&mut self, entry: &JournalEntry) {
        if entry.game >= self.0 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

fn plan(seed: u64, games: u32) -> Plan {
    let mut plan = Plan::parse(Plan::DEFAULT, Path::new("the built-in plan")).unwrap();
    (plan.seed, plan.games) = (seed, games);
    plan.checkpoint = 5;
    plan.rules.ply_cap = 60;
    plan
}

fn begin(root: &Path, plans: Vec<Plan>) -> Result<Series, TrainingError> {
    begin_rounds(root, plans.into_iter().map(|plan| (1, plan)).collect())
}

fn begin_rounds(root: &Path, runs: Vec<(u32, Plan)>) -> Result<Series, TrainingError> {
    let runs = runs.into_iter().map(|(round, plan)| MemberPlan { round, plan });
    Series::begin(root, "both", runs.collect(), Path::new("both.toml"))
}

/// Plays what is not finished; dies in the run of this index after so many games, if one is given.
fn play(series: &Series, dies: Option<(usize, u32)>) -> Option<Memory> {
    for (index, run) in series.runs().iter().enumerate() {
        if run.is_finished().unwrap() {
            continue;
        }
        series.prepare([run]).unwrap();
        let stop = AtomicBool::new(false);
        let games = dies.filter(|(run, _)| *run == index).map_or(u32::MAX, |(_, games)| games);
        let mut watch = StopAfter(games, &stop);
        let run = run.open(vec!["test".into()], &mut watch).unwrap();
        let summary = run.play(&Players::Threads(2), &stop, &mut watch).unwrap();
        if summary.games < summary.planned {
            return None;
        }
    }
    Some(series.merge().unwrap())
}

fn memory(root: &Path) -> Vec<u8> {
    std::fs::read(RunPaths::new(root).memory()).unwrap()
}

fn alone(root: PathBuf, plan: Plan) -> Memory {
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter(u32::MAX, &stop);
    let plan = plan.check(&root).unwrap();
    let run = Run::begin(&root, plan, vec!["test".into()]).unwrap();
    run.play(&Players::Threads(1), &stop, &mut watch).unwrap();
    Memory::load(&RunPaths::new(&root).memory()).unwrap()
}

#[test]
fn a_series_equals_its_runs_played_alone_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("both");
    let series = begin(&root, vec![plan(1, 12), plan(2, 20)]).unwrap();
    let merged = play(&series, None).unwrap();
    assert_eq!(merged.games, 32);
    let first = alone(folder.path().join("first"), plan(1, 12));
    let second = alone(folder.path().join("second"), plan(2, 20));
    let by_hand = Memory::merged(vec![first, second]).unwrap();
    assert!(memory(&root) == by_hand.to_bytes().unwrap());
}

#[test]
fn a_killed_series_ends_with_the_same_files_after_resuming() {
    let folder = tempfile::tempdir().unwrap();
    let plans = || vec![plan(1, 30), plan(2, 30)];
    let whole = folder.path().join("whole");
    play(&begin(&whole, plans()).unwrap(), None).unwrap();
    for (index, games) in [(0, 1), (0, 8), (1, 4)] {
        let root = folder.path().join(format!("died-{index}-{games}"));
        assert!(play(&begin(&root, plans()).unwrap(), Some((index, games))).is_none());
        assert!(!RunPaths::new(&root).memory().exists());
        play(&Series::resume(&root).unwrap(), None).unwrap();
        assert!(memory(&root) == memory(&whole), "died in run {index} after game {games}");
    }
}

#[test]
fn the_memory_of_an_interrupted_run_does_not_count_as_finished() {
    let folder = tempfile::tempdir().unwrap();
    let series = begin(folder.path(), vec![plan(1, 30), plan(2, 3)]).unwrap();
    assert!(play(&series, Some((0, 4))).is_none());
    let paths = RunPaths::new(series.runs()[0].root());
    let early = std::fs::read(paths.memory()).unwrap();
    let whole = play(&series, None).unwrap();
    // Killed after its last game, before the memory was written again.
    std::fs::write(paths.memory(), early).unwrap();
    assert!(!series.runs()[0].is_finished().unwrap());
    assert_eq!(play(&series, None).unwrap().to_bytes(), whole.to_bytes());
}

#[test]
fn runs_of_a_later_round_begin_with_what_the_round_before_came_to() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = || vec![(1, plan(1, 30)), (1, plan(2, 30)), (2, plan(3, 30)), (2, plan(4, 30))];
    let whole = folder.path().join("whole");
    let series = begin_rounds(&whole, rounds()).unwrap();
    let merged = play(&series, None).unwrap();
    assert_eq!(
        merged.plan.label(),
        "default, seed 3 + default, seed 4, begun with default, seed 1 + default, seed 2"
    );
    assert_eq!(merged.games, 120);
    let of_run =
        |run: &morph::training::SeriesRun| Memory::load(&RunPaths::new(run.root()).memory());
    let memories: Vec<Memory> = series.runs().iter().map(|run| of_run(run).unwrap()).collect();
    let [first, second, third, fourth] = memories.try_into().unwrap();
    let between = Memory::merged(vec![first, second]).unwrap();
    assert!(std::fs::read(whole.join("round-1.morph")).unwrap() == between.to_bytes().unwrap());
    let known = between.graphs.ids().filter(|id| third.graphs.get(*id) == between.graphs.get(*id));
    assert!(known.count() > between.graphs.len() / 2);
    let by_hand = Memory::merged_since(&between, vec![third, fourth]).unwrap();
    assert!(memory(&whole) == by_hand.to_bytes().unwrap());
    for report in morph::verify::verify(&whole, true) {
        assert!(report.is_whole(), "{report}");
    }
    // Another memory with as many games is not the merged one.
    let other = whole.join("round-1.morph");
    std::fs::copy(RunPaths::new(&whole).memory(), &other).unwrap();
    let reports = morph::verify::verify(&whole, false);
    let fault = "round-1.morph: not what the runs come to when they are merged";
    assert!(reports[0].to_string().contains(fault), "{}", reports[0]);
    for (index, games) in [(0, 2), (2, 3), (3, 6)] {
        let root = folder.path().join(format!("died-{index}"));
        assert!(play(&begin_rounds(&root, rounds()).unwrap(), Some((index, games))).is_none());
        play(&Series::resume(&root).unwrap(), None).unwrap();
        assert!(memory(&root) == memory(&whole), "died in run {index}");
    }
}

/// Writes down the games of all runs, and stops the session after so many of the run with this number.
struct Witness<'a> {
    place: RunPlace,
    games: Rc<RefCell<Vec<(usize, u32)>>>,
    dies: Option<(usize, u32)>,
    stop: &'a AtomicBool,
    thread: thread::ThreadId,
}

impl RunObserver for Witness<'_> {
    fn game(&mut self, entry: &JournalEntry) {
        assert_eq!(thread::current().id(), self.thread);
        self.games.borrow_mut().push((self.place.number, entry.game));
        if self.dies == Some((self.place.number, entry.game)) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays a session; what came of it, and the games by run and number in the order in which they were told.
fn play_session(
    session: &Session,
    workforce: &Workforce,
    dies: Option<(usize, u32)>,
) -> (Result<SessionSummary, TrainingError>, Vec<(usize, u32)>) {
    let (stop, games) = (AtomicBool::new(false), Rc::default());
    let mut observe = |place| -> Box<dyn RunObserver> {
        let (games, thread) = (Rc::clone(&games), thread::current().id());
        Box::new(Witness { place, games, dies, stop: &stop, thread })
    };
    let played = session.play(&["test".to_owned()], workforce, &stop, &mut observe);
    (played, games.take())
}

fn session(root: &Path, runs: &[(u32, Plan)]) -> Session {
    let member = |(round, plan): &(u32, Plan)| MemberPlan { round: *round, plan: plan.clone() };
    let file = PlanFile::Series("all".to_owned(), runs.iter().map(member).collect());
    let path = Path::new("all.toml");
    Session::begin(file, &PlanOverrides::default(), Some(root.to_owned()), path).unwrap()
}

#[test]
fn runs_at_the_same_time_end_as_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let runs =
        [(1, plan(1, 20)), (1, plan(2, 30)), (1, plan(3, 25)), (2, plan(4, 20)), (2, plan(5, 20))];
    let in_order = folder.path().join("in-order");
    let (played, games) = play_session(&session(&in_order, &runs), &Workforce::Threads(1), None);
    assert_eq!(played.unwrap().text, "115 games in 5 runs, merged");
    assert!(games.is_sorted() && games.len() == 115);
    for workforce in [Workforce::Threads(2), Workforce::Threads(9), Workforce::Processors(8)] {
        let root = tempfile::tempdir().unwrap();
        let (played, games) = play_session(&session(root.path(), &runs), &workforce, None);
        assert!(played.unwrap().is_finished);
        assert!(memory(root.path()) == memory(&in_order));
        // All runs are told in the order of their games.
        for run in 1..=5 {
            let of_run = games.iter().filter(|(number, _)| *number == run).map(|(_, game)| *game);
            assert!(of_run.eq(1..=runs[run - 1].1.games), "run {run}");
        }
        // No run of a round begins before the round before has ended.
        let round = |(run, _): &(usize, u32)| runs[run - 1].0;
        assert!(games.iter().map(round).is_sorted());
    }
}

#[test]
fn runs_at_the_same_time_are_stopped_together_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [(1, plan(1, 60)), (1, plan(2, 60)), (2, plan(3, 20)), (2, plan(4, 20))];
    let whole = folder.path().join("whole");
    play_session(&session(&whole, &runs), &Workforce::Threads(2), None).0.unwrap();
    for dies in [(1, 3), (2, 8), (4, 2)] {
        let root = folder.path().join(format!("stopped-{}", dies.0));
        let (stopped, _) = play_session(&session(&root, &runs), &Workforce::Threads(8), Some(dies));
        let stopped = stopped.unwrap();
        assert!(!stopped.is_finished && stopped.memory.is_none());
        assert!(stopped.text.contains("in 2 runs; resume with"), "{}", stopped.text);
        let resumed = Session::resume(&root).unwrap();
        play_session(&resumed, &Workforce::Threads(2), None).0.unwrap();
        assert!(memory(&root) == memory(&whole), "stopped in run {}", dies.0);
    }
}

#[test]
fn a_run_that_fails_ends_those_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let (root, long) = (folder.path().join("failing"), plan(1, 100_000));
    let session = session(&root, &[(1, long), (1, plan(2, 3))]);
    // Where the second run wants to have its folder.
    let taken = root.join("2-default");
    std::fs::write(&taken, "a file").unwrap();
    let (failed, _) = play_session(&session, &Workforce::Threads(8), None);
    let error = failed.unwrap_err().to_string();
    assert!(error.contains("2-default"), "{error}");
    let begun = RunPaths::new(root.join("1-default"));
    assert!(begun.manifest().exists());
    std::fs::remove_file(&taken).unwrap();
    let (_, games) =
        play_session(&Session::resume(&root).unwrap(), &Workforce::Threads(8), Some((2, 3)));
    assert!(games.contains(&(2, 3)));
}

#[test]
fn an_observer_that_panics_ends_all_runs() {
    struct Faulty;
    impl RunObserver for Faulty {
        fn game(&mut self, _: &JournalEntry) {
            panic!("the observer is broken");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let runs = [(1, plan(1, 100_000)), (1, plan(2, 100_000))];
    let session = session(&folder.path().join("runs"), &runs);
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let stop = AtomicBool::new(false);
        session.play(&[], &Workforce::Threads(8), &stop, &mut |_| Box::new(Faulty))
    }));
    let panic = played.map(drop).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"the observer is broken"));
}

#[test]
fn rounds_that_leave_one_out_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (rounds, expected) in [
        ([1, 3], "round = 3 in run 2: expected 1 or 2"),
        ([2, 2], "round = 2 in run 1: expected 1"),
        ([0, 1], "round = 0 in run 1"),
    ] {
        let runs = rounds.into_iter().zip([plan(1, 3), plan(2, 3)]).collect();
        let error = begin_rounds(&folder.path().join("none"), runs).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn finished_runs_are_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let series = begin(folder.path(), vec![plan(1, 3), plan(2, 3)]).unwrap();
    play(&series, None).unwrap();
    let before = memory(folder.path());
    let finished = |run: &morph::training::SeriesRun| run.is_finished().unwrap();
    assert!(series.runs().iter().all(finished));
    play(&Series::resume(folder.path()).unwrap(), None).unwrap();
    assert!(memory(folder.path()) == before);
}

#[test]
fn incompatible_plans_are_an_error_before_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let other_rule = {
        let mut plan = plan(2, 3);
        plan.name = "other".to_owned();
        plan.evaluation.counting = morph::evaluation::Counting::Once;
        plan
    };
    let without_games = plan(2, 0);
    for (plans, expected) in [
        (vec![], "expected two or more, found 0"),
        (vec![plan(1, 3)], "expected two or more, found 1"),
        (vec![plan(1, 3), plan(2, 3), plan(1, 3)], "runs 1 and 3 are equal"),
        (vec![plan(1, 3), other_rule], "other and default have different evaluation settings"),
        (vec![plan(1, 3), without_games], "games = 0"),
    ] {
        let error = begin(&folder.path().join("none"), plans).unwrap_err().to_string();
        assert!(error.contains("both.toml") && error.contains(expected), "{error}");
        assert!(!folder.path().join("none").exists());
    }
}

#[test]
fn a_folder_with_a_run_or_a_series_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (series, run) = (folder.path().join("series"), folder.path().join("run"));
    begin(&series, vec![plan(1, 3), plan(2, 3)]).unwrap();
    alone(run.clone(), plan(1, 3));
    for root in [&series, &run] {
        let error = begin(root, vec![plan(1, 3), plan(2, 3)]).unwrap_err().to_string();
        assert!(error.contains("already holds a run"), "{error}");
    }
    let single = Run::begin(&series, plan(1, 3).check(&series).unwrap(), Vec::new());
    assert!(matches!(single, Err(TrainingError::Folder(_))), "{single:?}");
}

#[test]
fn plan_files_name_their_runs_relative_to_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    std::fs::create_dir(folder.path().join("plans")).unwrap();
    file("plans/one.toml", Plan::DEFAULT);
    let path = file(
        "both.toml",
        "name = \"both\"\n[[runs]]\nplan = \"plans/one.toml\"\n[[runs]]\nplan = \"plans/one.toml\"\nseed = 7\nround = 2\n",
    );
    let PlanFile::Series(name, plans) = PlanFile::load(&path).unwrap() else { panic!("a run") };
    assert_eq!(name, "both");
    assert_eq!(
        plans.iter().map(|run| (run.round, run.plan.seed)).collect::<Vec<_>>(),
        [(1, 1), (2, 7)]
    );
    let alone = PlanFile::load(&folder.path().join("plans/one.toml")).unwrap();
    assert_eq!(alone, PlanFile::Run(Box::new(plans[0].plan.clone())));
    for (name, text, expected) in [
        ("a.toml", "name = \"x\"\n[[runs]]\nplan = \"missing.toml\"\n", "missing.toml"),
        ("b.toml", "name = \"x\"\n[[runs]]\nplan = \"both.toml\"\n", "both.toml"),
        ("c.toml", "name = \"x\"\nspeed = 3\n[[runs]]\nplan = \"one.toml\"\n", "speed"),
        ("d.toml", "name = \"x\"\n[[runs]]\nseed = 3\n", "plan"),
        ("e.toml", "name = ", "e.toml"),
    ] {
        let error = PlanFile::load(&file(name, text)).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
}
