//! Table 1 of Levinson and Snyder (1991), and how well learned material weights agree with it.

use std::fmt;

use serde::Serialize;

use crate::chess::MaterialVector;

/// The seventeen rows that Levinson and Snyder print, with the weights their system had after 106 games against GNU
/// Chess (1991, Table 1).
pub const PAPER_TABLE_1: [(MaterialVector, f64); 17] = [
    (MaterialVector([0, 0, 0, 0, 0]), 0.455),
    (MaterialVector([0, 0, -1, 0, 0]), 0.094),
    (MaterialVector([0, 0, 1, 0, 0]), 0.912),
    (MaterialVector([0, 1, 0, 0, 0]), 0.910),
    (MaterialVector([0, -1, 0, 0, 0]), 0.102),
    (MaterialVector([0, 0, 0, -1, 0]), 0.078),
    (MaterialVector([0, 0, 0, 1, 0]), 0.916),
    (MaterialVector([1, 0, 0, 0, 0]), 0.731),
    (MaterialVector([-1, 0, 0, 0, 0]), 0.259),
    (MaterialVector([0, 0, 0, 0, 1]), 0.903),
    (MaterialVector([0, 0, 0, 0, -1]), 0.085),
    (MaterialVector([0, 0, -1, 1, 0]), 0.894),
    (MaterialVector([0, 0, -2, 0, 0]), 0.078),
    (MaterialVector([1, 0, -1, 0, 0]), 0.248),
    (MaterialVector([0, 1, -1, 0, 0]), 0.417),
    (MaterialVector([0, -1, 1, 0, 0]), 0.478),
    (MaterialVector([0, 0, 2, 0, 0]), 0.924),
];

/// The weight the paper prints for a difference in material, if it prints one.
#[must_use]
pub fn paper_weight(vector: MaterialVector) -> Option<f64> {
    PAPER_TABLE_1.iter().find(|(theirs, _)| *theirs == vector).map(|(_, weight)| *weight)
}

/// How well learned weights agree with the paper's, over the rows that both have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Number of the seventeen rows of [`PAPER_TABLE_1`] that were learned.
    pub rows: usize,
    /// Rows whose weight is on the same side of ½ as the paper's.
    pub same_side: usize,
    /// Spearman's rank correlation of the weights, in `[-1, 1]`.
    pub rank_correlation: f64,
}

impl Agreement {
    /// Compares learned weights with the paper's; `None` if fewer than three rows are in the paper.
    #[must_use]
    pub fn new(learned: impl IntoIterator<Item = (MaterialVector, f64)>) -> Option<Agreement> {
        let pairs: Vec<(f64, f64)> = learned
            .into_iter()
            .filter_map(|(vector, weight)| Some((weight, paper_weight(vector)?)))
            .collect();
        if pairs.len() < 3 {
            return None;
        }
        let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let same = |(a, b): &&(f64, f64)| (a - 0.5) * (b - 0.5) > 0.0;
        Some(Agreement {
            rows: pairs.len(),
            same_side: pairs.iter().filter(same).count(),
            rank_correlation: correlation(&ranks(&ours), &ranks(&theirs)),
        })
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of the {} rows of the 1991 paper: {} on the same side of 1/2, rank correlation {:+.2}",
            self.rows,
            PAPER_TABLE_1.len(),
            self.same_side,
            self.rank_correlation
        )
    }
}

/// Ranks from 1; equal numbers share the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |x: &f64| {
        let below = numbers.iter().filter(|y| *y < x).count();
        let equal = numbers.iter().filter(|y| *y == x).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// Pearson's correlation; 0 where one side does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let pairs = || a.iter().zip(b).map(|(x, y)| (x - mean_a, y - mean_b));
    let covariance: f64 = pairs().map(|(x, y)| x * y).sum();
    let spread =
        pairs().map(|(x, _)| x * x).sum::<f64>() * pairs().map(|(_, y)| y * y).sum::<f64>();
    if spread > 0.0 { covariance / spread.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_paper_agrees_with_itself_and_not_with_mirrored_weights() {
        let agreement = Agreement::new(PAPER_TABLE_1).unwrap();
        assert_eq!((agreement.rows, agreement.same_side), (17, 17));
        assert!((agreement.rank_correlation - 1.0).abs() < 1e-12);
        let mirrored = PAPER_TABLE_1.map(|(vector, weight)| (vector, 1.0 - weight));
        let agreement = Agreement::new(mirrored).unwrap();
        assert_eq!(agreement.same_side, 0);
        assert!((agreement.rank_correlation + 1.0).abs() < 1e-12);
    }

    #[test]
    fn fewer_than_three_rows_are_not_compared() {
        assert_eq!(Agreement::new([(PAPER_TABLE_1[1].0, 0.1)]), None);
        // Rows that are not in the paper are ignored.
        let others = [3, 4, 5, 6].map(|n| (MaterialVector([n, 0, 0, 0, 0]), 0.9));
        assert_eq!(Agreement::new(others), None);
    }
}
