use std::fmt;

use super::explanation::json;
use crate::explanation::compare::{Comparison as Compared, MoveChoice};
use crate::explanation::facts::tree::EvaluationTree;
use crate::render::explanation::{Choice, ComparisonRecord, comparison};

/// Two moves compared: see [`Morph::compare`](crate::Morph::compare). `Display` writes what `morph why` prints.
#[derive(Clone, Debug)]
pub struct Comparison {
    values: [f64; 2],
    text: String,
    record: ComparisonRecord<Choice>,
}

impl Comparison {
    pub(super) fn new(
        tree: &EvaluationTree,
        compared: &Compared,
        learned: Option<&MoveChoice>,
    ) -> Comparison {
        let record = ComparisonRecord::new(tree, compared, learned.map(Choice::new));
        let values = compared.outcomes.each_ref().map(|outcome| outcome.value);
        Comparison { values, text: comparison(tree, compared, learned), record }
    }

    /// What the facts after each move add up to, in pawns for the side that moves: of the move asked about, and of the other.
    #[must_use]
    pub fn pawns(&self) -> [f64; 2] {
        self.values
    }

    /// The object that `morph why --format json` writes, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&self.record)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}
