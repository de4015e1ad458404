use super::{Pattern, move_phrase};
use crate::graph::MoveLabel;

/// Something the side to move could do: "takes a rook with a knight where a pawn takes back".
///
/// It is a move with parts of its label left open, and occurs once for every move whose label it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MovePattern(pub MoveLabel);

impl Pattern for MovePattern {
    fn is_more_general_than(&self, other: &MovePattern) -> bool {
        self.0.covers(other.0)
    }

    /// How many components are given, the move itself being one.
    fn size(&self) -> usize {
        1 + self.0.components().count()
    }

    fn phrase(&self) -> String {
        move_phrase::phrase(self.0)
    }
}
