//! What the side to move could do: every move it has, with what can be said of it without making it.

mod bits;
mod check;
mod component;
mod en_prise;
mod features;
mod label;
mod list;
mod origin;
mod view;

pub use component::{MoveComponent, MoveComponents};
pub use features::{Arrival, AttackerSummary, Check, EnPrise, Mover, RoleSet};
pub use label::MoveLabel;
pub use list::{PositionMove, PositionMoves};
