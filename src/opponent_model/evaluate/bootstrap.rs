//! Intervals by drawing games with replacement: the moves of one game are not independent.

use rand::RngExt;
use serde::Serialize;

use crate::rng;

/// Drawings.
const DRAWS: u64 = 2_000;

/// A share or difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// As measured.
    pub value: f64,
    /// The 2.5th percentile over the drawings.
    pub low: f64,
    /// The 97.5th percentile.
    pub high: f64,
}

/// Estimates Σ sum / Σ count over games; `None` if nothing was counted.
///
/// The same games give the same interval.
#[must_use]
pub fn ratio(games: &[(f64, f64)]) -> Option<Estimate> {
    let count: f64 = games.iter().map(|game| game.1).sum();
    if count == 0.0 {
        return None;
    }
    let value = games.iter().map(|game| game.0).sum::<f64>() / count;
    let mut drawn: Vec<f64> = (0..DRAWS).filter_map(|index| draw(games, index)).collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn[((drawn.len() - 1) as f64 * share).round() as usize];
    Some(Estimate { value, low: at(0.025), high: at(0.975) })
}

fn draw(games: &[(f64, f64)], index: u64) -> Option<f64> {
    let mut rng = rng::seeded(1, "bootstrap", index);
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in games {
        let game = games[rng.random_range(0..games.len())];
        sum += game.0;
        count += game.1;
    }
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn equal_games_leave_no_doubt() {
        let estimate = ratio(&[(2.0, 4.0); 5]).unwrap();
        assert_eq!((estimate.value, estimate.low, estimate.high), (0.5, 0.5, 0.5));
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(0.0, 0.0)]), None);
    }

    #[test]
    fn the_interval_is_as_wide_as_it_should_be() {
        let games: Vec<(f64, f64)> = (0..100).map(|k| (f64::from(k % 2), 1.0)).collect();
        let estimate = ratio(&games).unwrap();
        assert_eq!(estimate.value, 0.5);
        assert!((0.39..0.42).contains(&estimate.low) && (0.58..0.61).contains(&estimate.high));
    }
}
