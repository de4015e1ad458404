//! Move features: the values of a label's components.

use shakmaty::{Bitboard, Board, Role};
use strum::{Display, FromRepr};

use crate::graph::RoleCounts;

/// The piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A piece that keeps its role.
    Piece(Role),
    /// A pawn that becomes a queen.
    Promoting,
}

impl Mover {
    pub(super) const PROMOTING: u32 = 6;

    pub(super) fn code(self) -> u32 {
        match self {
            Mover::Piece(role) => role_code(role),
            Mover::Promoting => Mover::PROMOTING,
        }
    }
}

/// Summary of the attackers or defenders of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackerSummary {
    /// The least valuable of them.
    pub lightest: Role,
    /// How many: 1, 2, 3 or more.
    pub count: u32,
}

/// Whether the destination of a move is attacked and defended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromRepr)]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
pub enum Arrival {
    /// Neither attacked nor defended.
    Loose,
    /// Defended, not attacked.
    Protected,
    /// Attacked, not defended.
    Hanging,
    /// Attacked and defended.
    Contested,
}

/// A check and the replies to it. Pins of the defending pieces are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The piece that moves gives it.
    pub direct: bool,
    /// A line piece behind the moving piece gives it.
    pub discovered: bool,
    /// Squares to which the king can move: 0, 1, 2, 3 or more.
    pub flight_squares: u32,
    /// A piece other than the king can capture the piece that moved.
    pub can_be_captured: bool,
    /// Whether a piece other than king or pawn can block the check; `None` where there is no square between.
    pub can_be_blocked: Option<bool>,
}

impl Check {
    pub(super) fn code(self) -> u32 {
        let closed = self.can_be_blocked.map_or(0, |can| 1 + u32::from(can));
        u32::from(self.direct)
            | u32::from(self.discovered) << 1
            | self.flight_squares.min(3) << 2
            | u32::from(self.can_be_captured) << 4
            | closed << 5
    }

    pub(super) fn from_code(code: u32) -> Option<Check> {
        let can_be_blocked = [None, Some(false), Some(true)].get(code as usize >> 5).copied()?;
        Some(Check {
            direct: code & 1 != 0,
            discovered: code & 2 != 0,
            flight_squares: code >> 2 & 3,
            can_be_captured: code & 16 != 0,
            can_be_blocked,
        })
    }
}

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleSet(pub(super) u32);

impl RoleSet {
    /// Those of the pieces on these squares.
    #[inline]
    pub(super) fn of(board: &Board, squares: Bitboard) -> RoleSet {
        if squares.is_empty() {
            return RoleSet::default();
        }
        let is_there = |pieces| u32::from((squares & pieces).any());
        RoleSet(
            is_there(board.pawns())
                | is_there(board.knights()) << 1
                | is_there(board.bishops()) << 2
                | is_there(board.rooks()) << 3
                | is_there(board.queens()) << 4
                | is_there(board.kings()) << 5,
        )
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles, pawns first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |role| self.0 >> role_code(*role) & 1 == 1)
    }
}

/// Roles of the pieces of one side that are en prise after a move, except its king and the piece that moves. Pins are
/// ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnPrise {
    /// Attacked and undefended.
    pub hanging: RoleSet,
    /// Defended, but attacked by a less valuable piece or by more pieces than defend them.
    pub underdefended: RoleSet,
}

impl EnPrise {
    pub(super) fn code(self) -> u32 {
        self.hanging.0 | self.underdefended.0 << 6
    }

    pub(super) fn from_code(code: u32) -> EnPrise {
        EnPrise { hanging: RoleSet(code & 63), underdefended: RoleSet(code >> 6) }
    }
}

fn role_code(role: Role) -> u32 {
    role as u32 - 1
}

pub(super) fn role_of(code: u32) -> Option<Role> {
    Role::ALL.get(code as usize).copied()
}

pub(super) fn summary(code: u32) -> Option<Option<AttackerSummary>> {
    let (lightest, count) = (code & 7, code >> 3);
    match (lightest, count) {
        (0, 0) => Some(None),
        (0, _) | (_, 0) => None,
        _ => role_of(lightest - 1).map(|lightest| Some(AttackerSummary { lightest, count })),
    }
}

pub(super) fn kinds_code(attackers: RoleCounts, defenders: RoleCounts) -> u32 {
    u32::from(attackers.0) << 10 | u32::from(defenders.0)
}

pub(super) fn kinds(code: u32) -> (RoleCounts, RoleCounts) {
    (RoleCounts((code >> 10) as u16), RoleCounts((code & 0x3ff) as u16))
}
