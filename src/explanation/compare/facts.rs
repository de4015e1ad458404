//! Why this move and not that one: what play after each is worth, and the facts in which the positions differ that it leads to.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::calculation::calculate;
use crate::chess::positional_search::BestLine;
use crate::chess::{Ending, after_line};
use crate::explanation::annotation::{Mark, PlyNote};
use crate::explanation::explainer::Explainer;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::{Fact, FamilyKind};
use crate::explanation::verdict::told;
use crate::units::Score;

/// What one of two moves leads to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move.
    pub san: SanPlus,
    /// What it is worth by calculation, for the mover.
    pub score: Score,
    /// The same as it is told: the better move is worth what was said of the position, if it is the best one.
    pub told: Score,
    /// The best play of both sides as far as it was calculated; begins with the move.
    pub line: Vec<Move>,
    /// Where its facts are looked at: after the move and the captures that follow it in the line.
    pub settled: Chess,
    /// Of the line, the moves up to there.
    pub until_settled: usize,
    /// Sum of the facts that count there, in pawns for the mover; without threats and tempo where another side is to move there
    /// than after the other move.
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

/// The scores of two moves, in whatever order they are, as they are told.
fn told_in_order(first: Score, second: Score) -> [Score; 2] {
    if rank(first) < rank(second) {
        let [second, first] = told(second, first);
        [first, second]
    } else {
        told(first, second)
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

/// What a move leads to when the captures after it are over.
struct Settled {
    position: Chess,
    /// Of the line, the moves up to there.
    moves: usize,
    facts: Vec<Fact>,
    /// Their sum, in pawns for the mover.
    value: f64,
}

/// Half-moves of a line that are played to see what a move brings, at most.
const MAX_SETTLING: usize = 9;

fn settle(explainer: &Explainer, position: &Chess, line: &[Move]) -> Settled {
    let captures = line.iter().skip(1).take(MAX_SETTLING - 1);
    let moves = 1 + captures.take_while(|m| m.is_capture() || m.is_promotion()).count();
    let settled = after_line(position, &line[..moves]);
    let (facts, value) = explainer.value_for_mover(&settled, |settled| explainer.facts(settled));
    let value = if settled.turn() == position.turn() { -value } else { value };
    Settled { position: settled, moves, facts, value }
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

/// Compares a legal move with another one, or with the best of all others, by calculation and by the facts when the captures after
/// it are over. `None`: there is no other move.
///
/// # Cost
///
/// Some 0.3 s.
#[must_use]
pub fn compare(
    explainer: &Explainer,
    position: &Chess,
    chosen: Move,
    other: Option<Move>,
) -> Option<Comparison> {
    let side = position.turn();
    let calculated = calculate(position, chosen, other)?;
    let moves = calculated.each_ref().map(|(m, _)| *m);
    let [first, second] =
        calculated.each_ref().map(|(_, best)| settle(explainer, position, &best.line));
    let is_same_turn = first.position.turn() == second.position.turn();
    let family = |fact: &Fact| explainer.tree.family_of(fact.leaf);
    // A threat of the side to move is another fact than one of the side that waits.
    let is_comparable = |fact: &&Fact| {
        is_same_turn || !matches!(family(fact).kind, FamilyKind::Threat | FamilyKind::Tempo)
    };
    // A rook ahead is a rook ahead wherever the rooks stand.
    let is_placed = |fact: &Fact| !family(fact).id.starts_with("material/");
    let same = |a: &Fact, b: &Fact| {
        let is_same_place = a.squares() == b.squares() || !is_placed(a);
        a.leaf == b.leaf && a.owner == b.owner && is_same_place
    };
    let outcome = |(m, best): (Move, BestLine), told, this: &Settled, that: &Settled| {
        let only = this.facts.iter().filter(is_comparable);
        let only = only.filter(|fact| !that.facts.iter().any(|other| same(fact, other)));
        let for_mover = |fact: &Fact| rounded(side.fold_wb(fact.value, -fact.value));
        let others = this.facts.iter().filter(|fact| !is_comparable(fact)).map(for_mover);
        let value = rounded(this.value - others.sum::<f64>());
        Outcome {
            san: SanPlus::from_move(position.clone(), m),
            score: best.score,
            told,
            line: best.line,
            settled: this.position.clone(),
            until_settled: this.moves,
            value,
            ending: ending(&after_line(position, &[m])),
            only_facts: only.map(|fact| (fact.clone(), for_mover(fact))).collect(),
        }
    };
    let [chosen, other] = calculated;
    let [chosen_told, other_told] = told_in_order(chosen.1.score, other.1.score);
    let outcomes = [
        outcome(chosen, chosen_told, &first, &second),
        outcome(other, other_told, &second, &first),
    ];
    Some(Comparison { position: position.clone(), moves, outcomes })
}
