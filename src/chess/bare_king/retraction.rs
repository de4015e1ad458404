//! Moves taken back, for working backwards from the end of a game.

use arrayvec::ArrayVec;
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Rank, Role, Square};

use super::position::{
    EndgameMove, EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece, attacks,
};

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
        for (slot, piece) in self.pieces().iter().enumerate() {
            for from in origins(*piece, occupied) {
                let mut pieces: ArrayVec<PlacedPiece, MAX_PIECES> =
                    self.pieces().iter().copied().collect();
                pieces[slot].square = from;
                let (turn, ours, theirs) = (EndgameSide::Strong, self.strong_king, self.weak_king);
                let before = EndgamePosition::new(turn, ours, theirs, pieces);
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
        for from in king_attacks(self.weak_king) & !self.occupied() & !near_king {
            let mut before = self.clone();
            before.turn = EndgameSide::Weak;
            before.weak_king = from;
            let (role, to) = (Role::King, self.weak_king);
            visit(&before, EndgameMove { role, from, to, promotion: None });
        }
    }
}

/// Where a piece can have come from without a capture.
fn origins(piece: PlacedPiece, occupied: Bitboard) -> Bitboard {
    if piece.role != Role::Pawn {
        return attacks(piece, occupied) & !occupied;
    }
    let behind = |square: Square| square.offset(-8).filter(|square| !occupied.contains(*square));
    let one = behind(piece.square);
    let two = one.filter(|_| piece.square.rank() == Rank::Fourth).and_then(behind);
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
        for (name, step) in [("KPK", 31), ("KQK", 31), ("KBNK", 9973), ("KRRK", 9973)] {
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
