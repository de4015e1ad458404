//! Patterns of the memory as facts: what they are worth in pawns, and how they are told.

use std::collections::BTreeMap;
use std::sync::Arc;

use shakmaty::{Chess, Color};

use super::cases::mirrored_text;
use super::tree::Goal;
use super::xp::{Source, Xp};
use crate::board::Oriented;
use crate::evaluation::{EvaluationSettings, Evaluator, RuleSettings};
use crate::memory::{AnyId, Memory, PatternId, Recall, Snapshot};
use crate::player::{Exploration, PatternPlayer};

/// Reliability grows with updates n as n / (n + this).
const HALF_TRUSTED: f64 = 30.0;
/// A mean change of the weight of this size makes a pattern worthless as evidence.
const RESTLESS: f64 = 0.1;
/// What a learned pattern needs to be a fact.
const LEAST_RELIABLE: f64 = 0.25;
const LEAST_PAWNS: f64 = 0.15;
const LEAST_AGE: u32 = 5;
/// Larger patterns are not explained, nor men alone without an edge.
const MOST_NODES: usize = 5;
const MOST_EDGES: usize = 6;
/// Occurrences that are looked at, by contribution.
const MOST_LOOKED_AT: usize = 40;
/// Knots of the calibration closer than this in log-odds are merged.
const MERGED: f64 = 0.15;

/// From weights to pawns, by what the memory learned of material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Log-odds and pawns, both rising, from 0 on.
    knots: Vec<(f64, f64)>,
}

impl Calibration {
    /// Averages the log-odds of the material patterns of each traditional value, both signs together, weighted by
    /// updates; makes them rise with the value; joins knots that are too close.
    #[must_use]
    pub fn new(memory: &Memory) -> Calibration {
        let weights = memory.materials.weights();
        let even = memory
            .materials
            .ids()
            .find(|id| memory.materials.get(*id).is_some_and(|p| p.0.is_even()));
        let zero = even.map_or(0.0, |id| f64::from(weights.log_odds(id)));
        let mut sums: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        for id in memory.materials.ids() {
            let Some(pattern) = memory.materials.get(id) else { continue };
            let value = pattern.0.traditional();
            let updates = f64::from(memory.materials.statistics(id).updates);
            if value == 0 || updates == 0.0 {
                continue;
            }
            let odds = (f64::from(weights.log_odds(id)) - zero) * f64::from(value.signum());
            let sum = sums.entry(value.abs()).or_default();
            sum.0 += odds * updates;
            sum.1 += updates;
        }
        Calibration::from_points(
            sums.into_iter().map(|(value, (sum, n))| (sum / n, f64::from(value), n)),
        )
    }

    /// From (log-odds, pawns, weight) in rising order of pawns.
    fn from_points(points: impl Iterator<Item = (f64, f64, f64)>) -> Calibration {
        // Pool adjacent violators: a block holds mean log-odds, weight, and its smallest value in pawns.
        let mut blocks: Vec<(f64, f64, f64)> = Vec::new();
        for (odds, pawns, n) in points {
            blocks.push((odds, n, pawns));
            while let [.., (a, na, pa), (b, nb, _)] = blocks.as_slice()
                && *b < *a + MERGED
            {
                let joined = ((a * na + b * nb) / (na + nb), na + nb, *pa);
                blocks.truncate(blocks.len() - 2);
                blocks.push(joined);
            }
        }
        let knots = blocks.into_iter().filter(|(odds, ..)| *odds > 0.0);
        Calibration { knots: knots.map(|(odds, _, pawns)| (odds, pawns)).collect() }
    }

    /// Pawns for log-odds, straight between the knots and level beyond the last one; 0 without knots.
    #[must_use]
    pub fn pawns(&self, log_odds: f64) -> f64 {
        let x = log_odds.abs();
        let mut last = (0.0, 0.0);
        for knot in &self.knots {
            if x < knot.0 {
                let share = (x - last.0) / (knot.0 - last.0);
                return log_odds.signum() * (last.1 + share * (knot.1 - last.1));
            }
            last = *knot;
        }
        log_odds.signum() * last.1
    }
}

/// A learned pattern that occurs in a position.
#[derive(Clone, Debug)]
pub struct LearnedFact {
    /// Its explanation.
    pub xp: Xp,
    /// What experience says of it.
    pub evidence: String,
}

/// A memory that is asked while positions are explained.
#[derive(Debug)]
pub struct Learned {
    pub(super) memory: Memory,
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) evaluator: Evaluator,
    pub(super) recall: Recall,
    pub(super) player: PatternPlayer,
    calibration: Calibration,
}

impl Learned {
    /// A memory, and how it wants positions to be valued.
    #[must_use]
    pub fn new(memory: Memory, settings: EvaluationSettings) -> Learned {
        let snapshot = Arc::new(memory.snapshot());
        let own = Evaluator::new(settings);
        Learned {
            player: PatternPlayer::new(Arc::clone(&snapshot), own, Exploration::NONE),
            snapshot,
            calibration: Calibration::new(&memory),
            evaluator: Evaluator::new(settings),
            recall: Recall::default(),
            memory,
        }
    }

    /// How weights are combined.
    pub(super) fn rule(&self) -> RuleSettings {
        self.evaluator.settings().rule
    }

    /// From weights to pawns.
    #[must_use]
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The learned patterns that say something about a position, the weightiest first.
    pub fn facts(&mut self, position: &Chess) -> Vec<LearnedFact> {
        use shakmaty::Position;
        let oriented = Oriented::new(position);
        let evaluation = self.evaluator.explain(&self.snapshot, &oriented);
        let heard: Vec<PatternId> = evaluation
            .contributions
            .iter()
            .filter_map(|c| match c.id {
                AnyId::Graph(id) => Some(id),
                AnyId::Material(_) => None,
            })
            .take(MOST_LOOKED_AT)
            .collect();
        let matches = self.recall.matches(&self.snapshot, &oriented);
        let mut facts = Vec::new();
        for occurrence in matches.graphs.iter().filter(|o| o.most_specific && heard.contains(&o.id))
        {
            let squares: Vec<_> =
                matches.squares(occurrence).into_iter().map(|s| oriented.map(s)).collect();
            facts.extend(self.fact(occurrence.id, squares, position.turn()));
        }
        facts.sort_by(|a, b| {
            b.xp.nm.abs().total_cmp(&a.xp.nm.abs()).then(a.xp.leaf.cmp(&b.xp.leaf))
        });
        facts
    }

    fn fact(
        &self,
        id: PatternId,
        squares: Vec<shakmaty::Square>,
        turn: Color,
    ) -> Option<LearnedFact> {
        let graphs = &self.memory.graphs;
        let pattern = graphs.get(id)?;
        let statistics = graphs.statistics(id);
        let age = statistics.age(self.memory.games);
        let graph = pattern.graph();
        if graph.len() > MOST_NODES
            || !(1..=MOST_EDGES).contains(&graph.edge_count())
            || age < LEAST_AGE
        {
            return None;
        }
        let n = f64::from(statistics.updates);
        let change = if n > 0.0 { f64::from(statistics.variance) / n } else { 1.0 };
        let reliability = n / (n + HALF_TRUSTED) * (1.0 - change / RESTLESS).max(0.0);
        let weight = graphs.weights().weight(id);
        let odds = f64::from(graphs.weights().log_odds(id));
        let origin = graphs.origin(id)?;
        let material = crate::board::MaterialVector::of_board(&origin.board()).traditional();
        // Where weights add up, material has its share apart; a mean holds it in every weight.
        let adds_up = self.evaluator.settings().rule == RuleSettings::LogOddsSum;
        let material = if adds_up { 0 } else { material };
        let limit = self.calibration.knots.last().map_or(0.0, |knot| knot.1);
        let material = f64::from(material).clamp(-limit, limit);
        let raw = self.calibration.pawns(odds);
        let pawns = reliability * (raw - material);
        if reliability < LEAST_RELIABLE || pawns.abs() < LEAST_PAWNS {
            return None;
        }
        let nm = super::measure::rounded(turn.fold_wb(pawns, -pawns));
        let owner = if pawns > 0.0 { turn } else { !turn };
        let evidence = format!(
            "learned pattern g{}: weight {weight:.2} (about {raw:+.1} pawns, {material:+.1} of it material), {} \
             updates, mean change {change:.3}, age {age} games, reliability {reliability:.2}; first seen in game {} \
             after {} half-moves",
            id.0, statistics.updates, origin.game, origin.ply
        );
        let who = super::bind::side_name(owner);
        // The pattern knows White to move only.
        let seen: Vec<_> = squares.iter().map(|s| turn.fold_wb(*s, s.flip_vertical())).collect();
        let phrase = pattern.phrase_on(&seen);
        let phrase = if turn.is_white() { phrase } else { mirrored_text(&phrase) };
        let goals: Vec<Goal> = Vec::new();
        let xp = Xp {
            leaf: format!("g{}", id.0),
            owner,
            squares,
            targets: Vec::new(),
            fact: phrase,
            belief: format!(
                "positions with this pattern were good for {who} in the games played so far"
            ),
            purpose: format!("for {who} to keep it, for the other side to dissolve it"),
            plan: "choose moves after which the pattern still holds, or no longer".to_owned(),
            goals,
            nm,
            source: Source::Learned { pattern: format!("g{}", id.0), evidence: evidence.clone() },
            validation: None,
            seconded: None,
            doubtful: false,
        };
        Some(LearnedFact { xp, evidence })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_table_gives_pawns_that_rise_with_the_weight() {
        let points = [(1.03, 1.0, 1.0), (1.31, 2.0, 1.0), (2.29, 3.0, 1.0), (2.30, 5.0, 1.0)];
        let calibration = Calibration::from_points(points.into_iter());
        assert_eq!(calibration.knots.len(), 3);
        let one = calibration.pawns(1.03);
        assert!((0.8..=1.3).contains(&one), "{one}");
        let mut last = 0.0;
        for step in 0..100 {
            let pawns = calibration.pawns(f64::from(step) / 20.0);
            assert!(pawns >= last);
            assert!((pawns + calibration.pawns(-f64::from(step) / 20.0)).abs() < 1e-12);
            last = pawns;
        }
        assert!((last - 3.0).abs() < 1e-12);
    }
}
