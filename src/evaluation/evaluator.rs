use serde::{Deserialize, Serialize};

use super::softmax::{log_mean_exp, shares};
use super::{CombinationRule, RuleSettings, Term};
use crate::chess::Oriented;
use crate::graph::PositionMove;
use crate::memory::{AnyId, Memory, MoveUses, PatternId, Retriever, Snapshot, Weights};
use crate::units::{FixedPointSum, Value};

/// Whether a pattern that occurs several times counts as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Every occurrence counts.
    Each,
    /// A pattern counts once, as a boolean feature.
    Once,
}

/// Which of the patterns that occur are listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// All of them.
    All,
    /// Only those none of whose immediate successors occurs (each once): the "immediate predecessors of the state" of
    /// the 1991 system.
    MostSpecific,
}

/// How a position is valued.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSettings {
    /// How weights are combined.
    pub rule: RuleSettings,
    /// Occurrences or booleans.
    pub counting: Counting,
    /// All patterns or the most specific ones.
    pub patterns: Selection,
}

impl Default for EvaluationSettings {
    /// The rule that wins games.
    fn default() -> EvaluationSettings {
        EvaluationSettings {
            rule: RuleSettings::LogOddsSum,
            counting: Counting::Each,
            patterns: Selection::All,
        }
    }
}

impl EvaluationSettings {
    /// The value follows from one sum over all occurrences, so that it need not be known which they are. Move patterns
    /// need that.
    pub(crate) fn adds_everything(self) -> bool {
        self.rule == RuleSettings::LogOddsSum
            && self.counting == Counting::Each
            && self.patterns == Selection::All
    }
}

/// A value and where it comes from.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Expected result for the side to move.
    pub value: Value,
    /// Every pattern that was listened to, the weightiest first.
    pub contributions: Vec<Contribution>,
    /// What could be done in the position; `None` without move patterns, and where they do not count.
    pub prospects: Option<Prospects>,
}

/// What the moves of the side to move are worth together, and the one that counts most.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects {
    /// Their part of the value, in log-odds.
    pub log_odds: f64,
    /// The most promising move, by what is said of it without making it.
    pub best: PositionMove,
    /// The patterns that occur in that move.
    pub patterns: Vec<PatternId>,
}

/// What one pattern added to an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The pattern.
    pub id: AnyId,
    /// Its weight in `[0, 1]`, for the side to move.
    pub weight: f64,
    /// How often it was counted.
    pub count: u32,
    /// What it added; see [`CombinationRule::parts`] for the unit. Above 0: good for the side to move. Of a move pattern its
    /// log-odds times how much the moves in which it occurs count.
    pub part: f64,
}

/// Values positions. Keeps its working space, so one evaluator serves one thread.
#[derive(Debug)]
pub struct Evaluator {
    settings: EvaluationSettings,
    rule: Box<dyn CombinationRule>,
    retriever: Retriever,
    terms: Terms,
    move_shares: Vec<f64>,
}

/// What a value is made of.
#[derive(Debug, Default)]
struct Terms {
    /// One for each pattern that was listened to, and one for all moves together.
    all: Vec<Term>,
    /// What the patterns of each move come to.
    moves: Vec<f64>,
}

impl Evaluator {
    /// An evaluator.
    #[must_use]
    pub fn new(settings: EvaluationSettings) -> Evaluator {
        Evaluator {
            settings,
            rule: settings.rule.rule(),
            retriever: Retriever::default(),
            terms: Terms::default(),
            move_shares: Vec::new(),
        }
    }

    /// What it was made with.
    #[must_use]
    pub fn settings(&self) -> EvaluationSettings {
        self.settings
    }

    /// The value of a position that is not over, for the side to move.
    pub fn value(&mut self, memory: &Snapshot, position: &Oriented) -> Value {
        if self.settings.adds_everything() {
            let sum = self.retriever.log_odds(memory, position);
            let log_mean_exp = f64::from(log_mean_exp(self.retriever.move_sums()) as f32);
            return Value::from_log_odds(
                [sum, log_mean_exp].into_iter().collect::<FixedPointSum>().get(),
            );
        }
        self.value_of_used(memory, position)
    }

    /// The same value; [`Evaluator::used`] then holds what it was made of.
    pub fn value_of_used(&mut self, memory: &Snapshot, position: &Oriented) -> Value {
        self.ask(memory, position);
        self.rule.combine(&self.terms.all)
    }

    /// The patterns that the last [`Evaluator::value_of_used`] was made of, one entry for each time a pattern was
    /// counted.
    #[must_use]
    pub fn used(&self) -> &Retriever {
        &self.retriever
    }

    /// The value with the contribution of every pattern.
    pub fn explain(&mut self, memory: &Snapshot, position: &Oriented) -> Evaluation {
        let value = self.value_of_used(memory, position);
        let parts = self.rule.parts(&self.terms.all);
        let graphs = self.retriever.graphs().iter().map(|id| AnyId::Graph(*id));
        let materials = self.retriever.materials().iter().map(|id| AnyId::Material(*id));
        let mut contributions: Vec<Contribution> = graphs
            .chain(materials)
            .zip(&self.terms.all)
            .zip(parts)
            .map(|((id, term), part)| Contribution {
                id,
                weight: f64::from(term.weight),
                count: 1,
                part,
            })
            .collect();
        shares(&self.terms.moves, &mut self.move_shares);
        for (patterns, share) in self.retriever.moves().by_move().zip(&self.move_shares) {
            contributions.extend(patterns.iter().map(|id| Contribution {
                id: AnyId::Move(*id),
                weight: f64::from(memory.moves.weights().weight(*id)),
                count: 1,
                part: share * f64::from(memory.moves.weights().log_odds(*id)),
            }));
        }
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
        Evaluation { value, contributions, prospects: self.prospects() }
    }

    /// Of the position asked for last.
    fn prospects(&self) -> Option<Prospects> {
        let moves = self.terms.moves.iter().enumerate();
        let (place, _) = moves.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(Prospects {
            log_odds: log_mean_exp(&self.terms.moves),
            best: *self.retriever.possible().iter().nth(place)?,
            patterns: self.retriever.moves().by_move().nth(place)?.to_vec(),
        })
    }

    fn ask(&mut self, memory: &Snapshot, position: &Oriented) {
        self.retriever.ask(memory, position);
        match (self.settings.patterns, self.settings.counting) {
            (Selection::MostSpecific, _) => self.retriever.keep_most_specific(memory),
            (Selection::All, Counting::Once) => self.retriever.keep_patterns_once(memory),
            (Selection::All, Counting::Each) => {}
        }
        let weights = [memory.graphs.weights(), memory.materials.weights(), memory.moves.weights()];
        let retriever = &self.retriever;
        let (graphs, materials, moves) =
            (retriever.graphs(), retriever.materials(), retriever.moves());
        self.terms.fill(self.settings, weights, graphs, materials, moves);
    }

    /// The value that patterns recalled earlier have with the weights of today.
    pub(crate) fn combine(
        &mut self,
        memory: &Memory,
        graphs: &[PatternId],
        materials: &[PatternId],
        moves: &MoveUses,
    ) -> Value {
        let weights = [memory.graphs.weights(), memory.materials.weights(), memory.moves.weights()];
        self.terms.fill(self.settings, weights, graphs, materials, moves);
        self.rule.combine(&self.terms.all)
    }

    /// How much each move counted in the value asked for last; they sum to 1.
    pub(crate) fn move_shares(&mut self) -> &[f64] {
        shares(&self.terms.moves, &mut self.move_shares);
        &self.move_shares
    }
}

impl Terms {
    /// `weights` are those of graph, material and move patterns. Moves count where everything is added up.
    fn fill(
        &mut self,
        settings: EvaluationSettings,
        weights: [&Weights; 3],
        graphs: &[PatternId],
        materials: &[PatternId],
        moves: &MoveUses,
    ) {
        self.all.clear();
        self.moves.clear();
        for (weights, ids) in weights.into_iter().zip([graphs, materials]) {
            self.all.extend(
                ids.iter().map(|id| Term {
                    weight: weights.weight(*id),
                    log_odds: weights.log_odds(*id),
                }),
            );
        }
        if !settings.adds_everything() {
            return;
        }
        let sum = |ids: &[PatternId]| {
            ids.iter()
                .map(|id| f64::from(weights[2].log_odds(*id)))
                .collect::<FixedPointSum>()
                .get()
        };
        self.moves.extend(moves.by_move().map(sum));
        if !self.moves.is_empty() {
            let log_odds = log_mean_exp(&self.moves);
            let weight = Value::from_log_odds(log_odds).get() as f32;
            self.all.push(Term { weight, log_odds: log_odds as f32 });
        }
    }
}
