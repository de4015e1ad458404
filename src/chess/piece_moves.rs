use shakmaty::{CastlingSide, Color, Move, Square};

/// The squares that pieces of `mover` leave and reach in a move: of the moved piece; in castling of the king, then the
/// rook. Empty for a dropped piece.
pub(crate) fn piece_moves(m: Move, mover: Color) -> Vec<(Square, Square)> {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            vec![(king, side.king_to(mover)), (rook, side.rook_to(mover))]
        }
        _ => m.from().map(|from| (from, m.to())).into_iter().collect(),
    }
}
