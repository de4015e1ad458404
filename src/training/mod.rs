//! Training runs: from a plan to a memory, with everything written down on the way.
//!
//! A run is a folder. What is written is such that the process can be killed at any instant: the run is taken up from
//! its last checkpoint by learning the games since then once more, from their moves, and ends as if nothing had
//! happened. A series is a folder of runs, one after the other, and of the memory that they come to together.

mod cycle;
mod error;
pub mod journal;
mod pairing;
mod past_positions;
mod plan;
pub mod run_folder;
mod series;
mod workers;

pub use cycle::{Observer, Run, Summary};
pub use error::TrainingError;
pub use past_positions::PastPositionSettings;
pub use plan::{CheckedPlan, Plan, PlanError};
pub use series::{PlanFile, PlannedRun, Series, SeriesPlan, SeriesRun};
