use std::num::NonZero;

use serde::{Deserialize, Serialize};

use crate::memory::{Database, IndexedPattern, Memory, Row};
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
    /// The log-odds of every pattern move by the error that is left after the step, so that no step overshoots:
    /// θ += n·η·d/√(min(G, 30) + 3) for a pattern that occurs n times, and G += (target − value)². For a move pattern n is
    /// the sum of the weights of the moves in which it occurs, G grows by the square of that part of the error, and the step
    /// is six times as long. Here d = target − σ(log-odds of the value after all these steps): the implicit step of Toulis
    /// and Airoldi 2017, "Asymptotic and finite-sample properties of estimators based on stochastic gradients", eq. 2.
    Error {
        /// η at the first game, > 0. Falls linearly to 3 % of it at the last game of the plan.
        eta: f64,
        /// Besides, η is divided by 1 + games / `step_half_life`; absent: it is not. The more patterns occur in a position,
        /// the more of its error one step removes, until the step fits noise: a long run needs this.
        #[serde(default, alias = "halved_after", skip_serializing_if = "Option::is_none")]
        step_half_life: Option<NonZero<u32>>,
    },
}

impl UpdateSettings {
    /// The same with longer or shorter steps.
    pub(super) fn scaled(self, by: f64) -> UpdateSettings {
        match self {
            UpdateSettings::TowardTarget { rate } => {
                UpdateSettings::TowardTarget { rate: (rate * by).min(1.0) }
            }
            UpdateSettings::Error { eta, step_half_life } => {
                UpdateSettings::Error { eta: eta * by, step_half_life }
            }
        }
    }

    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            UpdateSettings::TowardTarget { rate } if !(rate > 0.0 && rate <= 1.0) => {
                Err(format!("learning.update.rate = {rate}: expected more than 0, at most 1"))
            }
            UpdateSettings::Error { eta, .. } if !(eta > 0.0 && eta <= 10.0) => {
                Err(format!("learning.update.eta = {eta}: expected more than 0, at most 10"))
            }
            _ => Ok(()),
        }
    }
}

/// Steps of move patterns are longer by this factor: a move gets its part of the error only while it counts.
const MOVE_STEP: f64 = 6.0;
/// Patterns of moves that count less than this, and material after them, are not updated.
const MIN_MOVE_WEIGHT: f64 = 0.01;

/// How the step size falls over a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepSchedule {
    pub(super) game: u32,
    pub(super) planned: u32,
}

/// η at the end of a plan, as a fraction of that at its beginning.
const LAST_STEP: f64 = 0.03;

impl StepSchedule {
    /// The step size as a fraction of that of the first game.
    fn factor(self, step_half_life: Option<NonZero<u32>>) -> f64 {
        let game = f64::from(self.game);
        let progress = (game / f64::from(self.planned.max(1))).min(1.0);
        let halvings = step_half_life.map_or(0.0, |games| game / f64::from(games.get()));
        (1.0 - (1.0 - LAST_STEP) * progress) / (1.0 + halvings)
    }
}

/// Updates the weights of the patterns that count in one position.
pub(super) fn credit(
    memory: &mut Memory,
    used: &Used<'_>,
    settings: UpdateSettings,
    value: Value,
    target: Value,
    schedule: StepSchedule,
) {
    let Used { graphs, materials, moves } = *used;
    let eta = match settings {
        UpdateSettings::TowardTarget { .. } => 0.0,
        UpdateSettings::Error { eta, step_half_life } => {
            let eta = eta * schedule.factor(step_half_life);
            let reach = reach(&memory.graphs, graphs, 1.0)
                + reach(&memory.materials, materials, 1.0)
                + reach(&memory.moves, moves, MOVE_STEP);
            eta * implicit_share(eta * reach, value, target)
        }
    };
    let update = Update { settings, eta, target, error: target.get() - value.get() };
    update.apply(&mut memory.graphs, graphs, 1.0);
    update.apply(&mut memory.materials, materials, 1.0);
    update.apply(&mut memory.moves, moves, MOVE_STEP);
}

/// The fraction of an explicit step that leaves exactly the error it was made for: d' / d with d' = y − σ(z + r·d'), for a
/// value σ(z), a target y, d = y − σ(z), and r, how far an error of 1 would move the log-odds. In `(0, 1]`.
///
/// To first order that is 1 / (1 + r·v·(1 − v)), which is no bound at all where the value is close to 0 or 1: there
/// one surprising game would turn hundreds of weights over.
fn implicit_share(r: f64, value: Value, target: Value) -> f64 {
    let (z, error) = (value.log_odds(), target.get() - value.get());
    let left = |share: f64| target.get() - Value::from_log_odds(z + r * share * error).get();
    // The error left falls as the share grows: bisection.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if left(middle) / error > middle {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

struct Update {
    settings: UpdateSettings,
    eta: f64,
    target: Value,
    error: f64,
}

impl Update {
    fn apply<P: IndexedPattern>(&self, database: &mut Database<P>, used: &[(Row, f64)], gain: f64) {
        let mut updates = database.updates();
        for &(row, count) in used {
            let statistics = updates.statistics(row);
            statistics.count_use();
            if count.abs() < MIN_MOVE_WEIGHT {
                continue;
            }
            let damping = damping(statistics.squared_error);
            match self.settings {
                UpdateSettings::TowardTarget { rate } => {
                    let weight = f64::from(updates.weights().weight(row));
                    let target = if count < 0.0 { self.target.flipped() } else { self.target };
                    updates.set_weight(row, weight + rate * (target.get() - weight));
                }
                UpdateSettings::Error { .. } => {
                    let step = gain * self.eta * self.error / damping;
                    let log_odds = f64::from(updates.weights().log_odds(row));
                    updates.set_log_odds(row, log_odds + count * step);
                }
            }
            let statistics = updates.statistics(row);
            let share = count.abs().min(1.0);
            statistics.squared_error += (share * share * self.error * self.error) as f32;
            statistics.error += (count.signum() * self.error) as f32;
        }
    }
}

/// √(min(G, 30) + 3).
fn damping(squared_error: f32) -> f64 {
    (f64::from(squared_error).min(30.0) + 3.0).sqrt()
}

/// Σ n²/√(min(G, 30) + 3) over patterns that occur n times.
fn reach<P: IndexedPattern>(database: &Database<P>, used: &[(Row, f64)], gain: f64) -> f64 {
    let one = |(row, count): &(Row, f64)| {
        count * count / damping(database.statistics_at(*row).squared_error)
    };
    gain * used.iter().map(one).sum::<f64>()
}

/// How often each pattern counts in a position, by row, ascending; below 0: for the other side.
pub(super) struct Used<'a> {
    pub(super) graphs: &'a [(Row, f64)],
    pub(super) materials: &'a [(Row, f64)],
    /// The sum of the weights of the moves in which it occurs.
    pub(super) moves: &'a [(Row, f64)],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_shrink_as_planned() {
        let step = |game, step_half_life| {
            StepSchedule { game, planned: 1000 }.factor(NonZero::new(step_half_life))
        };
        assert_eq!(step(0, 0), 1.0);
        assert!((step(1000, 0) - LAST_STEP).abs() < 1e-12);
        assert!((step(2000, 0) - LAST_STEP).abs() < 1e-12);
        assert!((step(500, 500) - step(500, 0) / 2.0).abs() < 1e-12);
        assert!((step(500, 250) - step(500, 0) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn an_implicit_step_leaves_the_error_it_was_made_for() {
        for (value, target) in [(0.5, 0.9), (0.01, 1.0), (0.999, 0.0), (0.3, 0.29), (0.7, 0.7)] {
            let (value, target) = (Value::new(value), Value::new(target));
            let error = target.get() - value.get();
            for r in [0.01, 1.0, 50.0, 1000.0] {
                let share = implicit_share(r, value, target);
                assert!((0.0..=1.0).contains(&share));
                let after = Value::from_log_odds(value.log_odds() + r * share * error);
                let left = target.get() - after.get();
                assert!((left - share * error).abs() < 1e-6, "{value:?} {target:?} {r}: {left}");
                // Never beyond the target.
                assert!(left * error >= -1e-9);
            }
        }
    }
}
