//! The conditional logit: which of the legal moves, given their features.
//!
//! P(move) = e^(w·x(move)) / Σ e^(w·x(other)). Weights are fitted by AdaGrad on the log-likelihood with a pull towards
//! a prior: zero, or the weights of a more general model (J. Duchi et al., "Adaptive subgradient methods", JMLR 12,
//! 2011; D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974).

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::extract::Features;
use super::layout::WIDTH;
use crate::rng;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitSettings {
    /// Times every decision is learned from.
    pub epochs: u32,
    /// Step size of AdaGrad.
    pub rate: f32,
    /// Strength of the pull to the prior, per step in which a feature occurs.
    pub pull: f32,
}

/// Positions with their legal moves' features and the move that was played, packed.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    ids: Vec<u32>,
    amounts: Vec<f32>,
    /// End of each move's features.
    moves: Vec<u32>,
    decisions: Vec<Decision>,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    first: u32,
    end: u32,
    played: u32,
}

impl Decisions {
    /// Adds a decision; `played` is the place of the move played.
    pub fn push(&mut self, moves: &[Features], played: usize) {
        let first = self.moves.len() as u32;
        for features in moves {
            self.ids.extend(features.iter().map(|(id, _)| id.0));
            self.amounts.extend(features.iter().map(|(_, amount)| *amount));
            self.moves.push(self.ids.len() as u32);
        }
        let end = self.moves.len() as u32;
        self.decisions.push(Decision { first, end, played: first + played as u32 });
    }

    /// Number of decisions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    fn features(&self, m: u32) -> std::ops::Range<usize> {
        let start = if m == 0 { 0 } else { self.moves[m as usize - 1] };
        start as usize..self.moves[m as usize] as usize
    }
}

/// Fits weights, starting from and pulled to `prior` (zero if absent).
#[must_use]
pub fn fit(
    decisions: &Decisions,
    prior: Option<&[f32]>,
    settings: &FitSettings,
    seed: u64,
) -> Vec<f32> {
    let mut weights = prior.map_or_else(|| vec![0.0; WIDTH], <[f32]>::to_vec);
    let mut squares = vec![1e-4f32; WIDTH];
    let mut order: Vec<usize> = (0..decisions.len()).collect();
    let mut scores = Vec::new();
    for epoch in 0..settings.epochs {
        order.shuffle(&mut rng::seeded(seed, "ranker", u64::from(epoch)));
        let rate = settings.rate / (1.0 + epoch as f32).sqrt();
        for place in &order {
            let decision = decisions.decisions[*place];
            scores.clear();
            scores.extend((decision.first..decision.end).map(|m| {
                decisions
                    .features(m)
                    .map(|f| weights[decisions.ids[f] as usize] * decisions.amounts[f])
                    .sum::<f32>()
            }));
            to_probabilities(&mut scores);
            for m in decision.first..decision.end {
                let target = if m == decision.played { 1.0 } else { 0.0 };
                let error = target - scores[(m - decision.first) as usize];
                if error.abs() < 1e-4 {
                    continue;
                }
                for f in decisions.features(m) {
                    let id = decisions.ids[f] as usize;
                    let home = prior.map_or(0.0, |prior| prior[id]);
                    let slope = error * decisions.amounts[f]
                        - settings.pull * (weights[id] - home) * error.abs();
                    squares[id] += slope * slope;
                    weights[id] += rate * slope / squares[id].sqrt();
                }
            }
        }
    }
    weights
}

/// Scores become probabilities that sum to 1.
pub fn to_probabilities(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores.iter_mut().for_each(|score| *score = (*score - most).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// The score of one move.
#[must_use]
pub fn score(weights: &[f32], features: &Features) -> f32 {
    features.iter().map(|(id, amount)| weights[id.0 as usize] * amount).sum()
}
