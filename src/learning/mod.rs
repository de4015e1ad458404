//! What a game teaches: targets by temporal differences, credit to the patterns that made the values, new patterns
//! from what moves changed, and forgetting.
//!
//! Learning is a pure function of memory, sample, settings and seed, so that a run that was killed can relearn its
//! last games from their moves and arrive at the same memory.

mod change;
mod create;
mod credit;
mod forget;
mod learner;
mod refine;
mod targets;
mod training_sample;

pub use change::Change;
pub use create::{Candidate, CreationRule, candidates};
pub use credit::UpdateSettings;
pub use forget::{Exponents, ForgettingSettings, Utility};
pub use learner::{CreationSettings, Learner, LearningReport, LearningSettings};
pub use refine::{generalisations, specialisations};
pub use targets::{TargetSettings, targets};
pub use training_sample::TrainingSample;
