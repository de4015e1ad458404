use std::fmt;
use std::ops::Sub;

use serde::{Deserialize, Serialize};
use shakmaty::{Board, Chess, Color, Move, Position, Role};

use super::after_line;

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

    /// So many more pieces of a role for White; kings do not count.
    pub(crate) fn add(&mut self, role: Role, number: i8) {
        if let Some(at) = MaterialVector::ROLES.iter().position(|known| *known == role) {
            self.0[at] += number;
        }
    }

    /// The difference from the viewpoint of the other side.
    #[must_use]
    pub fn flipped(self) -> MaterialVector {
        MaterialVector(self.0.map(|n| -n))
    }

    /// Without knights of one side for as many bishops of the other, which count the same.
    #[must_use]
    pub fn without_traded_minors(self) -> MaterialVector {
        let [pawns, knights, bishops, rooks, queens] = self.0;
        if knights.signum() != -bishops.signum() {
            return self;
        }
        let traded = knights.abs().min(bishops.abs()) * knights.signum();
        MaterialVector([pawns, knights - traded, bishops + traded, rooks, queens])
    }

    /// Both sides have the same pieces.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.0 == [0; 5]
    }

    /// Number of pieces in the difference, both sides together.
    #[must_use]
    pub fn size(self) -> u32 {
        self.0.iter().map(|n| u32::from(n.unsigned_abs())).sum()
    }

    /// Value on the traditional scale 1 3 3 5 9, in pawns. For reports; the learner never uses it.
    #[must_use]
    pub fn traditional(self) -> i32 {
        self.0
            .iter()
            .zip(MaterialVector::ROLES)
            .map(|(n, role)| i32::from(*n) * piece_value(role))
            .sum()
    }
}

/// What a side has more in pieces than the other.
#[must_use]
pub(crate) fn material_of(position: &Chess, side: Color) -> MaterialVector {
    let material = MaterialVector::of_board(position.board());
    side.fold_wb(material, material.flipped())
}

/// What a side has won in pieces at the end of a line, minus what it has lost.
#[must_use]
pub(crate) fn material_won(position: &Chess, line: &[Move], side: Color) -> MaterialVector {
    material_of(&after_line(position, line), side) - material_of(position, side)
}

/// Traditional value of a piece in pawns, 1 3 3 5 9; a king counts 100, more than all others together. For reports,
/// explanations and the opponent model; the learner never uses it.
#[must_use]
pub(crate) fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Material that a move wins at once, in pawns: the captured piece, and the difference of a promoted piece to the pawn.
pub(crate) fn material_gain(m: Move) -> i32 {
    m.capture().map_or(0, piece_value) + m.promotion().map_or(0, |role| piece_value(role) - 1)
}

/// White's material minus Black's on the traditional scale, in pawns. For reports, explanations and the opponent model; the
/// learner never uses it.
#[must_use]
pub fn material_balance(position: &Chess) -> i32 {
    MaterialVector::of_board(position.board()).traditional()
}

/// Traditional value (1 3 3 5 9) of the pieces and pawns of `side`, in pawns. For reports only.
pub(crate) fn traditional_total(board: &Board, side: Color) -> u32 {
    let material = board.material_side(side);
    MaterialVector::ROLES
        .into_iter()
        .map(|role| u32::from(*material.get(role)) * piece_value(role).unsigned_abs())
        .sum()
}

impl Sub for MaterialVector {
    type Output = MaterialVector;

    fn sub(self, other: MaterialVector) -> MaterialVector {
        MaterialVector(std::array::from_fn(|role| self.0[role] - other.0[role]))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bishop_for_a_knight_is_no_difference() {
        let without = |pieces| MaterialVector(pieces).without_traded_minors().0;
        assert_eq!(without([1, -1, 1, 0, 0]), [1, 0, 0, 0, 0]);
        assert_eq!(without([1, -2, 1, 0, 0]), [1, -1, 0, 0, 0]);
        assert_eq!(without([0, 1, 1, -1, 0]), [0, 1, 1, -1, 0]);
    }
}
