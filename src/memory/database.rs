use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::id::keep_moved;
use super::{IndexedPattern, Origin, PatternId, PatternTable, Row, Statistics, Weights};

/// Utilities of forgotten patterns by game and id: the first are the oldest.
pub(super) type Tombstones = BTreeMap<(u32, PatternId), f32>;

/// A table of patterns with their statistics and tombstones.
///
/// Its size follows the patterns it holds, however many it has forgotten.
#[derive(Clone, Debug)]
pub struct Database<P: IndexedPattern> {
    table: PatternTable<P>,
    /// By row.
    statistics: Vec<Statistics>,
    next_id: u32,
    tombstones: Tombstones,
}

/// What is kept of a forgotten pattern.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The game after which it was forgotten.
    pub game: u32,
    /// Its utility then.
    pub utility: f32,
}

/// What is known of a forgotten pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forgotten {
    /// It is one of the last [`Tombstone::KEPT`] of its kind.
    Recently(Tombstone),
    /// Only that it was stored once.
    LongAgo,
}

impl Tombstone {
    /// Tombstones that a database keeps: those of the last patterns it has forgotten.
    pub const KEPT: usize = 10_000;
}

/// Outcome of [`Database::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// The pattern is new and has this id.
    New(PatternId),
    /// The pattern was already stored under this id.
    Known(PatternId),
    /// The pattern is not stored: all 2³² − 1 ids were given.
    Full,
}

impl<P: IndexedPattern> Default for Database<P> {
    fn default() -> Database<P> {
        Database {
            table: PatternTable::default(),
            statistics: Vec::new(),
            next_id: 0,
            tombstones: BTreeMap::new(),
        }
    }
}

impl<P: IndexedPattern> std::ops::Deref for Database<P> {
    type Target = PatternTable<P>;

    fn deref(&self) -> &PatternTable<P> {
        &self.table
    }
}

impl<P: IndexedPattern> Database<P> {
    /// The patterns and weights at this moment.
    #[must_use]
    pub fn table(&self) -> PatternTable<P> {
        self.table.clone()
    }

    /// One more than the largest id ever given.
    #[must_use]
    pub fn id_bound(&self) -> u32 {
        self.next_id
    }

    /// Stores a pattern with weight ½ unless it is already stored.
    ///
    /// # Cost
    ///
    /// One retrieval in the pattern itself, and a comparison with every pattern that shares its rarest feature.
    pub fn insert(&mut self, pattern: P, origin: Origin) -> Insertion {
        if let Some(id) = self.table.find(&pattern) {
            return Insertion::Known(id);
        }
        let Some(next_id) = self.next_id.checked_add(1) else { return Insertion::Full };
        let id = PatternId(self.next_id);
        self.next_id = next_id;
        let general = self.table.more_general(&pattern);
        let special = self.table.more_special(&pattern);
        let born = origin.game;
        self.table.push(id, pattern, origin);
        self.statistics.push(Statistics { born, ..Statistics::default() });
        self.table.hierarchy_mut().insert(id, &general, &special);
        Insertion::New(id)
    }

    /// Forgets a pattern and leaves a tombstone. Unknown ids are ignored. Rows found before are no longer valid.
    ///
    /// # Cost
    ///
    /// Amortised, that of removing the pattern from index and hierarchy: now and then all rows are renumbered.
    pub fn remove(&mut self, id: PatternId, Tombstone { game, utility }: Tombstone) {
        if self.table.remove(id).is_none() {
            return;
        }
        self.tombstones.insert((game, id), utility);
        if self.tombstones.len() > Tombstone::KEPT {
            self.tombstones.pop_first();
        }
        if self.table.is_sparse() {
            self.compact();
        }
    }

    /// Renumbers the rows without those of forgotten patterns. Nothing else changes; [`Database::remove`] does it in time.
    pub fn compact(&mut self) {
        let moved = self.table.compact();
        keep_moved(&mut self.statistics, &moved);
    }

    /// What is known of a forgotten pattern; `None` if it is stored, or if no pattern ever had this id.
    ///
    /// # Cost
    ///
    /// A pass over all tombstones.
    #[must_use]
    pub fn forgotten(&self, id: PatternId) -> Option<Forgotten> {
        if id.0 >= self.next_id || self.row(id).is_some() {
            return None;
        }
        let found = self.tombstones.iter().find(|((_, forgotten), _)| *forgotten == id);
        Some(found.map_or(Forgotten::LongAgo, |((game, _), utility)| {
            Forgotten::Recently(Tombstone { game: *game, utility: *utility })
        }))
    }

    /// How many patterns were forgotten.
    #[must_use]
    pub fn forgotten_count(&self) -> usize {
        self.next_id as usize - self.len()
    }

    /// The statistics of a pattern; zeros if it is not stored.
    #[must_use]
    pub fn statistics(&self, id: PatternId) -> Statistics {
        self.row(id).map_or_else(Statistics::default, |row| *self.statistics_at(row))
    }

    /// The same, mutable.
    pub fn statistics_mut(&mut self, id: PatternId) -> Option<&mut Statistics> {
        self.row(id).map(|row| self.statistics_at_mut(row))
    }

    /// The statistics of the pattern in a row.
    pub(crate) fn statistics_at(&self, row: Row) -> &Statistics {
        &self.statistics[row.index()]
    }

    /// The same, mutable.
    pub(crate) fn statistics_at_mut(&mut self, row: Row) -> &mut Statistics {
        &mut self.statistics[row.index()]
    }

    /// Counts the age of every pattern from before the first game.
    pub(super) fn begin_ages(&mut self) {
        self.statistics.iter_mut().for_each(|statistics| statistics.born = 0);
    }

    /// Counts all ages from so many games before.
    pub(super) fn begin_after(&mut self, games: u32) {
        for statistics in &mut self.statistics {
            statistics.born = statistics.born.saturating_add(games);
        }
    }

    /// Sets a weight and counts the update. Unknown ids are ignored.
    pub fn set_weight(&mut self, id: PatternId, weight: f64) {
        if let Some(row) = self.row(id) {
            self.updates().set_weight(row, weight);
        }
    }

    /// Sets the log-odds of a weight and counts the update. Unknown ids are ignored.
    pub fn set_log_odds(&mut self, id: PatternId, log_odds: f64) {
        if let Some(row) = self.row(id) {
            self.updates().set_log_odds(row, log_odds);
        }
    }

    /// Changes the weights and statistics of many patterns.
    pub(crate) fn updates(&mut self) -> Updates<'_> {
        Updates { weights: self.table.weights_mut(), statistics: &mut self.statistics }
    }

    /// Sets the log-odds of a weight without counting an update.
    pub(super) fn put_log_odds(&mut self, id: PatternId, log_odds: f64) {
        if let Some(row) = self.row(id) {
            self.table.weights_mut().set_log_odds(row, log_odds);
        }
    }

    /// What is kept of forgotten patterns.
    pub(super) fn tombstones(&self) -> &Tombstones {
        &self.tombstones
    }

    /// Restores a pattern from a file. False if it is stored already, or if its id is not above those stored: the file is
    /// damaged then, and the database not right.
    pub(super) fn restore(
        &mut self,
        id: PatternId,
        pattern: P,
        origin: Origin,
        numbers: [f32; 2],
        statistics: Statistics,
    ) -> bool {
        if id.0 < self.next_id || id.0 == u32::MAX {
            return false;
        }
        self.next_id = id.0 + 1;
        let Some(row) = self.table.push(id, pattern, origin) else { return false };
        self.statistics.push(statistics);
        self.table.weights_mut().restore(row, numbers[0], numbers[1]);
        true
    }

    /// Restores the order and the tombstones from a file, and marks ids below `bound` as used.
    pub(super) fn restore_order(
        &mut self,
        order: Vec<(PatternId, PatternId)>,
        tombstones: Tombstones,
        bound: u32,
    ) {
        self.table.restore_order(order);
        self.next_id = self.next_id.max(bound);
        self.tombstones = tombstones;
        while self.tombstones.len() > Tombstone::KEPT {
            self.tombstones.pop_first();
        }
    }
}

/// Weights and statistics while they change.
pub(crate) struct Updates<'a> {
    weights: &'a mut Weights,
    statistics: &'a mut [Statistics],
}

impl Updates<'_> {
    pub(crate) fn weights(&self) -> &Weights {
        self.weights
    }

    /// The statistics of the pattern in a row.
    pub(crate) fn statistics(&mut self, row: Row) -> &mut Statistics {
        &mut self.statistics[row.index()]
    }

    /// Sets the weight of the pattern in a row and counts the update.
    pub(crate) fn set_weight(&mut self, row: Row, weight: f64) {
        let before = self.weights.weight(row);
        self.weights.set_weight(row, weight);
        self.count(row, before);
    }

    /// Sets the log-odds of the weight of the pattern in a row and counts the update.
    pub(crate) fn set_log_odds(&mut self, row: Row, log_odds: f64) {
        let before = self.weights.weight(row);
        self.weights.set_log_odds(row, log_odds);
        self.count(row, before);
    }

    fn count(&mut self, row: Row, before: f32) {
        let change = (self.weights.weight(row) - before).abs();
        let statistics = self.statistics(row);
        statistics.updates = statistics.updates.saturating_add(1);
        statistics.variance += change;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::MaterialPattern;

    #[test]
    fn of_the_tombstones_of_an_old_file_the_last_are_kept() {
        let kept = Tombstone::KEPT as u32;
        // Two games, the later with smaller ids.
        let of = |id| ((u32::from(id < kept), PatternId(id)), 0.5);
        let mut database = Database::<MaterialPattern>::default();
        database.restore_order(Vec::new(), (0..2 * kept).map(of).collect(), 2 * kept);
        assert_eq!(database.tombstones().len(), Tombstone::KEPT);
        let tombstone = Forgotten::Recently(Tombstone { game: 1, utility: 0.5 });
        assert_eq!(database.forgotten(PatternId(0)), Some(tombstone));
        assert_eq!(database.forgotten(PatternId(kept)), Some(Forgotten::LongAgo));
        assert_eq!(database.forgotten_count(), 2 * Tombstone::KEPT);
    }
}
