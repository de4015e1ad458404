use std::sync::Arc;

use super::hierarchy::Relation;
use super::id::keep_moved;
use super::stored::{Entry, Stored};
use super::{
    Hierarchy, Index, MaterialIndex, MoveIndex, Origin, PatternId, PatternTrie, Row, Weights,
};
use crate::graph::Graph;
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
    /// By row, ascending. The row of a forgotten pattern keeps its id until the rows are renumbered.
    ids: Arc<Vec<PatternId>>,
    /// By row; `None` where the pattern was forgotten.
    entries: Arc<Vec<Option<Arc<Entry<P>>>>>,
    index: Arc<P::Index>,
    hierarchy: Arc<Hierarchy>,
    weights: Arc<Weights>,
}

/// Empty rows are removed when there are more of them than patterns, and more than this.
const MIN_EMPTY_ROWS: usize = 1024;

impl<P: IndexedPattern> Default for PatternTable<P> {
    fn default() -> PatternTable<P> {
        PatternTable {
            ids: Arc::default(),
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

    /// The ids of all patterns, ascending.
    pub fn ids(&self) -> impl Iterator<Item = PatternId> + '_ {
        let rows = self.ids.iter().zip(self.entries.iter());
        rows.filter(|(_, entry)| entry.is_some()).map(|(id, _)| *id)
    }

    /// Ids, weights and log-odds of all patterns, ascending.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (PatternId, [f32; 2])> + '_ {
        let rows = (0..).map(Row).zip(self.ids.iter()).zip(self.entries.iter());
        rows.filter(|(_, entry)| entry.is_some())
            .map(|((row, id), _)| (*id, [self.weights.weight(row), self.weights.log_odds(row)]))
    }

    /// The row of a pattern; `None` if it was forgotten or never stored.
    ///
    /// # Cost
    ///
    /// A binary search, or one access while no pattern with a smaller id was forgotten.
    #[must_use]
    pub fn row(&self, id: PatternId) -> Option<Row> {
        let row = match self.ids.get(id.index()) {
            Some(at) if *at == id => id.index(),
            _ => self.ids.binary_search(&id).ok()?,
        };
        self.entries[row].is_some().then_some(Row(row as u32))
    }

    /// The id of the pattern in a row.
    #[must_use]
    pub fn id(&self, row: Row) -> PatternId {
        self.ids[row.index()]
    }

    /// The ids of the patterns in some rows, in their order.
    #[must_use]
    pub fn ids_of(&self, rows: &[Row]) -> Vec<PatternId> {
        rows.iter().map(|row| self.id(*row)).collect()
    }

    /// A pattern; `None` if it was forgotten or never stored.
    #[must_use]
    pub fn get(&self, id: PatternId) -> Option<&P> {
        self.get_at(self.row(id)?)
    }

    /// The pattern in a row.
    pub(super) fn get_at(&self, row: Row) -> Option<&P> {
        self.entries[row.index()].as_ref().map(|entry| &entry.pattern)
    }

    /// Where a pattern comes from.
    #[must_use]
    pub fn origin(&self, id: PatternId) -> Option<&Origin> {
        self.entries[self.row(id)?.index()].as_ref().map(|entry| &entry.origin)
    }

    /// The weight of a pattern, in `[0, 1]`; ½ if it is not stored.
    #[must_use]
    pub fn weight(&self, id: PatternId) -> f32 {
        self.row(id).map_or(0.5, |row| self.weights.weight(row))
    }

    /// The log-odds of its weight; 0 if it is not stored.
    #[must_use]
    pub fn log_odds(&self, id: PatternId) -> f32 {
        self.row(id).map_or(0.0, |row| self.weights.log_odds(row))
    }

    /// The id of exactly this pattern.
    #[must_use]
    pub fn find(&self, pattern: &P) -> Option<PatternId> {
        self.index.find(pattern).map(|row| self.id(row))
    }

    /// All stored patterns that are strictly more general, ascending.
    #[must_use]
    pub fn more_general(&self, pattern: &P) -> Vec<PatternId> {
        self.ids_of(&self.index.more_general(pattern))
    }

    /// All stored patterns that are strictly more special, ascending.
    #[must_use]
    pub fn more_special(&self, pattern: &P) -> Vec<PatternId> {
        self.ids_of(&self.index.more_special(pattern, Stored::new(&self.entries)))
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

    /// The weights, by row.
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

    /// Appends a pattern with weight ½; its row. Its id must be above all others. `None` if it is stored already, and the
    /// table is no longer right then.
    pub(super) fn push(&mut self, id: PatternId, pattern: P, origin: Origin) -> Option<Row> {
        let row = Row(self.ids.len() as u32);
        if Arc::make_mut(&mut self.index).insert(row, &pattern).is_some() {
            return None;
        }
        Arc::make_mut(&mut self.ids).push(id);
        Arc::make_mut(&mut self.entries).push(Some(Arc::new(Entry { pattern, origin })));
        self.weights_mut().push();
        Some(row)
    }

    /// Takes a pattern out; its row stays empty.
    pub(super) fn remove(&mut self, id: PatternId) -> Option<Row> {
        let row = self.row(id)?;
        let entry = Arc::make_mut(&mut self.entries)[row.index()].take()?;
        Arc::make_mut(&mut self.index).remove(row, &entry.pattern);
        self.hierarchy_mut().remove(id);
        Some(row)
    }

    /// Number of rows, those of forgotten patterns included: what the size of a table grows with.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.ids.len()
    }

    /// The largest id, that of a forgotten pattern included while it has a row.
    pub(super) fn last_id(&self) -> Option<PatternId> {
        self.ids.last().copied()
    }

    /// There are more empty rows than patterns: the rows are to be renumbered.
    pub(super) fn is_sparse(&self) -> bool {
        self.row_count() - self.len() > self.len().max(MIN_EMPTY_ROWS)
    }

    /// Renumbers the rows if many are empty.
    pub(super) fn compact_if_sparse(&mut self) {
        if self.is_sparse() {
            self.compact();
        }
    }

    /// Sets the order of all patterns: the immediate relations (more general, more special).
    pub(super) fn restore_order(&mut self, immediate: Vec<(PatternId, PatternId)>) {
        let order = Relation { patterns: self.ids().collect(), immediate };
        *self.hierarchy_mut() = Hierarchy::restored(order);
    }

    /// Renumbers the rows without the empty ones, in the same order. Returns the new row of each.
    pub(super) fn compact(&mut self) -> Vec<Option<Row>> {
        let mut next = 0..;
        let row = |entry: &Option<_>| entry.is_some().then(|| next.next().map(Row)).flatten();
        let moved: Vec<Option<Row>> = self.entries.iter().map(row).collect();
        keep_moved(Arc::make_mut(&mut self.ids), &moved);
        keep_moved(Arc::make_mut(&mut self.entries), &moved);
        self.weights_mut().renumber(&moved);
        Arc::make_mut(&mut self.index).renumber(&moved);
        moved
    }

    pub(super) fn hierarchy_mut(&mut self) -> &mut Hierarchy {
        Arc::make_mut(&mut self.hierarchy)
    }

    pub(super) fn weights_mut(&mut self) -> &mut Weights {
        let weights = Arc::make_mut(&mut self.weights);
        weights.begin_changes();
        weights
    }
}

impl PatternTable<GraphPattern> {
    /// Visits every occurrence of every pattern in `host` once: the pattern and the map of its slots to nodes; see
    /// [`PatternTrie::walk`].
    pub fn walk(&self, host: &Graph, mut visit: impl FnMut(PatternId, &[u8])) {
        self.index.walk(host, |row, map| visit(self.id(row), map));
    }
}
