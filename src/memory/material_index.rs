use rustc_hash::FxHashMap;

use super::{Index, Row, Stored};
use crate::chess::MaterialVector;
use crate::pattern::{MaterialPattern, Pattern};

/// Material patterns by their vector.
#[derive(Clone, Debug, Default)]
pub struct MaterialIndex {
    rows: FxHashMap<MaterialPattern, Row>,
}

impl MaterialIndex {
    /// Visits every stored pattern that occurs in a position with this difference, the exact one included.
    ///
    /// Returns the number of vectors looked up.
    pub fn walk(&self, difference: MaterialVector, mut visit: impl FnMut(Row)) -> u64 {
        let mut looked_up = 0;
        let mut part = MaterialVector::default();
        loop {
            looked_up += 1;
            if let Some(row) = self.rows.get(&MaterialPattern(part)) {
                visit(*row);
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
    fn insert(&mut self, row: Row, pattern: &MaterialPattern) -> Option<Row> {
        self.rows.insert(*pattern, row)
    }

    fn remove(&mut self, _: Row, pattern: &MaterialPattern) {
        self.rows.remove(pattern);
    }

    fn find(&self, pattern: &MaterialPattern) -> Option<Row> {
        self.rows.get(pattern).copied()
    }

    fn covering(&self, pattern: &MaterialPattern) -> Vec<Row> {
        let mut found = Vec::new();
        self.walk(pattern.0, |row| found.push(row));
        found
    }

    fn more_special(&self, pattern: &MaterialPattern, _: Stored<'_, MaterialPattern>) -> Vec<Row> {
        let mut found: Vec<Row> = self
            .rows
            .iter()
            .filter(|(other, _)| pattern.is_more_general_than(other) && *other != pattern)
            .map(|(_, row)| *row)
            .collect();
        found.sort_unstable();
        found
    }

    fn renumber(&mut self, moved: &[Option<Row>]) {
        self.rows.values_mut().for_each(|row| row.move_up(moved));
    }
}
