use serde::{Deserialize, Serialize};

use crate::units::Value;

/// How the target values of positions are computed from the values after them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TargetSettings {
    /// As printed in 1991: newV(P) = (1 − α)·V(P) + α·(1 − newV(next)); the last position has its true value and is
    /// learned too.
    Paper {
        /// α in `[0, 1]`, how much new information counts. The paper: ½.
        alpha: f64,
    },
    /// TD(λ): y(P) = ½ + γ·(½ − [λ·y(next) + (1 − λ)·V(next)]). After an explored move, the best successor takes
    /// the place of the next position. The last position, which is never evaluated, is not learned.
    Lambda {
        /// λ in `[0, 1]`: 0 looks one ply ahead, 1 to the end of the game.
        lambda: f64,
        /// γ in `[0, 1]`: how far values are drawn to ½ with every ply, so that sooner wins are worth more.
        discount: f64,
    },
}

impl TargetSettings {
    /// Whether the last position of a game is learned.
    #[must_use]
    pub fn learns_last_position(self) -> bool {
        matches!(self, TargetSettings::Paper { .. })
    }

    /// The target of a position whose successor has the value `next`, for the side to move there.
    pub(super) fn before(self, next: Value) -> Value {
        match self {
            TargetSettings::Paper { .. } => next.flipped(),
            TargetSettings::Lambda { discount, .. } => {
                Value::new(0.5 + discount * (0.5 - next.get()))
            }
        }
    }

    pub(crate) fn check(self) -> Result<(), String> {
        let fractions: &[(&str, f64)] = match &self {
            TargetSettings::Paper { alpha } => &[("alpha", *alpha)],
            TargetSettings::Lambda { lambda, discount } => {
                &[("lambda", *lambda), ("discount", *discount)]
            }
        };
        for (name, x) in fractions {
            if !(0.0..=1.0).contains(x) {
                return Err(format!("learning.targets.{name} = {x}: expected 0 to 1"));
            }
        }
        Ok(())
    }
}

/// Target values of all positions of a game, each for the side to move there, computed backwards.
///
/// `values` are the present values, first to last position; `outcome` is the true value of the last one. `best`
/// gives for an explored ply the value of the best successor (for the side to move in the successor).
#[must_use]
pub fn targets(
    settings: TargetSettings,
    values: &[Value],
    outcome: Value,
    best: impl Fn(usize) -> Option<Value>,
) -> Vec<Value> {
    let mut targets = vec![outcome; values.len()];
    for ply in (0..values.len().saturating_sub(1)).rev() {
        let next = targets[ply + 1];
        targets[ply] = match settings {
            TargetSettings::Paper { alpha } => {
                Value::new((1.0 - alpha) * values[ply].get() + alpha * next.flipped().get())
            }
            TargetSettings::Lambda { lambda, .. } => {
                let is_last = ply + 2 == values.len();
                let ahead = match best(ply) {
                    Some(best) => best.get(),
                    None if is_last => outcome.get(),
                    None => lambda * next.get() + (1.0 - lambda) * values[ply + 1].get(),
                };
                settings.before(Value::new(ahead))
            }
        };
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_targets_mix_own_value_and_flipped_successor() {
        let values = [0.5, 0.6, 0.3].map(Value::new);
        let targets = targets(TargetSettings::Paper { alpha: 0.5 }, &values, Value::LOSS, |_| None);
        // Last: the side to move is mated. Before it: ½·0.6 + ½·(1 − 0) = 0.8. First: ½·0.5 + ½·(1 − 0.8) = 0.35.
        let got: Vec<f64> = targets.iter().map(|v| v.get()).collect();
        assert_eq!(got[2], 0.0);
        assert!((got[1] - 0.8).abs() < 1e-12);
        assert!((got[0] - 0.35).abs() < 1e-12);
    }

    #[test]
    fn with_lambda_one_the_target_is_the_outcome_up_to_an_explored_move() {
        let settings = TargetSettings::Lambda { lambda: 1.0, discount: 1.0 };
        let values = [Value::DRAW; 5];
        let got = targets(settings, &values, Value::LOSS, |_| None);
        assert_eq!(got.iter().map(|v| v.get()).collect::<Vec<_>>(), [0.0, 1.0, 0.0, 1.0, 0.0]);
        let got =
            targets(settings, &values, Value::LOSS, |ply| (ply == 1).then_some(Value::new(0.4)));
        assert!((got[1].get() - 0.6).abs() < 1e-12);
        assert!((got[0].get() - 0.4).abs() < 1e-12);
        assert_eq!(got[2], Value::LOSS);
    }
}
