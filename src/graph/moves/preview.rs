use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

/// A move that is not made: the board as it would be.
#[derive(Clone, Copy)]
pub(super) struct MovePreview {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What arrives, White's: a queen for a pawn that promotes.
    pub(super) piece: Piece,
    /// Squares that would be occupied.
    pub(super) occupied: Bitboard,
    /// What the piece would attack or defend from there.
    pub(super) reach: Bitboard,
}

impl MovePreview {
    pub(super) fn new(board: &Board, from: Square, to: Square, piece: Piece) -> MovePreview {
        let promotes = piece.role == Role::Pawn && to.rank() == Rank::Eighth;
        let piece = if promotes { piece.color.queen() } else { piece };
        let occupied = board.occupied() & !Bitboard::from_square(from) | Bitboard::from_square(to);
        let reach = attacks::attacks(to, piece, occupied);
        MovePreview { from, to, piece, occupied, reach }
    }

    /// Origin and destination: whatever stood there is gone.
    pub(super) fn touched(&self) -> Bitboard {
        Bitboard::from_square(self.from) | Bitboard::from_square(self.to)
    }

    /// Pieces of a side, other than the one that moves, that would attack or defend a square.
    pub(super) fn others(&self, board: &Board, square: Square, color: Color) -> Bitboard {
        board.attacks_to(square, color, self.occupied) & !self.touched()
    }
}
