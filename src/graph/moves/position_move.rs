use shakmaty::Square;

use super::MoveLabel;
use crate::chess::MaterialVector;

/// A move of the side to move with its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionMove {
    /// Origin, in the view with White to move.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// Its features.
    pub label: MoveLabel,
    /// The material difference once the exchange is over that it may begin on its square: both sides capture there with their
    /// least valuable pieces as long as it pays.
    pub material: MaterialVector,
}
