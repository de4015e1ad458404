//! Training runs from end to end, through the library.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
#[path = "../common/engines.rs"]
mod engines;
#[path = "../common/games.rs"]
mod games;
mod integrity;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
#[path = "../common/kills.rs"]
mod kills;
mod start;
mod verification;

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use morph::arena::Opponent;
use morph::graph::MoveComponent;
use morph::learning::{Exponents, ForgettingSettings, Learner, TrainingSample};
use morph::memory::Memory;
use morph::rng;
use morph::training::journal::{self, JournalEntry};
use morph::training::run_folder::RunPaths;
use morph::training::{
    CheckedPlan, PastPositionSettings, Plan, PlanFile, Players, Run, RunObserver, RunSummary,
    TrainingError,
};
#[cfg(unix)]
use morph::uci::{EngineSettings, GoLimit};
use morph::units::Value;

#[cfg(unix)]
use engines::illegal_mover;

/// Watches nothing, and stops a run after some games.
struct StopAfter<'a> {
    games: u32,
    stop: &'a AtomicBool,
    relearned: Option<u32>,
    unchecked: u32,
    went_back_to: Option<u32>,
}

impl<'a> StopAfter<'a> {
    fn new(games: u32, stop: &'a AtomicBool) -> StopAfter<'a> {
        StopAfter { games, stop, relearned: None, unchecked: 0, went_back_to: None }
    }
}

impl RunObserver for StopAfter<'_> {
    fn game(&mut self, entry: &JournalEntry) {
        if entry.game >= self.games {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn resumed(&mut self, _: &CheckedPlan, _: u32, relearned: u32) {
        self.relearned = Some(relearned);
    }

    fn unchecked(&mut self, games: u32) {
        self.unchecked = games;
    }

    fn goes_back(&mut self, games: u32) {
        self.went_back_to = Some(games);
    }
}

fn plan(change: impl FnOnce(&mut Plan)) -> CheckedPlan {
    let path = Path::new("the built-in plan");
    let mut plan = Plan::parse(Plan::DEFAULT, path).unwrap();
    plan.games = 24;
    plan.checkpoint = 5;
    plan.rules.ply_cap = 60;
    plan.past_positions = Some(PastPositionSettings { share: 0.5, games: 6 });
    plan.learning.creation.moves = vec![
        vec![MoveComponent::Mover, MoveComponent::Captured, MoveComponent::Arrival],
        vec![MoveComponent::Check],
    ];
    change(&mut plan);
    plan.check(path).unwrap()
}

fn train(root: &Path, plan: CheckedPlan, threads: usize) -> RunSummary {
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(u32::MAX, &stop);
    Run::begin(root, plan, vec!["test".into()])
        .unwrap()
        .play(&Players::Threads(threads), &stop, &mut watch)
        .unwrap()
}

/// Plays some games of a run, as if it was stopped then.
fn train_in_part(root: &Path, plan: CheckedPlan, games: u32) {
    let stop = AtomicBool::new(false);
    let run = Run::begin(root, plan, vec!["test".into()]).unwrap();
    run.play(&Players::Threads(1), &stop, &mut StopAfter::new(games, &stop)).unwrap();
}

/// Resumes a run and plays it to its end. Returns the number of games learned again and of those that cannot be checked.
fn resume(root: &Path) -> Result<(u32, u32), TrainingError> {
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(u32::MAX, &stop);
    Run::resume(root, &mut watch)?.play(&Players::Threads(2), &stop, &mut watch)?;
    Ok((watch.relearned.unwrap(), watch.unchecked))
}

fn files(root: &Path) -> [Vec<u8>; 3] {
    let paths = RunPaths::new(root);
    [paths.journal(), paths.games(), paths.memory()].map(|path| std::fs::read(path).unwrap())
}

#[test]
fn one_seed_gives_one_journal_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (one, four, other) =
        (folder.path().join("one"), folder.path().join("four"), folder.path().join("other"));
    train(&one, plan(|_| {}), 1);
    train(&four, plan(|_| {}), 4);
    assert!(files(&one) == files(&four));
    train(&other, plan(|plan| plan.seed = 2), 2);
    assert!(files(&one)[0] != files(&other)[0]);
}

#[test]
fn a_run_with_games_of_a_refused_worker_goes_back_before_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("trusted");
    train(&trusted, plan(|_| {}), 2);
    for played in [15, 24] {
        let doubtful = folder.path().join(format!("doubtful-{played}"));
        train_in_part(&doubtful, plan(|_| {}), played);
        let workers =
            r#"{ "one": { "first_game": 1 }, "two": { "first_game": 8, "refused": "" } }"#;
        std::fs::write(RunPaths::new(&doubtful).workers(), workers).unwrap();
        let stop = AtomicBool::new(false);
        let mut watch = StopAfter::new(u32::MAX, &stop);
        let run = Run::resume(&doubtful, &mut watch).unwrap();
        assert_eq!((run.games(), watch.went_back_to), (7, Some(7)), "{played}");
        run.play(&Players::Threads(2), &stop, &mut watch).unwrap();
        assert!(files(&doubtful) == files(&trusted), "{played}");
        // No game of the refused worker is left.
        let mut watch = StopAfter::new(u32::MAX, &stop);
        assert_eq!(Run::resume(&doubtful, &mut watch).unwrap().games(), 24);
        assert_eq!(watch.went_back_to, None);
    }
}

/// What a memory is after learning from games that come again, while most patterns are forgotten soon, on so many threads.
/// `renewed`: by a learner that is made anew for each game and knows nothing but the memory.
fn learned(renewed: bool, threads: usize) -> Memory {
    let mut plan = Plan::parse(Plan::DEFAULT, Path::new("the built-in plan")).unwrap();
    let exponents = Exponents::default();
    let forgetting =
        ForgettingSettings { every: 4, grace: 3, below: 0.0, capacity: 200, exponents };
    plan.learning.forgetting = Some(forgetting);
    let learner = |memory| {
        let mut learner = Learner::new(memory, plan.learning.clone(), plan.evaluation, 40);
        learner.set_threads(threads);
        learner
    };
    let (mut learner_of_all, mut forgotten) = (learner(Memory::default()), 0);
    for game in 1..=40 {
        if renewed {
            learner_of_all = learner(learner_of_all.into_memory());
        }
        let (positions, moves) = games::random_game(u64::from(game % 3), 30);
        let explored = (0..moves.len()).map(|ply| ply % 7 == 3).collect();
        let outcome = [Value::WIN, Value::LOSS][game as usize % 2];
        let sample = TrainingSample::new(game, positions[0].clone(), moves, explored, outcome);
        let mut rng = rng::seeded(1, "learning", u64::from(game));
        forgotten += learner_of_all.learn(&sample.unwrap(), &mut rng).forgotten;
    }
    assert!(forgotten > 300, "{forgotten}");
    learner_of_all.into_memory()
}

#[test]
fn what_a_learner_remembers_of_earlier_games_is_in_the_memory() {
    assert!(learned(false, 1).to_bytes().unwrap() == learned(true, 1).to_bytes().unwrap());
}

#[test]
fn any_number_of_threads_learns_the_same() {
    let one = learned(false, 1).to_bytes().unwrap();
    // More threads than a game has positions, too.
    assert!(
        [2, 3, 40].into_iter().all(|threads| learned(false, threads).to_bytes().unwrap() == one)
    );
}

#[test]
fn a_killed_run_ends_with_the_same_files_after_resuming() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    train(&whole, plan(|_| {}), 2);
    for died_after in [1, 4, 5, 11, 23] {
        let root = folder.path().join(format!("died-{died_after}"));
        let stop = AtomicBool::new(false);
        let mut watch = StopAfter::new(died_after, &stop);
        let run = Run::begin(&root, plan(|_| {}), vec!["test".into()]).unwrap();
        run.play(&Players::Threads(2), &stop, &mut watch).unwrap();
        // What a process that is killed leaves: no memory file, half a journal line, half a game.
        let paths = RunPaths::new(&root);
        std::fs::remove_file(paths.memory()).unwrap();
        if died_after == 11 {
            std::fs::remove_dir_all(root.join("checkpoints")).unwrap();
        }
        append(&paths.journal(), b"{\"game\":");
        append(&paths.games(), b"[Event \"half a ga");
        let stop = AtomicBool::new(false);
        let mut watch = StopAfter::new(u32::MAX, &stop);
        let run = Run::resume(&root, &mut watch).unwrap();
        run.play(&Players::Threads(2), &stop, &mut watch).unwrap();
        assert!(watch.relearned.is_some());
        assert!(files(&root) == files(&whole), "died after game {died_after}");
    }
}

#[test]
fn games_start_from_positions_of_known_past_games() {
    use morph::arena::pgn::GameReader;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    train(
        &root,
        plan(|plan| plan.past_positions = Some(PastPositionSettings { share: 1.0, games: 6 })),
        2,
    );
    let file = std::fs::File::open(RunPaths::new(&root).games()).unwrap();
    let games: Vec<_> =
        GameReader::new(std::io::BufReader::new(file)).map(|game| game.unwrap()).collect();
    let mut from_past = 0;
    for (index, game) in games.iter().enumerate() {
        let start = game.start.position();
        if start == shakmaty::Chess::default() {
            continue;
        }
        from_past += 1;
        // With a lag of 8 the last known game is 9 to 12 games back, and positions come from the six up to it.
        let earlier = &games[index.saturating_sub(18)..index.saturating_sub(8)];
        let found = earlier.iter().flat_map(|game| game.positions()).any(|p| p == start);
        assert!(found, "game {}", index + 1);
        assert_eq!(game.opening_plies, 1);
    }
    assert!(from_past >= 8, "{from_past}");
}

#[test]
fn checkpoints_are_kept_at_multiples_of_keep_every() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(12, &stop);
    let plan = plan(|plan| plan.keep_every = NonZero::new(10));
    Run::begin(&root, plan, vec!["test".into()])
        .unwrap()
        .play(&Players::Threads(2), &stop, &mut watch)
        .unwrap();
    // Also by the run that goes on.
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(u32::MAX, &stop);
    Run::resume(&root, &mut watch).unwrap().play(&Players::Threads(2), &stop, &mut watch).unwrap();
    let kept = RunPaths::new(&root).checkpoints().unwrap();
    let games: Vec<u32> = kept.iter().map(|(game, _)| *game).collect();
    assert!([10, 20].iter().all(|game| games.contains(game)), "{games:?}");
    assert!(!games.contains(&5), "{games:?}");
    // What it learned is the same.
    let all = folder.path().join("all");
    train(&all, self::plan(|_| {}), 2);
    assert!(files(&root) == files(&all));
}

fn append(path: &Path, bytes: &[u8]) {
    use std::io::Write;
    std::fs::OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

#[cfg(unix)]
#[test]
fn an_opponent_that_always_fails_stops_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let engine =
        EngineSettings::new(illegal_mover(folder.path()), GoLimit::Depth(NonZero::<u32>::MIN));
    let plan = plan(|plan| {
        plan.games = 200;
        plan.rules.ply_cap = 20;
        plan.opponents =
            vec![Opponent::SelfPlay { share: 2 }, Opponent::Engine { share: 1, engine }];
    });
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(u32::MAX, &stop);
    let root = folder.path().join("run");
    let run = Run::begin(&root, plan, Vec::new()).unwrap();
    let error = run.play(&Players::Threads(2), &stop, &mut watch).unwrap_err();
    assert!(matches!(error, TrainingError::Abandoned(10, _)), "{error}");
    assert_eq!(journal::read(&RunPaths::new(&root).journal()).unwrap().len(), 30);
}

#[test]
fn a_folder_with_a_run_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    train(&root, plan(|plan| plan.games = 2), 1);
    let again = Run::begin(&root, plan(|_| {}), Vec::new());
    assert!(matches!(again, Err(TrainingError::Folder(_))), "{again:?}");
}

#[test]
fn more_threads_than_the_policy_lag_allows_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::begin(folder.path(), plan(|plan| plan.policy_lag = 1), Vec::new()).unwrap();
    let stop = AtomicBool::new(false);
    let mut watch = StopAfter::new(u32::MAX, &stop);
    let error = run.play(&Players::Threads(3), &stop, &mut watch).unwrap_err().to_string();
    assert!(error.contains("3 threads") && error.contains("policy_lag = 1"), "{error}");
}

#[test]
fn the_journal_adds_up() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    let summary = train(&root, plan(|_| {}), 2);
    let entries = journal::read(&RunPaths::new(&root).journal()).unwrap();
    assert_eq!(entries.len(), 24);
    let created: u32 = entries.iter().map(|e| e.created).sum();
    let forgotten: u32 = entries.iter().map(|e| e.forgotten).sum();
    let memory = &summary.memory;
    let known = memory.graphs.len() + memory.materials.len() + memory.moves.len();
    assert!(memory.moves.len() > 20);
    assert_eq!(entries.last().unwrap().move_patterns as usize, memory.moves.len());
    assert_eq!((created - forgotten) as usize, known);
    let scored: u64 = summary.scores.values().map(|tally| tally.games()).sum();
    assert_eq!(scored, entries.iter().filter(|e| e.score.is_some()).count() as u64);
    let pgn = std::fs::metadata(RunPaths::new(&root).games()).unwrap().len();
    assert_eq!(entries.last().unwrap().pgn_end, pgn);
    let saved = Memory::load(&RunPaths::new(&root).memory()).unwrap();
    assert_eq!(saved.games, 24);
    assert!(saved.plan.text().contains("name = \"default\""));
}

#[test]
fn every_plan_of_the_project_is_valid() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("training/plans");
    for entry in std::fs::read_dir(plans).unwrap() {
        let path = entry.unwrap().path();
        let plans = match PlanFile::load(&path).unwrap() {
            PlanFile::Run(plan) => vec![*plan],
            PlanFile::Series(_, runs) => runs.into_iter().map(|run| run.plan).collect(),
        };
        for plan in plans {
            plan.check(&path).unwrap();
        }
    }
}

#[test]
fn plans_with_former_keys_still_load() {
    let path = Path::new("p.toml");
    let now = "policy_lag = 8\n[past_positions]\nshare = 0.5\ngames = 6\n";
    let plan = Plan::DEFAULT.replace("policy_lag = 8\n", "");
    let load = |text: &str| {
        let (key, table) = text.split_once('\n').unwrap();
        Plan::parse(&format!("{key}\n{plan}\n{table}"), path).unwrap()
    };
    let former = now.replace("policy_lag", "lag").replace("past_positions", "revisits");
    assert_eq!(load(&former), load(now));
    assert_eq!(load(&former).policy_lag, 8);
    assert_eq!(load(&former).past_positions.unwrap().games, 6);
}

#[test]
fn invalid_settings_are_errors_that_name_the_key() {
    let path = Path::new("p.toml");
    let default = Plan::DEFAULT;
    for (from, to, expected) in [
        ("policy_lag = 8", "policy_lagg = 8", "policy_lagg"),
        ("games = ", "games = 0 #", "games = 0"),
        ("name = \"", "name = \"../", "name = \"../"),
        ("name = \"", "name = \"a\\\\", "expected a name that a folder can have"),
        ("lambda = 0.7", "lambda = 1.7", "lambda = 1.7"),
        ("operator = \"place\"", "operator = \"material\"", "operator"),
        ("operator = \"place\"", "operator = \"plaice\"", "plaice"),
        ("share = 4", "share = 0", "share = 0"),
        ("epsilon = 0.1", "epsilon = -0.1", "epsilon"),
        (
            "[rules]",
            "[past_positions]\nshare = 1.5\ngames = 9\n[rules]",
            "past_positions.share = 1.5",
        ),
        (
            "[rules]",
            "[past_positions]\nshare = 0.5\ngames = 0\n[rules]",
            "past_positions.games = 0",
        ),
        ("positions = 8", "positions = 0", "learning.lookahead.positions = 0"),
        ("positions = 8", "positions = 1001", "expected 1 to 1000"),
        ("moves = 3", "moves = 0", "learning.lookahead.moves = 0"),
        ("step = 0.5", "step = 0.0", "learning.lookahead.step = 0"),
        ("max_nodes", "moves = [[]]\nmax_nodes", "learning.creation.moves"),
        ("max_nodes", "moves = [[\"mober\"]]\nmax_nodes", "mober"),
        (
            "rule = { kind = \"log-odds-sum\" }",
            "rule = { kind = \"log-odds-mean\", beta = 1 }",
            "learning.creation.moves",
        ),
        ("operator = \"edge\"", "operator = \"edge\"\nedge_kinds = [\"any\"]", "edge_kinds"),
        ("operator = \"place\"", "operator = \"place\"\nrelation = \"attacks\"", "Place"),
    ] {
        assert!(default.contains(from), "{from}");
        let mut text = default.replacen(from, to, 1);
        if expected.ends_with("moves") && !text.contains("moves = [") {
            text = text.replacen("max_nodes", "moves = [[\"check\"]]\nmax_nodes", 1);
        }
        let error = match Plan::parse(&text, path) {
            Err(error) => error.to_string(),
            Ok(plan) => plan.check(path).unwrap_err().to_string(),
        };
        assert!(error.contains("p.toml") && error.contains(expected), "{to}: {error}");
    }
}

#[test]
fn the_default_plan_learns_what_pieces_are_worth() {
    // Short, and still: a queen more is better than a pawn more, and both are good.
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    let plan = plan(|plan| {
        plan.games = 120;
        plan.rules.ply_cap = 300;
    });
    let summary = train(&root, plan, 2);
    let weight = |vector: [i8; 5]| {
        let rows = morph::render::patterns::material_rows(&summary.memory);
        rows.iter().find(|row| row.vector().0 == vector).unwrap().weight
    };
    let (pawn, queen) = ([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]);
    assert!(weight(pawn) > 0.5, "{}", weight(pawn));
    assert!(weight(queen) > weight(pawn), "{} {}", weight(queen), weight(pawn));
}
