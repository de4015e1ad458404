//! The material of an endgame, and an index for each of its positions.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{Role, Square};

use super::position::{EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece};

/// An endgame by its material: king and these pieces against a bare king.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Endgame {
    roles: ArrayVec<Role, MAX_PIECES>,
}

impl Endgame {
    /// Reads `KRK`, `KBNK` and the like: `K`, one or two pieces, `K`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Endgame> {
        let pieces = name.strip_prefix('K')?.strip_suffix('K')?;
        let mut roles = ArrayVec::new();
        for letter in pieces.chars() {
            let role = Role::from_char(letter).filter(|_| letter.is_ascii_uppercase())?;
            if role == Role::King {
                return None;
            }
            roles.try_push(role).ok()?;
        }
        roles.sort_unstable();
        (!roles.is_empty()).then_some(Endgame { roles })
    }

    /// The endgame with these pieces, of which only the first [`MAX_PIECES`] count.
    pub(super) fn of_roles(roles: &[Role]) -> Endgame {
        let mut roles: ArrayVec<Role, MAX_PIECES> =
            roles.iter().take(MAX_PIECES).copied().collect();
        roles.sort_unstable();
        Endgame { roles }
    }

    /// The endgame of a position.
    #[must_use]
    pub fn of(position: &EndgamePosition) -> Endgame {
        Endgame { roles: position.pieces().iter().map(|piece| piece.role).collect() }
    }

    /// The roles of the pieces, in the order of [`EndgamePosition::pieces`].
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// One of the pieces is a pawn.
    #[must_use]
    pub fn has_pawn(&self) -> bool {
        self.roles.contains(&Role::Pawn)
    }

    /// The position has exactly these pieces.
    #[must_use]
    pub fn covers(&self, position: &EndgamePosition) -> bool {
        let pieces = position.pieces();
        pieces.len() == self.roles.len()
            && pieces.iter().zip(&self.roles).all(|(piece, role)| piece.role == *role)
    }

    /// An upper bound of the indices: 64 to the number of pieces, kings included.
    #[must_use]
    pub fn size(&self) -> usize {
        64_usize.pow(self.roles.len() as u32 + 2)
    }

    /// The index of a [covered](Endgame::covers) position among those with the same side to move, below
    /// [`Endgame::size`].
    #[must_use]
    pub fn index(&self, position: &EndgamePosition) -> usize {
        let kings = position.weak_king.to_usize() * 64 + position.strong_king.to_usize();
        position.pieces().iter().fold(kings, |index, piece| index * 64 + piece.square.to_usize())
    }

    /// The legal position with this index and side to move; `None` if there is none. Equal pieces count in one order only.
    #[must_use]
    pub fn position(&self, index: usize, turn: EndgameSide) -> Option<EndgamePosition> {
        let mut rest = index;
        let mut digit = || {
            let square = Square::new((rest % 64) as u32);
            rest /= 64;
            square
        };
        let mut pieces: ArrayVec<PlacedPiece, MAX_PIECES> = self
            .roles
            .iter()
            .rev()
            .map(|role| PlacedPiece { role: *role, square: digit() })
            .collect();
        pieces.reverse();
        if !pieces.is_sorted() {
            return None;
        }
        let strong_king = digit();
        let position = EndgamePosition::new(turn, strong_king, digit(), pieces);
        position.is_legal().then_some(position)
    }
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: String = self.roles.iter().rev().map(|role| role.upper_char()).collect();
        write!(f, "K{pieces}K")
    }
}
