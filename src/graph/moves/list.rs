use shakmaty::Square;

use super::MoveLabel;
use super::origin::Origin;
use super::view::View;
use crate::chess::Oriented;
use crate::graph::PositionGraph;

/// A move of the side to move and everything known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionMove {
    /// From where, in the view with White to move.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What is known of it.
    pub label: MoveLabel,
}

/// The moves of a position, White to move: all legal ones but castling, captures en passant, and promotions to anything
/// but a queen.
///
/// They are not made: what is said of them follows from the board and from the labels of the position's graph. A value can
/// be built anew in place, without allocating.
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
        let Some(view) = View::new(position.board(), graph) else { return };
        for from in view.board.white() {
            let Some(origin) = Origin::new(&view, from) else { continue };
            for to in origin.targets() {
                let label = origin.label(&view, to);
                self.moves.push(PositionMove { from, to, label });
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
