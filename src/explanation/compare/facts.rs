//! Why this move and not that one: the facts in which two successors differ.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::explanation::explainer::Explainer;
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::bind::{fact_text, side_name};
use crate::explanation::facts::features::PositionFeatures;

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
    /// FactFinder that only the chosen move brings or keeps: sentence and value for the mover.
    pub only_chosen: Vec<(String, f64)>,
    /// FactFinder that only the other move brings or keeps.
    pub only_other: Vec<(String, f64)>,
    /// A finished game after either move.
    pub ends: [Option<String>; 2],
}

/// A value that stands for a game that is won or lost.
const DECIDED: f64 = 100.0;

/// The facts after a move, as `facts` finds them, with the sum for the mover; an ended game has none.
fn after(
    position: &Chess,
    m: Move,
    facts: impl FnOnce(&Chess) -> Vec<Fact>,
) -> (Chess, Vec<Fact>, f64) {
    let side = position.turn().fold_wb(1.0, -1.0);
    let mut next = position.clone();
    next.play_unchecked(m);
    if next.is_checkmate() {
        return (next, Vec::new(), DECIDED);
    }
    if next.is_stalemate() || next.is_insufficient_material() {
        return (next, Vec::new(), 0.0);
    }
    let facts = facts(&next);
    let sum = side * facts.iter().map(|fact| fact.value).sum::<f64>();
    (next, facts, rounded(sum))
}

/// The sum of the facts after a move that are seen without a search, in pawns for the mover; ±100 for mate.
#[must_use]
pub fn value_after(explainer: &Explainer, position: &Chess, m: Move) -> f64 {
    after(position, m, |next| explainer.static_facts(next)).2
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
    let (first, first_facts, first_value) = after(position, chosen, |next| explainer.facts(next));
    let (second, second_facts, second_value) = after(position, other, |next| explainer.facts(next));
    let same = |a: &Fact, b: &Fact| {
        a.leaf == b.leaf && a.owner == b.owner && a.detection.squares == b.detection.squares
    };
    let only = |these: &[Fact], those: &[Fact]| -> Vec<(String, f64)> {
        these
            .iter()
            .filter(|fact| !those.iter().any(|other| same(fact, other)))
            .map(|fact| {
                (fact_text(&explainer.tree, fact), rounded(side.fold_wb(fact.value, -fact.value)))
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
        .map(|m| (value_after(explainer, position, m), m))
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
