use rustc_hash::FxHashMap;

use super::{Index, PatternId};
use crate::chess::MaterialVector;
use crate::pattern::{MaterialPattern, Pattern};

/// Material patterns by their vector.
#[derive(Clone, Debug, Default)]
pub struct MaterialIndex {
    ids: FxHashMap<MaterialPattern, PatternId>,
}

impl MaterialIndex {
    /// Visits every stored pattern that occurs in a position with this difference, the exact one included.
    ///
    /// Returns the number of vectors looked up.
    pub fn walk(&self, difference: MaterialVector, mut visit: impl FnMut(PatternId)) -> u64 {
        let mut looked_up = 0;
        let mut part = MaterialVector::default();
        loop {
            looked_up += 1;
            if let Some(id) = self.ids.get(&MaterialPattern(part)) {
                visit(*id);
            }
            // The next part, as an odometer counts.
            let Some(digit) = (0..5).find(|i| part.0[*i] != difference.0[*i]) else {
                return looked_up;
            };
            part.0[digit] += difference.0[digit].signum();
            part.0[..digit].fill(0);
        }
    }
}

impl Index<MaterialPattern> for MaterialIndex {
    fn insert(&mut self, id: PatternId, pattern: &MaterialPattern) {
        self.ids.insert(*pattern, id);
    }

    fn remove(&mut self, _: PatternId, pattern: &MaterialPattern) {
        self.ids.remove(pattern);
    }

    fn find(&self, pattern: &MaterialPattern) -> Option<PatternId> {
        self.ids.get(pattern).copied()
    }

    fn covering(&self, pattern: &MaterialPattern) -> Vec<PatternId> {
        let mut found = Vec::new();
        self.walk(pattern.0, |id| found.push(id));
        found
    }

    fn more_special<'a>(
        &self,
        pattern: &MaterialPattern,
        _: impl Fn(PatternId) -> Option<&'a MaterialPattern>,
    ) -> Vec<PatternId> {
        let mut found: Vec<PatternId> = self
            .ids
            .iter()
            .filter(|(other, _)| pattern.is_more_general_than(other) && *other != pattern)
            .map(|(_, id)| *id)
            .collect();
        found.sort_unstable();
        found
    }
}
