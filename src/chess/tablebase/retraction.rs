//! Moves taken back, for working backwards from the end of a game.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Rank, Role, Square};

use super::moves::EndgameMove;
use super::position::{EndgamePosition, EndgameSide, PlacedPiece, attacks};

impl EndgamePosition {
    /// Visits every legal position from which a move that neither captures nor promotes leads here, with the move.
    pub fn retract(&self, visit: impl FnMut(&EndgamePosition, EndgameMove)) {
        match self.turn {
            EndgameSide::Weak => self.retract_strong(visit),
            EndgameSide::Strong => self.retract_weak(visit),
        }
    }

    fn retract_strong(&self, mut visit: impl FnMut(&EndgamePosition, EndgameMove)) {
        let occupied = self.occupied();
        let mut visit_legal = |before: EndgamePosition, role, from, to| {
            if before.is_legal() {
                visit(&before, EndgameMove { role, from, to, promotion: None });
            }
        };
        for (slot, piece) in self.pieces.iter().enumerate() {
            for from in origins(*piece, EndgameSide::Strong, occupied) {
                let mut before = self.clone();
                before.turn = EndgameSide::Strong;
                before.pieces[slot].square = from;
                before.pieces.sort_unstable();
                visit_legal(before, piece.role, from, piece.square);
            }
        }
        for from in king_attacks(self.strong_king) & !occupied {
            let mut before = self.clone();
            before.turn = EndgameSide::Strong;
            before.strong_king = from;
            visit_legal(before, Role::King, from, self.strong_king);
        }
    }

    fn retract_weak(&self, mut visit: impl FnMut(&EndgamePosition, EndgameMove)) {
        let near_king = king_attacks(self.strong_king);
        let occupied = self.occupied();
        for from in king_attacks(self.weak_king) & !occupied & !near_king {
            let mut before = self.clone();
            before.turn = EndgameSide::Weak;
            before.weak_king = from;
            let (role, to) = (Role::King, self.weak_king);
            // A bare king gives no check that it could uncover.
            if self.weak_piece.is_none() || before.is_legal() {
                visit(&before, EndgameMove { role, from, to, promotion: None });
            }
        }
        let Some(piece) = self.weak_piece else { return };
        for from in origins(piece, EndgameSide::Weak, occupied) {
            let mut before = self.clone();
            before.turn = EndgameSide::Weak;
            before.weak_piece = Some(PlacedPiece { square: from, ..piece });
            if before.is_legal() {
                let (role, to) = (piece.role, piece.square);
                visit(&before, EndgameMove { role, from, to, promotion: None });
            }
        }
    }
}

/// Where a piece can have come from without a capture.
fn origins(piece: PlacedPiece, side: EndgameSide, occupied: Bitboard) -> Bitboard {
    if piece.role != Role::Pawn {
        return attacks(piece, side, occupied) & !occupied;
    }
    let (down, fourth) = match side {
        EndgameSide::Strong => (-8, Rank::Fourth),
        EndgameSide::Weak => (8, Rank::Fifth),
    };
    let behind = |square: Square| square.offset(down).filter(|square| !occupied.contains(*square));
    let one = behind(piece.square);
    let two = one.filter(|_| piece.square.rank() == fourth).and_then(behind);
    one.into_iter().chain(two).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::Endgame;
    use super::*;

    /// A move can be taken back if and only if it can be made.
    #[test]
    fn what_is_taken_back_can_be_played_again() {
        let endgames = [
            ("KPK", 31),
            ("KQK", 31),
            ("KBNK", 9973),
            ("KRRK", 9973),
            ("KQKR", 4999),
            ("KRKP", 4999),
            ("KNKP", 4999),
        ];
        for (name, step) in endgames {
            let endgame = Endgame::parse(name).unwrap();
            for turn in [EndgameSide::Strong, EndgameSide::Weak] {
                for index in (0..endgame.size()).step_by(step) {
                    let Some(position) = endgame.position(index, turn) else { continue };
                    position.retract(|before, m| {
                        assert!(before.is_legal() && before.legal_moves().contains(&m));
                        assert_eq!(before.after(m), position);
                    });
                    let stays = |m: &EndgameMove| endgame.covers(&position.after(*m));
                    for m in position.legal_moves().into_iter().filter(stays) {
                        assert!(!position.changes_material(m));
                        let mut times = 0;
                        position.after(m).retract(|before, taken_back| {
                            times += u32::from(*before == position && taken_back == m);
                        });
                        assert_eq!(times, 1, "{} {m}", position.fen());
                    }
                }
            }
        }
    }
}
