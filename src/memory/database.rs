use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Hierarchy, Index, MaterialIndex, MoveIndex, Origin, PatternId, PatternTrie, Statistics, Weights,
};
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern, Pattern};

/// A kind of pattern with an index.
pub trait IndexedPattern: Pattern {
    /// The index.
    type Index: Index<Self>;
}

impl IndexedPattern for GraphPattern {
    type Index = PatternTrie;
}

impl IndexedPattern for MaterialPattern {
    type Index = MaterialIndex;
}

impl IndexedPattern for MovePattern {
    type Index = MoveIndex;
}

/// The patterns of one kind with their order, index and weights. Cheap to clone: all parts are shared.
#[derive(Clone, Debug)]
pub struct PatternTable<P: IndexedPattern> {
    entries: Arc<Vec<Option<Arc<Entry<P>>>>>,
    index: Arc<P::Index>,
    hierarchy: Arc<Hierarchy>,
    weights: Arc<Weights>,
}

#[derive(Debug)]
struct Entry<P> {
    pattern: P,
    origin: Origin,
}

impl<P: IndexedPattern> Default for PatternTable<P> {
    fn default() -> PatternTable<P> {
        PatternTable {
            entries: Arc::default(),
            index: Arc::default(),
            hierarchy: Arc::default(),
            weights: Arc::default(),
        }
    }
}

impl<P: IndexedPattern> PatternTable<P> {
    /// Number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hierarchy.len()
    }

    /// There are no patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hierarchy.is_empty()
    }

    /// One more than the largest id ever given.
    #[must_use]
    pub fn id_bound(&self) -> usize {
        self.entries.len()
    }

    /// The ids of all patterns, ascending.
    pub fn ids(&self) -> impl Iterator<Item = PatternId> + '_ {
        self.entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.is_some())
            .map(|(id, _)| PatternId(id as u32))
    }

    /// A pattern; `None` if it was forgotten or never stored.
    #[must_use]
    pub fn get(&self, id: PatternId) -> Option<&P> {
        self.entry(id).map(|entry| &entry.pattern)
    }

    /// Where a pattern comes from.
    #[must_use]
    pub fn origin(&self, id: PatternId) -> Option<&Origin> {
        self.entry(id).map(|entry| &entry.origin)
    }

    /// The id of exactly this pattern.
    #[must_use]
    pub fn find(&self, pattern: &P) -> Option<PatternId> {
        self.index.find(pattern)
    }

    /// The index.
    #[must_use]
    pub fn index(&self) -> &P::Index {
        &self.index
    }

    /// The order of the patterns.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Finds what occurs by walking down the hierarchy, comparing one pattern at a time: only those all of whose
    /// immediate predecessors occur are looked at. This is the retrieval of the 1991 system (Levinson 1991), kept as
    /// the reference for the index.
    ///
    /// Returns the patterns that occur, ascending, and the number of comparisons.
    #[must_use]
    pub fn descend(&self, occurs: impl Fn(&P) -> bool) -> (Vec<PatternId>, usize) {
        let mut waiting: rustc_hash::FxHashMap<PatternId, usize> = Default::default();
        let mut open: Vec<PatternId> =
            self.ids().filter(|id| self.hierarchy.predecessors(*id).next().is_none()).collect();
        let mut found = Vec::new();
        let mut comparisons = 0;
        while let Some(id) = open.pop() {
            comparisons += 1;
            if !self.get(id).is_some_and(&occurs) {
                continue;
            }
            found.push(id);
            for next in self.hierarchy.successors(id) {
                let left = waiting
                    .entry(next)
                    .or_insert_with(|| self.hierarchy.predecessors(next).count());
                *left -= 1;
                if *left == 0 {
                    open.push(next);
                }
            }
        }
        found.sort_unstable();
        (found, comparisons)
    }

    fn entry(&self, id: PatternId) -> Option<&Entry<P>> {
        self.entries.get(id.index())?.as_deref()
    }
}

/// A table of patterns with their statistics and tombstones.
#[derive(Clone, Debug)]
pub struct Database<P: IndexedPattern> {
    table: PatternTable<P>,
    statistics: Vec<Statistics>,
    removed: BTreeMap<PatternId, Tombstone>,
}

/// What is kept of a forgotten pattern.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The game after which it was forgotten.
    pub game: u32,
    /// Its utility then.
    pub utility: f32,
}

/// Outcome of [`Database::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// The pattern is new and has this id.
    New(PatternId),
    /// The pattern was already stored under this id.
    Known(PatternId),
}

impl<P: IndexedPattern> Default for Database<P> {
    fn default() -> Database<P> {
        Database {
            table: PatternTable::default(),
            statistics: Vec::new(),
            removed: BTreeMap::new(),
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

    /// Stores a pattern with weight ½ unless it is already stored.
    ///
    /// # Cost
    ///
    /// One retrieval in the pattern itself, and a comparison with every pattern that shares its rarest feature.
    pub fn insert(&mut self, pattern: P, origin: Origin) -> Insertion {
        if let Some(id) = self.table.find(&pattern) {
            return Insertion::Known(id);
        }
        let table = &self.table;
        let general = table.index.more_general(&pattern);
        let special = table.index.more_special(&pattern, |id| table.get(id));
        let id = PatternId(self.table.entries.len() as u32);
        let born = origin.game;
        self.append(id, pattern, origin, Statistics { born, ..Statistics::default() });
        Arc::make_mut(&mut self.table.hierarchy).insert(id, &general, &special);
        Insertion::New(id)
    }

    /// Forgets a pattern and leaves a tombstone. Unknown ids are ignored.
    pub fn remove(&mut self, id: PatternId, removed: Tombstone) {
        let Some(entry) = self.table.entries.get(id.index()).cloned().flatten() else { return };
        Arc::make_mut(&mut self.table.index).remove(id, &entry.pattern);
        Arc::make_mut(&mut self.table.hierarchy).remove(id);
        Arc::make_mut(&mut self.table.entries)[id.index()] = None;
        self.removed.insert(id, removed);
    }

    /// When and why a pattern was forgotten.
    #[must_use]
    pub fn tombstone(&self, id: PatternId) -> Option<Tombstone> {
        self.removed.get(&id).copied()
    }

    /// How many patterns were forgotten.
    #[must_use]
    pub fn forgotten_count(&self) -> usize {
        self.removed.len()
    }

    /// The statistics of a pattern.
    #[must_use]
    pub fn statistics(&self, id: PatternId) -> Statistics {
        self.statistics.get(id.index()).copied().unwrap_or_default()
    }

    /// The same, mutable.
    pub fn statistics_mut(&mut self, id: PatternId) -> Option<&mut Statistics> {
        self.statistics.get_mut(id.index())
    }

    /// Sets a weight and counts the update.
    pub fn set_weight(&mut self, id: PatternId, weight: f64) {
        self.change(id, |weights| weights.set_weight(id, weight));
    }

    /// Sets the log-odds of a weight and counts the update.
    pub fn set_log_odds(&mut self, id: PatternId, log_odds: f64) {
        self.change(id, |weights| weights.set_log_odds(id, log_odds));
    }

    /// Sets the log-odds of a weight without counting an update.
    pub(super) fn put_log_odds(&mut self, id: PatternId, log_odds: f64) {
        Arc::make_mut(&mut self.table.weights).set_log_odds(id, log_odds);
    }

    fn change(&mut self, id: PatternId, change: impl FnOnce(&mut Weights)) {
        let weights = Arc::make_mut(&mut self.table.weights);
        let before = weights.weight(id);
        change(weights);
        let statistics = &mut self.statistics[id.index()];
        statistics.updates = statistics.updates.saturating_add(1);
        statistics.variance += (weights.weight(id) - before).abs();
    }

    fn append(&mut self, id: PatternId, pattern: P, origin: Origin, statistics: Statistics) {
        Arc::make_mut(&mut self.table.index).insert(id, &pattern);
        let entries = Arc::make_mut(&mut self.table.entries);
        let weights = Arc::make_mut(&mut self.table.weights);
        while entries.len() <= id.index() {
            entries.push(None);
            weights.push();
            self.statistics.push(Statistics::default());
        }
        entries[id.index()] = Some(Arc::new(Entry { pattern, origin }));
        self.statistics[id.index()] = statistics;
    }

    /// A pattern with everything that a file keeps of it.
    pub(super) fn record(&self, id: PatternId) -> Option<(&P, &Origin, [f32; 2], Statistics)> {
        let entry = self.table.entry(id)?;
        let numbers = [self.table.weights.weight(id), self.table.weights.log_odds(id)];
        Some((&entry.pattern, &entry.origin, numbers, self.statistics(id)))
    }

    /// Tombstones by id.
    pub(super) fn tombstones(&self) -> &BTreeMap<PatternId, Tombstone> {
        &self.removed
    }

    /// Restores a pattern from a file. False if it is already stored.
    pub(super) fn restore(
        &mut self,
        id: PatternId,
        pattern: P,
        origin: Origin,
        numbers: [f32; 2],
        statistics: Statistics,
    ) -> bool {
        if self.table.get(id).is_some() || self.table.find(&pattern).is_some() {
            return false;
        }
        self.append(id, pattern, origin, statistics);
        Arc::make_mut(&mut self.table.weights).restore(id, numbers[0], numbers[1]);
        true
    }

    /// Restores the order and the tombstones from a file, and marks ids below `bound` as used.
    pub(super) fn restore_order(
        &mut self,
        edges: &[(PatternId, PatternId)],
        removed: BTreeMap<PatternId, Tombstone>,
        bound: usize,
    ) {
        let ids: Vec<PatternId> = self.table.ids().collect();
        Arc::make_mut(&mut self.table.hierarchy).restore(&ids, edges);
        let entries = Arc::make_mut(&mut self.table.entries);
        let weights = Arc::make_mut(&mut self.table.weights);
        while entries.len() < bound {
            entries.push(None);
            weights.push();
            self.statistics.push(Statistics::default());
        }
        self.removed = removed;
    }
}
