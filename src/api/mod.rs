//! What other programs use: the items at the root of the crate, over the modules below.
//!
//! Nothing is computed here. Signatures have types of this module, of shakmaty and of the standard library only, so that
//! the modules below can change without breaking anyone.

mod comparison;
mod engine;
mod error;
mod evaluation;
mod explanation;
mod library;
mod position;
mod training;

pub use comparison::Comparison;
pub use engine::Morph;
pub use error::{Cause, Error};
pub use evaluation::{Contribution, Evaluation, ValuedMove};
pub use explanation::Explanation;
pub use library::{
    AddedGames, ExactMatches, FoundPosition, GameResults, Library, PlayedMove, SimilarPosition,
};
pub use position::{legal_move, position_from_fen};
pub use training::{TrainingPlan, TrainingProgress, TrainingRun, TrainingSummary};
