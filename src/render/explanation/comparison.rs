//! Two moves compared by the facts after each, in words.

use super::words;
use crate::chess::Ending;
use crate::explanation::compare::Comparison;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::phrase::side_name;

/// The comparison as text, the weightiest differences first.
#[must_use]
pub fn comparison(tree: &EvaluationTree, comparison: &Comparison) -> String {
    let [chosen, other] = &comparison.outcomes;
    let mut text = format!(
        "{} or {}: {:+.2} against {:+.2} for {}, by the facts after each move\n",
        chosen.san,
        other.san,
        chosen.value,
        other.value,
        side_name(comparison.side)
    );
    for outcome in &comparison.outcomes {
        if let Some(ending) = outcome.ending {
            text.push_str(&format!("{} {}\n", outcome.san, ended(ending)));
        }
    }
    for outcome in comparison.outcomes.iter().filter(|outcome| !outcome.only_facts.is_empty()) {
        text.push_str(&format!("Only after {}, in pawns for the mover:\n", outcome.san));
        for (fact, value) in &outcome.only_facts {
            text.push_str(&format!("  {value:+.2}  {}\n", words::fact(tree, fact)));
        }
    }
    text
}

fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "is checkmate",
        Ending::Stalemate => "is stalemate",
        _ => "leaves too little material to win",
    }
}
