use std::fmt::Debug;
use std::sync::Arc;

use crate::memory::RuleSettings;
use crate::units::{FixedPointSum, Value};

/// The weight of one pattern that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Weight in `[0, 1]`.
    pub weight: f32,
    /// ln(w / (1 − w)).
    pub log_odds: f32,
}

/// Combines the weights of the patterns that count in a position into a value.
///
/// The order of the terms does not matter, to the last bit: sums are taken in fixed point, because the order of retrieval
/// depends on the history of a memory.
pub trait CombinationRule: Debug + Send + Sync {
    /// The value; ½ if all weights are ½.
    fn combine(&self, terms: &[Term]) -> Value;

    /// What each term adds. The unit depends on the rule: for means the parts add up to value − ½ (or its log-odds),
    /// for sums to the log-odds of the value.
    fn parts(&self, terms: &[Term]) -> Vec<f64>;
}

impl RuleSettings {
    /// The rule.
    #[must_use]
    pub fn rule(self) -> Arc<dyn CombinationRule> {
        match self {
            RuleSettings::Mean { beta } => Arc::new(Mean { beta }),
            RuleSettings::LogOddsMean { beta } => Arc::new(LogOddsMean { beta }),
            RuleSettings::LogOddsSum => Arc::new(LogOddsSum),
        }
    }
}

fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.collect::<FixedPointSum>().get()
}

/// The extremeness-weighted mean of Levinson and Snyder 1991, "Evaluation Function":
/// eval = Σ w·ex(w)^β / Σ ex(w)^β with ex(w) = |w − ½|; ½ when the denominator is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// β ≥ 0.
    pub beta: f64,
}

impl CombinationRule for Mean {
    fn combine(&self, terms: &[Term]) -> Value {
        weighted_mean(terms.iter().map(|t| f64::from(t.weight) - 0.5), self.beta)
            .map_or(Value::DRAW, |mean| Value::new(0.5 + mean))
    }

    fn parts(&self, terms: &[Term]) -> Vec<f64> {
        mean_parts(terms.iter().map(|t| f64::from(t.weight) - 0.5), self.beta)
    }
}

/// The extremeness-weighted mean over log-odds θ: Σ θ·|θ|^β / Σ |θ|^β.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogOddsMean {
    /// β ≥ 0.
    pub beta: f64,
}

impl CombinationRule for LogOddsMean {
    fn combine(&self, terms: &[Term]) -> Value {
        weighted_mean(terms.iter().map(|t| f64::from(t.log_odds)), self.beta)
            .map_or(Value::DRAW, Value::from_log_odds)
    }

    fn parts(&self, terms: &[Term]) -> Vec<f64> {
        mean_parts(terms.iter().map(|t| f64::from(t.log_odds)), self.beta)
    }
}

/// The sum of the log-odds of all patterns: value = σ(Σ θ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogOddsSum;

impl CombinationRule for LogOddsSum {
    fn combine(&self, terms: &[Term]) -> Value {
        Value::from_log_odds(sum(terms.iter().map(|t| f64::from(t.log_odds))))
    }

    fn parts(&self, terms: &[Term]) -> Vec<f64> {
        terms.iter().map(|t| f64::from(t.log_odds)).collect()
    }
}

/// Σ x·|x|^β / Σ |x|^β; `None` if all numbers are 0.
fn weighted_mean(numbers: impl Iterator<Item = f64> + Clone, beta: f64) -> Option<f64> {
    let weights = ExtremenessWeights::of(numbers.clone(), beta)?;
    Some(sum(numbers.map(|x| x * weights.extremeness(x))) / weights.total)
}

fn mean_parts(numbers: impl Iterator<Item = f64> + Clone, beta: f64) -> Vec<f64> {
    let weights = ExtremenessWeights::of(numbers.clone(), beta);
    let weight = |x: f64| weights.as_ref().map_or(0.0, |s| s.extremeness(x) / s.total);
    numbers.map(|x| x * weight(x)).collect()
}

/// The weight of each number in a mean. Extremeness is relative to the most extreme number: the mean is the same, and
/// weights close to ½ are not lost to fixed point (0.01^4.5 is 10⁻⁹).
struct ExtremenessWeights {
    beta: f64,
    most_extreme: f64,
    total: f64,
}

impl ExtremenessWeights {
    fn of(numbers: impl Iterator<Item = f64> + Clone, beta: f64) -> Option<ExtremenessWeights> {
        let most_extreme = numbers.clone().map(f64::abs).fold(0.0, f64::max);
        let mut weights = ExtremenessWeights { beta, most_extreme, total: 0.0 };
        weights.total = sum(numbers.map(|x| weights.extremeness(x)));
        (most_extreme > 0.0).then_some(weights)
    }

    fn extremeness(&self, x: f64) -> f64 {
        libm::pow(x.abs() / self.most_extreme, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(weights: &[f32]) -> Vec<Term> {
        weights
            .iter()
            .map(|w| Term { weight: *w, log_odds: Value::new(f64::from(*w)).log_odds() as f32 })
            .collect()
    }

    #[test]
    fn the_mean_is_the_papers_formula() {
        let rule = Mean { beta: 4.5 };
        let weights = [0.9f32, 0.3, 0.5, 0.55];
        let ex = |w: f64| libm::pow((w - 0.5).abs(), 4.5);
        let (mut above, mut below) = (0.0, 0.0);
        for w in weights.map(f64::from) {
            above += w * ex(w);
            below += ex(w);
        }
        let value = rule.combine(&terms(&weights)).get();
        assert!((value - above / below).abs() < 1e-6, "{value} {}", above / below);
        // Where nothing is extreme the paper says ½, and so does an empty memory.
        assert_eq!(rule.combine(&terms(&[0.5, 0.5])), Value::DRAW);
        assert_eq!(rule.combine(&[]), Value::DRAW);
    }

    #[test]
    fn weights_close_to_a_half_are_not_lost() {
        let value = Mean { beta: 4.5 }.combine(&terms(&[0.501, 0.5004])).get();
        assert!((value - 0.500_985).abs() < 1e-5, "{value}");
    }

    #[test]
    fn with_beta_zero_it_is_the_plain_mean() {
        let value = Mean { beta: 0.0 }.combine(&terms(&[0.2, 0.4, 0.9])).get();
        assert!((value - 0.5).abs() < 1e-6);
    }

    #[test]
    fn log_odds_add_and_the_order_of_terms_does_not_matter() {
        let mut some = terms(&[0.9, 0.3, 0.77, 0.501, 0.123]);
        let forward = LogOddsSum.combine(&some);
        let total: f64 = LogOddsSum.parts(&some).iter().sum();
        assert!((forward.log_odds() - total).abs() < 1e-6);
        some.reverse();
        assert_eq!(forward, LogOddsSum.combine(&some));
        assert_eq!(Mean { beta: 1.3 }.combine(&some), {
            let turned: Vec<_> = some.iter().rev().copied().collect();
            Mean { beta: 1.3 }.combine(&turned)
        });
    }
}
