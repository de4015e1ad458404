use std::sync::atomic::AtomicBool;

use shakmaty::Color;

use super::pool::{PlayedGame, Schedule, play_games, with_threads};
use super::seat::{PlayerFactory, Seat};
use super::{
    GameEnd, GameRecord, MatchReport, Opening, Openings, Rules, Sprt, SprtState, play_timed_game,
};
use crate::player::{PlayerError, TimeControl};
use crate::rng;
use crate::units::counted;

/// Games in a row that a player may forfeit before the match is stopped.
const MAX_FAILURES: u32 = 5;

/// The size of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchSettings {
    /// Number of games, with a test the greatest one. Each opening is played twice in a row, with colours exchanged.
    pub games: u32,
    /// Seed of openings and players.
    pub seed: u64,
    /// Games played at the same time; 0 means 1.
    pub threads: usize,
    /// Rules beyond those of chess.
    pub rules: Rules,
    /// The time that players have. Without one, only limits of their own keep them from thinking for ever.
    pub time_control: Option<TimeControl>,
    /// A test at whose end the match ends.
    pub sprt: Option<Sprt>,
}

/// A match that was stopped because a player failed again and again.
#[derive(Debug, thiserror::Error)]
#[error("the match stopped after {}", counted(report.games(), "game"))]
pub struct MatchError {
    /// The report on the games that were played and observed.
    pub report: Box<MatchReport>,
    /// The last failure.
    pub source: PlayerError,
}

/// Called with each game in order: its index, its record, and the report so far.
pub type MatchObserver<'a> = &'a mut dyn FnMut(u32, &GameRecord, &MatchReport);

/// Plays a match between two players.
///
/// Game `i` depends only on the players, the seed and `i`, not on the number of threads, as long as players keep nothing
/// from one game to the next. `observer` is called in this thread. When `stop` is set, the games under way are finished
/// and the report covers a shorter match. A player that has not recovered from a failure is built again.
///
/// A player that fails loses the game.
///
/// When the test accepts a hypothesis, the games under way are finished, but the report ends with the pair that decided: with
/// any number of threads it is the same.
///
/// # Errors
///
/// A player could not be built in three attempts, or failed in five games in a row.
///
/// # Panics
///
/// A player panicked.
pub fn run_match(
    first: &PlayerFactory<'_>,
    second: &PlayerFactory<'_>,
    openings: &Openings,
    settings: &MatchSettings,
    stop: &AtomicBool,
    observer: MatchObserver<'_>,
) -> Result<MatchReport, MatchError> {
    let report = MatchReport::default();
    let mut schedule = MatchSchedule { openings, settings, report, failures: [0; 2], observer };
    let worker = || {
        let mut seats = [Seat::default(), Seat::default()];
        move |index: u32, opening: &Opening| {
            let [one, two] = &mut seats;
            let mut rng = rng::seeded(settings.seed, "match", u64::from(index));
            let side = side_of_first(index);
            let (first, second) = (one.player(first)?, two.player(second)?);
            let (white, black) = if side.is_white() { (first, second) } else { (second, first) };
            let MatchSettings { rules, time_control, .. } = settings;
            let record = play_timed_game(white, black, opening, rules, *time_control, &mut rng);
            one.after(&record, side);
            two.after(&record, !side);
            Ok(record)
        }
    };
    let threads = settings.threads.max(1).min(settings.games as usize);
    let played = match settings.games.checked_sub(1) {
        None => Ok(()),
        Some(last) => {
            with_threads(threads, worker, |pool| play_games(pool, &mut schedule, 0..=last, stop))
        }
    };
    let report = schedule.report;
    match played {
        Ok(()) | Err(MatchEnd::Decided) => Ok(report),
        Err(MatchEnd::Failed(source)) => Err(MatchError { report: Box::new(report), source }),
    }
}

/// The colour of the first player in game `index`: White in every even one.
#[must_use]
pub fn side_of_first(index: u32) -> Color {
    Color::from_white(index.is_multiple_of(2))
}

struct MatchSchedule<'a> {
    openings: &'a Openings,
    settings: &'a MatchSettings,
    report: MatchReport,
    /// Games in a row that the first and the second player have forfeited.
    failures: [u32; 2],
    observer: MatchObserver<'a>,
}

impl Schedule for MatchSchedule<'_> {
    type Job = Opening;
    type Game = GameRecord;
    type Error = MatchEnd;

    fn job(&mut self, index: u32) -> Option<Opening> {
        Some(self.openings.opening(u64::from(index / 2), self.settings.seed))
    }

    fn finished(&mut self, index: u32, game: PlayedGame) -> Result<(), MatchEnd> {
        let mut record = game.map_err(MatchEnd::Failed)?;
        record.forfeit();
        let side = side_of_first(index);
        self.report.add(side, &record);
        (self.observer)(index, &record, &self.report);
        let GameEnd::Abandoned { by, why, recovered } = &record.ending else {
            self.failures = [0; 2];
            return self.check_test(side);
        };
        let failures = &mut self.failures[usize::from(*by != side)];
        *failures += 1;
        if *failures < MAX_FAILURES {
            return self.check_test(side);
        }
        let what = format!("{failures} games abandoned in a row; the last one: {why}");
        let player = record.name_of(*by).to_owned();
        Err(MatchEnd::Failed(PlayerError { player, what, recovered: *recovered }))
    }
}

impl MatchSchedule<'_> {
    /// Whether the test has come to its end with a game in which the first player had `side`.
    fn check_test(&self, side: Color) -> Result<(), MatchEnd> {
        let Some(sprt) = self.settings.sprt.filter(|_| side.is_black()) else { return Ok(()) };
        match sprt.result(&self.report.pairs).state {
            SprtState::Continue => Ok(()),
            SprtState::H0 | SprtState::H1 => Err(MatchEnd::Decided),
        }
    }
}

/// Why no more games are played.
enum MatchEnd {
    /// The test has accepted a hypothesis.
    Decided,
    /// A player failed again and again.
    Failed(PlayerError),
}
