use shakmaty::{Chess, Move, Position};

use crate::units::Value;

/// A finished game to learn from.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// Number of the game, from 1.
    pub game: u32,
    /// All positions in order: one more than moves.
    pub positions: Vec<Chess>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Which moves were exploration, not the player's choice; as long as `moves`.
    pub explored: Vec<bool>,
    /// The player's best move where it explored, if it is known; as long as `moves`.
    pub best: Vec<Option<Move>>,
    /// Value of the last position for the side to move there; a draw for a game without a result.
    pub outcome: Value,
}

impl TrainingSample {
    /// The sample of a game.
    ///
    /// # Errors
    ///
    /// The index of the first illegal move.
    pub fn new(
        game: u32,
        start: Chess,
        moves: Vec<Move>,
        explored: Vec<bool>,
        outcome: Value,
    ) -> Result<TrainingSample, usize> {
        let mut positions = Vec::with_capacity(moves.len() + 1);
        positions.push(start);
        for (ply, m) in moves.iter().enumerate() {
            let mut next = positions[ply].clone();
            if !next.is_legal(*m) {
                return Err(ply);
            }
            next.play_unchecked(*m);
            positions.push(next);
        }
        let best = vec![None; moves.len()];
        Ok(TrainingSample { game, positions, moves, explored, best, outcome })
    }

    /// The same with the player's best moves where it explored. Those that are not legal are left out.
    #[must_use]
    pub fn knowing_best(mut self, best: impl IntoIterator<Item = Option<Move>>) -> TrainingSample {
        for ((known, best), position) in self.best.iter_mut().zip(best).zip(&self.positions) {
            *known = best.filter(|m| position.is_legal(*m));
        }
        self
    }
}
