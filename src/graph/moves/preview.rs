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
    /// The square of the pawn that is captured en passant.
    pub(super) en_passant: Option<Square>,
}

impl MovePreview {
    /// `piece` goes from the first square to the second; `en_passant` is where the pawn stands that it captures en passant.
    pub(super) fn new(
        board: &Board,
        [from, to]: [Square; 2],
        piece: Piece,
        en_passant: Option<Square>,
    ) -> MovePreview {
        let promotes = piece.role == Role::Pawn && to.rank() == Rank::Eighth;
        let piece = if promotes { piece.color.queen() } else { piece };
        let gone = Bitboard::from_square(from) | en_passant.into_iter().collect::<Bitboard>();
        let occupied = board.occupied() & !gone | Bitboard::from_square(to);
        let reach = attacks::attacks(to, piece, occupied);
        MovePreview { from, to, piece, occupied, reach, en_passant }
    }

    /// Origin, destination and the square of a pawn captured en passant: whatever stood there is gone.
    pub(super) fn touched(&self) -> Bitboard {
        [self.from, self.to].into_iter().chain(self.en_passant).collect()
    }

    /// The square of what is captured.
    pub(super) fn captured(&self, board: &Board) -> Option<Square> {
        let is_there = board.occupied().contains(self.to);
        if is_there { Some(self.to) } else { self.en_passant }
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
