//! Which moves may give check.

use shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};

/// A cheap test whether a move may give check.
///
/// Searches skip moves that promise little (futility pruning), but none that gives check.
pub(super) struct Checks {
    /// The squares from which a piece of each role attacks the king of the side that is not to move.
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    /// Pieces that may be between a line piece of their side and that king (discovered checks).
    screens: Bitboard,
}

impl Checks {
    pub(super) fn new(position: &Chess) -> Checks {
        let (board, turn) = (position.board(), position.turn());
        let king = board.king_of(!turn).unwrap_or(Square::E1);
        let (ours, occupied) = (board.by_color(turn), board.occupied());
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let screens = (bishop | rook) & ours;
        let free = occupied ^ screens;
        let diagonal = bishop_attacks(king, free) & (board.bishops() | board.queens());
        let straight = rook_attacks(king, free) & (board.rooks() | board.queens());
        let screened = ((diagonal | straight) & ours).any();
        Checks {
            pawn: pawn_attacks(!turn, king),
            knight: knight_attacks(king),
            bishop,
            rook,
            screens: if screened { screens } else { Bitboard::EMPTY },
        }
    }

    /// `false` only if the move does not give check.
    pub(super) fn may_give_check(&self, m: Move) -> bool {
        let Move::Normal { role, from, to, promotion: None, .. } = m else { return true };
        let direct = match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        };
        direct.contains(to) || self.screens.contains(from)
    }
}
