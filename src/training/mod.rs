//! Training runs: a plan in, a memory out, with a journal, games and checkpoints on the way.
//!
//! A run is a folder. The process can be killed at any time: a resumed run starts from its last checkpoint, learns the
//! games since then again from their moves, and ends with the same memory. It goes on only from files that are what was
//! written: the journal holds digests of plan and games, and so do checkpoints. A series is a folder of runs, those
//! of a round played at the same time where there are processors for it, and their merged memory.

mod base;
mod built_in_plans;
mod chain;
#[cfg(feature = "nats")]
pub mod cluster;
mod error;
pub(crate) mod game_learner;
pub mod journal;
pub mod log;
mod memory_player;
mod observer;
mod pairing;
mod past_positions;
pub(crate) mod plan;
mod plan_file;
mod players;
mod run;
pub mod run_folder;
mod series;
mod session;
mod side_by_side;
pub(crate) mod start;
mod uci_engine;
mod worker_records;
mod workers;

pub use error::TrainingError;
pub use memory_player::MemoryPlayer;
pub use observer::{Observers, RunObserver};
pub use past_positions::PastPositionSettings;
pub use plan::{CheckedPlan, Plan, PlanError};
pub use plan_file::{MemberPlan, PlanFile, PlannedRun, SeriesPlan};
pub use players::{Players, Workforce};
pub use run::{Run, RunSummary};
pub(crate) use run::{checkpoint, load_plan};
pub use series::{Series, SeriesRun};
pub use session::{PlanOverrides, RecentScore, RunPlace, Session, SessionSummary};
pub use uci_engine::{LoadPlayer, PatternEngine};
