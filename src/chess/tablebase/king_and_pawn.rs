//! King and pawn against king: whether the pawn wins, from a table that a search can ask at every leaf.

use std::sync::LazyLock;

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Board, Color, Rank, Square};

use crate::chess::seen_by;

/// The squares of the bare king where the pawn wins, by the squares of the pawn, which moves up the board, and of its king.
///
/// 64 KB, worked out on first use in a few milliseconds.
struct KingAndPawn {
    /// The side with the pawn to move.
    strong: Vec<Bitboard>,
    /// The bare king to move.
    weak: Vec<Bitboard>,
}

static TABLE: LazyLock<KingAndPawn> = LazyLock::new(KingAndPawn::new);

/// The side with the pawn wins; `None` where the board has anything but the kings and a pawn.
pub(crate) fn pawn_wins(board: &Board, turn: Color) -> Option<bool> {
    let pawn = board.pawns().single_square().filter(|_| board.occupied().count() == 3)?;
    let strong = board.color_at(pawn)?;
    let [pawn, king, enemy] = [pawn, board.king_of(strong)?, board.king_of(!strong)?]
        .map(|square| seen_by(strong, square));
    let won = if turn == strong { &TABLE.strong } else { &TABLE.weak };
    Some(won[index(pawn, king)].contains(enemy))
}

fn index(pawn: Square, king: Square) -> usize {
    pawn.to_usize() * 64 + king.to_usize()
}

impl KingAndPawn {
    /// From the last rank back: a pawn never returns.
    fn new() -> KingAndPawn {
        let empty = || vec![Bitboard::EMPTY; 64 * 64];
        let mut table = KingAndPawn { strong: empty(), weak: empty() };
        let pawns = Square::ALL.into_iter().rev();
        for pawn in pawns.filter(|pawn| !Bitboard::BACKRANKS.contains(*pawn)) {
            while table.improve(pawn) {}
        }
        table
    }

    /// Finds positions one move further from those that are known to be won; whether there were any.
    fn improve(&mut self, pawn: Square) -> bool {
        let mut is_better = false;
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            let at = index(pawn, king);
            let taken = king_attacks(king).with(king).with(pawn);
            let mut won = self.by_pawn(pawn, king);
            for to in king_attacks(king).without(pawn) {
                won |= self.weak[index(pawn, to)];
            }
            won &= !(taken | pawn_attacks(Color::White, pawn));
            is_better |= won != self.strong[at];
            self.strong[at] = won;
            let open = !taken & !self.weak[at];
            for enemy in open.into_iter().filter(|enemy| is_lost(pawn, king, *enemy, won)) {
                self.weak[at].add(enemy);
                is_better = true;
            }
        }
        is_better
    }

    /// Where the bare king stands if a move of the pawn wins.
    fn by_pawn(&self, pawn: Square, king: Square) -> Bitboard {
        let Some(stop) = pawn.offset(8).filter(|stop| *stop != king) else {
            return Bitboard::EMPTY;
        };
        if stop.rank() == Rank::Eighth {
            // A rook is promoted to where a queen would stalemate.
            let can_take = king_attacks(stop) & !king_attacks(king);
            let is_safe = king_attacks(king).contains(stop);
            let lost = if is_safe { Bitboard::EMPTY } else { can_take };
            return !lost.with(stop);
        }
        let one = self.weak[index(stop, king)];
        let two = stop.offset(8).filter(|two| pawn.rank() == Rank::Second && *two != king);
        let two = two.map_or(Bitboard::EMPTY, |two| self.weak[index(two, king)]);
        one | two.without(stop)
    }
}

/// The bare king on `enemy` is mated, or each of its moves leads to where the pawn wins.
fn is_lost(pawn: Square, king: Square, enemy: Square, won: Bitboard) -> bool {
    let guarded = king_attacks(king) | pawn_attacks(Color::White, pawn);
    let moves = king_attacks(enemy) & !guarded;
    let is_check = pawn_attacks(Color::White, pawn).contains(enemy);
    (moves & !won).is_empty() && (moves.any() || is_check)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use shakmaty::{Position, Role};

    use super::super::{DistanceToMate, Endgame, EndgameSide};
    use super::*;
    use crate::chess::position_from_fen;

    /// The distance to mate comes from another analysis.
    #[test]
    fn the_pawn_wins_where_there_is_a_distance_to_mate() {
        let endgame = Endgame::of_roles(&[Role::Pawn], None);
        let distances = DistanceToMate::generate(&endgame);
        for side in [EndgameSide::Strong, EndgameSide::Weak] {
            for place in 0..endgame.size() {
                let Some(small) = endgame.position(place, side) else { continue };
                let is_won = distances.plies(&small).is_some();
                let won = if side == EndgameSide::Strong { &TABLE.strong } else { &TABLE.weak };
                let pawn = small.square_of(Role::Pawn).unwrap();
                let told = won[index(pawn, small.strong_king)].contains(small.weak_king);
                assert_eq!(told, is_won, "{}", small.fen());
            }
        }
    }

    #[test]
    fn either_colour_may_have_the_pawn_and_no_other_ending_is_known() {
        let told = |fen: &str| {
            let position = position_from_fen(fen).unwrap();
            pawn_wins(position.board(), position.turn())
        };
        assert_eq!(told("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"), Some(false));
        assert_eq!(told("8/8/3k4/8/3K4/8/3P4/8 b - - 0 1"), Some(true));
        assert_eq!(told("8/3p4/3k4/8/3K4/8/8/8 b - - 0 1"), Some(false));
        assert_eq!(told("8/3p4/8/3k4/8/3K4/8/8 w - - 0 1"), Some(true));
        assert_eq!(told("8/8/3k4/8/3K4/8/3R4/8 w - - 0 1"), None);
        assert_eq!(told("8/3p4/3k4/8/3K4/8/3P4/8 w - - 0 1"), None);
    }
}
