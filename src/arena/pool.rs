//! Games played by several workers at the same time and handled in order.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam::channel::{self, Receiver, Sender};

use super::GameRecord;
use crate::player::PlayerError;

/// A game that was played, or the reason why it could not be: a player could not be built.
pub type PlayedGame<G = GameRecord> = Result<G, PlayerError>;

/// Workers that play games: threads ([`with_threads`]), or anything else that takes jobs and returns games. Jobs (`J`) and
/// games (`G`) are plain values.
pub trait GamePool<J, G = GameRecord> {
    /// Whether another job should be offered now, so that no worker has to wait.
    fn has_room(&self) -> bool;

    /// Queues a game. Games are begun in the order in which they are offered.
    fn offer(&mut self, number: u32, job: J);

    /// Waits until a game is finished and returns it with its number, in any order; `None` if no game is under way.
    fn take(&mut self) -> Option<(u32, PlayedGame<G>)>;

    /// Told when a game that was taken has been handled: it will not be asked for again.
    fn handled(&mut self, _number: u32) {}

    /// Removes the jobs that no worker has begun.
    fn withdraw(&mut self);
}

/// Which games are played, and what is done with them.
pub trait Schedule {
    /// What a worker needs to play a game.
    type Job;
    /// What a worker makes of it.
    type Game;
    /// Why no more games are played.
    type Error;

    /// The job of game `number`; `None` if it depends on games that are not finished. Asked in order, and again after
    /// the next finished game.
    fn job(&mut self, number: u32) -> Option<Self::Job>;

    /// Handles game `number`. Called in order.
    ///
    /// # Errors
    ///
    /// The remaining games are not to be played.
    fn finished(&mut self, number: u32, game: PlayedGame<Self::Game>) -> Result<(), Self::Error>;
}

/// Plays the games `numbers`. When `stop` is set, no more games are begun and those under way are finished.
///
/// # Errors
///
/// The first error of [`Schedule::finished`].
pub fn play_games<S: Schedule>(
    pool: &mut impl GamePool<S::Job, S::Game>,
    schedule: &mut S,
    numbers: RangeInclusive<u32>,
    stop: &AtomicBool,
) -> Result<(), S::Error> {
    let (mut next, last) = numbers.into_inner();
    let mut expected = next;
    let mut early = BTreeMap::new();
    loop {
        while next <= last
            && !stop.load(Ordering::Relaxed)
            && pool.has_room()
            && let Some(job) = schedule.job(next)
        {
            pool.offer(next, job);
            next += 1;
        }
        if stop.load(Ordering::Relaxed) {
            pool.withdraw();
        }
        let Some((number, game)) = pool.take() else { return Ok(()) };
        early.insert(number, game);
        while let Some(game) = early.remove(&expected) {
            schedule.finished(expected, game)?;
            pool.handled(expected);
            expected += 1;
        }
    }
}

/// The number of processors; 1 where that is unknown.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Jobs queued or under way for each thread; enough while this thread plays a game and handles those that came in.
const JOBS_PER_THREAD: usize = 8;

/// Runs `play` with a pool of `threads` threads, this one included: it plays a game whenever it waits for one.
///
/// `worker` makes the function that plays the games of one thread, one after the other.
///
/// # Panics
///
/// A worker panicked.
pub fn with_threads<J: Send, G: Send, W: FnMut(u32, &J) -> PlayedGame<G>, T>(
    threads: usize,
    worker: impl Fn() -> W + Sync,
    play: impl FnOnce(&mut ThreadPool<W, J, G>) -> T,
) -> T {
    let (offers, jobs) = channel::unbounded::<(u32, J)>();
    let (done, games) = channel::unbounded();
    thread::scope(|scope| {
        for _ in 1..threads {
            let (jobs, done, worker) = (jobs.clone(), done.clone(), &worker);
            scope.spawn(move || {
                let mut worker = worker();
                for (number, job) in jobs {
                    let game = catch_unwind(AssertUnwindSafe(|| worker(number, &job)));
                    if done.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        let capacity = JOBS_PER_THREAD * threads.max(1);
        play(&mut ThreadPool { own: worker(), offers, jobs, games, under_way: 0, capacity })
    })
}

/// The pool of [`with_threads`]; `W` plays the games of this thread.
pub struct ThreadPool<W, J, G = GameRecord> {
    own: W,
    offers: Sender<(u32, J)>,
    jobs: Receiver<(u32, J)>,
    games: Receiver<(u32, thread::Result<PlayedGame<G>>)>,
    under_way: usize,
    capacity: usize,
}

impl<W: FnMut(u32, &J) -> PlayedGame<G>, J, G> GamePool<J, G> for ThreadPool<W, J, G> {
    fn has_room(&self) -> bool {
        self.under_way < self.capacity
    }

    fn offer(&mut self, number: u32, job: J) {
        // Cannot fail: `self.jobs` keeps the channel open.
        if self.offers.send((number, job)).is_ok() {
            self.under_way += 1;
        }
    }

    fn take(&mut self) -> Option<(u32, PlayedGame<G>)> {
        if self.under_way == 0 {
            return None;
        }
        self.under_way -= 1;
        // Finished games come first: other threads may wait for what is done with them.
        let (number, game) = match self.games.try_recv() {
            Ok(done) => done,
            Err(_) => match self.jobs.try_recv() {
                Ok((number, job)) => return Some((number, (self.own)(number, &job))),
                Err(_) => self.games.recv().ok()?,
            },
        };
        Some((number, game.unwrap_or_else(|panic| resume_unwind(panic))))
    }

    fn withdraw(&mut self) {
        self.under_way -= self.jobs.try_iter().count();
    }
}
