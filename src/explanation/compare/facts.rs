//! Why this move and not that one: what play after each is worth, and the facts in which the two successors differ.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::calculation::calculate;
use crate::chess::positional_search::BestLine;
use crate::chess::{Ending, after_line};
use crate::explanation::annotation::{Mark, PlyNote};
use crate::explanation::explainer::Explainer;
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::units::Score;

/// What one of two moves leads to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move.
    pub san: SanPlus,
    /// What it is worth by calculation, for the mover.
    pub score: Score,
    /// The best play of both sides as far as it was calculated; begins with the move.
    pub line: Vec<Move>,
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
    /// Where they are compared.
    pub position: Chess,
    /// The move asked about, and the other one.
    pub moves: [Move; 2],
    /// What they lead to.
    pub outcomes: [Outcome; 2],
}

impl Comparison {
    /// Who moves.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.turn()
    }

    /// The better and the worse move by calculation; the move asked about first if they are equal.
    #[must_use]
    pub fn ranked(&self) -> [&Outcome; 2] {
        let [chosen, other] = &self.outcomes;
        if rank(chosen.score) < rank(other.score) { [other, chosen] } else { [chosen, other] }
    }

    /// What the worse move costs.
    #[must_use]
    pub fn note(&self) -> PlyNote {
        let [better, worse] = self.ranked().map(|outcome| (outcome.score, &outcome.line[..]));
        PlyNote::new(&self.position, Mark::new(better.0, worse.0), better, worse)
    }
}

/// Mates before all others, the shortest first; being mated last.
fn rank(score: Score) -> i64 {
    match score {
        Score::Centipawns(centipawns) => centipawns.into(),
        Score::Mates(moves) => i64::MAX - i64::from(moves),
        Score::IsMated(moves) => i64::MIN + i64::from(moves),
    }
}

/// The position after a move, its facts, and their sum in pawns for the mover.
struct AfterMove {
    position: Chess,
    facts: Vec<Fact>,
    value: f64,
}

fn after(explainer: &Explainer, position: &Chess, m: Move) -> AfterMove {
    let position = after_line(position, &[m]);
    let (facts, value) = explainer.value_for_mover(&position, |next| explainer.facts(next));
    AfterMove { position, facts, value }
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

/// Compares a legal move with another one, or with the best of all others, by calculation and by the facts one ply further.
/// `None`: there is no other move.
///
/// # Cost
///
/// Some 0.1 s.
#[must_use]
pub fn compare(
    explainer: &Explainer,
    position: &Chess,
    chosen: Move,
    other: Option<Move>,
) -> Option<Comparison> {
    let side = position.turn();
    let [chosen, other] = calculate(position, chosen, other)?;
    let [first, second] = [chosen.0, other.0].map(|m| after(explainer, position, m));
    // A rook ahead is a rook ahead wherever the rooks stand.
    let is_placed = |fact: &Fact| !explainer.tree.family_of(fact.leaf).id.starts_with("material/");
    let same = |a: &Fact, b: &Fact| {
        let is_same_place = a.squares() == b.squares() || !is_placed(a);
        a.leaf == b.leaf && a.owner == b.owner && is_same_place
    };
    let outcome = |calculated: (Move, BestLine), this: &AfterMove, that: &AfterMove| {
        let only =
            this.facts.iter().filter(|fact| !that.facts.iter().any(|other| same(fact, other)));
        let for_mover = |fact: &Fact| rounded(side.fold_wb(fact.value, -fact.value));
        let (m, BestLine { score, line, .. }) = calculated;
        Outcome {
            san: SanPlus::from_move(position.clone(), m),
            score,
            line,
            value: this.value,
            ending: ending(&this.position),
            only_facts: only.map(|fact| (fact.clone(), for_mover(fact))).collect(),
        }
    };
    let moves = [chosen.0, other.0];
    let outcomes = [outcome(chosen, &first, &second), outcome(other, &second, &first)];
    Some(Comparison { position: position.clone(), moves, outcomes })
}
