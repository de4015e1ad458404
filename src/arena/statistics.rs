use serde::Serialize;

use super::rating::{Results, normal_probability};
use super::{EloInterval, Interval, MatchReport};
use crate::units::Elo;

/// Normalized Elo for one standard deviation of a game's result: 800 / ln 10, so that it equals logistic Elo near an even
/// score where nothing is drawn.
pub(super) const NORMALIZED_ELO: f64 = 347.435_585_522_601_45;

/// What a match says about the strength of its first player. All are absent if no game has a result.
///
/// From the pairs if nine games in ten belong to one, otherwise from the single games ([`MatchReport::interval`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// Share of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Interval>,
    /// Elo difference; an end is null where a share is 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<EloInterval>,
    /// The lead over an even score in standard deviations of a game, times 800 / ln 10; absent where all results are equal.
    /// M. Van den Bergh, *Normalized Elo* (www.cantate.be/Fishtest).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalized_elo: Option<EloInterval>,
    /// Probability that the first player is the stronger one, by the normal approximation, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood_of_superiority: Option<f64>,
}

impl MatchStatistics {
    /// The statistics of a match.
    #[must_use]
    pub fn of(report: &MatchReport) -> MatchStatistics {
        let (results, games) = report.results();
        MatchStatistics::of_results(&results, games)
    }

    /// From results of so many games each.
    fn of_results(results: &Results, games: f64) -> MatchStatistics {
        let Some(score) = results.interval() else { return MatchStatistics::default() };
        let (count, variance) = (results.count() as f64, results.variance());
        let lead = score.estimate - 0.5;
        // Where all results are equal, the sign decides.
        let deviations = lead / (variance / count).sqrt();
        let deviations = if lead == 0.0 { 0.0 } else { deviations };
        let of_a_game = (games * variance).sqrt();
        let normalized = |share: f64| Elo((share - 0.5) / of_a_game * NORMALIZED_ELO);
        MatchStatistics {
            score: Some(score),
            elo: Some(score.elo()),
            normalized_elo: (variance > 0.0).then(|| EloInterval {
                estimate: normalized(score.estimate),
                low: normalized(score.low),
                high: normalized(score.high),
            }),
            likelihood_of_superiority: Some(normal_probability(deviations)),
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
            let statistics = MatchStatistics::of_results(&Pairs(pairs).results(), 2.0);
            assert_near(statistics.elo.unwrap(), elo.0, elo.1);
            assert_near(statistics.normalized_elo.unwrap(), normalized.0, normalized.1);
            let found = statistics.likelihood_of_superiority.unwrap();
            assert!((found - superiority).abs() < 5e-5, "{found}");
        }
    }

    #[test]
    fn statistics_of_single_games_are_those_of_fastchess() {
        let tally = Tally { wins: 136, losses: 96, draws: 111 };
        let statistics = MatchStatistics::of_results(&tally.results(), 1.0);
        assert_near(statistics.elo.unwrap(), 40.70, 30.43);
        assert_near(statistics.normalized_elo.unwrap(), 49.77, 36.77);
        assert!((statistics.likelihood_of_superiority.unwrap() - 0.9960).abs() < 5e-5);
    }

    #[test]
    fn equal_results_have_no_normalized_elo() {
        for (pairs, superiority) in
            [([3, 0, 0, 0, 0], 0.0), ([0, 0, 3, 0, 0], 0.5), ([0, 0, 0, 3, 0], 1.0)]
        {
            let statistics = MatchStatistics::of_results(&Pairs(pairs).results(), 2.0);
            assert_eq!(statistics.normalized_elo, None);
            assert_eq!(statistics.likelihood_of_superiority, Some(superiority));
        }
        let none = MatchStatistics::of(&MatchReport::default());
        assert_eq!(none, MatchStatistics::default());
    }
}
