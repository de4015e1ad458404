use serde::Serialize;

use super::rating::Results;
use super::{EloInterval, Interval, MatchReport};
use crate::units::Elo;

/// Normalized Elo for one standard deviation of a game's result: 800 / ln 10, so that it equals logistic Elo near an even
/// score where nothing is drawn.
pub(super) const NORMALIZED_ELO: f64 = 347.435_585_522_601_45;

/// What a match says about the strength of its first player. All are absent if no game has a result.
///
/// All from the pairs if there are any, otherwise from the single games ([`MatchReport::interval`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// Share of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Interval>,
    /// Elo difference; an end is null where a share is 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<EloInterval>,
    /// The lead over an even score in standard deviations of a game, times 800 / ln 10; absent where all results are equal.
    /// M. Van den Bergh, *Normalized Elo* (www.cantate.be/Fishtest). The interval has the same width on both sides, and
    /// contains 0 where that of the score contains ½.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalized_elo: Option<EloInterval>,
    /// Probability that the first player is the stronger one, by the normal approximation, 0 to 1. More than 0.975 where the
    /// interval of the score lies above ½.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood_of_superiority: Option<f64>,
}

impl MatchStatistics {
    /// The statistics of a match.
    #[must_use]
    pub fn of(report: &MatchReport) -> MatchStatistics {
        MatchStatistics::of_results(&report.results())
    }

    fn of_results(results: &Results) -> MatchStatistics {
        let Some(estimate) = results.estimate() else { return MatchStatistics::default() };
        let (score, variance) = (estimate.interval, results.variance());
        let lead = score.estimate - 0.5;
        let of_a_game = (results.games as f64 * variance).sqrt();
        let normalized = |lead: f64| Elo(lead / of_a_game * NORMALIZED_ELO);
        MatchStatistics {
            score: Some(score),
            elo: Some(score.elo()),
            normalized_elo: (variance > 0.0).then(|| EloInterval {
                estimate: normalized(lead),
                low: normalized(lead - estimate.least_lead),
                high: normalized(lead + estimate.least_lead),
            }),
            likelihood_of_superiority: Some(estimate.superiority()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::arena::{Pairs, Tally};

    fn assert_near(interval: EloInterval, estimate: f64, error: f64) {
        let found = (interval.estimate.0, (interval.high.0 - interval.low.0) / 2.0);
        assert!((found.0 - estimate).abs() < 0.01 && (found.1 - error).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn statistics_of_pairs_are_those_of_fastchess() {
        for (pairs, elo, normalized, superiority) in [
            ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28), 1.0),
            ([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96), 0.0505),
        ] {
            let statistics = MatchStatistics::of_results(&Pairs(pairs).results());
            assert_near(statistics.elo.unwrap(), elo.0, elo.1);
            assert_near(statistics.normalized_elo.unwrap(), normalized.0, normalized.1);
            let found = statistics.likelihood_of_superiority.unwrap();
            assert!((found - superiority).abs() < 5e-5, "{found}");
        }
    }

    #[test]
    fn statistics_of_single_games_are_those_of_fastchess() {
        let tally = Tally { wins: 136, losses: 96, draws: 111 };
        let statistics = MatchStatistics::of_results(&tally.results());
        assert_near(statistics.elo.unwrap(), 40.70, 30.43);
        assert_near(statistics.normalized_elo.unwrap(), 49.77, 36.77);
        assert!((statistics.likelihood_of_superiority.unwrap() - 0.9960).abs() < 5e-5);
    }

    #[test]
    fn equal_results_have_no_normalized_elo() {
        // Three pairs tell little: by Wilson's interval, Φ(±√3/2) for a share of ¼ or ¾ and Φ(√3) for all points.
        for (pairs, superiority) in [
            ([3, 0, 0, 0, 0], 0.041_632),
            ([0, 0, 3, 0, 0], 0.5),
            ([0, 0, 0, 3, 0], 0.806_762),
            ([0, 0, 0, 0, 3], 0.958_368),
            ([0, 0, 0, 0, 300], 1.0),
        ] {
            let statistics = MatchStatistics::of_results(&Pairs(pairs).results());
            assert_eq!(statistics.normalized_elo, None);
            let found = statistics.likelihood_of_superiority.unwrap();
            assert!((found - superiority).abs() < 1e-6, "{pairs:?}: {found}");
        }
        let none = MatchStatistics::of(&MatchReport::default());
        assert_eq!(none, MatchStatistics::default());
    }

    #[test]
    fn from_thirty_pairs_on_all_numbers_are_those_of_fastchess() {
        // Computed apart, by its formulas.
        for (pairs, elo, normalized, superiority) in [
            ([2, 0, 15, 2, 14], (144.691, 84.809), (164.815, 83.821), 0.999942),
            ([0, 4, 19, 6, 1], (23.197, 42.041), (48.891, 87.912), 0.862145),
            ([3, 20, 30, 12, 5], (-9.929, 39.038), (-14.708, 57.552), 0.308222),
            ([10, 100, 300, 220, 30], (42.321, 11.001), (72.842, 18.743), 1.000000),
        ] {
            let statistics = MatchStatistics::of_results(&Pairs(pairs).results());
            assert_near(statistics.elo.unwrap(), elo.0, elo.1);
            assert_near(statistics.normalized_elo.unwrap(), normalized.0, normalized.1);
            let found = statistics.likelihood_of_superiority.unwrap();
            assert!((found - superiority).abs() < 5e-6, "{found}");
        }
    }

    #[test]
    fn intervals_of_few_pairs_agree_on_who_is_stronger() {
        for first in 0..30 {
            for second in 0..30 - first {
                let pairs = Pairs([1, first, 3, second, second / 2]);
                let statistics = MatchStatistics::of_results(&pairs.results());
                let (score, elo) = (statistics.score.unwrap(), statistics.elo.unwrap());
                let normalized = statistics.normalized_elo.unwrap();
                let sure = statistics.likelihood_of_superiority.unwrap();
                let is_stronger = score.low > 0.5;
                assert_eq!(elo.low.0 > 0.0, is_stronger, "{pairs:?}");
                assert_eq!(normalized.low.0 > 0.0, is_stronger, "{pairs:?}");
                assert_eq!(sure > 0.975, is_stronger, "{pairs:?}");
                let EloInterval { estimate, low, high } = normalized;
                let (below, above) = (estimate.0 - low.0, high.0 - estimate.0);
                assert!((below - above).abs() < 1e-9 * above, "{normalized:?}");
            }
        }
    }
}
