//! Plays a table from every position of its endgame against every defence.

use serde::Serialize;

use super::game_graph::{GameGraph, TableOutcome};
use super::interpreter::{RuleChoice, SubgameSearch};
use super::retrograde::AllChoices;
use super::table::{AdviceTable, Rule};
use crate::chess::tablebase::{DistanceToMate, EndgamePosition, EndgameSide, PerfectPlay};

/// The result of a proof. It counts legal positions with the stronger side to move, without reduction by symmetry; mates
/// are in moves of the stronger side, against the longest defence.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// Name of the table.
    pub table: String,
    /// Legal positions.
    pub positions: usize,
    /// Positions that perfect play wins.
    pub winnable: usize,
    /// Positions that the table wins against every defence.
    pub won: usize,
    /// Winnable positions not won because the defence can repeat for ever.
    pub repetitions: usize,
    /// … because a piece is lost.
    pub pieces_lost: usize,
    /// … because the weaker side is stalemated.
    pub stalemates: usize,
    /// … because no rule applies.
    pub without_advice: usize,
    /// Moves to mate in the worst position won.
    pub longest_mate: u16,
    /// Mean moves to mate over the positions won.
    pub mean_mate: f64,
    /// The same under perfect graph.
    pub perfect_longest_mate: u16,
    /// The same under perfect graph.
    pub perfect_mean_mate: f64,
    /// How often each rule chooses the move, over the winnable positions.
    pub rules: Vec<RuleUse>,
    /// The draws of the stronger side, if its rules have some that keep a draw.
    pub draws: Option<DrawProof>,
    /// The draws of the weaker side, if there are defending rules.
    pub defence: Option<DrawProof>,
    /// Every winnable position that the table does not win, as FEN.
    #[serde(skip)]
    pub failures: Vec<String>,
}

/// How often a rule chooses the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleUse {
    /// Name of the rule.
    pub rule: String,
    /// Positions in which it chooses the move.
    pub positions: usize,
}

/// The draws that the rules of one side keep, over legal positions with that side to move.
#[derive(Clone, Debug, Serialize)]
pub struct DrawProof {
    /// Positions that are drawn under perfect play and not yet over.
    pub drawn: usize,
    /// Of these, those in which the rules choose a move that does not lose.
    pub held: usize,
    /// How often each rule chooses the move.
    pub rules: Vec<RuleUse>,
    /// Every drawn position that is not held, as FEN.
    #[serde(skip)]
    pub failures: Vec<String>,
}

/// Proves `table`; `others` are the tables to follow after a promotion.
///
/// `progress` is called now and then with the work done and all work.
///
/// # Cost
///
/// That of [`AllChoices::work_out`], and every position once more to play: a second for three pieces, kings included, a
/// minute or two for four; 4 more bytes for each index of the endgame.
pub fn prove(
    table: &AdviceTable,
    others: &[AdviceTable],
    search: SubgameSearch,
    perfect: &DistanceToMate,
    progress: &mut dyn FnMut(usize, usize),
) -> Proof {
    let mut graph = GameGraph::new(table, others, search);
    let size = table.endgame.size();
    // A rule and the games take about as long as one another.
    let all = size * (table.rules.len() + 1);
    graph.work_out_choices(|rules| progress(rules * size, all));
    let mut proof = Proof::empty(&table.name);
    let mut used = vec![0; table.rules.len()];
    let (mut sum, mut perfect_sum) = (0_u64, 0_u64);
    for index in 0..size {
        if index % 4096 == 0 {
            progress(all - size + index, all);
        }
        let Some(position) = table.endgame.position(index, EndgameSide::Strong) else { continue };
        proof.positions += 1;
        let Some(plies) = perfect.plies(&position) else { continue };
        proof.winnable += 1;
        let moves = u16::from(plies).div_ceil(2);
        proof.perfect_longest_mate = proof.perfect_longest_mate.max(moves);
        perfect_sum += u64::from(moves);
        let outcome = graph.outcome(&position);
        if let Some(choice) = graph.choice(&position) {
            used[choice.rule] += 1;
        }
        match outcome {
            TableOutcome::Mate(mate) => {
                proof.won += 1;
                proof.longest_mate = proof.longest_mate.max(mate);
                sum += u64::from(mate);
                continue;
            }
            TableOutcome::Repetition => proof.repetitions += 1,
            TableOutcome::NoAdvice => proof.without_advice += 1,
            TableOutcome::Stalemate => proof.stalemates += 1,
            TableOutcome::PieceLost => proof.pieces_lost += 1,
        }
        proof.failures.push(position.fen());
    }
    progress(all, all);
    proof.mean_mate = mean(sum, proof.won);
    proof.perfect_mean_mate = mean(perfect_sum, proof.winnable);
    proof.rules = usage(&table.rules, &used);
    if table.rules.iter().any(|rule| rule.draws) {
        let choice = |position: &EndgamePosition| graph.choice(position);
        proof.draws = Some(prove_draws(table, EndgameSide::Strong, perfect, choice));
    }
    if !table.defence.is_empty() {
        let choices = AllChoices::work_out(table, EndgameSide::Weak, search, |_| ());
        let choice = |position: &EndgamePosition| choices.get(position);
        proof.defence = Some(prove_draws(table, EndgameSide::Weak, perfect, choice));
    }
    proof
}

fn mean(sum: u64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn usage(rules: &[Rule], used: &[usize]) -> Vec<RuleUse> {
    let rules = rules.iter().zip(used);
    rules.map(|(rule, used)| RuleUse { rule: rule.name.clone(), positions: *used }).collect()
}

/// A draw is held if the move of the rules leads to a position that is not lost: then no reply loses it either, and the rules
/// choose again.
fn prove_draws(
    table: &AdviceTable,
    side: EndgameSide,
    perfect: &DistanceToMate,
    mut choice: impl FnMut(&EndgamePosition) -> Option<RuleChoice>,
) -> DrawProof {
    let rules = table.rules_of(side);
    let (mut drawn, mut held, mut failures) = (0, 0, Vec::new());
    let mut used = vec![0; rules.len()];
    let is_lost = |position: &EndgamePosition| match perfect.perfect_play(position) {
        PerfectPlay::Draw => false,
        PerfectPlay::Win(_) => side == EndgameSide::Weak,
        PerfectPlay::Loss(_) => side == EndgameSide::Strong,
    };
    for index in 0..table.endgame.size() {
        let Some(position) = table.endgame.position(index, side) else { continue };
        if perfect.perfect_play(&position) != PerfectPlay::Draw || !position.has_move() {
            continue;
        }
        drawn += 1;
        let choice = choice(&position);
        if let Some(choice) = choice {
            used[choice.rule] += 1;
        }
        if choice.is_some_and(|choice| !is_lost(&position.after(choice.m))) {
            held += 1;
        } else {
            failures.push(position.fen());
        }
    }
    DrawProof { drawn, held, rules: usage(rules, &used), failures }
}

impl Proof {
    fn empty(table: &str) -> Proof {
        Proof {
            table: table.to_owned(),
            positions: 0,
            winnable: 0,
            won: 0,
            repetitions: 0,
            pieces_lost: 0,
            stalemates: 0,
            without_advice: 0,
            longest_mate: 0,
            mean_mate: 0.0,
            perfect_longest_mate: 0,
            perfect_mean_mate: 0.0,
            rules: Vec::new(),
            draws: None,
            defence: None,
            failures: Vec::new(),
        }
    }
}
