use std::collections::HashMap;

use shakmaty::{Role, Square};

use super::index::Row;

/// How the side to move fared in a number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Positions.
    pub positions: usize,
    /// Won, drawn and lost by the side to move; others have no known result.
    pub results: [usize; 3],
}

impl Statistics {
    pub(super) fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Statistics {
        let mut statistics = Statistics::default();
        for row in rows {
            statistics.positions += 1;
            if let Some(half_points) = row.half_points {
                statistics.results[2 - usize::from(half_points.min(2))] += 1;
            }
        }
        statistics
    }

    /// The mean result in `[0, 1]` and its 95 % interval (Wilson's, with a draw as half a success: a little too wide where
    /// there are draws); `None` without results.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        const Z: f64 = 1.96;
        let [won, drawn, lost] = self.results.map(|n| n as f64);
        let games = won + drawn + lost;
        if games == 0.0 {
            return None;
        }
        let mean = (won + drawn / 2.0) / games;
        let middle = (mean + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
        let variance = mean * (1.0 - mean) / games + Z * Z / (4.0 * games * games);
        let half = Z * variance.sqrt() / (1.0 + Z * Z / games);
        Some(Score { mean, low: middle - half, high: middle + half })
    }
}

/// A mean result with its 95 % interval, all in `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A kind of piece that was moved to a square, and how that fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedPlan {
    /// Which piece.
    pub role: Role,
    /// Where to, with the side to move as White.
    pub to: Square,
    /// How the side that played it fared.
    pub statistics: Statistics,
}

/// What was played, by piece and square, the most frequent first.
pub(super) fn plans(rows: &[Row]) -> Vec<PlayedPlan> {
    let mut by_aim: HashMap<(Role, Square), Vec<Row>> = HashMap::new();
    for row in rows {
        if let Some(aim) = row.next.and_then(|code| code.aim()) {
            by_aim.entry(aim).or_default().push(*row);
        }
    }
    let mut plans: Vec<PlayedPlan> = by_aim
        .into_iter()
        .map(|((role, to), rows)| PlayedPlan { role, to, statistics: Statistics::of(&rows) })
        .collect();
    plans.sort_by_key(|plan| (std::cmp::Reverse(plan.statistics.positions), plan.role, plan.to));
    plans
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_narrow_with_games() {
        let score =
            |won, lost| Statistics { positions: won + lost, results: [won, 0, lost] }.score();
        let few = score(1, 0).unwrap();
        assert!(few.low > 0.1 && few.low < 0.3 && few.high <= 1.0, "{few:?}");
        let many = score(610, 390).unwrap();
        // R: binom::binom.wilson(610, 1000)
        assert!((many.low - 0.5794).abs() < 1e-3 && (many.high - 0.6397).abs() < 1e-3, "{many:?}");
        assert_eq!(Statistics::default().score(), None);
    }
}
