use shakmaty::{Bitboard, Board, Square, attacks};

/// The direct attacks and defences of all pieces, both ways round.
///
/// A board that differs in a few squares from the one before costs a few line pieces, not all.
#[derive(Clone, Debug)]
pub(super) struct AttackMap {
    board: Board,
    reach: [Bitboard; 64],
    attackers: [Bitboard; 64],
}

impl Default for AttackMap {
    fn default() -> AttackMap {
        AttackMap {
            board: Board::empty(),
            reach: [Bitboard::EMPTY; 64],
            attackers: [Bitboard::EMPTY; 64],
        }
    }
}

impl AttackMap {
    /// Turns this value into the map of another board; the squares on which it differs from the one before.
    pub(super) fn update(&mut self, board: &Board) -> Bitboard {
        let changed = difference(&self.board, board);
        // A line piece whose line opens or closes looked at the nearest square that changed.
        let near = changed.into_iter().fold(changed, |near, s| near | self.attackers[s as usize]);
        for from in near & (changed | self.board.sliders()) {
            let now = board
                .piece_at(from)
                .map_or(Bitboard::EMPTY, |piece| attacks::attacks(from, piece, board.occupied()));
            let before = std::mem::replace(&mut self.reach[from as usize], now);
            for to in before ^ now {
                self.attackers[to as usize].toggle(from);
            }
        }
        self.board.clone_from(board);
        changed
    }

    /// What the piece on a square attacks or defends; nothing where none stands.
    #[inline]
    pub(super) fn reach(&self, from: Square) -> Bitboard {
        self.reach[from as usize]
    }

    /// What these pieces attack or defend, all together.
    pub(super) fn control(&self, pieces: Bitboard) -> Bitboard {
        pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | self.reach(from))
    }

    /// The pieces of both sides that attack or defend a square.
    #[inline]
    pub(super) fn attackers(&self, to: Square) -> Bitboard {
        self.attackers[to as usize]
    }
}

/// The squares on which not the same stands.
fn difference(a: &Board, b: &Board) -> Bitboard {
    let differs = |part: fn(&Board) -> Bitboard| part(a) ^ part(b);
    let roles = [Board::pawns, Board::knights, Board::bishops, Board::rooks, Board::queens];
    let roles = roles.into_iter().fold(differs(Board::kings), |all, role| all | differs(role));
    roles | differs(Board::white) | differs(Board::black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng;
    use rand::seq::IndexedRandom;
    use shakmaty::{Chess, Position};

    /// Also of boards far from one another, and of the views of both sides in turn.
    #[test]
    fn a_map_that_is_carried_over_is_that_of_the_board() {
        let mut rng = rng::seeded(1, "attack map", 0);
        let mut map = AttackMap::default();
        for _ in 0..30 {
            let mut position = Chess::default();
            while let Some(m) = position.legal_moves().choose(&mut rng).copied() {
                position.play_unchecked(m);
                let turned = position.board().clone().into_mirrored();
                for board in [position.board(), &turned, position.board()] {
                    let before = map.board.clone();
                    let changed = map.update(board);
                    for square in Square::ALL {
                        let differs = before.piece_at(square) != board.piece_at(square);
                        assert_eq!(changed.contains(square), differs);
                        assert_eq!(map.reach(square), board.attacks_from(square));
                        let both = shakmaty::Color::ALL
                            .map(|side| board.attacks_to(square, side, board.occupied()));
                        assert_eq!(map.attackers(square), both[0] | both[1]);
                    }
                }
                if position.fullmoves().get() > 50 {
                    break;
                }
            }
        }
    }
}
