use shakmaty::{Bitboard, Board, ByColor, Role, Square};

use super::pawn_context::PawnStructure;
use super::{NodeKind, NodeLabel};

/// The labels of pieces as far as they follow from where the piece, the pawns and the kings stand. Most moves change few
/// of them.
#[derive(Clone, Debug)]
pub(super) struct StandingLabels {
    by_square: [NodeLabel; 64],
    pawns: ByColor<Bitboard>,
    kings: ByColor<Option<Square>>,
}

impl Default for StandingLabels {
    fn default() -> StandingLabels {
        StandingLabels {
            by_square: [NodeLabel::NOTHING; 64],
            pawns: ByColor::default(),
            kings: ByColor::default(),
        }
    }
}

impl StandingLabels {
    /// The label of the piece on a square.
    #[inline]
    pub(super) fn of(&self, square: Square) -> NodeLabel {
        self.by_square[square as usize]
    }

    /// Turns these into the labels of a board on which some squares have changed.
    pub(super) fn update(
        &mut self,
        board: &Board,
        kings: ByColor<Option<Square>>,
        changed: Bitboard,
    ) {
        let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
        let mut stale = Bitboard::FULL;
        if (self.pawns, self.kings) == (pawns, kings) {
            // A pawn's label says whether something stands before it.
            let blocked = pawns.white & changed.shift(-8) | pawns.black & changed.shift(8);
            stale = changed | blocked;
        }
        (self.pawns, self.kings) = (pawns, kings);
        let pawns = PawnStructure::new(board);
        for square in stale & board.occupied() {
            let Some(piece) = board.piece_at(square) else { continue };
            let mut label = NodeLabel::new(NodeKind::Piece(piece)).on(square);
            if piece.role == Role::Pawn {
                label = label.with_passed(pawns.is_passed(square));
            }
            if let Some(king) = kings.get(!piece.color) {
                label = label.with_king_distance(square.distance(*king));
            }
            if let Some(context) = pawns.context(square, piece) {
                label = label.with_pawn_context(context);
            }
            self.by_square[square as usize] = label;
        }
    }
}
