use shakmaty::{Chess, Move, Position};

use crate::units::Value;

/// A finished game as the learner sees it.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// Number of the game, from 1.
    pub game: u32,
    /// The positions, first to last; one more than moves.
    pub positions: Vec<Chess>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Which of the moves were explored against the mover's judgement; as long as `moves`.
    pub explored: Vec<bool>,
    /// Value of the last position for the side to move there; that of a draw for a game that was cut off.
    pub outcome: Value,
}

impl TrainingSample {
    /// A sample from the moves of a game.
    ///
    /// # Errors
    ///
    /// The index of the first move that is not legal.
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
        Ok(TrainingSample { game, positions, moves, explored, outcome })
    }
}
