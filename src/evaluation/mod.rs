//! From the patterns recognised in a position to its value.

mod evaluator;
mod rules;
mod softmax;

pub use evaluator::{
    Contribution, Counting, Evaluation, EvaluationSettings, Evaluator, Prospects, Selection,
};
pub use rules::{CombinationRule, LogOddsMean, LogOddsSum, Mean, RuleSettings, Term};
