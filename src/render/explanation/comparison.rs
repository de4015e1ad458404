//! Two moves compared, in words and for programs.

use serde::Serialize;
use shakmaty::Color;
use utoipa::ToSchema;

use super::memory::choice;
use super::words;
use crate::chess::Ending;
use crate::explanation::compare::{Comparison, MoveChoice, Outcome};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::phrase::side_name;

/// Two moves of a position compared, for programs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ComparisonRecord<L> {
    /// Who moves: `white` or `black`.
    pub side: &'static str,
    /// Of the move asked about, and of the other one, by the facts that an explainer sees after each.
    pub outcomes: [OutcomeRecord; 2],
    /// By the learned patterns; `null` without a memory.
    pub learned: Option<L>,
}

/// What a move leads to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutcomeRecord {
    /// The move, as `Nf3`.
    pub san: String,
    /// Sum of the facts after it, in pawns for the mover.
    pub value: f64,
    /// How the game ended with it.
    #[schema(value_type = Option<String>)]
    pub ending: Option<Ending>,
    /// Facts that only this move brings or keeps, the weightiest first.
    pub facts: Vec<FactRecord>,
}

/// A fact of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactRecord {
    /// Who has what where.
    pub text: String,
    /// In pawns for the mover.
    pub value: f64,
    /// Squares of the pieces concerned.
    pub squares: Vec<String>,
}

impl<L> ComparisonRecord<L> {
    /// The comparison by facts and, if there is one, that by learned patterns.
    #[must_use]
    pub fn new(tree: &EvaluationTree, comparison: &Comparison, learned: Option<L>) -> Self {
        let outcomes = comparison.outcomes.each_ref().map(|outcome| outcome_record(tree, outcome));
        let side = if comparison.side == Color::White { "white" } else { "black" };
        ComparisonRecord { side, outcomes, learned }
    }
}

fn outcome_record(tree: &EvaluationTree, outcome: &Outcome) -> OutcomeRecord {
    let facts = outcome.only_facts.iter().map(|(fact, value)| FactRecord {
        text: words::fact(tree, fact),
        value: *value,
        squares: fact.squares().iter().map(ToString::to_string).collect(),
    });
    OutcomeRecord {
        san: outcome.san.to_string(),
        value: outcome.value,
        ending: outcome.ending,
        facts: facts.collect(),
    }
}

/// The comparison as text, the weightiest differences first: by facts and, if there is one, by learned patterns.
#[must_use]
pub fn comparison(
    tree: &EvaluationTree,
    comparison: &Comparison,
    learned: Option<&MoveChoice>,
) -> String {
    let mut text = by_facts(tree, comparison);
    // That a move ends the game has been said.
    if let Some(learned) = learned.filter(|learned| learned.ending.is_none()) {
        text.push_str(&choice(learned));
        text.push('\n');
    }
    text
}

fn by_facts(tree: &EvaluationTree, comparison: &Comparison) -> String {
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
