//! Playing a table from every position of its ending against every defence.

use std::fmt;

use serde::Serialize;

use super::interpreter::{Interpreter, Reading};
use super::oracle::DistanceToMate;
use super::play::{Fate, Play};
use super::situation::Side;
use super::table::Table;

/// The result of a proof. Positions are legal ones with the stronger side to move unless said otherwise;
/// nothing is reduced by symmetry.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// Name of the table.
    pub table: String,
    /// All positions.
    pub total: usize,
    /// Positions that perfect play wins.
    pub winnable: usize,
    /// Positions that the table wins against every defence.
    pub won: usize,
    /// Of the others that perfect play wins: those where the defence repeats for ever.
    pub repetitions: usize,
    /// … where a man is lost.
    pub lost: usize,
    /// … where the bare king is stalemated.
    pub stalemates: usize,
    /// … where no rule applies.
    pub unadvised: usize,
    /// Moves to mate in the worst position, against the longest defence.
    pub worst: u16,
    /// Mean moves to mate over the positions won, against the longest defence.
    pub mean: f64,
    /// The same under perfect play.
    pub perfect_worst: u16,
    /// The same under perfect play.
    pub perfect_mean: f64,
    /// How often each rule decides, over the positions that perfect play wins.
    pub rules: Vec<RuleUse>,
    /// What the defence of the table does, if it has one.
    pub defence: Option<DefenceProof>,
    /// Every position that perfect play wins and the table does not, as FEN.
    #[serde(skip)]
    pub failures: Vec<String>,
}

/// How often a rule decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleUse {
    /// Name of the rule.
    pub rule: String,
    /// Positions in which it names the move.
    pub positions: usize,
}

/// The result of a proof of the defending rules, over legal positions with the bare king to move.
#[derive(Clone, Debug, Serialize)]
pub struct DefenceProof {
    /// Positions that are drawn under perfect play and not yet over.
    pub drawn: usize,
    /// Of these, those in which the rules name a move that keeps the draw.
    pub held: usize,
    /// How often each rule decides.
    pub rules: Vec<RuleUse>,
    /// Every drawn position that is not held, as FEN.
    #[serde(skip)]
    pub failures: Vec<String>,
}

/// Proves `table`; `others` are the tables to follow when a pawn has become a queen.
///
/// `progress` is told now and then how many of how many positions are done.
///
/// # Cost
///
/// Every position once: below a second for three men, minutes for four; 5 bytes for each index of the
/// ending beside the oracle's two.
pub fn prove(
    table: &Table,
    others: &[Table],
    reading: Reading,
    oracle: &DistanceToMate,
    progress: &mut dyn FnMut(usize, usize),
) -> Proof {
    let mut play = Play::new(table, others, reading);
    let size = table.ending.size();
    let mut proof = Proof::empty(&table.name);
    let mut used = vec![0; table.rules.len()];
    let (mut moves, mut perfect_moves) = (0_u64, 0_u64);
    for index in 0..size {
        if index % 4096 == 0 {
            progress(index, size);
        }
        let Some(situation) = table.ending.situation(index, Side::Strong) else { continue };
        proof.total += 1;
        let Some(plies) = oracle.plies(&situation) else { continue };
        proof.winnable += 1;
        let perfect = u16::from(plies).div_ceil(2);
        proof.perfect_worst = proof.perfect_worst.max(perfect);
        perfect_moves += u64::from(perfect);
        let fate = play.fate(&situation);
        if let Some(rule) = play.rule(index) {
            used[rule] += 1;
        }
        match fate {
            Fate::Mate(mate) => {
                proof.won += 1;
                proof.worst = proof.worst.max(mate);
                moves += u64::from(mate);
                continue;
            }
            Fate::Repetition => proof.repetitions += 1,
            Fate::Unadvised => proof.unadvised += 1,
            Fate::Stalemate => proof.stalemates += 1,
            Fate::Lost => proof.lost += 1,
        }
        proof.failures.push(situation.fen());
    }
    progress(size, size);
    proof.mean = mean(moves, proof.won);
    proof.perfect_mean = mean(perfect_moves, proof.winnable);
    proof.rules = usage(table, Side::Strong, &used);
    proof.defence = (!table.defence.is_empty()).then(|| prove_defence(table, reading, oracle));
    proof
}

fn mean(sum: u64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn usage(table: &Table, side: Side, used: &[usize]) -> Vec<RuleUse> {
    let rules = table.rules_of(side).iter().zip(used);
    rules.map(|(rule, used)| RuleUse { rule: rule.name.clone(), positions: *used }).collect()
}

/// A draw is held when the move of the rules leads to a drawn position: then every reply does too, and the
/// rules are asked again.
fn prove_defence(table: &Table, reading: Reading, oracle: &DistanceToMate) -> DefenceProof {
    let mut interpreter = Interpreter::exhaustive(table, Side::Weak, reading);
    let (mut drawn, mut held, mut failures) = (0, 0, Vec::new());
    let mut used = vec![0; table.defence.len()];
    for index in 0..table.ending.size() {
        let Some(situation) = table.ending.situation(index, Side::Weak) else { continue };
        if oracle.plies(&situation).is_some() || situation.escapes().is_empty() {
            continue;
        }
        drawn += 1;
        let decision = interpreter.decide(&situation);
        if let Some(decision) = decision {
            used[decision.rule] += 1;
        }
        let keeps = |step| oracle.plies(&situation.after(step)).is_none();
        if decision.is_some_and(|decision| keeps(decision.step)) {
            held += 1;
        } else {
            failures.push(situation.fen());
        }
    }
    DefenceProof { drawn, held, rules: usage(table, Side::Weak, &used), failures }
}

impl Proof {
    fn empty(table: &str) -> Proof {
        Proof {
            table: table.to_owned(),
            total: 0,
            winnable: 0,
            won: 0,
            repetitions: 0,
            lost: 0,
            stalemates: 0,
            unadvised: 0,
            worst: 0,
            mean: 0.0,
            perfect_worst: 0,
            perfect_mean: 0.0,
            rules: Vec::new(),
            defence: None,
            failures: Vec::new(),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} of {} positions won", self.table, self.won, self.total)?;
        if self.winnable != self.total {
            writeln!(f, "  {} of them are won under perfect play", self.winnable)?;
        }
        writeln!(
            f,
            "  not won: {} repetitions, {} men lost, {} stalemates, {} without advice",
            self.repetitions, self.lost, self.stalemates, self.unadvised
        )?;
        writeln!(
            f,
            "  moves to mate: worst {}, mean {:.3}   (perfect play: worst {}, mean {:.3})",
            self.worst, self.mean, self.perfect_worst, self.perfect_mean
        )?;
        write_rules(f, &self.rules)?;
        let Some(defence) = &self.defence else { return Ok(()) };
        writeln!(f, "  draws held by the bare king: {} of {}", defence.held, defence.drawn)?;
        write_rules(f, &defence.rules)
    }
}

fn write_rules(f: &mut fmt::Formatter<'_>, rules: &[RuleUse]) -> fmt::Result {
    rules.iter().try_for_each(|used| writeln!(f, "  {:>10}  {}", used.positions, used.rule))
}
