use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use morph::arena::{
    EloModel, GameEnd, GameRecord, MatchError, MatchObserver, MatchReport, MatchSettings, Openings,
    Pairs, PlayedGame, Rules, Schedule, Sprt, SprtState, Tally, play_games, run_match,
    with_threads,
};
use morph::chess::Game;
use morph::player::{Choice, Player, PlayerError};
use shakmaty::{Color, KnownOutcome, Position};

use crate::{Scripted, played, random_openings, sparring};

/// A match between two sparring partners and the moves of its games in the order observed.
pub fn run(
    first: &str,
    second: &str,
    games: u32,
    threads: usize,
    seed: u64,
) -> (MatchReport, Vec<GameRecord>) {
    let settings = MatchSettings {
        games,
        seed,
        threads,
        rules: Rules { ply_cap: 200 },
        ..MatchSettings::default()
    };
    let mut observed = Vec::new();
    let report = play(first, second, &settings, &mut |index, record, _| {
        assert_eq!(index as usize, observed.len());
        observed.push(record.clone());
    });
    (report, observed)
}

/// A match of two sparring partners from random openings.
fn play(
    first: &str,
    second: &str,
    settings: &MatchSettings,
    observer: MatchObserver<'_>,
) -> MatchReport {
    let players = [first, second].map(|name| move || Ok(sparring(name)));
    let [first, second] = &players;
    let openings = random_openings(2, 4);
    run_match(first, second, &openings, settings, &AtomicBool::new(false), observer).unwrap()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = run("greedy", "random", 12, 1, 5);
    assert_eq!(one, run("greedy", "random", 12, 1, 5));
    assert_eq!(one, run("greedy", "random", 12, 4, 5));
    assert_ne!(one.1, run("greedy", "random", 12, 1, 6).1);
}

#[test]
fn pairs_have_the_same_opening_and_exchanged_colours() {
    let (report, games) = run("greedy", "random", 11, 2, 3);
    for pair in games.chunks_exact(2) {
        assert_eq!((&*pair[0].white, &*pair[1].black), ("greedy", "greedy"));
        let opening = |record: &GameRecord| {
            record.plies[..record.opening_plies].iter().map(|ply| ply.m).collect::<Vec<_>>()
        };
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    assert_eq!((report.tally.games(), report.pairs.count()), (11, 5));
    assert_eq!((&*report.first, &*report.second), ("greedy", "random"));
    assert_eq!(report.plies, games.iter().map(|game| game.plies.len() as u64).sum::<u64>());
}

#[test]
fn a_match_without_games_builds_nobody() {
    assert_eq!(run("random", "random", 0, 2, 1).0.games(), 0);
}

#[test]
fn a_stop_finishes_the_games_under_way() {
    let stop = AtomicBool::new(false);
    let settings =
        MatchSettings { games: 1_000_000, seed: 1, threads: 2, ..MatchSettings::default() };
    let mut observed = 0;
    let report = run_match(
        &|| Ok(sparring("random")),
        &|| Ok(sparring("random")),
        &Openings::default(),
        &settings,
        &stop,
        &mut |index, record, _| {
            assert_eq!(index, observed);
            assert!(record.result.is_some());
            observed += 1;
            stop.store(index >= 2, Ordering::Relaxed);
        },
    );
    let report = report.unwrap();
    assert!(report.games() >= 3);
    assert_eq!(report.games(), u64::from(observed));
}

#[test]
fn a_match_ends_with_the_pair_that_decides_its_test() {
    let sprt = Sprt::new([0.0, 100.0], [0.05, 0.05], EloModel::Normalized).unwrap();
    for (first, second, state) in
        [("greedy", "random", SprtState::H1), ("random", "greedy", SprtState::H0)]
    {
        let played = |threads: usize| {
            let (games, rules) = (1001, Rules { ply_cap: 200 });
            let settings = MatchSettings {
                games,
                seed: 3,
                threads,
                rules,
                sprt: Some(sprt),
                time_control: None,
            };
            let mut observed = 0;
            let report = play(first, second, &settings, &mut |_, _, report| {
                observed = report.games();
                let result = sprt.result(&report.pairs);
                assert!(result.state == SprtState::Continue || report.games() % 2 == 0);
            });
            assert_eq!(report.games(), observed);
            report
        };
        let report = played(1);
        assert_eq!(sprt.result(&report.pairs).state, state, "{report:?}");
        assert_eq!(report.games(), 2 * report.pairs.count());
        assert_eq!(report, played(3));
    }
}

/// A match between a random mover and scripted players that are built anew after each failure.
fn against_failing(
    moves: &[&'static str],
    recovered: bool,
    games: u32,
    build_fails_from: usize,
) -> (Result<MatchReport, MatchError>, usize) {
    let built = AtomicUsize::new(0);
    let error = || PlayerError {
        player: "scripted".to_owned(),
        what: "does not come up".to_owned(),
        recovered: false,
    };
    let report = run_match(
        &|| {
            let earlier = built.fetch_add(1, Ordering::Relaxed);
            let player = Box::new(Scripted { moves: moves.to_vec(), recovered });
            if earlier < build_fails_from { Ok(player) } else { Err(error()) }
        },
        &|| Ok(sparring("random")),
        &Openings::default(),
        &MatchSettings { games, seed: 1, threads: 1, ..MatchSettings::default() },
        &AtomicBool::new(false),
        &mut |_, _, _| {},
    );
    (report, built.into_inner())
}

#[test]
fn a_player_that_has_not_recovered_is_built_anew() {
    let (report, built) = against_failing(&[], false, 4, 100);
    let report = report.unwrap();
    assert_eq!((report.forfeits, report.games(), built), ([4, 0], 4, 4));
    assert_eq!(
        (report.tally, report.pairs),
        (Tally { losses: 4, ..Tally::default() }, Pairs([2, 0, 0, 0, 0]))
    );
    assert!(report.only_failures());
    let (report, built) = against_failing(&[], true, 4, 100);
    assert_eq!((report.unwrap().forfeits, built), ([4, 0], 1));
}

/// Plays on with White only.
struct CrashesWithBlack(Box<dyn Player>);

impl Player for CrashesWithBlack {
    fn name(&self) -> String {
        "crashing".to_owned()
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn rand::Rng) -> Result<Choice, PlayerError> {
        if game.position().turn().is_black() {
            let what = "crashed".to_owned();
            return Err(PlayerError { player: self.name(), what, recovered: true });
        }
        self.0.choose(game, rng)
    }
}

#[test]
fn a_failure_is_a_loss_and_no_way_to_pass_a_test() {
    let sprt = Sprt::new([0.0, 20.0], [0.05, 0.05], EloModel::Normalized).unwrap();
    let games = 400;
    let settings = MatchSettings { games, threads: 2, sprt: Some(sprt), ..Default::default() };
    let mut forfeited = 0;
    let report = run_match(
        &|| Ok(Box::new(CrashesWithBlack(sparring("greedy")))),
        &|| Ok(sparring("random")),
        &random_openings(2, 4),
        &settings,
        &AtomicBool::new(false),
        &mut |index, record, report| {
            if index % 2 == 1 {
                forfeited += 1;
                assert!(matches!(record.ending, GameEnd::Abandoned { by: Color::Black, .. }));
                let result = record.result.and_then(KnownOutcome::winner);
                assert_eq!(result, Some(Color::White));
            }
            assert_eq!(report.forfeits, [forfeited, 0]);
        },
    )
    .unwrap();
    // Every game counts: a win or a draw with White, a loss with Black.
    let Tally { wins, draws, losses } = report.tally;
    assert_eq!((wins + draws + losses, losses >= forfeited), (report.games(), true));
    assert_eq!((2 * report.pairs.count(), report.abandoned), (report.games(), 0));
    assert!(report.interval().unwrap().estimate <= 0.5);
    assert_ne!(sprt.result(&report.pairs).state, SprtState::H1);
    assert_eq!(report.failures, [("crashing: crashed".to_owned(), forfeited)].into());
    assert!(!report.only_failures());
}

#[test]
fn a_player_that_fails_again_and_again_stops_the_match() {
    let (report, built) = against_failing(&[], false, 100, 100);
    let error = report.unwrap_err();
    assert_eq!((error.report.forfeits, error.report.games(), built), ([5, 0], 5, 5));
    assert!(error.source.to_string().contains("5 games abandoned in a row"), "{}", error.source);
}

#[test]
fn a_player_that_cannot_be_built_stops_the_match() {
    let (report, built) = against_failing(&[], false, 100, 0);
    assert_eq!((report.unwrap_err().report.games(), built), (0, 3));
    let (report, built) = against_failing(&[], false, 100, 2);
    assert_eq!((report.unwrap_err().report.games(), built), (2, 5));
}

/// A pool of three threads on which one worker panics.
#[test]
#[should_panic(expected = "workers can panic")]
fn a_panic_of_one_worker_of_three_stops_the_pool() {
    struct Endless;
    impl Schedule for Endless {
        type Job = ();
        type Game = GameRecord;
        type Error = ();
        fn job(&mut self, _: u32) -> Option<()> {
            Some(())
        }
        fn finished(&mut self, _: u32, _: PlayedGame) -> Result<(), ()> {
            Ok(())
        }
    }
    let game = played("random", "random", 1, 4);
    let worker = || {
        |number: u32, (): &()| {
            assert!(number != 20, "workers can panic");
            Ok(game.clone())
        }
    };
    let stop = AtomicBool::new(false);
    let _ = with_threads(3, worker, |pool| play_games(pool, &mut Endless, 0..=u32::MAX - 1, &stop));
}

#[test]
fn jobs_that_are_not_ready_are_asked_for_again() {
    /// Each job needs the game two before it.
    struct Lagging(u32);
    impl Schedule for Lagging {
        type Job = ();
        type Game = GameRecord;
        type Error = u32;
        fn job(&mut self, number: u32) -> Option<()> {
            (number <= self.0 + 2).then_some(())
        }
        fn finished(&mut self, number: u32, _: PlayedGame) -> Result<(), u32> {
            assert_eq!(number, self.0 + 1);
            self.0 = number;
            if number == 9 { Err(number) } else { Ok(()) }
        }
    }
    let game = played("random", "random", 1, 4);
    let worker = || |_: u32, (): &()| Ok(game.clone());
    let stop = AtomicBool::new(false);
    for (last, expected) in [(5, Ok(())), (30, Err(9))] {
        let mut schedule = Lagging(0);
        let result =
            with_threads(2, worker, |pool| play_games(pool, &mut schedule, 1..=last, &stop));
        assert_eq!((result, schedule.0), (expected, last.min(9)));
    }
}

#[test]
#[should_panic(expected = "players can panic")]
fn a_panic_of_a_player_is_not_swallowed() {
    let settings =
        MatchSettings { games: 1_000_000, seed: 1, threads: 2, ..MatchSettings::default() };
    let built = AtomicUsize::new(0);
    let _ = run_match(
        &|| {
            assert!(built.fetch_add(1, Ordering::Relaxed) == 0, "players can panic");
            Ok(sparring("random"))
        },
        &|| Ok(sparring("random")),
        &Openings::default(),
        &settings,
        &AtomicBool::new(false),
        &mut |_, _, _| {},
    );
}
