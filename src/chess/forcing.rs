use shakmaty::attacks;
use shakmaty::{Bitboard, Board, Chess, Color, File, Move, MoveList, Position, Rank, Role, Square};

use super::pinned;

/// The side to move has a piece other than king and pawns.
pub(super) fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    (board.by_color(position.turn()) & !(board.pawns() | board.kings())).any()
}

/// Captures, and promotions to a queen: legal moves in the order of [`Position::legal_moves`], captures first.
pub(super) fn forcing_moves(position: &Chess) -> MoveList {
    let (board, turn) = (position.board(), position.turn());
    match board.king_of(turn) {
        Some(king) if !position.is_check() && position.pseudo_legal_ep_square().is_none() => {
            Forcing { board, turn, king, pinned: pinned(board, king, turn) }.all()
        }
        _ => rarely(position),
    }
}

/// The same from all legal moves: in check, and where a pawn may be taken in passing.
fn rarely(position: &Chess) -> MoveList {
    let mut moves = position.capture_moves();
    let mut queens = position.promotion_moves();
    queens.retain(|m| !m.is_capture() && m.promotion() == Some(Role::Queen));
    moves.extend(queens);
    moves
}

/// A position without check in which no pawn may be taken in passing.
struct Forcing<'a> {
    board: &'a Board,
    turn: Color,
    king: Square,
    pinned: Bitboard,
}

impl Forcing<'_> {
    fn all(&self) -> MoveList {
        let mut moves = MoveList::new();
        let own = self.board.by_color(self.turn);
        let theirs = self.board.by_color(!self.turn);
        let pawns = self.board.pawns() & own;
        let forward = self.turn.fold_wb(8, -8);
        for (step, edge) in [(forward - 1, File::A), (forward + 1, File::H)] {
            let targets = (pawns & !Bitboard::from_file(edge)).shift(step) & theirs;
            self.pawn_moves(targets & !Bitboard::BACKRANKS, step, &[None], &mut moves);
            self.pawn_moves(targets & Bitboard::BACKRANKS, step, &PROMOTIONS, &mut moves);
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.board.by_role(role) & own {
                let reached = attacks::attacks(from, role.of(self.turn), self.board.occupied());
                for to in reached & theirs {
                    self.push(role, from, to, None, &mut moves);
                }
            }
        }
        for to in attacks::king_attacks(self.king) & theirs {
            if self.board.attacks_to(to, !self.turn, self.board.occupied()).is_empty() {
                self.push(Role::King, self.king, to, None, &mut moves);
            }
        }
        let seventh = self.turn.fold_wb(Rank::Seventh, Rank::Second);
        let last = (pawns & Bitboard::from_rank(seventh)).shift(forward) & !self.board.occupied();
        self.pawn_moves(last, forward, &PROMOTIONS[..1], &mut moves);
        moves
    }

    fn pawn_moves(
        &self,
        targets: Bitboard,
        step: i32,
        promotions: &[Option<Role>],
        moves: &mut MoveList,
    ) {
        for to in targets {
            for promotion in promotions {
                if let Some(from) = to.offset(-step) {
                    self.push(Role::Pawn, from, to, *promotion, moves);
                }
            }
        }
    }

    /// Adds a move that does not expose the king.
    fn push(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        moves: &mut MoveList,
    ) {
        if !self.pinned.contains(from) || attacks::aligned(from, to, self.king) {
            let capture = self.board.role_at(to);
            moves.push(Move::Normal { role, from, capture, to, promotion });
        }
    }
}

const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::seq::IndexedRandom;

    use super::*;
    use crate::chess::position_from_fen;

    #[test]
    fn forcing_moves_are_those_of_the_legal_ones() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4p1/8/2b1n3/4P3/2N3q1/1p3PPP/R3K1NR b KQkq - 0 1",
            "1n2k2r/P1P4P/8/3pP3/3Q4/8/p1p4p/1R2K1N1 w k d6 0 1",
            "4k3/4r3/8/b7/7q/2N1B3/3P4/4K3 w - - 0 1",
        ];
        let mut rng = crate::rng::seeded(1, "forcing", 0);
        for fen in starts.into_iter().cycle().take(200) {
            let mut position = position_from_fen(fen).unwrap();
            for _ in 0..60 {
                assert_eq!(forcing_moves(&position), rarely(&position), "{position:?}");
                let Some(m) = position.legal_moves().choose(&mut rng).copied() else { break };
                position.play_unchecked(m);
            }
        }
    }
}
