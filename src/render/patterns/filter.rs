//! Which patterns to show, and in which order.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::idea::Idea;
use super::record::{PatternKind, PatternRecord};
use crate::learning::{Exponents, Utility};
use crate::memory::{AnyId, Database, IndexedPattern, Memory, Operator, PatternId};
use crate::units::Value;

/// Sort order of patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum SortKey {
    /// Distance of the weight from ½, largest first.
    #[default]
    Extremeness,
    /// Weight, largest first.
    Weight,
    /// Positions it occurred in, most first.
    Uses,
    /// Changes of the weight, most first.
    Updates,
    /// Utility, largest first.
    Utility,
    /// Games in the memory, oldest first.
    Age,
    /// Nodes and edges or pieces, smallest first.
    Size,
    /// Database and id, ascending.
    Id,
}

/// Which patterns to show, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternFilter {
    /// Only patterns of this kind.
    pub kind: Option<PatternKind>,
    /// Only patterns created by this operator.
    pub operator: Option<Operator>,
    /// Only patterns that occurred in at least this many positions.
    pub min_uses: u32,
    /// The order; ties are broken by id.
    pub sort: SortKey,
    /// Number of patterns at most.
    pub limit: Option<usize>,
}

/// The numbers patterns are sorted by.
struct Row {
    id: AnyId,
    weight: f64,
    uses: u32,
    updates: u32,
    utility: f64,
    age: u32,
    size: usize,
}

impl PatternFilter {
    /// The ids of the patterns selected. Utilities are those with `exponents`.
    #[must_use]
    pub fn select(&self, memory: &Memory, exponents: &Exponents) -> Vec<AnyId> {
        let mut rows = Vec::new();
        let is_selected = |kind| self.kind.is_none_or(|only| only == kind);
        if is_selected(PatternKind::Graph) {
            self.collect(&memory.graphs, AnyId::Graph, memory.games, exponents, &mut rows);
        }
        if is_selected(PatternKind::Material) {
            self.collect(&memory.materials, AnyId::Material, memory.games, exponents, &mut rows);
        }
        if is_selected(PatternKind::Move) {
            self.collect(&memory.moves, AnyId::Move, memory.games, exponents, &mut rows);
        }
        rows.sort_by(|a, b| self.compare(a, b).then(a.id.cmp(&b.id)));
        rows.truncate(self.limit.unwrap_or(usize::MAX));
        rows.into_iter().map(|row| row.id).collect()
    }

    /// As [`PatternFilter::select`], but of patterns with the same [`Idea`] only the first, with the number of them all.
    #[must_use]
    pub fn select_ideas(&self, memory: &Memory, exponents: &Exponents) -> Vec<(AnyId, usize)> {
        let all = PatternFilter { limit: None, ..*self }.select(memory, exponents);
        let ideas: Vec<Option<Idea>> = all.iter().map(|id| Idea::of(memory, *id)).collect();
        let mut left: FxHashMap<Idea, usize> = FxHashMap::default();
        for idea in ideas.iter().flatten() {
            *left.entry(*idea).or_default() += 1;
        }
        let firsts = all.into_iter().zip(ideas).filter_map(|(id, idea)| {
            let variants = left.remove(&idea?)?;
            Some((id, variants))
        });
        firsts.take(self.limit.unwrap_or(usize::MAX)).collect()
    }

    /// A pattern and the most extreme of its neighbours in the order, at most `limit` in each direction.
    #[must_use]
    pub fn neighbourhood(record: &PatternRecord, limit: usize, memory: &Memory) -> Vec<AnyId> {
        let mut ids = vec![record.id];
        for neighbours in [&record.more_general, &record.more_special] {
            let mut neighbours = neighbours.clone();
            let extremeness = |id: &AnyId| {
                let weight = match *id {
                    AnyId::Graph(id) => memory.graphs.weight(id),
                    AnyId::Material(id) => memory.materials.weight(id),
                    AnyId::Move(id) => memory.moves.weight(id),
                };
                Value::new(f64::from(weight)).extremeness()
            };
            neighbours.sort_by(|a, b| extremeness(b).total_cmp(&extremeness(a)));
            neighbours.truncate(limit);
            ids.extend(neighbours);
        }
        ids
    }

    fn collect<P: IndexedPattern>(
        &self,
        database: &Database<P>,
        any: impl Fn(PatternId) -> AnyId,
        games: u32,
        exponents: &Exponents,
        rows: &mut Vec<Row>,
    ) {
        rows.extend(database.ids().filter_map(|id| {
            let statistics = database.statistics(id);
            let operator = database.origin(id)?.operator;
            if statistics.uses < self.min_uses || self.operator.is_some_and(|only| only != operator)
            {
                return None;
            }
            let weight = f64::from(database.weight(id));
            let size = database.get(id)?.size();
            Some(Row {
                id: any(id),
                weight,
                uses: statistics.uses,
                updates: statistics.updates,
                utility: Utility::new(weight, size, statistics, games).total(exponents),
                age: statistics.age(games),
                size,
            })
        }));
    }

    fn compare(&self, a: &Row, b: &Row) -> Ordering {
        match self.sort {
            SortKey::Extremeness => {
                let extremeness = |row: &Row| Value::new(row.weight).extremeness();
                extremeness(b).total_cmp(&extremeness(a))
            }
            SortKey::Weight => b.weight.total_cmp(&a.weight),
            SortKey::Uses => b.uses.cmp(&a.uses),
            SortKey::Updates => b.updates.cmp(&a.updates),
            SortKey::Utility => b.utility.total_cmp(&a.utility),
            SortKey::Age => b.age.cmp(&a.age),
            SortKey::Size => a.size.cmp(&b.size),
            SortKey::Id => Ordering::Equal,
        }
    }
}
