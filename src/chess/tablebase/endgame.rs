//! The material of an endgame, and an index for each of its positions.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{Role, Square};

use super::position::{EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece};

/// An endgame by its material: king and pieces against a king that is bare or has one piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Endgame {
    roles: ArrayVec<Role, MAX_PIECES>,
    weak_role: Option<Role>,
}

impl Endgame {
    /// Reads `KRK`, `KBNK`, `KQKR` and the like: a king with one or two pieces and a bare king, or a king with one piece
    /// and a king with a lesser one.
    #[must_use]
    pub fn parse(name: &str) -> Option<Endgame> {
        let (strong, weak) = name.strip_prefix('K')?.split_once('K')?;
        let mut roles: ArrayVec<Role, MAX_PIECES> = ArrayVec::new();
        for letter in strong.chars() {
            roles.try_push(role(letter)?).ok()?;
        }
        let mut weak = weak.chars();
        let weak_role = match weak.next() {
            Some(letter) => Some(role(letter)?),
            None => None,
        };
        let is_weaker = |weak| roles.len() == 1 && roles[0] > weak;
        if roles.is_empty() || weak.next().is_some() || !weak_role.is_none_or(is_weaker) {
            return None;
        }
        roles.sort_unstable();
        Some(Endgame { roles, weak_role })
    }

    /// The endgame with these pieces, at most [`MAX_PIECES`] in all.
    pub(super) fn of_roles(strong: &[Role], weak_role: Option<Role>) -> Endgame {
        let mut roles: ArrayVec<Role, MAX_PIECES> =
            strong.iter().take(MAX_PIECES).copied().collect();
        roles.sort_unstable();
        Endgame { roles, weak_role }
    }

    /// The roles of the pieces of the stronger side, in the order of [`EndgamePosition::pieces`].
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The role of the piece of the weaker side, `None` if its king is bare.
    #[must_use]
    pub fn weak_role(&self) -> Option<Role> {
        self.weak_role
    }

    /// The number of pieces and pawns beside the kings.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.roles.len() + usize::from(self.weak_role.is_some())
    }

    /// One of the pieces of the stronger side is a pawn.
    #[must_use]
    pub fn has_pawn(&self) -> bool {
        self.roles.contains(&Role::Pawn)
    }

    /// The position has exactly these pieces.
    #[must_use]
    pub fn covers(&self, position: &EndgamePosition) -> bool {
        self.has_strong_pieces_of(position)
            && position.weak_piece().map(|piece| piece.role) == self.weak_role
    }

    /// The position has these pieces but for a pawn of the weaker side that has been promoted.
    #[must_use]
    pub fn covers_after_their_promotion(&self, position: &EndgamePosition) -> bool {
        self.weak_role == Some(Role::Pawn)
            && self.has_strong_pieces_of(position)
            && position.weak_piece().is_some_and(|piece| piece.role != Role::Pawn)
    }

    fn has_strong_pieces_of(&self, position: &EndgamePosition) -> bool {
        let pieces = position.pieces();
        pieces.len() == self.roles.len()
            && pieces.iter().zip(&self.roles).all(|(piece, role)| piece.role == *role)
    }

    /// An upper bound of the indices: 64 to the number of pieces, kings included.
    #[must_use]
    pub fn size(&self) -> usize {
        64_usize.pow(self.piece_count() as u32 + 2)
    }

    /// The index of a [covered](Endgame::covers) position among those with the same side to move, below
    /// [`Endgame::size`].
    #[must_use]
    pub fn index(&self, position: &EndgamePosition) -> usize {
        let kings = position.weak_king.to_usize() * 64 + position.strong_king.to_usize();
        let pieces = position.pieces().iter().chain(position.weak_piece());
        pieces.fold(kings, |index, piece| index * 64 + piece.square.to_usize())
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
        let weak_piece = self.weak_role.map(|role| PlacedPiece { role, square: digit() });
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
        let position = EndgamePosition::new(turn, strong_king, digit(), pieces, weak_piece);
        position.is_legal().then_some(position)
    }
}

fn role(letter: char) -> Option<Role> {
    let role = Role::from_char(letter).filter(|_| letter.is_ascii_uppercase());
    role.filter(|role| *role != Role::King)
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: String = self.roles.iter().rev().map(|role| role.upper_char()).collect();
        write!(f, "K{pieces}K")?;
        self.weak_role.map_or(Ok(()), |role| write!(f, "{}", role.upper_char()))
    }
}
