use std::cmp::Ordering;
use std::str::FromStr;

use super::record::PatternKind;
use crate::learning::{Exponents, Utility};
use crate::memory::{AnyId, Database, IndexedPattern, Memory, Operator, PatternId};
use crate::units::Value;

/// Every operator with its name in plans and files.
pub const OPERATORS: [(&str, Operator); 11] = [
    ("material", Operator::Material),
    ("ebg-before", Operator::EbgBefore),
    ("ebg-after", Operator::EbgAfter),
    ("edge", Operator::Edge),
    ("place", Operator::Place),
    ("guard", Operator::Guard),
    ("mobility", Operator::Mobility),
    ("pair", Operator::Pair),
    ("generalise", Operator::Generalise),
    ("specialise", Operator::Specialise),
    ("move", Operator::Move),
];

/// The name of an operator in plans and files.
#[must_use]
pub fn operator_name(operator: Operator) -> &'static str {
    OPERATORS.iter().find(|(_, other)| *other == operator).map_or("?", |(name, _)| name)
}

/// By what patterns are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl SortKey {
    /// Every key with its name.
    pub const ALL: [(&str, SortKey); 8] = [
        ("extremeness", SortKey::Extremeness),
        ("weight", SortKey::Weight),
        ("uses", SortKey::Uses),
        ("updates", SortKey::Updates),
        ("utility", SortKey::Utility),
        ("age", SortKey::Age),
        ("size", SortKey::Size),
        ("id", SortKey::Id),
    ];
}

/// Not the name of a sort key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is nothing patterns can be sorted by")]
pub struct UnknownSortKey(pub String);

impl FromStr for SortKey {
    type Err = UnknownSortKey;

    fn from_str(text: &str) -> Result<SortKey, UnknownSortKey> {
        let found = SortKey::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, key)| *key).ok_or_else(|| UnknownSortKey(text.to_owned()))
    }
}

/// Which patterns, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Of one database only.
    pub kind: Option<PatternKind>,
    /// Made by one operator only.
    pub operator: Option<Operator>,
    /// Only those that occurred in so many positions.
    pub min_uses: u32,
    /// The order; ties are broken by id.
    pub sort: SortKey,
    /// The first so many only.
    pub limit: Option<usize>,
}

/// What patterns are sorted by.
struct Row {
    id: AnyId,
    weight: f64,
    uses: u32,
    updates: u32,
    utility: f64,
    age: u32,
    size: usize,
}

impl Query {
    /// The ids of the patterns asked for. Utilities are those of `exponents`.
    #[must_use]
    pub fn ids(&self, memory: &Memory, exponents: &Exponents) -> Vec<AnyId> {
        let mut rows = Vec::new();
        let wanted = |kind| self.kind.is_none_or(|only| only == kind);
        if wanted(PatternKind::Graph) {
            self.collect(&memory.graphs, AnyId::Graph, memory.games, exponents, &mut rows);
        }
        if wanted(PatternKind::Material) {
            self.collect(&memory.materials, AnyId::Material, memory.games, exponents, &mut rows);
        }
        if wanted(PatternKind::Move) {
            self.collect(&memory.moves, AnyId::Move, memory.games, exponents, &mut rows);
        }
        rows.sort_by(|a, b| self.compare(a, b).then(a.id.cmp(&b.id)));
        rows.truncate(self.limit.unwrap_or(usize::MAX));
        rows.into_iter().map(|row| row.id).collect()
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
            let made_by = database.origin(id)?.operator;
            if statistics.uses < self.min_uses || self.operator.is_some_and(|o| o != made_by) {
                return None;
            }
            let weight = f64::from(database.weights().weight(id));
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn operators_have_the_names_that_plans_give_them() {
        for (name, operator) in OPERATORS {
            assert_eq!(serde_json::to_value(operator).unwrap(), name);
            assert_eq!(operator_name(operator), name);
        }
    }
}
