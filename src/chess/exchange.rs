use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::man_value;

/// What `side` wins, in pawns, by capturing first on `to`, where a man of the other side worth `prize` stands, when both go
/// on capturing there as long as it pays; 0 if nothing.
///
/// Only men on `occupied` take part, those behind one another too, the lightest first. Pins and promotions are not
/// seen; a king takes nothing that is protected.
pub(crate) fn captures_on(
    board: &Board,
    to: Square,
    side: Color,
    prize: i32,
    mut occupied: Bitboard,
) -> i32 {
    let mut prizes = [0; 32];
    let (mut depth, mut side, mut prize) = (0, side, prize);
    while let Some((from, role)) = lightest(board, board.attacks_to(to, side, occupied) & occupied)
    {
        occupied.discard(from);
        if role == Role::King && (board.attacks_to(to, !side, occupied) & occupied).any() {
            break;
        }
        prizes[depth] = prize;
        depth += 1;
        (side, prize) = (!side, man_value(role));
    }
    prizes[..depth].iter().rev().fold(0, |later, prize| (prize - later).max(0))
}

fn lightest(board: &Board, men: Bitboard) -> Option<(Square, Role)> {
    let of = |role| (men & board.by_role(role)).first().map(|square| (square, role));
    Role::ALL.into_iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng;
    use rand::seq::IndexedRandom;
    use shakmaty::{Chess, Position};

    /// The same on a board on which the captures are made.
    fn by_hand(board: &Board, to: Square, side: Color) -> i32 {
        let Some(victim) = board.role_at(to) else { return 0 };
        let value = |square: &Square| board.role_at(*square).map_or(0, man_value);
        let attackers = board.attacks_to(to, side, board.occupied());
        let Some(from) = attackers.into_iter().min_by_key(value) else { return 0 };
        let mut after = board.clone();
        let Some(man) = after.remove_piece_at(from) else { return 0 };
        if man.role == Role::King && after.attacks_to(to, !side, after.occupied()).any() {
            return 0;
        }
        after.set_piece_at(to, man);
        (man_value(victim) - by_hand(&after, to, !side)).max(0)
    }

    #[test]
    fn it_is_what_making_the_captures_brings() {
        let mut captures = 0;
        for game in 0..30 {
            let mut rng = rng::seeded(1, "exchange", game);
            let mut position = Chess::default();
            while let Some(m) = position.legal_moves().choose(&mut rng).copied() {
                position.play_unchecked(m);
                let board = position.board();
                for (to, man) in board {
                    let quick =
                        captures_on(board, to, !man.color, man_value(man.role), board.occupied());
                    assert_eq!(quick, by_hand(board, to, !man.color), "{board} {to}");
                    captures += usize::from(quick > 0);
                }
                if position.fullmoves().get() > 60 {
                    break;
                }
            }
        }
        assert!(captures > 1000);
    }
}
