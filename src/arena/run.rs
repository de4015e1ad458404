use std::collections::BTreeMap;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crossbeam::channel::{self, Sender};
use shakmaty::Color;

use super::{GameEnd, GameRecord, MatchReport, Openings, Rules, first_is_white, play_game};
use crate::player::{Player, PlayerError};
use crate::rng;

/// Builds a player for the thread of the given number.
pub type PlayerFactory<'a> =
    &'a (dyn Fn(usize) -> Result<Box<dyn Player>, PlayerError> + Sync + 'a);

/// How often a player is built in a row before the match is given up.
const BUILD_TRIES: usize = 3;
/// How many games in a row a player may abandon before the match is given up.
const FAILURES_IN_A_ROW: usize = 5;

/// The size of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// Number of games. Two in a row have the same opening with colours exchanged.
    pub games: usize,
    /// All chance comes from it.
    pub seed: u64,
    /// Games played at the same time; 0 is the same as 1.
    pub threads: usize,
    /// By what they are played.
    pub rules: Rules,
}

/// A match that could not be played to its end, because a player failed again and again.
#[derive(Debug, thiserror::Error)]
#[error("the match stopped after {} games", report.games())]
pub struct MatchError {
    /// What came out of the games that were played and observed.
    pub report: Box<MatchReport>,
    /// The last failure.
    pub source: PlayerError,
}

/// Plays a match between two players.
///
/// Game `i` depends only on the players, the seed and `i`, as long as players forget a game when the next one begins:
/// not on the number of threads. `observer` is called in this thread with every game in order, and with the report so
/// far. When `stop` is set, the games under way are finished and the report is that of a shorter match. A player that
/// has not recovered from a failure is built anew.
///
/// # Errors
///
/// A player could not be built in three tries, or abandoned five games in a row on one thread. The games played so far
/// have been observed.
///
/// # Panics
///
/// A player panicked.
pub fn run_match(
    first: PlayerFactory<'_>,
    second: PlayerFactory<'_>,
    openings: &Openings,
    settings: &MatchSettings,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(usize, &GameRecord, &MatchReport),
) -> Result<MatchReport, MatchError> {
    let hall =
        Hall { openings, settings, stop, halt: AtomicBool::new(false), next: AtomicUsize::new(0) };
    let threads = settings.threads.max(1).min(settings.games);
    let (sender, receiver) = channel::unbounded();
    let mut report = MatchReport::default();
    let mut failure = None;
    let scope = crossbeam::thread::scope(|scope| {
        let play = |thread| {
            let (hall, sender) = (&hall, sender.clone());
            scope.spawn(move |_| {
                if let Err(error) = hall.play_games(thread, [first, second], &sender) {
                    // Nobody listens any more only if the receiving thread has panicked.
                    let _ = sender.send(Err(error));
                }
            })
        };
        let workers: Vec<_> = (0..threads).map(play).collect();
        drop(sender);
        let mut waiting = BTreeMap::new();
        for message in receiver {
            match message {
                Ok((index, record)) => _ = waiting.insert(index, record),
                Err(error) => failure = Some(error),
            }
            while let Some(record) = waiting.remove(&(report.games() as usize)) {
                let index = report.games() as usize;
                report.add(index, &record);
                observer(index, &record, &report);
            }
        }
        workers.into_iter().try_for_each(|worker| worker.join())
    });
    if let Err(panic) = scope.and_then(|joined| joined) {
        panic::resume_unwind(panic);
    }
    match failure {
        None => Ok(report),
        Some(source) => Err(MatchError { report: Box::new(report), source }),
    }
}

type Message = Result<(usize, GameRecord), PlayerError>;

/// What the threads of a match share.
struct Hall<'a> {
    openings: &'a Openings,
    settings: &'a MatchSettings,
    stop: &'a AtomicBool,
    /// No more games are given out.
    halt: AtomicBool,
    /// The next game that nobody plays yet. Games are given out in order and all are played to the end, so that the
    /// games of a match that was stopped have no gap.
    next: AtomicUsize,
}

impl Hall<'_> {
    fn play_games(
        &self,
        thread: usize,
        factories: [PlayerFactory<'_>; 2],
        sender: &Sender<Message>,
    ) -> Result<(), PlayerError> {
        let _halt = HaltWhenLeft(&self.halt);
        let [first, second] = factories;
        let mut seats = [Seat::new(first, thread)?, Seat::new(second, thread)?];
        while let Some(index) = self.take_game() {
            let [white, black] = white_and_black(index, &mut seats);
            let record = self.play(index, &mut *white.player, &mut *black.player);
            let settled = settle(&record, white, black);
            if sender.send(Ok((index, record))).is_err() {
                break;
            }
            settled?;
        }
        Ok(())
    }

    fn take_game(&self) -> Option<usize> {
        if self.stop.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed) {
            return None;
        }
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < self.settings.games)
    }

    fn play(&self, index: usize, white: &mut dyn Player, black: &mut dyn Player) -> GameRecord {
        let MatchSettings { seed, rules, .. } = self.settings;
        let opening = self.openings.opening(index as u64 / 2, *seed);
        let mut rng = rng::seeded(*seed, "match", index as u64);
        play_game(white, black, &opening, rules, &mut rng)
    }
}

/// Halts the match when a thread leaves it: by an error, by a panic, or because there is no game left to give out.
struct HaltWhenLeft<'a>(&'a AtomicBool);

impl Drop for HaltWhenLeft<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn white_and_black<'s, 'a>(index: usize, seats: &'s mut [Seat<'a>; 2]) -> [&'s mut Seat<'a>; 2] {
    let [first, second] = seats;
    if first_is_white(index) { [first, second] } else { [second, first] }
}

fn settle(
    record: &GameRecord,
    white: &mut Seat<'_>,
    black: &mut Seat<'_>,
) -> Result<(), PlayerError> {
    match &record.ending {
        GameEnd::Abandoned { by: Color::White, why, recovered } => white.failed(why, *recovered),
        GameEnd::Abandoned { by: Color::Black, why, recovered } => black.failed(why, *recovered),
        _ => {
            white.failures = 0;
            black.failures = 0;
            Ok(())
        }
    }
}

/// A player in his thread, and the way to get another one.
struct Seat<'a> {
    factory: PlayerFactory<'a>,
    thread: usize,
    player: Box<dyn Player>,
    failures: usize,
}

impl<'a> Seat<'a> {
    fn new(factory: PlayerFactory<'a>, thread: usize) -> Result<Seat<'a>, PlayerError> {
        Ok(Seat { factory, thread, player: build(factory, thread)?, failures: 0 })
    }

    fn failed(&mut self, why: &str, recovered: bool) -> Result<(), PlayerError> {
        self.failures += 1;
        if self.failures == FAILURES_IN_A_ROW {
            let what = format!("{FAILURES_IN_A_ROW} games abandoned in a row, the last one: {why}");
            return Err(PlayerError { player: self.player.name(), what, recovered });
        }
        if !recovered {
            self.player = build(self.factory, self.thread)?;
        }
        Ok(())
    }
}

fn build(factory: PlayerFactory<'_>, thread: usize) -> Result<Box<dyn Player>, PlayerError> {
    let mut tries = 1;
    loop {
        match factory(thread) {
            Err(_) if tries < BUILD_TRIES => tries += 1,
            built => return built,
        }
    }
}
