//! Plans that can be made on the board: reachability, effect and refutation.

pub mod move_quality;
mod possible;
mod route;
mod task;
mod validate;

pub use possible::possible;
pub use route::Route;
pub use task::tasks;
pub use validate::{Validation, Verdict, approach, validate};
