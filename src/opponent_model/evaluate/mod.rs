//! How well a model predicts games it has not seen.
//!
//! ```text
//! games ─ trial ───► Trial { for each of his moves: hit, place, probability, confidence, by method }
//! Trial ─ summary ─► Summary { top-1, top-3, log-loss, coverage, precision } with intervals by game
//! ```

mod bootstrap;
mod summary;
mod trial;

pub use bootstrap::Estimate;
pub use summary::{Evaluation, Measures, evaluate};
pub use trial::{Answer, Trial, Tried, try_game};
