//! Why this move and not that one: the facts in which two successors differ.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::chess::Ending;
use crate::explanation::explainer::Explainer;
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::features::PositionFeatures;

/// What one of two moves leads to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move.
    pub san: SanPlus,
    /// Sum of the facts that count after it, in pawns for the mover.
    pub value: f64,
    /// The game ends with it.
    pub ending: Option<Ending>,
    /// Facts that only this move brings or keeps, with their value in pawns for the mover.
    pub only_facts: Vec<(Fact, f64)>,
}

/// Two moves of a position compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Who moves.
    pub side: Color,
    /// Of the move asked about, and of the other one.
    pub outcomes: [Outcome; 2],
}

/// The position after a move, its facts, and their sum for the mover.
fn after(explainer: &Explainer, position: &Chess, m: Move) -> (Chess, Vec<Fact>, f64) {
    let mut next = position.clone();
    next.play_unchecked(m);
    let (facts, value) = explainer.value_for_mover(&next, |next| explainer.facts(next));
    (next, facts, value)
}

fn ending(position: &Chess) -> Option<Ending> {
    if position.is_checkmate() {
        Some(Ending::Checkmate)
    } else if position.is_stalemate() {
        Some(Ending::Stalemate)
    } else {
        position.is_insufficient_material().then_some(Ending::InsufficientMaterial)
    }
}

/// Compares two legal moves by the facts one ply further.
#[must_use]
pub fn compare(explainer: &Explainer, position: &Chess, chosen: Move, other: Move) -> Comparison {
    let side = position.turn();
    let [first, second] = [chosen, other].map(|m| after(explainer, position, m));
    // A rook ahead is a rook ahead wherever the rooks stand.
    let is_placed = |fact: &Fact| !explainer.tree.family_of(fact.leaf).id.starts_with("material/");
    let same = |a: &Fact, b: &Fact| {
        let is_same_place = a.squares() == b.squares() || !is_placed(a);
        a.leaf == b.leaf && a.owner == b.owner && is_same_place
    };
    let outcome = |m: Move, this: &(Chess, Vec<Fact>, f64), that: &(Chess, Vec<Fact>, f64)| {
        let (next, facts, value) = this;
        let only = facts.iter().filter(|fact| !that.1.iter().any(|other| same(fact, other)));
        let for_mover = |fact: &Fact| rounded(side.fold_wb(fact.value, -fact.value));
        Outcome {
            san: SanPlus::from_move(position.clone(), m),
            value: *value,
            ending: ending(next),
            only_facts: only.map(|fact| (fact.clone(), for_mover(fact))).collect(),
        }
    };
    let outcomes = [outcome(chosen, &first, &second), outcome(other, &second, &first)];
    Comparison { side, outcomes }
}

/// The legal move after which the facts are best for the mover, other than `not`, among those that lose no material if
/// there are any.
#[must_use]
pub fn best_other(explainer: &Explainer, position: &Chess, not: Move) -> Option<Move> {
    let features = PositionFeatures::new(position);
    let others = position.legal_moves().into_iter().filter(|m| *m != not);
    let (losing, sound): (Vec<Move>, Vec<Move>) =
        others.partition(|m| features.search.loses(*m) == Some(true));
    let moves = if sound.is_empty() { losing } else { sound };
    moves
        .into_iter()
        .map(|m| (explainer.value_after(position, m), m))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, m)| m)
}
