use super::context::PositionContext;
use super::moving_piece::MovingPiece;
use super::{MoveLabel, PositionMove};
use crate::chess::Oriented;
use crate::graph::PositionGraph;

/// The moves of a position, White to move: all legal ones but castling, and promotions to anything but a queen.
///
/// They are not made: labels follow from the board and the position's graph. A value can be rebuilt in place without
/// allocating.
#[derive(Clone, Debug, Default)]
pub struct PositionMoves {
    moves: Vec<PositionMove>,
}

impl PositionMoves {
    /// No moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Turns this value into the moves of a position, whose graph is given.
    pub fn rebuild(&mut self, position: &Oriented, graph: &PositionGraph) {
        self.moves.clear();
        let Some(context) = PositionContext::new(position, graph) else { return };
        for from in context.board.white() {
            let Some(piece) = MovingPiece::new(&context, from) else { continue };
            for to in piece.targets() {
                self.moves.push(piece.position_move(&context, to));
            }
        }
    }

    /// The moves, by square of origin and target.
    pub fn iter(&self) -> impl Iterator<Item = &PositionMove> {
        self.moves.iter()
    }

    /// Their labels.
    pub fn labels(&self) -> impl Iterator<Item = MoveLabel> {
        self.moves.iter().map(|m| m.label)
    }
}
