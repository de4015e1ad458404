//! A plan in, a memory out; stopped and resumed on the way.

use std::ops::ControlFlow;
use std::path::Path;

use morph::shakmaty::Chess;
use morph::{Error, Morph, TrainingPlan, TrainingRun};

/// Of a run of so many games, stopped after some of them and resumed.
fn train(folder: &Path, games: u32, stop_after: u32) -> Morph {
    let plan = TrainingPlan::built_in("default").unwrap().with_games(games).with_seed(7);
    let run = plan.begin(folder).unwrap().with_threads(1);
    assert_eq!(run.folder(), folder);
    let mut told = Vec::new();
    let stopped = run.play(|done| {
        assert_eq!((done.run, done.runs, done.games), (1, 1, games));
        told.push(done.game);
        if done.game < stop_after { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let stopped = stopped.unwrap();
    assert_eq!(told, (1..=stop_after).collect::<Vec<_>>());
    assert_eq!(stopped.is_finished(), stop_after == games);
    let finished = TrainingRun::resume(folder).unwrap();
    let finished = finished.with_threads(1).play(|done| {
        assert_eq!(done.games, games);
        ControlFlow::Continue(())
    });
    let finished = finished.unwrap();
    assert!(finished.is_finished());
    assert!(finished.to_string().starts_with(&format!("{games} games")), "{finished}");
    assert!(finished.memory_file().exists());
    finished.into_morph().unwrap()
}

#[test]
fn a_run_that_was_stopped_ends_with_the_same_memory() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let mut one = train(&whole, 6, 6);
    let mut other = train(&folder.path().join("stopped"), 6, 2);
    assert_eq!((one.games(), one.patterns()), (other.games(), other.patterns()));
    let position = Chess::default();
    assert_eq!(one.moves(&position), other.moves(&position));
    let mut loaded = Morph::load(whole.join("memory.morph")).unwrap();
    assert_eq!(loaded.evaluate(&position, 5), one.evaluate(&position, 5));
    // A folder holds one run.
    let again = TrainingPlan::built_in("default").unwrap().begin(&whole).unwrap();
    let error = again.play(|_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, Error::Training(_)), "{error:?}");
}

#[test]
fn a_plan_is_a_text_or_a_file_and_may_be_a_series() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("series.toml");
    let text = "name = \"two\"\nruns = [{ plan = \"default\", seed = 1 }, { plan = \"default\", seed = 2 }]\n";
    std::fs::write(&file, text).unwrap();
    let plan = TrainingPlan::from_toml(text).unwrap().with_games(2);
    let run = plan.clone().begin(folder.path().join("run")).unwrap().with_threads(1);
    let stopped = run.play(|_| ControlFlow::Break(())).unwrap();
    assert!(!stopped.is_finished());
    assert!(matches!(stopped.into_morph(), Err(Error::Unfinished)));
    let mut places = Vec::new();
    let finished = run.play(|done| {
        places.push((done.run, done.runs, done.game));
        ControlFlow::Continue(())
    });
    assert_eq!(finished.unwrap().into_morph().unwrap().games(), 4);
    assert_eq!(places.last(), Some(&(2, 2, 2)));
    // At the same time, if there are threads.
    let together = plan.begin(folder.path().join("together")).unwrap().with_threads(8);
    let mut places = Vec::new();
    let finished = together.play(|done| {
        places.push((done.run, done.runs, done.game));
        ControlFlow::Continue(())
    });
    assert!(finished.unwrap().is_finished());
    places.sort_unstable();
    assert_eq!(places, [(1, 2, 1), (1, 2, 2), (2, 2, 1), (2, 2, 2)]);
    // Plans that a file names are beside it, or else built in.
    TrainingPlan::load(&file).unwrap();
    std::fs::write(folder.path().join("default"), "games = 0").unwrap();
    assert!(matches!(TrainingPlan::load(&file), Err(Error::Plan(_))));
    std::fs::write(&file, text.replace("default", "none")).unwrap();
    assert!(matches!(TrainingPlan::load(&file), Err(Error::Plan(_))));
}
