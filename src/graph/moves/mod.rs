//! What the side to move could do: every move it has, with what can be said of it without making it.

mod label;
mod list;

pub use label::{Arrival, Check, MoveComponent, MoveComponents, MoveLabel, Mover, Roles, Squad};
pub use list::{PositionMove, PositionMoves};
