//! What the side to move could do: every move it has, with what can be said of it without making it.

mod component;
mod label;
mod list;
mod said;

pub use component::{MoveComponent, MoveComponents};
pub use label::MoveLabel;
pub use list::{PositionMove, PositionMoves};
pub use said::{Arrival, Check, Mover, Roles, Squad};
