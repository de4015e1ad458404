use rustc_hash::FxHashMap;

use super::index::others;
use super::nursery::Counted;
use super::{Index, PatternId, Version, Weights};
use crate::graph::{MoveComponents, MoveLabel};
use crate::pattern::{MovePattern, Pattern};
use crate::units::ExactSum;

/// Move patterns by what they say and what they leave open: one table for each set of components that occurs.
#[derive(Clone, Debug, Default)]
pub struct MoveIndex {
    tables: Vec<(MoveComponents, FxHashMap<MoveLabel, PatternId>)>,
    version: Version,
}

impl MoveIndex {
    /// Visits every stored pattern that occurs in a move once. Costs a look-up for each set of components.
    pub fn walk(&self, label: MoveLabel, mut visit: impl FnMut(PatternId)) {
        for (components, ids) in &self.tables {
            if let Some(id) = label.keep_all(*components).and_then(|label| ids.get(&label)) {
                visit(*id);
            }
        }
    }
}

impl Index<MovePattern> for MoveIndex {
    fn insert(&mut self, id: PatternId, pattern: &MovePattern) {
        self.version = Version::next();
        let components = pattern.0.components();
        let place = self.tables.binary_search_by_key(&components, |(known, _)| *known);
        let place = place.unwrap_or_else(|place| {
            self.tables.insert(place, (components, FxHashMap::default()));
            place
        });
        self.tables[place].1.insert(pattern.0, id);
    }

    fn remove(&mut self, _: PatternId, pattern: &MovePattern) {
        self.version = Version::next();
        let components = pattern.0.components();
        if let Ok(place) = self.tables.binary_search_by_key(&components, |(known, _)| *known) {
            self.tables[place].1.remove(&pattern.0);
            if self.tables[place].1.is_empty() {
                self.tables.remove(place);
            }
        }
    }

    fn find(&self, pattern: &MovePattern) -> Option<PatternId> {
        let components = pattern.0.components();
        let place = self.tables.binary_search_by_key(&components, |(known, _)| *known).ok()?;
        self.tables[place].1.get(&pattern.0).copied()
    }

    fn more_general(&self, pattern: &MovePattern) -> Vec<PatternId> {
        let mut found = Vec::new();
        self.walk(pattern.0, |id| found.push(id));
        others(found, self.find(pattern))
    }

    fn more_special<'a>(
        &self,
        pattern: &MovePattern,
        _: impl Fn(PatternId) -> Option<&'a MovePattern>,
    ) -> Vec<PatternId> {
        let components = pattern.0.components();
        let wider = self
            .tables
            .iter()
            .filter(|(known, _)| known.contain_all(components) && *known != components);
        let mut found: Vec<PatternId> = wider
            .flat_map(|(_, ids)| ids)
            .filter(|(label, _)| pattern.is_more_general_than(&MovePattern(**label)))
            .map(|(_, id)| *id)
            .collect();
        found.sort_unstable();
        found
    }
}

/// What the patterns of moves came to lately: most moves of a position are those of its neighbours.
#[derive(Clone, Debug, Default)]
pub struct MoveMemo {
    versions: (Version, Version),
    kept: Vec<Option<(MoveLabel, f64)>>,
}

/// Sums kept.
const KEPT: usize = 1 << 13;

impl MoveMemo {
    /// The sum of the log-odds of all patterns that occur in a move.
    pub(super) fn sum(&mut self, index: &MoveIndex, weights: &Weights, label: MoveLabel) -> f64 {
        let versions = (index.version, weights.version());
        if self.versions != versions {
            self.versions = versions;
            self.kept.clear();
            self.kept.resize(KEPT, None);
        }
        let place = (label.digest() >> 40) as usize % KEPT;
        match self.kept[place] {
            Some((known, sum)) if known == label => sum,
            _ => {
                let mut sum = ExactSum::default();
                index.walk(label, |id| sum += f64::from(weights.log_odds(id)));
                self.kept[place] = Some((label, sum.get()));
                sum.get()
            }
        }
    }
}
