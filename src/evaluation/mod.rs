//! From the patterns that occur in a position to its value.

mod evaluator;
mod rules;
mod softmax;

pub use crate::memory::{Counting, EvaluationSettings, RuleSettings, Selection};
pub use evaluator::{Contribution, Evaluation, Evaluator, Prospects};
pub use rules::{CombinationRule, LogOddsMean, LogOddsSum, Mean, Term};
