//! Who stands better, and how much: one number.
//!
//! A forced mate decides. Otherwise a search with positional terms counts, and with it what a memory expects. The sum of the
//! facts adds nothing to these two (training/HISTORY.md): facts say why, not how much. The weights come from a
//! least-squares fit to an engine's scores: `cargo bench --bench explanation -- fit FILE.pgn`.

use super::facts::assessment::{Assessment, rounded};
use super::force::{Force, Prize};
use crate::units::Value;

/// A value that stands for a game that is won, in pawns.
pub const DECIDED: f64 = 100.0;

/// Pawns for a pawn of the search, and for a unit of log-odds.
#[derive(Clone, Copy, Debug)]
struct Weights {
    searched: f64,
    memory: f64,
}

const WITH_MEMORY: Weights = Weights { searched: 0.72, memory: 0.64 };
const ALONE: Weights = Weights { searched: 0.9, memory: 0.0 };

/// Beyond these log-odds a memory tells won positions apart no longer.
pub const MAX_LOG_ODDS: f64 = 4.6;

/// A value of this many pawns counts half: small values are mostly noise.
const HALF: f64 = 0.3;

/// Who stands better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Pawns for White; ±[`DECIDED`] for a forced mate.
    pub value: f64,
}

impl Verdict {
    /// From what the next moves decide, what a search says in pawns for White, and the result that a memory expects for
    /// White after what is forced.
    #[must_use]
    pub fn new(force: Option<&Force>, searched: f64, expected: Option<Value>) -> Verdict {
        if let Some(Force { winner, prize: Prize::Mate, .. }) = force {
            return Verdict { value: winner.fold_wb(DECIDED, -DECIDED) };
        }
        let weights = if expected.is_some() { WITH_MEMORY } else { ALONE };
        let memory = expected.map_or(0.0, Value::log_odds).clamp(-MAX_LOG_ODDS, MAX_LOG_ODDS);
        let sum = weights.searched * searched + weights.memory * memory;
        Verdict { value: rounded(sum * sum.abs() / (sum.abs() + HALF)) }
    }

    /// As a symbol.
    #[must_use]
    pub fn assessment(self) -> Assessment {
        Assessment::of(self.value)
    }
}
