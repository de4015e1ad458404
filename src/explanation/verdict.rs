//! Who stands better, and how much: one number.
//!
//! A forced mate decides. Otherwise the sum of the facts counts, material as it stands after the captures, and with it
//! what a memory expects. The weights come from a least-squares fit to an engine's scores:
//! `cargo bench --bench explanation -- fit FILE.pgn`; training/HISTORY.md has the figures.

use shakmaty::Color;

use super::facts::assessment::{Assessment, rounded};
use super::facts::tree::EvaluationTree;
use super::facts::{Fact, FamilyKind};
use super::force::{Force, Prize};
use crate::units::Value;

/// A value that stands for a game that is won, in pawns.
pub const DECIDED: f64 = 100.0;

/// What a position without a forced mate is valued by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// The sum of the facts that count, in pawns for White. Threats of the side that is not to move are no part of it: it
    /// still has to get the time for them, and the fit gives them no weight.
    pub facts: f64,
    /// The log-odds of the result that a memory expects for White, after what is forced; 0 without a memory.
    pub memory: f64,
}

/// Pawns for a pawn of facts, and for a unit of log-odds.
#[derive(Clone, Copy, Debug)]
struct Weights {
    facts: f64,
    memory: f64,
}

const WITH_MEMORY: Weights = Weights { facts: 0.32, memory: 1.73 };
const ALONE: Weights = Weights { facts: 0.72, memory: 0.0 };

/// Beyond these log-odds a memory tells won positions apart no longer.
pub const MAX_LOG_ODDS: f64 = 4.6;

/// A sum of this many pawns counts half: small sums are mostly noise.
const HALF: f64 = 0.3;

impl Measures {
    /// Of the facts that count.
    #[must_use]
    pub fn new(tree: &EvaluationTree, turn: Color, facts: &[Fact]) -> Measures {
        let is_waiting = |fact: &&Fact| {
            let family = tree.family_of(fact.leaf);
            let is_threat = family.id.starts_with("threats/");
            is_threat && family.kind != FamilyKind::ForcedLoss && fact.owner != turn
        };
        let counting = facts.iter().filter(|fact| !is_waiting(fact));
        Measures { facts: counting.map(|fact| fact.value).sum(), memory: 0.0 }
    }

    fn value(self, weights: Weights) -> f64 {
        let sum = weights.facts * self.facts + weights.memory * self.memory;
        sum * sum.abs() / (sum.abs() + HALF)
    }
}

/// Who stands better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Pawns for White; ±[`DECIDED`] for a forced mate.
    pub value: f64,
}

impl Verdict {
    /// From what the next moves decide, the facts, and what a memory expects for White.
    #[must_use]
    pub fn new(force: Option<&Force>, facts: Measures, expected: Option<Value>) -> Verdict {
        if let Some(Force { winner, prize: Prize::Mate, .. }) = force {
            return Verdict { value: winner.fold_wb(DECIDED, -DECIDED) };
        }
        let value = match expected {
            Some(expected) => {
                let memory = expected.log_odds().clamp(-MAX_LOG_ODDS, MAX_LOG_ODDS);
                Measures { memory, ..facts }.value(WITH_MEMORY)
            }
            None => facts.value(ALONE),
        };
        Verdict { value: rounded(value) }
    }

    /// As a symbol.
    #[must_use]
    pub fn assessment(self) -> Assessment {
        Assessment::of(self.value)
    }
}
