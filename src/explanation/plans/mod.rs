//! Plans that can be made on the board: reachability, effect and refutation.

pub mod move_quality;
mod route;
mod task;
mod validate;

pub use task::tasks;
pub use validate::{Route, Validation, Verdict, approach, validate};
