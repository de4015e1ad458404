//! Runs of a series at the same time, each on a thread of its own. Those who watch are told on the thread of the session, and a
//! run goes on when they have been.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam::channel::{Receiver, Sender, bounded};

use super::journal::JournalEntry;
use super::observer::RunObserver;
use super::plan::CheckedPlan;

type Tell = dyn FnOnce(&mut dyn RunObserver) + Send;

/// What to tell the observer of the run with this index. The sender is dropped when it has been told.
struct Message {
    run: usize,
    tell: Box<Tell>,
    _told: Sender<()>,
}

/// Stands in for the observer of a run, on the thread of the run.
struct Teller<'a> {
    run: usize,
    messages: &'a Sender<Message>,
    stop: &'a AtomicBool,
}

impl Teller<'_> {
    fn tell(&self, tell: impl FnOnce(&mut dyn RunObserver) + Send + 'static) {
        let (told, is_told): (Sender<()>, Receiver<()>) = bounded(0);
        let message = Message { run: self.run, tell: Box::new(tell), _told: told };
        if self.messages.send(message).is_err() {
            // Nobody listens any more: an observer has panicked.
            self.stop.store(true, Ordering::Relaxed);
        }
        // An error is what is waited for: the sender is gone.
        let _ = is_told.recv();
    }
}

impl RunObserver for Teller<'_> {
    fn game(&mut self, entry: &JournalEntry) {
        let entry = entry.clone();
        self.tell(move |observer| observer.game(&entry));
    }

    fn goes_on(&mut self, root: &Path, games: u32) {
        let root = root.to_owned();
        self.tell(move |observer| observer.goes_on(&root, games));
    }

    fn begins(&mut self, plan: &CheckedPlan) {
        let plan = plan.clone();
        self.tell(move |observer| observer.begins(&plan));
    }

    fn resumed(&mut self, plan: &CheckedPlan, games: u32, relearned: u32) {
        let plan = plan.clone();
        self.tell(move |observer| observer.resumed(&plan, games, relearned));
    }

    fn unchecked(&mut self, games: u32) {
        self.tell(move |observer| observer.unchecked(games));
    }

    fn goes_back(&mut self, games: u32) {
        self.tell(move |observer| observer.goes_back(games));
    }
}

/// Plays one run for each observer, all at the same time: `play` gets the index of the run and whom to tell. An error sets `stop`, so
/// that the other runs end early too. The results are in the order of the runs.
///
/// # Errors
///
/// The first error of `play`.
pub(super) fn play_side_by_side<T: Send, E: Send>(
    observers: &mut [Box<dyn RunObserver + '_>],
    stop: &AtomicBool,
    play: impl Fn(usize, &mut dyn RunObserver) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (messages, received) = bounded(0);
    let work = |run: usize, messages: &Sender<Message>| {
        let played = play(run, &mut Teller { run, messages, stop });
        if played.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        played
    };
    thread::scope(|scope| {
        // Dropped at the end, and when an observer panics, so that nobody waits to tell.
        let received = received;
        let threads: Vec<_> = (0..observers.len())
            .map(|run| {
                let (work, messages) = (&work, messages.clone());
                scope.spawn(move || work(run, &messages))
            })
            .collect();
        drop(messages);
        for Message { run, tell, .. } in &received {
            tell(&mut *observers[run]);
        }
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.collect::<Vec<_>>().into_iter().collect()
    })
}
