//! Percentile bootstrap over games: moves of the same game are not independent, so whole games are resampled.

use rand::RngExt;
use serde::Serialize;

use crate::rng;

/// Number of resamples.
const RESAMPLES: u64 = 2_000;

/// A share or difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// The 2.5th percentile of the resamples.
    pub low: f64,
    /// The 97.5th percentile.
    pub high: f64,
}

/// Σ sum / Σ count over games of (sum, count); `None` if all counts are 0.
///
/// Seeded: the same games give the same interval.
#[must_use]
pub fn bootstrap_ratio(games: &[(f64, f64)]) -> Option<Estimate> {
    let count: f64 = games.iter().map(|game| game.1).sum();
    if count == 0.0 {
        return None;
    }
    let value = games.iter().map(|game| game.0).sum::<f64>() / count;
    let mut ratios: Vec<f64> = (0..RESAMPLES).filter_map(|index| resample(games, index)).collect();
    ratios.sort_by(f64::total_cmp);
    let quantile = |q: f64| ratios[((ratios.len() - 1) as f64 * q).round() as usize];
    Some(Estimate { value, low: quantile(0.025), high: quantile(0.975) })
}

fn resample(games: &[(f64, f64)], index: u64) -> Option<f64> {
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
    fn the_interval_of_equal_games_has_no_width() {
        let estimate = bootstrap_ratio(&[(2.0, 4.0); 5]).unwrap();
        assert_eq!((estimate.value, estimate.low, estimate.high), (0.5, 0.5, 0.5));
        assert_eq!(bootstrap_ratio(&[]), None);
        assert_eq!(bootstrap_ratio(&[(0.0, 0.0)]), None);
    }

    #[test]
    fn the_interval_of_a_hundred_coin_flips_is_about_ten_points_to_either_side() {
        let games: Vec<(f64, f64)> = (0..100).map(|k| (f64::from(k % 2), 1.0)).collect();
        let estimate = bootstrap_ratio(&games).unwrap();
        assert_eq!(estimate.value, 0.5);
        assert!((0.39..0.42).contains(&estimate.low) && (0.58..0.61).contains(&estimate.high));
    }
}
