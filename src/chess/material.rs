use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Role};

/// Material difference in pieces, White minus Black, in the order pawn, knight, bishop, rook, queen.
///
/// On an [`Oriented`](super::Oriented) board that is the side to move minus the other side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct MaterialVector(pub [i8; 5]);

impl MaterialVector {
    /// The kinds of piece in the order of the components.
    pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// The difference on a board.
    #[must_use]
    pub fn of_board(board: &Board) -> MaterialVector {
        let (white, black) = (board.white(), board.black());
        MaterialVector(MaterialVector::ROLES.map(|role| {
            let pieces = board.by_role(role);
            (pieces & white).count() as i8 - (pieces & black).count() as i8
        }))
    }

    /// The difference seen by the other side.
    #[must_use]
    pub fn flipped(self) -> MaterialVector {
        MaterialVector(self.0.map(|n| -n))
    }

    /// Neither side is ahead in any kind of piece.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.0 == [0; 5]
    }

    /// Number of pieces in the difference, both sides together.
    #[must_use]
    pub fn size(self) -> u32 {
        self.0.iter().map(|n| u32::from(n.unsigned_abs())).sum()
    }

    /// Value on the traditional scale 1 3 3 5 9 in pawns. For reports only: the learner never sees it.
    #[must_use]
    pub fn traditional(self) -> i32 {
        self.0
            .iter()
            .zip(MaterialVector::ROLES)
            .map(|(n, role)| i32::from(*n) * man_value(role))
            .sum()
    }
}

/// Traditional value of a man in pawns, 1 3 3 5 9; the king's is more than all others together. For reports, for those
/// who explain and for the model of an opponent: the learner never sees it.
#[must_use]
pub(crate) fn man_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Traditional value (1 3 3 5 9) of what `side` has on the board, in pawns. For reports only.
pub(crate) fn traditional_total(board: &Board, side: Color) -> u32 {
    let material = board.material_side(side);
    MaterialVector::ROLES
        .into_iter()
        .map(|role| u32::from(*material.get(role)) * man_value(role).unsigned_abs())
        .sum()
}

impl fmt::Display for MaterialVector {
    /// `even`, or for example `+1P -2B`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_even() {
            return f.write_str("even");
        }
        let mut first = true;
        for (n, letter) in self.0.iter().zip(["P", "N", "B", "R", "Q"]) {
            if *n != 0 {
                write!(f, "{}{n:+}{letter}", if first { "" } else { " " })?;
                first = false;
            }
        }
        Ok(())
    }
}
