use serde::{Deserialize, Serialize};

use super::learner::Used;
use crate::memory::{Database, Memory, PatternId, Stored};
use crate::units::Value;

/// How weights move towards a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UpdateSettings {
    /// The weight of every pattern that was used moves towards the target: w += rate·(target − w) (1991: "moved in the
    /// direction of the desired or target evaluation").
    TowardTarget {
        /// Part of the way, in `(0, 1]`.
        rate: f64,
    },
    /// The log-odds of every pattern move by the error of the whole value, so that what is explained already teaches
    /// nothing: θ += s·η·d/√(min(G, 30) + 3) for every occurrence, G += d², d = target − value. The factor
    /// s = 1 / (1 + η·v·(1 − v)·Σ n²/√(…)) over the patterns, each n times there, keeps all steps together from
    /// overshooting the target (the implicit step of Toulis and Airoldi 2017, to first order).
    Error {
        /// η at the first game, > 0. Falls linearly to 3 % of it at the last game of the plan.
        eta: f64,
    },
}

impl UpdateSettings {
    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            UpdateSettings::TowardTarget { rate } if !(rate > 0.0 && rate <= 1.0) => {
                Err(format!("learning.update.rate = {rate}: expected more than 0, at most 1"))
            }
            UpdateSettings::Error { eta } if !(eta > 0.0 && eta <= 10.0) => {
                Err(format!("learning.update.eta = {eta}: expected more than 0, at most 10"))
            }
            _ => Ok(()),
        }
    }
}

/// η falls to this part of itself over a plan.
const LAST_STEP: f64 = 0.03;

/// Gives the patterns used for one position their share of its error.
///
/// `progress` in `[0, 1]` is how much of the plan is behind.
pub(super) fn credit(
    memory: &mut Memory,
    used: &Used,
    settings: UpdateSettings,
    value: Value,
    target: Value,
    progress: f64,
) {
    let graphs = counted(&used.graphs);
    let materials = counted(&used.materials);
    let eta = match settings {
        UpdateSettings::TowardTarget { .. } => 0.0,
        UpdateSettings::Error { eta } => {
            let eta = eta * (1.0 - (1.0 - LAST_STEP) * progress.clamp(0.0, 1.0));
            // How far all steps together would move the value for an error of 1.
            let reach = reach(&memory.graphs, &graphs) + reach(&memory.materials, &materials);
            eta / (1.0 + eta * reach * value.get() * (1.0 - value.get()))
        }
    };
    let update = Update { settings, eta, target, error: target.get() - value.get() };
    update.apply(&mut memory.graphs, &graphs);
    update.apply(&mut memory.materials, &materials);
}

struct Update {
    settings: UpdateSettings,
    eta: f64,
    target: Value,
    error: f64,
}

impl Update {
    fn apply<P: Stored>(&self, database: &mut Database<P>, used: &[(PatternId, u32)]) {
        for &(id, count) in used {
            let damping = damping(database.statistics(id).squared_error);
            match self.settings {
                UpdateSettings::TowardTarget { rate } => {
                    let weight = f64::from(database.weights().weight(id));
                    database.set_weight(id, weight + rate * (self.target.get() - weight));
                }
                UpdateSettings::Error { .. } => {
                    let step = self.eta * self.error / damping;
                    let log_odds = f64::from(database.weights().log_odds(id));
                    database.set_log_odds(id, log_odds + f64::from(count) * step);
                }
            }
            let Some(statistics) = database.statistics_mut(id) else { continue };
            statistics.uses += 1;
            statistics.squared_error += (self.error * self.error) as f32;
            statistics.error += self.error as f32;
        }
    }
}

/// √(min(G, 30) + 3).
fn damping(squared_error: f32) -> f64 {
    (f64::from(squared_error).min(30.0) + 3.0).sqrt()
}

/// Σ n²/√(min(G, 30) + 3) over patterns that occur n times.
fn reach<P: Stored>(database: &Database<P>, used: &[(PatternId, u32)]) -> f64 {
    let one = |(id, count): &(PatternId, u32)| {
        f64::from(count * count) / damping(database.statistics(*id).squared_error)
    };
    used.iter().map(one).sum()
}

/// Each id once with the number of times it stands in the list, ascending.
fn counted(ids: &[PatternId]) -> Vec<(PatternId, u32)> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect()
}
