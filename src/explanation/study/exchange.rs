use shakmaty::{Board, Color, Role, Square};

use crate::board::man_value;

/// What the man on `from` wins on `to` when both sides go on capturing there as long as it pays, in pawns.
///
/// Pins and promotions are left out. A king does not capture what is protected.
#[must_use]
pub fn exchange(board: &Board, from: Square, to: Square) -> i32 {
    let Some(mover) = board.piece_at(from) else { return 0 };
    let gain = board.role_at(to).map_or(0, man_value);
    let mut board = board.clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, mover);
    gain - reply(&mut board, to, !mover.color).max(0)
}

/// What `side` wins by capturing on `to` with its cheapest man, or 0.
fn reply(board: &mut Board, to: Square, side: Color) -> i32 {
    let Some(victim) = board.role_at(to) else { return 0 };
    let attackers = board.attacks_to(to, side, board.occupied());
    let Some(from) = cheapest(board, attackers) else { return 0 };
    let Some(man) = board.remove_piece_at(from) else { return 0 };
    if man.role == Role::King && board.attacks_to(to, !side, board.occupied()).any() {
        return 0;
    }
    board.set_piece_at(to, man);
    (man_value(victim) - reply(board, to, !side)).max(0)
}

fn cheapest(board: &Board, men: shakmaty::Bitboard) -> Option<Square> {
    men.into_iter().min_by_key(|square| board.role_at(*square).map_or(0, man_value))
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
