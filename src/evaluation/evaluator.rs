use std::sync::Arc;

use super::softmax::{log_mean_exp, softmax};
use super::{CombinationRule, Term};
use crate::chess::Oriented;
use crate::graph::PositionMove;
use crate::memory::{
    Activations, AnyId, Counting, EvaluationSettings, MoveActivations, PatternId, PositionFeatures,
    Retriever, Row, Selection, Snapshot, WeightTables,
};
use crate::units::{FixedPointSum, Value};

/// A value with everything it was made of.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Expected result for the side to move.
    pub value: Value,
    /// Every pattern that counted, the largest part first.
    pub contributions: Vec<Contribution>,
    /// The moves; `None` without move patterns, and where they do not count.
    pub prospects: Option<Prospects>,
}

/// What the moves of the side to move add to a value, and the one that counts most.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects {
    /// Their part of the value, in log-odds, without the material after them.
    pub log_odds: f64,
    /// The move with the largest log-odds, judged without making it.
    pub best: PositionMove,
    /// The patterns that occur in that move.
    pub patterns: Vec<PatternId>,
}

/// What one pattern adds to a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The pattern.
    pub id: AnyId,
    /// Its weight in `[0, 1]`, for the side to move.
    pub weight: f64,
    /// What it says is so for the other side after moves of the side to move, once the exchange on the square of each is over.
    pub after_moves: bool,
    /// Occurrences counted: of what is said of moves, or is so after them, the number of moves.
    pub count: u32,
    /// What it added; see [`CombinationRule::parts`] for the unit. Above 0: good for the side to move. Of a move pattern its
    /// log-odds times how much the moves in which it occurs count; of material after moves the same, turned to the other side.
    pub part: f64,
}

/// Values positions. Keeps buffers and caches, so one evaluator serves one thread.
///
/// Where log-odds add up, a value is σ(B + ln(mean of e^(β·T)) / β): B is the sum over the graph patterns that occur on the
/// board, T that over the patterns of one move of the side to move, less that over the material patterns that then occur for
/// the other side, once the exchange on the square of the move is over. So a capture is worth what material is worth after it,
/// and a piece that is taken back counts for nothing. Without move patterns, material counts as it is on the board.
#[derive(Clone, Debug)]
pub struct Evaluator {
    settings: EvaluationSettings,
    rule: Arc<dyn CombinationRule>,
    retriever: Retriever,
    features: PositionFeatures,
    /// What the rule combines: one for each pattern that counts, and one for all moves together.
    terms: Vec<Term>,
    /// The log-odds of each move.
    move_sums: Vec<f64>,
    /// How much each move counts.
    move_weights: Vec<f64>,
}

impl Evaluator {
    /// An evaluator.
    #[must_use]
    pub fn new(settings: EvaluationSettings) -> Evaluator {
        Evaluator {
            settings,
            rule: settings.rule.rule(),
            retriever: Retriever::default(),
            features: PositionFeatures::default(),
            terms: Vec::new(),
            move_sums: Vec::new(),
            move_weights: Vec::new(),
        }
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> EvaluationSettings {
        self.settings
    }

    /// The value of a position that is not over, for the side to move.
    pub fn value(&mut self, memory: &Snapshot, position: &Oriented) -> Value {
        self.features.rebuild(position, !memory.moves.is_empty());
        if self.settings.adds_everything() {
            let sums = self.retriever.log_odds(memory, &self.features);
            let moves = f64::from(log_mean_exp(sums.moves) as f32);
            let log_odds = [sums.board, moves].into_iter().collect::<FixedPointSum>();
            return Value::from_log_odds(log_odds.get());
        }
        let active = self.retriever.activations(memory, &self.features);
        select(self.settings, memory, active);
        let boards = [&active.graphs[..], &active.materials];
        fill(&mut self.terms, memory.weights(), boards);
        self.rule.combine(&self.terms)
    }

    /// The patterns that count in a position, one entry for each time a pattern is counted.
    pub fn activations(&mut self, memory: &Snapshot, features: &PositionFeatures) -> Activations {
        let active = self.retriever.activations(memory, features);
        select(self.settings, memory, active);
        active.clone()
    }

    /// The value of activations, for the side to move, and how much each move counts in it ([`Activations::moves`]; the
    /// weights sum to 1).
    pub fn combine(&mut self, weights: WeightTables<'_>, active: &Activations) -> (Value, &[f64]) {
        let sum = |rows: &[Row]| {
            let log_odds = rows.iter().map(|row| f64::from(weights.moves.log_odds(*row)));
            log_odds.collect::<FixedPointSum>().get()
        };
        let boards = [&active.graphs[..], &active.materials];
        let materials = active.moves.materials();
        let after = materials.log_odds(weights.materials);
        let moves = active.moves.by_move().zip(materials.of_moves());
        self.combine_sums(weights, boards, moves.map(|(rows, place)| sum(rows) + after[place]))
    }

    /// The same from the rows of graph and material patterns, each as often as it counts, and the log-odds of each move. Moves
    /// count only where everything is added up.
    pub(crate) fn combine_sums(
        &mut self,
        weights: WeightTables<'_>,
        boards: [&[Row]; 2],
        moves: impl Iterator<Item = f64>,
    ) -> (Value, &[f64]) {
        fill(&mut self.terms, weights, boards);
        self.move_sums.clear();
        self.move_weights.clear();
        if self.settings.adds_everything() {
            self.move_sums.extend(moves);
        }
        if !self.move_sums.is_empty() {
            let log_odds = softmax(&self.move_sums, &mut self.move_weights);
            let weight = Value::from_log_odds(log_odds).get() as f32;
            self.terms.push(Term { weight, log_odds: log_odds as f32 });
        }
        (self.rule.combine(&self.terms), &self.move_weights)
    }

    /// The value of a position that is not over, with the contribution of every pattern.
    pub fn explain(&mut self, memory: &Snapshot, position: &Oriented) -> Evaluation {
        let features = PositionFeatures::new(position);
        let active = self.activations(memory, &features);
        let (value, _) = self.combine(memory.weights(), &active);
        let parts = self.rule.parts(&self.terms);
        let graphs = active.graphs.iter().map(|row| AnyId::Graph(memory.graphs.id(*row)));
        let materials =
            active.materials.iter().map(|row| AnyId::Material(memory.materials.id(*row)));
        let mut contributions: Vec<Contribution> = graphs
            .chain(materials)
            .zip(&self.terms)
            .zip(parts)
            .map(|((id, term), part)| Contribution {
                id,
                weight: f64::from(term.weight),
                after_moves: false,
                count: 1,
                part,
            })
            .collect();
        contributions.extend(of_moves(memory, &active.moves, &self.move_weights));
        let material = of_material_after_moves(memory, &active.moves, &self.move_weights);
        let material_part = material.iter().map(|one| one.part).sum();
        contributions.extend(material);
        contributions.sort_unstable_by_key(|c| c.id);
        contributions.dedup_by(|next, first| {
            let same = next.id == first.id;
            if same {
                first.count += 1;
                first.part += next.part;
            }
            same
        });
        contributions.sort_by(|a, b| b.part.abs().total_cmp(&a.part.abs()));
        let prospects = prospects(memory, &self.move_sums, material_part, &active, &features);
        Evaluation { value, contributions, prospects }
    }
}

/// The terms of graph and material patterns, in the order of their rows.
fn fill(terms: &mut Vec<Term>, weights: WeightTables<'_>, [graphs, materials]: [&[Row]; 2]) {
    terms.clear();
    for (weights, rows) in [(weights.graphs, graphs), (weights.materials, materials)] {
        let term =
            |row: &Row| Term { weight: weights.weight(*row), log_odds: weights.log_odds(*row) };
        terms.extend(rows.iter().map(term));
    }
}

/// Keeps the patterns that count by these settings.
fn select(settings: EvaluationSettings, memory: &Snapshot, active: &mut Activations) {
    // Material counts as it is after each move.
    if settings.adds_everything() && !active.moves.is_empty() {
        active.materials.clear();
    }
    match (settings.patterns, settings.counting) {
        (Selection::MostSpecific, _) => active.keep_most_specific(memory),
        (Selection::All, Counting::Once) => active.keep_once(),
        (Selection::All, Counting::Each) => {}
    }
}

/// What the patterns of each move add; `move_weights`: how much each move counts.
fn of_moves(
    memory: &Snapshot,
    moves: &MoveActivations,
    move_weights: &[f64],
) -> impl Iterator<Item = Contribution> {
    let weights = memory.moves.weights();
    moves.by_move().zip(move_weights).flat_map(move |(patterns, move_weight)| {
        patterns.iter().map(move |row| Contribution {
            id: AnyId::Move(memory.moves.id(*row)),
            weight: f64::from(weights.weight(*row)),
            after_moves: false,
            count: 1,
            part: move_weight * f64::from(weights.log_odds(*row)),
        })
    })
}

/// What the material after each move adds.
fn of_material_after_moves(
    memory: &Snapshot,
    moves: &MoveActivations,
    move_weights: &[f64],
) -> Vec<Contribution> {
    let weights = memory.materials.weights();
    let differences: Vec<&[Row]> = moves.materials().by_difference().collect();
    let by_move = moves.materials().of_moves().zip(move_weights);
    let contributions = by_move.flat_map(|(place, move_weight)| {
        differences[place].iter().map(move |row| Contribution {
            id: AnyId::Material(memory.materials.id(*row)),
            weight: 1.0 - f64::from(weights.weight(*row)),
            after_moves: true,
            count: 1,
            part: -move_weight * f64::from(weights.log_odds(*row)),
        })
    });
    contributions.collect()
}

/// `sums` are the log-odds of each move, of which `material` is what material adds to all together; the first of equal moves is
/// the best.
fn prospects(
    memory: &Snapshot,
    sums: &[f64],
    material: f64,
    active: &Activations,
    features: &PositionFeatures,
) -> Option<Prospects> {
    let moves = sums.iter().enumerate();
    let (index, _) = moves.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(Prospects {
        log_odds: log_mean_exp(sums) - material,
        best: *features.moves().iter().nth(index)?,
        patterns: memory.moves.ids_of(active.moves.by_move().nth(index)?),
    })
}
