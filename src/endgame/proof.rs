//! Plays a table from every position of its endgame against every defence.

use serde::Serialize;

use super::game_graph::{GameGraph, TableOutcome};
use super::interpreter::SubgameSearch;
use super::retrograde::AllChoices;
use super::table::AdviceTable;
use crate::chess::tablebase::{DistanceToMate, EndgameSide};

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
    /// … because the bare king is stalemated.
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
    /// The result of the defending rules, if there are any.
    pub defence: Option<DefenceProof>,
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

/// The result of a proof of the defending rules, over legal positions with the bare king to move.
#[derive(Clone, Debug, Serialize)]
pub struct DefenceProof {
    /// Positions that are drawn under perfect play and not yet over.
    pub drawn: usize,
    /// Of these, those in which the rules choose a move that keeps the draw.
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
    proof.rules = usage(table, EndgameSide::Strong, &used);
    proof.defence = (!table.defence.is_empty()).then(|| prove_defence(table, search, perfect));
    proof
}

fn mean(sum: u64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn usage(table: &AdviceTable, side: EndgameSide, used: &[usize]) -> Vec<RuleUse> {
    let rules = table.rules_of(side).iter().zip(used);
    rules.map(|(rule, used)| RuleUse { rule: rule.name.clone(), positions: *used }).collect()
}

/// A draw is held if the move of the rules leads to a drawn position: then every reply does too, and the rules choose
/// again.
fn prove_defence(
    table: &AdviceTable,
    search: SubgameSearch,
    perfect: &DistanceToMate,
) -> DefenceProof {
    let choices = AllChoices::work_out(table, EndgameSide::Weak, search, |_| ());
    let (mut drawn, mut held, mut failures) = (0, 0, Vec::new());
    let mut used = vec![0; table.defence.len()];
    for index in 0..table.endgame.size() {
        let Some(position) = table.endgame.position(index, EndgameSide::Weak) else { continue };
        if perfect.plies(&position).is_some() || position.flight_squares().is_empty() {
            continue;
        }
        drawn += 1;
        let choice = choices.get(&position);
        if let Some(choice) = choice {
            used[choice.rule] += 1;
        }
        let keeps = |m| perfect.plies(&position.after(m)).is_none();
        if choice.is_some_and(|choice| keeps(choice.m)) {
            held += 1;
        } else {
            failures.push(position.fen());
        }
    }
    DefenceProof { drawn, held, rules: usage(table, EndgameSide::Weak, &used), failures }
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
            defence: None,
            failures: Vec::new(),
        }
    }
}
