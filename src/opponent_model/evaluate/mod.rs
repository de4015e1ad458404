//! How well a model predicts games it has not learned from (held-out games).
//!
//! ```text
//! game   ─ holdout ─► GameResults { for each of the player's moves and each method: top-1, top-3, probability }
//! games  ─ metrics ─► Evaluation { top-1, top-3, log-loss, coverage, precision }, with confidence intervals (bootstrap)
//! ```

mod bootstrap;
mod holdout;
mod metrics;

pub use bootstrap::Estimate;
pub use holdout::{
    GameResults, MethodResult, MoveResult, positions_to_rate, predict_game, predict_games,
};
pub use metrics::{Evaluation, MethodMetrics, Metrics, evaluate};
