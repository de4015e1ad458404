//! Softmax regression over the legal moves (conditional logit): P(move) = e^(w·x(move)) / Σ e^(w·x(other)).
//!
//! The weights are fitted by AdaGrad on the log-likelihood, with L2 regularisation towards prior weights: zero, or those
//! of a more general model (J. Duchi et al., "Adaptive subgradient methods", JMLR 12, 2011; D. McFadden, "Conditional
//! logit analysis of qualitative choice behavior", 1974).

use std::ops::Range;

use rand::seq::SliceRandom;

use super::feature::FeatureVector;
use crate::rng;

/// Settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Passes over the training set.
    pub epochs: u32,
    /// Initial learning rate of AdaGrad; divided by the square root of the epoch.
    pub learning_rate: f32,
    /// Strength of the regularisation towards the prior, per step in which a feature occurs.
    pub regularisation: f32,
}

/// Training examples in one block of memory: the feature vectors of all legal moves, and which move was played.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    ids: Vec<u32>,
    values: Vec<f32>,
    /// End of each move's features.
    move_ends: Vec<u32>,
    examples: Vec<Example>,
}

/// One position: its legal moves `first..end`, and the move `played`.
#[derive(Clone, Copy, Debug)]
struct Example {
    first: u32,
    end: u32,
    played: u32,
}

impl TrainingSet {
    /// Adds a position; `played` is the index of the move played.
    pub fn push(&mut self, moves: &[FeatureVector], played: usize) {
        let first = self.move_ends.len() as u32;
        for features in moves {
            self.ids.extend(features.iter().map(|(id, _)| id.0));
            self.values.extend(features.iter().map(|(_, value)| *value));
            self.move_ends.push(self.ids.len() as u32);
        }
        let end = self.move_ends.len() as u32;
        self.examples.push(Example { first, end, played: first + played as u32 });
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    fn features(&self, m: u32) -> Range<usize> {
        let start = if m == 0 { 0 } else { self.move_ends[m as usize - 1] };
        start as usize..self.move_ends[m as usize] as usize
    }
}

/// Fits weights, starting from `prior` and regularised towards it.
#[must_use]
pub fn fit(set: &TrainingSet, prior: &[f32], settings: &FitSettings, seed: u64) -> Vec<f32> {
    let mut weights = prior.to_vec();
    let mut squared_gradients = vec![1e-4f32; prior.len()];
    let mut order: Vec<usize> = (0..set.len()).collect();
    let mut probabilities = Vec::new();
    for epoch in 0..settings.epochs {
        order.shuffle(&mut rng::seeded(seed, "ranker", u64::from(epoch)));
        let rate = settings.learning_rate / (1.0 + epoch as f32).sqrt();
        for index in &order {
            let example = set.examples[*index];
            let logit = |m| -> f32 {
                set.features(m).map(|f| weights[set.ids[f] as usize] * set.values[f]).sum()
            };
            probabilities.clear();
            probabilities.extend((example.first..example.end).map(logit));
            softmax(&mut probabilities);
            for m in example.first..example.end {
                let target = if m == example.played { 1.0 } else { 0.0 };
                let error = target - probabilities[(m - example.first) as usize];
                if error.abs() < 1e-4 {
                    continue;
                }
                for f in set.features(m) {
                    let id = set.ids[f] as usize;
                    let gradient = error * set.values[f]
                        - settings.regularisation * (weights[id] - prior[id]) * error.abs();
                    squared_gradients[id] += gradient * gradient;
                    weights[id] += rate * gradient / squared_gradients[id].sqrt();
                }
            }
        }
    }
    weights
}

/// Turns logits into probabilities that sum to 1.
pub fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = libm::expf(*logit - max));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

/// The logit of one move.
#[must_use]
pub fn logit(weights: &[f32], features: &FeatureVector) -> f32 {
    features.iter().map(|(id, value)| weights[id.0 as usize] * value).sum()
}
