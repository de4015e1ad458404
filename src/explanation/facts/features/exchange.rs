use shakmaty::{Board, Role, Square};

use crate::chess::{captures_on, man_value};

/// What the man on `from` wins on `to` when both sides go on capturing there as long as it pays, in pawns.
///
/// Pins and promotions are left out. A king does not capture what is protected.
#[must_use]
pub fn exchange(board: &Board, from: Square, to: Square) -> i32 {
    let Some(mover) = board.piece_at(from) else { return 0 };
    let gain = board.role_at(to).map_or(0, man_value);
    let occupied = board.occupied().without(from).with(to);
    gain - captures_on(board, to, !mover.color, man_value(mover.role), occupied)
}

/// The best capture on `to` by one of `attackers`: who, and what it wins.
#[must_use]
pub fn best_capture(
    board: &Board,
    attackers: shakmaty::Bitboard,
    to: Square,
) -> Option<(Square, i32)> {
    let side = board.color_at(to)?;
    attackers
        .into_iter()
        .filter(|from| {
            board.role_at(*from) != Some(Role::King)
                || board.attacks_to(to, side, board.occupied() ^ *from).is_empty()
        })
        .map(|from| (from, exchange(board, from, to)))
        .max_by_key(|(from, gain)| (*gain, -board.role_at(*from).map_or(0, man_value)))
}
