//! The moves of the side to move, labelled from the position's graph without making them.

mod bits;
mod check;
mod component;
mod context;
mod en_prise;
mod features;
mod label;
mod lines;
mod list;
mod moving_piece;
mod position_move;
mod preview;

pub use component::{MoveComponent, MoveComponents};
pub use features::{Arrival, AttackerSummary, Check, EnPrise, Mover, RoleSet};
pub use label::MoveLabel;
pub use list::PositionMoves;
pub use position_move::PositionMove;
