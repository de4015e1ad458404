//! What a judge thinks of the legal moves, as features: most of the time people, too, play what is good.

use super::candidate::FeatureBuilder;
use super::context::MoveContext;
use super::feature::FeatureGroup as Group;
use super::{EngineOpinion, MemoryOpinion};
use crate::units::Value;

/// Upper ends of the classes of what a move loses, in expected points of a game.
pub const LOSS_CLASSES: [f64; 7] = [0.005, 0.015, 0.03, 0.06, 0.1, 0.16, 0.25];

/// The judges that are asked about moves.
#[derive(Clone, Copy)]
pub struct Opinions<'a> {
    /// The built-in memory.
    pub memory: &'a MemoryOpinion,
    /// An engine, which must have been [asked](EngineOpinion::ask) about the position; otherwise its features are absent.
    pub engine: Option<&'a EngineOpinion>,
}

impl Opinions<'_> {
    /// Adds these features to the vectors of all legal moves.
    pub(super) fn add(&self, context: &MoveContext<'_>, vectors: &mut [FeatureBuilder]) {
        let (position, phase) = (&context.state.position, context.phase as u32);
        MEMORY.add(phase, &self.memory.values(position), vectors);
        if let Some(values) = self.engine.and_then(|engine| engine.values(position)) {
            ENGINE.add(phase, values, vectors);
        }
    }
}

/// The features of one judge.
struct Groups {
    rank: Group,
    loss: Group,
    loss_number: Group,
    log_odds: Group,
}

const MEMORY: Groups = Groups {
    rank: Group::MemoryRank,
    loss: Group::MemoryLoss,
    loss_number: Group::MemoryLossNumber,
    log_odds: Group::MemoryLogOdds,
};
const ENGINE: Groups = Groups {
    rank: Group::EngineRank,
    loss: Group::EngineLoss,
    loss_number: Group::EngineLossNumber,
    log_odds: Group::EngineLogOdds,
};

impl Groups {
    /// `values`: the expected result after each move, for the side that makes it.
    fn add(&self, phase: u32, values: &[Value], vectors: &mut [FeatureBuilder]) {
        let best = values.iter().map(|value| value.get()).fold(0.0, f64::max);
        for (value, features) in values.iter().zip(vectors) {
            let better = values.iter().filter(|other| other.get() > value.get()).count();
            features.add(self.rank, phase * 8 + rank_class(better));
            let loss = best - value.get();
            let class = LOSS_CLASSES.iter().filter(|end| loss > **end).count() as u32;
            features.add(self.loss, phase * 8 + class);
            features.add_value(self.loss_number, phase, (10.0 * loss).min(3.0) as f32);
            let log_odds = moderate(best).log_odds() - moderate(value.get()).log_odds();
            features.add_value(self.log_odds, phase, log_odds.min(3.0) as f32);
        }
    }
}

/// The class of a move with this many better ones, 0 to 7.
fn rank_class(better: usize) -> u32 {
    match better {
        0..=3 => better as u32,
        4..=5 => 4,
        6..=9 => 5,
        10..=15 => 6,
        _ => 7,
    }
}

/// The value, kept away from 0 and 1.
fn moderate(value: f64) -> Value {
    Value::new(value.clamp(0.01, 0.99))
}
