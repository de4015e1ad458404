//! The material patterns that count once moves are made.

use super::{MaterialIndex, Row, Weights};
use crate::chess::MaterialVector;
use crate::units::FixedPointSum;

/// The material patterns that occur for the other side after moves. Most moves lead to the same difference: its patterns stand
/// here once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MaterialAfterMoves {
    /// The differences, for the other side.
    differences: Vec<MaterialVector>,
    patterns: Vec<Row>,
    /// Where the patterns of each difference end.
    ends: Vec<u32>,
    /// For each move the place of its difference.
    of_moves: Vec<u8>,
}

impl MaterialAfterMoves {
    pub(super) fn clear(&mut self) {
        self.differences.clear();
        self.patterns.clear();
        self.ends.clear();
        self.of_moves.clear();
    }

    /// The next move leads to this difference.
    pub(super) fn push(&mut self, difference: MaterialVector, index: &MaterialIndex) {
        let known = self.differences.iter().position(|known| *known == difference);
        let place = known.unwrap_or_else(|| {
            index.walk(difference, |row| self.patterns.push(row));
            self.ends.push(self.patterns.len() as u32);
            self.differences.push(difference);
            self.differences.len() - 1
        });
        self.of_moves.push(place as u8);
    }

    /// The patterns of each difference.
    pub(crate) fn by_difference(&self) -> impl Iterator<Item = &[Row]> {
        parts(&self.patterns, &self.ends)
    }

    /// For each move the place of its difference in [`MaterialAfterMoves::by_difference`].
    pub(crate) fn of_moves(&self) -> impl Iterator<Item = usize> {
        self.of_moves.iter().map(|place| usize::from(*place))
    }

    /// The log-odds of each difference for the side that moves.
    pub(crate) fn log_odds(&self, weights: &Weights) -> Vec<f64> {
        let sum = |rows: &[Row]| -> f64 {
            let log_odds = rows.iter().map(|row| f64::from(weights.log_odds(*row)));
            log_odds.collect::<FixedPointSum>().get()
        };
        self.by_difference().map(|rows| -sum(rows)).collect()
    }
}

/// The items up to each of the ends.
pub(crate) fn parts<'a, T>(items: &'a [T], ends: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, end)| &items[start as usize..*end as usize])
}
