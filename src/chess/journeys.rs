use shakmaty::{CastlingSide, Color, Move, Square};

/// From where to where pieces go in a move, the moved piece first; in castling the king, then the rook. A dropped piece comes from
/// nowhere.
pub(crate) fn journeys(m: Move, mover: Color) -> Vec<(Square, Square)> {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            vec![(king, side.king_to(mover)), (rook, side.rook_to(mover))]
        }
        _ => m.from().map(|from| (from, m.to())).into_iter().collect(),
    }
}
