//! What the built-in memory thinks of the legal moves: most of the time people, too, play what looks good.

use std::sync::{Mutex, OnceLock, PoisonError};

use shakmaty::Chess;

use super::candidate::FeatureBuilder;
use super::context::MoveContext;
use super::feature::FeatureGroup as Group;
use crate::chess::{Game, Start};
use crate::evaluation::Evaluator;
use crate::file_format::LoadError;
use crate::memory::{Memory, Snapshot};
use crate::player::decide;
use crate::units::Value;

/// Upper ends of the classes of what a move loses, in expected points of a game.
pub const LOSS_CLASSES: [f64; 7] = [0.005, 0.015, 0.03, 0.06, 0.1, 0.16, 0.25];

/// The built-in memory as a judge of moves, at one ply. Of a model that was fitted without it all weights of these features
/// are 0.
pub struct MemoryOpinion {
    memory: Snapshot,
    evaluator: Mutex<Evaluator>,
}

static BUILT_IN: OnceLock<MemoryOpinion> = OnceLock::new();

impl MemoryOpinion {
    /// The opinion of the memory that is built in, which a process loads once.
    ///
    /// # Errors
    ///
    /// The built-in memory is invalid; the tests rule that out.
    pub fn built_in() -> Result<&'static MemoryOpinion, LoadError> {
        if let Some(opinion) = BUILT_IN.get() {
            return Ok(opinion);
        }
        let memory = Memory::load_shipped()?;
        let evaluator = Mutex::new(Evaluator::new(memory.evaluation()));
        let opinion = MemoryOpinion { memory: memory.snapshot(), evaluator };
        Ok(BUILT_IN.get_or_init(|| opinion))
    }

    /// The expected result after each legal move, for the side that makes it, in the order of move generation: what
    /// [`decide`] finds in a game that begins here.
    ///
    /// # Cost
    ///
    /// An evaluation for each move, some 20 µs.
    #[must_use]
    pub fn values(&self, position: &Chess) -> Vec<Value> {
        let mut evaluator = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        let game = Game::new(Start::Position(Box::new(position.clone())));
        let decision = decide(&mut evaluator, &self.memory, &game);
        decision.iter().flat_map(|found| &found.alternatives).map(|m| m.value).collect()
    }

    /// Adds these features to the vectors of all legal moves.
    pub(super) fn add(&self, context: &MoveContext<'_>, vectors: &mut [FeatureBuilder]) {
        let values = self.values(&context.state.position);
        let phase = context.phase as u32;
        let best = values.iter().map(|value| value.get()).fold(0.0, f64::max);
        for (value, features) in values.iter().zip(vectors) {
            let better = values.iter().filter(|other| other.get() > value.get()).count();
            features.add(Group::MemoryRank, phase * 8 + rank_class(better));
            let loss = best - value.get();
            let class = LOSS_CLASSES.iter().filter(|end| loss > **end).count() as u32;
            features.add(Group::MemoryLoss, phase * 8 + class);
            features.add_value(Group::MemoryLossNumber, phase, (10.0 * loss).min(3.0) as f32);
            let log_odds = moderate(best).log_odds() - moderate(value.get()).log_odds();
            features.add_value(Group::MemoryLogOdds, phase, log_odds.min(3.0) as f32);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;
    use crate::player::PatternPlayer;

    #[test]
    fn moves_are_valued_as_by_a_player_with_the_built_in_memory() {
        let opinion = MemoryOpinion::built_in().unwrap();
        let mut player = PatternPlayer::from_memory(&Memory::load_shipped().unwrap());
        for fen in [
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
            "k7/8/1K6/8/8/8/1Q6/8 w - - 0 1",
            "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
        ] {
            let position = position_from_fen(fen).unwrap();
            let values = opinion.values(&position);
            let game = Game::new(Start::Position(Box::new(position)));
            let decided = player.decide(&game).unwrap().alternatives;
            assert_eq!(values, decided.iter().map(|found| found.value).collect::<Vec<_>>());
        }
    }
}
