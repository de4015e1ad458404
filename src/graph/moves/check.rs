use shakmaty::{Bitboard, Color, attacks};

use super::Check;
use super::view::{Step, View};

/// The check that a step gives, if it does. `uncovers`: a line piece of its side looks through the square it leaves.
pub(super) fn check(view: &View<'_>, step: &Step, uncovers: bool) -> Option<Check> {
    let (board, king, to) = (view.board, view.enemy_king, step.to);
    let direct = step.reach.contains(king);
    let discovered = uncovers && (step.others(board, king, Color::White) & !view.checkers).any();
    if !direct && !discovered {
        return None;
    }
    // A king that flees along a line does not leave it.
    let gone = Step { occupied: step.occupied & !Bitboard::from_square(king), ..*step };
    let line = attacks::attacks(to, step.piece, gone.occupied);
    let flight_squares = attacks::king_attacks(king) & (!board.black() | Bitboard::from_square(to));
    let flight_squares = flight_squares.into_iter().filter(|square| {
        gone.others(board, *square, Color::White).is_empty()
            && (*square == to || !line.contains(*square))
    });
    let others = |square| step.others(board, square, Color::Black) & !Bitboard::from_square(king);
    let between = if direct { attacks::between(to, king) } else { Bitboard::EMPTY };
    let closes = |square| (others(square) & !board.pawns()).any();
    Some(Check {
        direct,
        discovered,
        flight_squares: flight_squares.count().min(3) as u32,
        can_be_captured: others(to).any(),
        can_be_blocked: between.any().then(|| between.into_iter().any(closes)),
    })
}
