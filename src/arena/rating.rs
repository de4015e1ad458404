use std::fmt;

use serde::{Deserialize, Serialize};

use crate::units::Elo;

/// The normal distribution's quantile for a two-sided probability of 95 %.
const Z: f64 = 1.959_963_984_540_054;
/// Minimum number of results for the normal approximation.
const MIN_FOR_NORMAL: u64 = 30;
/// Student's quantiles for a two-sided probability of 95 %, with 1 to 28 degrees of freedom.
const STUDENT: [f64; MIN_FOR_NORMAL as usize - 2] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048,
];

/// Games won, drawn and lost by one player.
///
/// # Example
///
/// ```
/// use morph::arena::Tally;
/// let tally = Tally { wins: 1375, draws: 465, losses: 1360 };
/// assert_eq!(tally.to_string(), "+1375 =465 -1360 (3200 games) 50.2 % ± 1.6");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game in which the player scored `points`: 1, ½ or 0.
    pub fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points > 0.25 {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
    }

    /// Share of the points with its 95 % interval, every game taken as independent; `None` without games.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.results().interval()
    }

    pub(super) fn results(&self) -> Results {
        let counts = vec![(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)];
        Results { counts, games: 1 }
    }

    /// The counts without the interval: `+1375 =465 -1360 (3200 games)`.
    pub(super) fn counts(&self) -> String {
        let Tally { wins, draws, losses } = self;
        let games = self.games();
        let plural = if games == 1 { "" } else { "s" };
        format!("+{wins} ={draws} -{losses} ({games} game{plural})")
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counts())?;
        self.interval().map_or(Ok(()), |interval| write!(f, " {interval}"))
    }
}

/// Pairs of games from the same opening with colours exchanged, counted by the points of one player: 0, ½, 1, 1½, 2.
///
/// Pairs are independent, the two games of a pair are not: an interval from pairs excludes the variance that comes from
/// the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair of games in which the player scored these points: 1, ½ or 0 each.
    pub fn add(&mut self, first: f64, second: f64) {
        let half_points = (2.0 * (first + second)).round().clamp(0.0, 4.0);
        self.0[half_points as usize] += 1;
    }

    /// Share of the points with its 95 % interval; `None` without pairs.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.results().interval()
    }

    pub(super) fn results(&self) -> Results {
        let counts = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(self.0).collect();
        Results { counts, games: 2 }
    }
}

/// How often each result, a share of the points, was observed.
pub(super) struct Results {
    counts: Vec<(f64, u64)>,
    /// Games of each: 1, or 2 where pairs are counted.
    pub(super) games: u64,
}

impl Results {
    pub(super) fn count(&self) -> u64 {
        self.counts.iter().map(|(_, n)| n).sum()
    }

    fn average(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.counts.iter().map(|(result, n)| f(*result) * *n as f64).sum();
        sum / self.count() as f64
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.average(|result| result);
        self.average(|result| (result - mean).powi(2))
    }

    /// The mean with its 95 % interval.
    pub(super) fn interval(&self) -> Option<Interval> {
        self.estimate().map(|estimate| estimate.interval)
    }

    /// The mean with its 95 % interval, by the normal approximation, from the variance that was observed.
    ///
    /// Where it has no width (all results equal), Wilson's score interval takes its place (E. B. Wilson, *J. Am. Stat. Assoc.* 22,
    /// 1927): no results in `[0, 1]` vary more than the wins and losses it was made for. So it does for fewer than 30 single
    /// games. For fewer than 30 pairs, which vary less than wins and losses, Student's quantile takes the place of the normal
    /// one; Wilson's interval only where it is narrower. Where the interval would reach beyond 0 or 1, it is that of as
    /// many wins and losses as have the same variance of the mean.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let mean = self.average(|result| result);
        let (number, variance) = (count as f64, self.variance());
        let is_few = count < MIN_FOR_NORMAL;
        let alike = self.counts.iter().filter(|(_, n)| *n > 0).count() == 1;
        if alike || is_few && self.games == 1 {
            return Some(Estimate::wilson(mean, number));
        }
        // Two results at least, since they differ.
        let reach = if is_few {
            STUDENT[count as usize - 2] * (variance / (number - 1.0)).sqrt()
        } else {
            Z * (variance / number).sqrt()
        };
        let trials = Z * Z * mean * (1.0 - mean) / (reach * reach);
        Some(if is_few && trials < number {
            Estimate::wilson(mean, number)
        } else if mean - reach < 0.0 || mean + reach > 1.0 {
            Estimate::wilson(mean, if self.games == 1 { number } else { trials })
        } else {
            let interval = Interval { estimate: mean, low: mean - reach, high: mean + reach };
            Estimate { interval, least_lead: reach }
        })
    }
}

/// What results say about the mean of the distribution that they are drawn from.
pub(super) struct Estimate {
    pub(super) interval: Interval,
    /// By how much the observed mean has to differ from ½ for the interval not to contain it.
    pub(super) least_lead: f64,
}

impl Estimate {
    /// Wilson's interval; `count` wins and losses.
    fn wilson(mean: f64, count: f64) -> Estimate {
        Estimate { interval: Interval::wilson(mean, count), least_lead: 0.5 * Z / count.sqrt() }
    }

    /// Probability that the mean is more than ½: 97.5 % where the interval begins there.
    pub(super) fn superiority(&self) -> f64 {
        normal_probability(Z * (self.interval.estimate - 0.5) / self.least_lead)
    }
}

/// Probability that a normally distributed quantity is less than so many standard deviations above its mean.
fn normal_probability(deviations: f64) -> f64 {
    0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2)
}

/// A share of the points, in `[0, 1]`, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The observed share.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end, greater than `low`.
    pub high: f64,
}

impl Interval {
    fn wilson(mean: f64, count: f64) -> Interval {
        let shrinkage = 1.0 + Z * Z / count;
        let centre = (mean + Z * Z / (2.0 * count)) / shrinkage;
        let spread = mean * (1.0 - mean) / count + Z * Z / (4.0 * count * count);
        let reach = Z * spread.sqrt() / shrinkage;
        // The ends belong to 0 and 1 exactly; rounding would make huge finite ratings of them.
        Interval {
            estimate: mean,
            low: if mean == 0.0 { 0.0 } else { centre - reach },
            high: if mean == 1.0 { 1.0 } else { centre + reach },
        }
    }

    /// The rating difference that goes with the share. Infinite where an end is 0 or 1.
    #[must_use]
    pub fn elo(&self) -> EloInterval {
        EloInterval {
            estimate: Elo::from_score(self.estimate),
            low: Elo::from_score(self.low),
            high: Elo::from_score(self.high),
        }
    }
}

impl fmt::Display for Interval {
    /// `50.2 % ± 1.6`, or with both ends where they differ: `100.0 % (98.1 to 100.0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (below, above) = (self.estimate - self.low, self.high - self.estimate);
        write!(f, "{:.1} % ", 100.0 * self.estimate)?;
        if (above - below).abs() < 5e-4 {
            write!(f, "± {:.1}", 50.0 * (above + below))
        } else {
            write!(f, "({:.1} to {:.1})", 100.0 * self.low, 100.0 * self.high)
        }
    }
}

/// A rating difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloInterval {
    /// The difference that goes with the observed share of the points.
    pub estimate: Elo,
    /// Lower end.
    pub low: Elo,
    /// Upper end.
    pub high: Elo,
}

impl fmt::Display for EloInterval {
    /// `+2 (-10 to +13)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} to {})", self.estimate, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn assert_near(interval: Interval, estimate: f64, low: f64, high: f64) {
        for (found, expected) in
            [(interval.estimate, estimate), (interval.low, low), (interval.high, high)]
        {
            assert!((found - expected).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn normal_interval_of_single_games() {
        // Mean 0.55; variance (40·0.45² + 30·0.05² + 30·0.55²)/100 = 0.1725; ± 1.96·√(0.1725/100) = 0.0814.
        let tally = Tally { wins: 40, draws: 30, losses: 30 };
        assert_near(tally.interval().unwrap(), 0.55, 0.468_596, 0.631_404);
        assert_eq!(tally.to_string(), "+40 =30 -30 (100 games) 55.0 % ± 8.1");
    }

    #[test]
    fn normal_interval_of_pairs() {
        // Mean 0.2·0.25 + 0.5·0.5 + 0.2·0.75 + 0.1 = 0.55; variance 0.2·0.09 + 0.5·0.0025 + 0.2·0.04 + 0.1·0.2025
        // = 0.0475; ± 1.96·√(0.0475/100) = 0.0427.
        let pairs = Pairs([0, 20, 50, 20, 10]);
        assert_near(pairs.interval().unwrap(), 0.55, 0.507_283, 0.592_717);
    }

    #[test]
    fn pairs_that_always_split_have_a_narrower_interval_than_their_games() {
        let mut pairs = Pairs::default();
        let mut tally = Tally::default();
        for pair in 0..100 {
            let points = if pair == 0 { (1.0, 0.5) } else { (1.0, 0.0) };
            pairs.add(points.0, points.1);
            tally.add(points.0);
            tally.add(points.1);
        }
        let (pairs, games) = (pairs.interval().unwrap(), tally.interval().unwrap());
        assert!(pairs.high - pairs.low < 0.2 * (games.high - games.low));
    }

    #[test]
    fn equal_results_have_wilsons_interval() {
        // 10 of 10: lower end n/(n + z²) = 10/13.8415.
        let won = Tally { wins: 10, ..Tally::default() }.interval().unwrap();
        assert_near(won, 1.0, 0.722_467, 1.0);
        assert_eq!(won.to_string(), "100.0 % (72.2 to 100.0)");
        let lost = Tally { losses: 10, ..Tally::default() }.interval().unwrap();
        assert_near(lost, 0.0, 0.0, 0.277_533);
        // One draw: centre ½, reach z/(2·√(1 + z²)).
        let drawn = Tally { draws: 1, ..Tally::default() }.interval().unwrap();
        assert_near(drawn, 0.5, 0.054_621, 0.945_379);
    }

    #[test]
    fn few_pairs_have_students_interval() {
        // Mean 0.55; variance (0.2·0.09 + 0.5·0.0025 + 0.2·0.04 + 0.1·0.2025)·10/9 = 0.052778; with nine degrees of freedom
        // ± 2.262·√(0.052778/10) = 0.1643.
        let few = Pairs([0, 2, 5, 2, 1]);
        assert_near(few.interval().unwrap(), 0.55, 0.385_669, 0.714_331);
        // Two pairs tell little of their variance: Wilson's interval, ½ ± z/(2·√(2 + z²)), is narrower.
        assert_near(Pairs([0, 1, 0, 1, 0]).interval().unwrap(), 0.5, 0.094_531, 0.905_469);
    }

    #[test]
    fn the_interval_of_pairs_has_no_jump_where_normal_ones_begin() {
        for pairs in [[1, 6, 15, 6, 1], [0, 3, 21, 4, 1], [2, 9, 10, 6, 2], [0, 0, 3, 7, 19]] {
            let width = |pairs: Pairs| pairs.interval().map(|i| i.high - i.low).unwrap();
            let mut more = pairs;
            more[2] += 1;
            let (few, many) = (width(Pairs(pairs)), width(Pairs(more)));
            assert_eq!(Pairs(more).count(), 30);
            assert!((0.88..1.0).contains(&(many / few)), "{pairs:?}: {few} {many}");
        }
    }

    #[test]
    fn an_interval_that_would_leave_zero_to_one_is_that_of_wins_and_losses_with_its_variance() {
        // Mean 0.975; variance (2·0.475² + 2·0.225² + 56·0.025²)/60 = 0.0097917, as that of 60·0.975·0.025/0.0097917 = 149.4
        // wins and losses.
        let pairs = Pairs([0, 0, 2, 2, 56]);
        assert_near(pairs.interval().unwrap(), 0.975, 0.935_648, 0.990_531);
    }

    #[test]
    fn superiority_is_sure_to_97_5_percent_where_the_interval_begins_at_one_half() {
        let mut checked = 0;
        for code in 0..7_u64.pow(5) {
            let pairs =
                Pairs([0, 1, 2, 3, 4].map(|place| (code / 7_u64.pow(place) % 7).pow(2) / 2));
            let [wins, draws, losses, ..] = pairs.0;
            for results in [pairs.results(), Tally { wins, draws, losses }.results()] {
                let Some(estimate) = results.estimate() else { continue };
                let Interval { low, high, .. } = estimate.interval;
                let sure = estimate.superiority();
                if (low - 0.5).abs() > 1e-9 {
                    assert_eq!(low > 0.5, sure > 0.975, "{pairs:?}");
                }
                if (high - 0.5).abs() > 1e-9 {
                    assert_eq!(high < 0.5, sure < 0.025, "{pairs:?}");
                }
                checked += 1;
            }
        }
        assert!(checked > 20_000);
    }

    #[test]
    fn no_interval_is_empty_or_leaves_zero_to_one() {
        for wins in 0..8 {
            for draws in 0..8 {
                for losses in 0..8 {
                    let tally = Tally { wins, draws, losses };
                    let Some(interval) = tally.interval() else {
                        assert_eq!(tally.games(), 0);
                        continue;
                    };
                    let Interval { estimate, low, high } = interval;
                    assert!(0.0 <= low && low <= estimate && estimate <= high && high <= 1.0);
                    assert!(low < high, "{tally:?}");
                    for pairs in [[wins, draws, losses, 0, 0], [0, wins, draws, 0, losses]] {
                        let Interval { estimate, low, high } = Pairs(pairs).interval().unwrap();
                        assert!(0.0 <= low && low <= estimate && estimate <= high && high <= 1.0);
                        assert!(low < high, "{pairs:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn normal_probabilities_are_those_of_tables() {
        for (deviations, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (Z, 0.975),
            (-3.5, 0.000_232_629_079_036),
            (f64::INFINITY, 1.0),
            (f64::NEG_INFINITY, 0.0),
        ] {
            assert!((normal_probability(deviations) - expected).abs() < 1e-13, "{deviations}");
        }
    }

    #[test]
    fn rating_differences_follow_the_logistic_scale() {
        let elo = Interval { estimate: 0.5, low: 1.0 / 11.0, high: 10.0 / 11.0 }.elo();
        assert!((elo.low.0 + 400.0).abs() < 1e-9 && (elo.high.0 - 400.0).abs() < 1e-9);
        assert_eq!(elo.to_string(), "+0 (-400 to +400)");
        let won = Tally { wins: 10, ..Tally::default() }.interval().unwrap().elo();
        assert_eq!(won.to_string(), "+inf (+166 to +inf)");
    }

    #[test]
    fn no_games_have_no_share() {
        assert_eq!(Tally::default().to_string(), "+0 =0 -0 (0 games)");
        assert_eq!(Pairs::default().interval(), None);
    }
}
