use shakmaty::{Bitboard, Board, Rank, Square, attacks};

use super::Check;
use super::context::PositionContext;
use super::preview::MovePreview;

/// The check that a preview gives, if it does; `discovered`: by a line piece behind the piece that moves.
pub(super) fn check(
    context: &PositionContext<'_>,
    preview: &MovePreview,
    discovered: bool,
) -> Option<Check> {
    let (board, king, to) = (context.board, context.enemy_king, preview.to);
    let direct = preview.reach.contains(king);
    if !direct && !discovered {
        return None;
    }
    // A king that flees along a line does not leave it.
    let gone =
        MovePreview { occupied: preview.occupied & !Bitboard::from_square(king), ..*preview };
    let line = attacks::attacks(to, preview.piece, gone.occupied);
    let flight_squares = attacks::king_attacks(king) & (!board.black() | preview.touched());
    let flight_squares = flight_squares.into_iter().filter(|square| {
        (gone.attackers(board, *square) & board.white()).is_empty()
            && (*square == to || !line.contains(*square))
    });
    let others =
        |square| preview.attackers(board, square) & board.black() & !Bitboard::from_square(king);
    let between = if direct { attacks::between(to, king) } else { Bitboard::EMPTY };
    let closes =
        |square| (others(square) & !board.pawns()).any() || pawn_steps_to(board, preview, square);
    Some(Check {
        direct,
        discovered,
        flight_squares: flight_squares.count().min(3) as u32,
        can_be_captured: others(to).any(),
        can_be_blocked: between.any().then(|| between.into_iter().any(closes)),
    })
}

/// A black pawn can go to this empty square without a capture.
fn pawn_steps_to(board: &Board, preview: &MovePreview, square: Square) -> bool {
    let pawns = board.pawns() & board.black() & !preview.touched();
    let above = |square: Square| square.offset(8);
    let Some(one) = above(square) else { return false };
    if pawns.contains(one) {
        return true;
    }
    square.rank() == Rank::Fifth
        && !preview.occupied.contains(one)
        && above(one).is_some_and(|two| pawns.contains(two))
}
