//! What the side to move could do: every move it has, with what can be said of it without making it.

mod bits;
mod check;
mod component;
mod label;
mod list;
mod origin;
mod peril;
mod said;
mod view;

pub use component::{MoveComponent, MoveComponents};
pub use label::MoveLabel;
pub use list::{PositionMove, PositionMoves};
pub use said::{Arrival, Check, EnPrise, Mover, Roles, Squad};
