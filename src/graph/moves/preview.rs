use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::graph::attack_map::AttackMap;

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

    /// Pieces of both sides, other than the one that moves, that would attack or defend a square.
    pub(super) fn others(&self, board: &Board, attacks: &AttackMap, square: Square) -> Bitboard {
        let steppers = attacks.attackers(square) & board.steppers();
        let straight = attacks::rook_attacks(square, self.occupied) & board.rooks_and_queens();
        let diagonal = attacks::bishop_attacks(square, self.occupied) & board.bishops_and_queens();
        (steppers | straight | diagonal) & !self.touched()
    }

    /// The same for any occupied squares, without knowing who attacks it now.
    pub(super) fn attackers(&self, board: &Board, square: Square) -> Bitboard {
        let attackers = |side| board.attacks_to(square, side, self.occupied);
        (attackers(Color::White) | attackers(Color::Black)) & !self.touched()
    }
}
