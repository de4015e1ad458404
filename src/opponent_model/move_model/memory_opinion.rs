//! What the built-in memory thinks of the legal moves: most of the time people, too, play what looks good.

use std::sync::{Mutex, OnceLock, PoisonError};

use shakmaty::Chess;

use crate::chess::{Game, Start};
use crate::evaluation::Evaluator;
use crate::file_format::LoadError;
use crate::memory::{Memory, Snapshot};
use crate::player::decide;
use crate::units::Value;

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
