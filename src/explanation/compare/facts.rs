//! Why this move and not that one: the facts in which two successors differ.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::explanation::explainer::Explainer;
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::bind::fact_phrase;
use crate::explanation::facts::features::PositionFeatures;
use crate::explanation::phrase::side_name;

/// What two moves leave different.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The move asked about.
    pub chosen: String,
    /// The other one.
    pub other: String,
    /// Who moves.
    pub side: Color,
    /// Sum of the facts that count after each, in pawns for the mover.
    pub values: [f64; 2],
    /// Facts that only the chosen move brings or keeps: sentence and value for the mover.
    pub only_chosen: Vec<(String, f64)>,
    /// Facts that only the other move brings or keeps.
    pub only_other: Vec<(String, f64)>,
    /// A finished game after either move.
    pub ends: [Option<String>; 2],
}

/// The position after a move, its facts, and their sum for the mover.
fn after(explainer: &Explainer, position: &Chess, m: Move) -> (Chess, Vec<Fact>, f64) {
    let mut next = position.clone();
    next.play_unchecked(m);
    let (facts, value) = explainer.value_for_mover(&next, |next| explainer.facts(next));
    (next, facts, value)
}

fn ended(position: &Chess) -> Option<String> {
    if position.is_checkmate() {
        Some("is checkmate".to_owned())
    } else if position.is_stalemate() {
        Some("is stalemate".to_owned())
    } else if position.is_insufficient_material() {
        Some("leaves too little material to win".to_owned())
    } else {
        None
    }
}

/// Compares two legal moves by what the explainer sees one ply further.
#[must_use]
pub fn compare(explainer: &Explainer, position: &Chess, chosen: Move, other: Move) -> Comparison {
    let side = position.turn();
    let (first, first_facts, first_value) = after(explainer, position, chosen);
    let (second, second_facts, second_value) = after(explainer, position, other);
    let same =
        |a: &Fact, b: &Fact| a.leaf == b.leaf && a.owner == b.owner && a.squares() == b.squares();
    let only = |these: &[Fact], those: &[Fact]| -> Vec<(String, f64)> {
        these
            .iter()
            .filter(|fact| !those.iter().any(|other| same(fact, other)))
            .map(|fact| {
                (
                    fact_phrase(&explainer.tree, fact).to_string(),
                    rounded(side.fold_wb(fact.value, -fact.value)),
                )
            })
            .collect()
    };
    let san = |m: Move| SanPlus::from_move(position.clone(), m).to_string();
    Comparison {
        chosen: san(chosen),
        other: san(other),
        side,
        values: [first_value, second_value],
        only_chosen: only(&first_facts, &second_facts),
        only_other: only(&second_facts, &first_facts),
        ends: [ended(&first), ended(&second)],
    }
}

/// The legal move after which the facts are best for the mover, other than `not`, among those that lose no material if
/// there are any.
#[must_use]
pub fn best_other(explainer: &Explainer, position: &Chess, not: Move) -> Option<Move> {
    let features = PositionFeatures::new(position);
    let others = position.legal_moves().into_iter().filter(|m| *m != not);
    let (losing, sound): (Vec<Move>, Vec<Move>) = others.partition(|m| features.search.loses(*m));
    let moves = if sound.is_empty() { losing } else { sound };
    moves
        .into_iter()
        .map(|m| (explainer.value_after(position, m), m))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, m)| m)
}

impl Comparison {
    /// The answer in sentences, the weightiest differences first.
    #[must_use]
    pub fn text(&self) -> String {
        let side = side_name(self.side);
        let mut text = format!(
            "{} or {}: {:+.2} against {:+.2} for {side}, by the facts one ply further\n",
            self.chosen, self.other, self.values[0], self.values[1]
        );
        for (name, end) in [(&self.chosen, &self.ends[0]), (&self.other, &self.ends[1])] {
            if let Some(end) = end {
                text.push_str(&format!("{name} {end}\n"));
            }
        }
        for (name, facts) in [(&self.chosen, &self.only_chosen), (&self.other, &self.only_other)] {
            text.push_str(&format!("Only after {name}:\n"));
            for (fact, nm) in facts {
                text.push_str(&format!("  {nm:+.2}  {fact}\n"));
            }
        }
        text
    }
}
