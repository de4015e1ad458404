use shakmaty::{Bitboard, Board, Color, Square, attacks};

/// The pieces of `color` that are the only ones between their king, on `king`, and an enemy line piece.
pub(crate) fn pinned(board: &Board, king: Square, color: Color) -> Bitboard {
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let snipers = (straight | diagonal) & board.by_color(!color);
    snipers
        .into_iter()
        .map(|sniper| attacks::between(king, sniper) & board.occupied())
        .filter(|between| between.count() == 1)
        .fold(Bitboard::EMPTY, |pinned, between| pinned | between & board.by_color(color))
}
