//! Two moves compared, in words and for programs.

use serde::Serialize;
use shakmaty::Chess;
use utoipa::ToSchema;

use super::cost::cost;
use super::memory;
use super::sentence::uncapitalised;
use super::words;
use crate::chess::{Ending, after_line, line_san, line_text};
use crate::explanation::annotation::Cost;
use crate::explanation::compare::{Comparison, MoveChoice, Outcome};
use crate::explanation::facts::assessment::told_tenths;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::facts::{Fact, FamilyKind};
use crate::explanation::phrase::side_name;
use crate::units::Score;

/// Two moves of a position compared, for programs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ComparisonRecord<L> {
    /// Who moves: `white` or `black`.
    pub side: &'static str,
    /// Which move is better, what the worse one costs, and what speaks for either: a sentence a line, as `morph why` writes them.
    pub text: String,
    /// Of the move asked about, and of the other one.
    pub outcomes: [OutcomeRecord; 2],
    /// By the learned patterns; `null` without a memory.
    pub learned: Option<L>,
}

/// What a move leads to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutcomeRecord {
    /// The move, as `Nf3`.
    pub san: String,
    /// What it is worth by calculation, for the mover, in pawns or moves to mate: `+0.35`, `#3`, `#-3`.
    pub score: String,
    /// The best play of both sides that was calculated; begins with the move.
    pub line: Vec<String>,
    /// Of these, how many are played before its facts are looked at: the move and the captures after it.
    pub settled_after: usize,
    /// Sum of the facts there, in pawns for the mover.
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
    /// The comparison by calculation and by facts; `preferred`, if there is a memory: what it thinks of them, from the side of the
    /// move that it prefers; `learned`: the same for programs.
    #[must_use]
    pub fn new(
        tree: &EvaluationTree,
        comparison: &Comparison,
        preferred: Option<&MoveChoice>,
        learned: Option<L>,
    ) -> Self {
        let record = |outcome| outcome_record(tree, comparison, outcome);
        ComparisonRecord {
            side: comparison.side().fold_wb("white", "black"),
            text: in_brief(tree, comparison, preferred),
            outcomes: comparison.outcomes.each_ref().map(record),
            learned,
        }
    }
}

fn outcome_record(
    tree: &EvaluationTree,
    comparison: &Comparison,
    outcome: &Outcome,
) -> OutcomeRecord {
    let facts = outcome.only_facts.iter().map(|(fact, value)| FactRecord {
        text: words::fact(tree, fact, &outcome.settled),
        value: *value,
        squares: fact.squares().iter().map(ToString::to_string).collect(),
    });
    OutcomeRecord {
        san: outcome.san.to_string(),
        score: outcome.told.to_string(),
        line: line_san(&comparison.position, &outcome.line),
        settled_after: outcome.until_settled,
        value: outcome.value,
        ending: outcome.ending,
        facts: facts.collect(),
    }
}

/// Moves that differ by fewer winning chances, in `[0, 2]`, are about equally good.
const ALIKE: f64 = 0.05;
/// From here on one is better, as in an inaccuracy; below, slightly so.
const BETTER: f64 = 0.1;
/// From here on one is much better, as in a blunder.
const MUCH_BETTER: f64 = 0.3;
/// Winning chances, in `[-1, 1]`, with which a game is won.
const WON: f64 = 0.85;
/// Facts that are told for a move.
const MAX_FOR: usize = 2;
/// Facts that are told against it.
const MAX_AGAINST: usize = 1;
/// Pawns from which on a fact is told.
const MIN_FACT: f64 = 0.05;

/// The comparison in a few sentences, one a line, without a newline at the end.
fn in_brief(
    tree: &EvaluationTree,
    comparison: &Comparison,
    preferred: Option<&MoveChoice>,
) -> String {
    let mut lines = vec![verdict(comparison)];
    let [better, worse] = comparison.ranked();
    let is_decided = are_decided(better, worse);
    let consequences = if is_decided { Vec::new() } else { consequences(comparison) };
    // A big difference is not made by such facts, unless nothing else can be told.
    let is_small = better.score.loss_to(worse.score) < MUCH_BETTER;
    let is_open = is_small || consequences.is_empty() && !matches!(better.score, Score::Mates(_));
    lines.extend(consequences);
    if !is_decided && is_open {
        let [chosen, other] = &comparison.outcomes;
        let pairs = [(chosen, other), (other, chosen)];
        lines.extend(
            pairs
                .iter()
                .filter_map(|(this, that)| facts_after(tree, &comparison.position, this, that)),
        );
    }
    // That a move ends the game has been said.
    let is_over = comparison.outcomes.iter().any(|outcome| outcome.ending.is_some());
    lines.extend(preferred.filter(|_| !is_over).map(memory::preference));
    lines.join("\n")
}

/// Which move is better, and what both are worth.
fn verdict(comparison: &Comparison) -> String {
    let [better, worse] = comparison.ranked();
    let [chosen, other] = &comparison.outcomes;
    let [mover, opponent] = [comparison.side(), !comparison.side()].map(side_name);
    let (good, bad) = (&better.san, &worse.san);
    match (better.score, worse.score) {
        (Score::Mates(1), Score::Mates(1)) => return "Both moves are checkmate.".to_owned(),
        (Score::Mates(best), Score::Mates(second)) if best == second => {
            return format!("Both moves mate in {best}.");
        }
        (Score::Mates(best), Score::Mates(second)) => {
            return format!("{good} {}, {bad} only in {second}.", mates(best));
        }
        (Score::Mates(best), Score::Centipawns(_)) => {
            let value = worth(worse);
            let whose =
                if worse.ending.is_some() { String::new() } else { format!(" for {mover}") };
            return format!("{good} {}; after {bad} it is {value}{whose}.", mates(best));
        }
        (Score::Mates(best), Score::IsMated(second)) => {
            return format!("{good} {}; after {bad} {opponent} mates in {second}.", mates(best));
        }
        (Score::IsMated(most), Score::IsMated(least)) => {
            return format!(
                "{opponent} mates after both: in {most} after {good}, in {least} after {bad}."
            );
        }
        _ => {}
    }
    let values = format!("{} after {good}, {} after {bad}", worth(better), worth(worse));
    let loss = better.score.loss_to(worse.score);
    if are_decided(better, worse) {
        let verb = if better.score.winning_chance() > 0.0 { "win" } else { "lose" };
        return format!("Both moves {verb}: {values}, for {mover}.");
    }
    let degree = match loss {
        loss if loss < ALIKE => {
            let (first, second) = (&chosen.san, &other.san);
            return format!("{first} and {second} are about equally good: {values}, for {mover}.");
        }
        loss if loss < BETTER => "slightly better",
        loss if loss < MUCH_BETTER => "better",
        _ => "much better",
    };
    format!("{good} is {degree} than {bad}: {values}, for {mover}.")
}

/// `is checkmate`, or `mates in 3`.
fn mates(moves: u32) -> String {
    if moves == 1 { "is checkmate".to_owned() } else { format!("mates in {moves}") }
}

/// What a move is worth to the mover: pawns within ±10, or how the game ends.
fn worth(outcome: &Outcome) -> String {
    match (outcome.ending, outcome.told) {
        (Some(Ending::Stalemate), _) => "stalemate".to_owned(),
        (Some(_), Score::Centipawns(_)) => "a dead draw".to_owned(),
        (_, Score::IsMated(moves)) => format!("mated in {moves}"),
        (_, score) => format!("{:+.1}", told_tenths(f64::from(score.clamped()) / 100.0)),
    }
}

/// Whatever is played, the same side wins.
fn are_decided(better: &Outcome, worse: &Outcome) -> bool {
    let [best, least] = [better, worse].map(|outcome| outcome.score.winning_chance());
    least > WON || best < -WON
}

/// What a move gives away that is worse by more than a little, and what is expected after the better one.
fn consequences(comparison: &Comparison) -> Vec<String> {
    let note = comparison.note();
    if note.mark.is_none() {
        return Vec::new();
    }
    let position = &comparison.position;
    let [better, worse] = comparison.ranked();
    let play = |outcome: &Outcome, line: &[_]| {
        let (first, rest) = line.split_first()?;
        let told = line_text(&after_line(position, &[*first]), rest);
        (!rest.is_empty()).then(|| format!("After {} the play is {told}.", outcome.san))
    };
    let lost = match (note.cost(position), note.refutation.first()) {
        (Cost::MissesMate(_), _) => None,
        (Cost::Chances, _) | (_, None) => play(worse, &note.refutation),
        (_, Some(m)) => {
            Some(format!("{} {}", worse.san, uncapitalised(&cost(position, *m, &note))))
        }
    };
    lost.into_iter().chain(play(better, &note.better)).collect()
}

/// What only one of the moves brings or keeps: `Only after d4: White has more space; but Black has a safe bishop check (f8).`
/// Not what both bring somewhere, nor material: the play after it decides what that comes to.
fn facts_after(
    tree: &EvaluationTree,
    position: &Chess,
    outcome: &Outcome,
    compared: &Outcome,
) -> Option<String> {
    let is_told = |fact: &Fact| {
        let family = tree.family_of(fact.leaf);
        let is_shared =
            |(other, _): &(Fact, f64)| other.leaf == fact.leaf && other.owner == fact.owner;
        let is_lasting = matches!(
            family.kind,
            FamilyKind::Feature | FamilyKind::PawnWeakness | FamilyKind::Threat
        );
        is_lasting
            && !family.id.starts_with("material/")
            && !compared.only_facts.iter().any(is_shared)
    };
    let [good, bad] = [(1.0, MAX_FOR), (-1.0, MAX_AGAINST)].map(|(sign, most)| {
        let is_weighty = |(fact, value): &&(Fact, f64)| value * sign >= MIN_FACT && is_told(fact);
        let weighty = outcome.only_facts.iter().filter(is_weighty).take(most);
        let told: Vec<String> =
            weighty.map(|(fact, _)| words::fact(tree, fact, &outcome.settled)).collect();
        told.join("; ")
    });
    let told = match (good.is_empty(), bad.is_empty()) {
        (true, true) => return None,
        (false, false) => format!("{good}; but {bad}"),
        _ => good + &bad,
    };
    Some(format!("Only after {}: {told}.", with_captures(position, outcome)))
}

/// The move, and the captures after it up to where its facts are looked at: `dxc5 (13... bxc5)`.
fn with_captures(position: &Chess, outcome: &Outcome) -> String {
    let captures = outcome.line.get(1..outcome.until_settled).unwrap_or_default();
    match (outcome.line.first(), captures) {
        (Some(first), [_, ..]) => {
            let after = after_line(position, &[*first]);
            format!("{} ({})", outcome.san, line_text(&after, captures))
        }
        _ => outcome.san.to_string(),
    }
}

/// The comparison with all facts and their values, the weightiest first, and, if there is a memory, by the learned patterns.
#[must_use]
pub fn comparison_in_full(
    tree: &EvaluationTree,
    comparison: &Comparison,
    learned: Option<&MoveChoice>,
) -> String {
    let mut text = by_facts(tree, comparison);
    // That a move ends the game has been said.
    if let Some(learned) = learned.filter(|learned| learned.ending.is_none()) {
        text.push_str(&memory::choice_in_full(learned));
    }
    text
}

fn by_facts(tree: &EvaluationTree, comparison: &Comparison) -> String {
    let [chosen, other] = &comparison.outcomes;
    let mut text = format!(
        "{} or {}: {:+.2} against {:+.2} for {}, by the facts when the captures after each move are over\n",
        chosen.san,
        other.san,
        chosen.value,
        other.value,
        side_name(comparison.side())
    );
    for outcome in &comparison.outcomes {
        if let Some(ending) = outcome.ending {
            text.push_str(&format!("{} {}\n", outcome.san, ended(ending)));
        }
    }
    for outcome in comparison.outcomes.iter().filter(|outcome| !outcome.only_facts.is_empty()) {
        let after = with_captures(&comparison.position, outcome);
        text.push_str(&format!("Only after {after}, in pawns for the mover:\n"));
        for (fact, value) in &outcome.only_facts {
            text.push_str(&format!(
                "  {value:+.2}  {}\n",
                words::fact(tree, fact, &outcome.settled)
            ));
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
