//! Those who watch a run.

use std::path::Path;

use super::journal::JournalEntry;
use super::plan::CheckedPlan;

/// Watches a run.
pub trait RunObserver {
    /// A game was written to the journal.
    fn game(&mut self, entry: &JournalEntry);

    /// The run in the folder `root` goes on after `games` games, 0 for a new one.
    fn goes_on(&mut self, _root: &Path, _games: u32) {}

    /// A run with this plan begins, or is gone on with in a series.
    fn begins(&mut self, _plan: &CheckedPlan) {}

    /// The run was resumed after `games` games; the last `relearned` were learned again from their moves.
    fn resumed(&mut self, _plan: &CheckedPlan, _games: u32, _relearned: u32) {}

    /// The first `games` games of the run that is resumed were played by a former version of the program: it cannot be
    /// checked whether their files are as they were written.
    fn unchecked(&mut self, _games: u32) {}

    /// The run that is resumed goes back to where it was after `games` games: the next one is by a worker that is not to be
    /// trusted.
    fn goes_back(&mut self, _games: u32) {}
}

/// Nobody.
impl RunObserver for () {
    fn game(&mut self, _: &JournalEntry) {}
}

/// Several observers of one run.
pub struct Observers<'a>(pub Vec<Box<dyn RunObserver + 'a>>);

impl Observers<'_> {
    fn each(&mut self, tell: impl Fn(&mut dyn RunObserver)) {
        for observer in &mut self.0 {
            tell(&mut **observer);
        }
    }
}

impl RunObserver for Observers<'_> {
    fn game(&mut self, entry: &JournalEntry) {
        self.each(|observer| observer.game(entry));
    }

    fn goes_on(&mut self, root: &Path, games: u32) {
        self.each(|observer| observer.goes_on(root, games));
    }

    fn begins(&mut self, plan: &CheckedPlan) {
        self.each(|observer| observer.begins(plan));
    }

    fn resumed(&mut self, plan: &CheckedPlan, games: u32, relearned: u32) {
        self.each(|observer| observer.resumed(plan, games, relearned));
    }

    fn unchecked(&mut self, games: u32) {
        self.each(|observer| observer.unchecked(games));
    }

    fn goes_back(&mut self, games: u32) {
        self.each(|observer| observer.goes_back(games));
    }
}
