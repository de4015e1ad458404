//! A sequential test of whether the first player of a match is stronger: the generalised sequential probability ratio test
//! (SPRT) of chess-engine testing, over pairs of games.
//!
//! Sources: A. Wald, *Sequential Tests of Statistical Hypotheses* (1945); M. Van den Bergh, *Comparing the approximations
//! for the generalized log likelihood ratio of a multinomial distribution* and *Comments on normalized Elo*
//! (www.cantate.be/Fishtest), as Fishtest and fastchess use them.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::Pairs;
use super::statistics::NORMALIZED_ELO;

/// Points of a pair as a share of its two games, in the order of [`Pairs`].
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// What a number of pairs that is 0 counts for, so that every result stays possible.
const RARE: f64 = 1e-3;
/// Largest elo0 and elo1 in size; beyond it the equations for normalized Elo may have no solution.
const MAX_ELO: f64 = 200.0;

type Distribution = [f64; 5];

/// What elo0 and elo1 are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalized Elo: the lead over an even score in standard deviations of a game, times 800 / ln 10. A test with it takes
    /// about as many games whatever the openings and the share of draws.
    #[default]
    Normalized,
    /// The usual logistic Elo, of which the score is a function.
    Logistic,
}

impl FromStr for EloModel {
    type Err = ();

    fn from_str(text: &str) -> Result<EloModel, ()> {
        match text {
            "normalized" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err(()),
        }
    }
}

/// A test between H0, "the first player is `elo0` stronger", and H1, "it is `elo1` stronger".
///
/// # Example
///
/// ```
/// use morph::arena::{Pairs, Sprt, SprtState};
///
/// let words = ["elo0=0", "elo1=5"].map(str::to_owned);
/// let test = Sprt::parse(&words)?;
/// assert_eq!(test.to_string(), "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized");
/// let result = test.result(&Pairs([10, 100, 300, 220, 30]));
/// assert_eq!(result.state, SprtState::H1);
/// # Ok::<(), morph::arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Settings that make no test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// Not `KEY=VALUE`, or not one of the keys.
    #[error(
        "`{0}`: expected elo0=ELO, elo1=ELO, alpha=PROBABILITY, beta=PROBABILITY or model=normalized|logistic"
    )]
    Word(String),
    /// A key is given more than once.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A key without a default is not given.
    #[error("`{0}` is missing, for example elo0=0 elo1=5")]
    Missing(&'static str),
    /// Not a number.
    #[error("`{0}`: expected a number")]
    Number(String),
    /// Out of range.
    #[error("{key}={value}: expected -{MAX_ELO} to {MAX_ELO}")]
    Elo {
        /// `elo0` or `elo1`.
        key: &'static str,
        /// What it was to be.
        value: f64,
    },
    /// H1 is not the stronger one.
    #[error("elo0={elo0} elo1={elo1}: expected elo0 less than elo1")]
    Order {
        /// H0.
        elo0: f64,
        /// H1.
        elo1: f64,
    },
    /// Out of range.
    #[error("{key}={value}: expected a probability, more than 0 and less than 0.5")]
    Probability {
        /// `alpha` or `beta`.
        key: &'static str,
        /// What it was to be.
        value: f64,
    },
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtState {
    /// No bound is reached.
    Continue,
    /// The lower bound is reached: H0 is accepted.
    H0,
    /// The upper bound is reached: H1 is accepted.
    H1,
}

/// A test with the pairs so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtResult {
    /// Log-likelihood ratio of H1 to H0; natural logarithm.
    pub llr: f64,
    /// Where H0 is accepted, below 0, and where H1 is.
    pub bounds: [f64; 2],
    /// Which bound is reached.
    pub state: SprtState,
    /// H0, in Elo of the model.
    pub elo0: f64,
    /// H1, in Elo of the model.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 is true.
    pub beta: f64,
    /// What `elo0` and `elo1` are measured in.
    pub model: EloModel,
}

impl Sprt {
    /// A test with these errors; see [`Sprt::parse`] for the ranges.
    ///
    /// # Errors
    ///
    /// A number is out of range, or `elo0` is not less than `elo1`.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        for (key, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&value) {
                return Err(SprtError::Elo { key, value });
            }
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            // Below one half each, so that one bound is below 0 and the other above.
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Probability { key, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The test that words describe, each `KEY=VALUE`, in any order: `elo0` and `elo1`, −200 to 200; `alpha` and `beta`, more
    /// than 0 and less than 0.5 (0.05 if left out); `model`, `normalized` (if left out) or `logistic`.
    ///
    /// # Errors
    ///
    /// A key is unknown, missing or given twice; a value is no number or out of range.
    pub fn parse(words: &[String]) -> Result<Sprt, SprtError> {
        let mut numbers = [None, None, None, None];
        let mut model = None;
        for word in words {
            let unknown = || SprtError::Word(word.clone());
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            let twice = SprtError::Twice(key.to_owned());
            if key == "model" {
                let value = value.parse().map_err(|()| unknown())?;
                if model.replace(value).is_some() {
                    return Err(twice);
                }
                continue;
            }
            let keys = ["elo0", "elo1", "alpha", "beta"];
            let place = keys.iter().position(|name| *name == key).ok_or_else(unknown)?;
            let value = value.parse::<f64>().map_err(|_| SprtError::Number(word.clone()))?;
            if numbers[place].replace(value).is_some() {
                return Err(twice);
            }
        }
        let [elo0, elo1, alpha, beta] = numbers;
        let elo =
            [elo0.ok_or(SprtError::Missing("elo0"))?, elo1.ok_or(SprtError::Missing("elo1"))?];
        let errors = [alpha.unwrap_or(0.05), beta.unwrap_or(0.05)];
        Sprt::new(elo, errors, model.unwrap_or_default())
    }

    /// Wald's bounds, log(β / (1 − α)) and log((1 − β) / α).
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = *self;
        [libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha)]
    }

    /// The test after these pairs.
    #[must_use]
    pub fn result(&self, pairs: &Pairs) -> SprtResult {
        let llr = self.llr(pairs);
        let bounds = self.bounds();
        let state = match llr {
            _ if llr <= bounds[0] => SprtState::H0,
            _ if llr >= bounds[1] => SprtState::H1,
            _ => SprtState::Continue,
        };
        let Sprt { elo0, elo1, alpha, beta, model } = *self;
        SprtResult { llr, bounds, state, elo0, elo1, alpha, beta, model }
    }

    /// The log-likelihood ratio of the distribution of pairs that fits best among those of H1, to that among those of H0.
    fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { RARE } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let fitted = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => fit_mean(&observed, expected_share(elo)),
            // A pair varies less than a game by the square root of 2.
            EloModel::Normalized => fit_lead(&observed, elo / NORMALIZED_ELO * 2_f64.sqrt()),
        });
        let ratios = fitted[1].iter().zip(fitted[0]).map(|(one, zero)| libm::log(one / zero));
        total * observed.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl fmt::Display for SprtResult {
    /// As fastchess writes it: the ratio, how much of the way to the nearer bound on its side that is, the bounds, H0 and H1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtResult { llr, bounds: [low, high], elo0, elo1, .. } = self;
        let way = 100.0 * if *llr < 0.0 { -llr / low } else { llr / high };
        write!(f, "{llr:.2} ({way:.1}%) ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]")
    }
}

/// The share of the points at a logistic Elo difference.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The distribution with this mean, strictly between 0 and 1, under which the observed one is likeliest.
fn fit_mean(observed: &Distribution, mean: f64) -> Distribution {
    fit(observed, &SHARES.map(|share| share - mean)).unwrap_or(*observed)
}

/// The distribution whose mean leads ½ by `lead` standard deviations, under which the observed one is likeliest.
///
/// The constraint is not linear: from a uniform distribution on, it is replaced by its tangent at the last solution.
fn fit_lead(observed: &Distribution, lead: f64) -> Distribution {
    /// Six are needed within the range of elo0 and elo1.
    const MAX_ROUNDS: usize = 30;
    let mut fitted = [0.2; 5];
    for _ in 0..MAX_ROUNDS {
        let (mean, variance) = moments(&fitted);
        let deviation = variance.sqrt();
        let tangent = SHARES.map(|share| {
            let distance = (share - mean) / deviation;
            share - 0.5 - 0.5 * lead * deviation * (1.0 + distance * distance)
        });
        let Some(next) = fit(observed, &tangent) else { break };
        let change = fitted.iter().zip(next).map(|(old, new)| (old - new).abs());
        let change = change.fold(0.0, f64::max);
        fitted = next;
        if change < 1e-9 {
            break;
        }
    }
    fitted
}

/// The distribution under which a function of the result is 0 on average and the observed distribution is likeliest;
/// `None` if the function does not take both signs.
///
/// By a Lagrange multiplier θ: pᵢ = observedᵢ / (1 + θ·fᵢ), where the average Σ pᵢ·fᵢ falls as θ grows.
fn fit(observed: &Distribution, function: &Distribution) -> Option<Distribution> {
    let min = function.iter().copied().fold(f64::INFINITY, f64::min);
    let max = function.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(min < 0.0 && 0.0 < max) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    loop {
        let theta = 0.5 * (low + high);
        let terms = observed.iter().zip(function);
        let average: f64 = terms.map(|(share, f)| share * f / (1.0 + theta * f)).sum();
        // Until no number is left between the ends.
        let is_end = theta <= low || theta >= high;
        if average > 0.0 && !is_end {
            low = theta;
        } else if !is_end {
            high = theta;
        } else {
            let mut fitted = *observed;
            for (share, f) in fitted.iter_mut().zip(function) {
                *share /= 1.0 + theta * f;
            }
            return Some(fitted);
        }
    }
}

/// Mean and variance of the share of the points in a pair.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let average = |f: &dyn Fn(f64) -> f64| {
        distribution.iter().zip(SHARES).map(|(p, share)| p * f(share)).sum::<f64>()
    };
    let mean = average(&|share| share);
    (mean, average(&|share| (share - mean).powi(2)))
}

#[cfg(test)]
mod tests;
