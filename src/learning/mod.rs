//! Learning from games: temporal-difference targets, weight updates, creation and forgetting of patterns.
//!
//! Learning is a pure function of memory, sample, settings and seed, so that a run that was killed can learn its last
//! games again from their moves and arrive at the same memory.

mod change;
mod create;
mod credit;
mod forget;
mod learner;
mod lookahead;
mod occurring;
mod prepared;
mod recall;
mod refine;
mod settings;
mod targets;
mod training_sample;

pub use change::Change;
pub use create::{Candidate, CreationRule, candidates};
pub use credit::UpdateSettings;
pub use forget::{Exponents, ForgettingSettings, MemoryPlanError, Utility};
pub use learner::{Learner, LearningReport};
pub use lookahead::LookaheadSettings;
pub use prepared::{Preparation, PreparedGame};
pub use refine::{generalisations, specialisations};
pub use settings::{CreationSettings, LearningSettings};
pub use targets::{TargetSettings, targets};
pub use training_sample::TrainingSample;
