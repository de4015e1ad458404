//! Patterns of a memory as facts: which of them matter, and what they are worth in pawns.

mod calibration;
mod evidence;
mod group;
mod pair;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Position, Role, Square, san::SanPlus};

pub use calibration::Calibration;
use evidence::GameArchive;
pub use evidence::{Evidence, LearningStatistics, Occurrence, PlayedGame};
use group::{PatternGroup, pattern_groups};
use pair::BeforeAfterPairs;

use crate::chess::{Game, MaterialVector, Oriented, Start};
use crate::evaluation::{EvaluationSettings, Evaluator, RuleSettings};
use crate::explanation::facts::FamilyKind;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::goal::{Goal, Verb};
use crate::explanation::phrase::{Part, Phrase};
use crate::explanation::reason::{Plan, Reason, Source};
use crate::graph::{Graph, NodeKind, PositionGraph, Relation};
use crate::memory::{Memory, PatternId, PositionFeatures, Retriever, Snapshot};
use crate::pattern::GraphPattern;
use crate::player::{Decision, Exploration, PatternPlayer};
use crate::units::Value;

/// The learned facts of a position.
const MAX_FACTS: usize = 3;
/// Value of a learned fact, in pawns, each of its patterns times its reliability.
const MIN_PAWNS: f64 = 0.5;

/// Learned patterns on the same pieces that matter, represented by one of them.
#[derive(Clone, Debug)]
pub struct LearnedFact {
    /// What it says; its source is [`Source::Learned`].
    pub reason: Reason,
    /// It is about an attacked piece. Whether that piece is won the search has to say: such a fact supports one of the tree
    /// and is none of its own.
    pub is_about_a_capture: bool,
}

/// What a group of patterns is worth in pawns, for the side to move.
#[derive(Clone, Copy, Debug)]
struct GroupValue {
    /// By all their weights.
    raw: f64,
    /// Part of it that is material.
    material: f64,
    /// Without material, each pattern times its reliability.
    pawns: f64,
}

/// A memory that is asked while positions are explained. Clones share it.
#[derive(Clone, Debug)]
pub struct MemoryExplainer {
    pub(super) memory: Arc<Memory>,
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) evaluator: Evaluator,
    pub(super) retriever: Retriever,
    pub(super) player: PatternPlayer,
    calibration: Calibration,
    pairs: BeforeAfterPairs,
    archive: GameArchive,
    /// What was decided last, and where: verdict, plans and choice of one position ask for the same.
    last: Option<(Chess, Decision)>,
}

impl MemoryExplainer {
    /// A memory, and how it wants positions to be valued.
    #[must_use]
    pub fn new(memory: impl Into<Arc<Memory>>, settings: EvaluationSettings) -> MemoryExplainer {
        let memory = memory.into();
        let snapshot = Arc::new(memory.snapshot());
        let mut evaluator = Evaluator::new(settings);
        let calibration = if settings.rule == RuleSettings::LogOddsSum {
            Calibration::by_loss(|board| {
                let position = Oriented::of_board(board, Color::White);
                evaluator.value(&snapshot, &position).log_odds()
            })
        } else {
            Calibration::new(&memory)
        };
        let own = Evaluator::new(settings);
        MemoryExplainer {
            player: PatternPlayer::new(Arc::clone(&snapshot), own, Exploration::NONE),
            snapshot,
            calibration,
            evaluator,
            retriever: Retriever::default(),
            pairs: BeforeAfterPairs::new(&memory),
            archive: GameArchive::default(),
            last: None,
            memory,
        }
    }

    /// A memory that values positions as it was trained to.
    #[must_use]
    pub fn from_memory(memory: impl Into<Arc<Memory>>) -> MemoryExplainer {
        let memory = memory.into();
        let evaluation = memory.evaluation();
        MemoryExplainer::new(memory, evaluation)
    }

    /// With the games it learned from, so that evidence can name them.
    #[must_use]
    pub fn with_games(mut self, games: Vec<PlayedGame>) -> MemoryExplainer {
        self.archive = GameArchive::new(games);
        self
    }

    /// The memory.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
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

    /// What the memory thinks of the legal moves of a position; `None` when the game is over.
    pub(super) fn decide(&mut self, position: &Chess) -> Option<Decision> {
        if self.last.as_ref().is_none_or(|(known, _)| known != position) {
            let start = Start::Position(Box::new(position.clone()));
            let decision = self.player.decide(&Game::new(start))?;
            self.last = Some((position.clone(), decision));
        }
        self.last.as_ref().map(|(_, decision)| decision.clone())
    }

    /// The learned patterns that matter in a position, the weightiest first.
    ///
    /// Patterns on the same pieces count together. One that both sides have alike cancels, as a fact of the tree does.
    pub fn facts(&mut self, position: &Chess) -> Vec<LearnedFact> {
        let passed = Oriented::of_board(position.board(), !position.turn());
        let features = PositionFeatures::new(&passed);
        let active = self.retriever.activations(&self.snapshot, &features);
        let alike: FxHashSet<PatternId> =
            self.snapshot.graphs.ids_of(&active.graphs).into_iter().collect();
        let is_each_alone = self.rule() != RuleSettings::LogOddsSum;
        let graph = PositionGraph::new(position);
        let mut largest: Vec<(PatternGroup, GroupValue)> =
            pattern_groups(&self.memory, &self.snapshot, &graph, &alike, is_each_alone)
                .into_iter()
                .filter_map(|group| self.value(&group).map(|value| (group, value)))
                .filter(|(_, value)| value.pawns.abs() >= MIN_PAWNS)
                .collect();
        largest.sort_by(|(a, x), (b, y)| {
            let weightier = y.pawns.abs().total_cmp(&x.pawns.abs());
            weightier
                .then_with(|| (a.representative, &a.squares).cmp(&(b.representative, &b.squares)))
        });
        largest.truncate(MAX_FACTS);
        largest.iter().filter_map(|(group, value)| self.fact(position, group, *value)).collect()
    }

    fn value(&self, group: &PatternGroup) -> Option<GroupValue> {
        let pawns = |log_odds: f64| self.calibration.pawns(log_odds);
        let raw = pawns(group.log_odds);
        // Where weights add up, material patterns hold its share; a mean holds it in every weight.
        if self.rule() == RuleSettings::LogOddsSum {
            return Some(GroupValue { raw, material: 0.0, pawns: pawns(group.reliable_log_odds) });
        }
        let limit = self.calibration.limit();
        let board = self.memory.graphs.origin(group.representative)?.board();
        let material = f64::from(MaterialVector::of_board(&board).traditional());
        let material = material.clamp(-limit, limit);
        Some(GroupValue {
            raw,
            material,
            pawns: group.reliable_log_odds / group.log_odds * (raw - material),
        })
    }

    fn fact(
        &mut self,
        position: &Chess,
        group: &PatternGroup,
        value: GroupValue,
    ) -> Option<LearnedFact> {
        let (turn, id) = (position.turn(), group.representative);
        let evidence = self.evidence(group, value)?;
        let pattern = self.memory.graphs.get(id)?;
        let is_about_a_capture = is_about_a_capture(pattern.graph());
        let real = |s: &Square| turn.fold_wb(*s, s.flip_vertical());
        let squares: Vec<Square> = group.squares.iter().map(real).collect();
        let owner = if value.pawns > 0.0 { turn } else { !turn };
        let (stated, goals) = plan(pattern.graph(), &squares, turn, owner);
        let plan = self.repeated_move(position, id, &squares).unwrap_or(stated);
        let text = |text: &str| Part::Text(text.to_owned());
        let reason = Reason {
            leaf: format!("g{}", id.0),
            kind: FamilyKind::Feature,
            owner,
            squares,
            targets: Vec::new(),
            fact: phrase_on(pattern, &group.squares, turn),
            belief: Phrase {
                parts: vec![
                    text("positions with this pattern were good for "),
                    Part::Side(owner),
                    text(" in the games played so far"),
                ],
            },
            purpose: Phrase {
                parts: vec![
                    text("for "),
                    Part::Side(owner),
                    text(" to keep it, for "),
                    Part::Side(!owner),
                    text(" to dissolve it"),
                ],
            },
            plan: Plan::Stated(plan),
            goals,
            value: rounded(turn.fold_wb(value.pawns, -value.pawns)),
            source: Source::Learned(Box::new(evidence)),
            validation: None,
            second_opinion: None,
            depends_on_first_witness: true,
        };
        Some(LearnedFact { reason, is_about_a_capture })
    }

    /// The move here that does what the move between P_before and P_after did, and whether it is good for the mover.
    fn repeated_move(&self, position: &Chess, id: PatternId, squares: &[Square]) -> Option<Phrase> {
        let turn = position.turn();
        let repeated = self.pairs.repeat(&self.memory, position, id, squares)?;
        let after = self.memory.graphs.get(repeated.after)?;
        let weight = f64::from(self.memory.graphs.weight(repeated.after));
        let verdict = if weight < 0.5 { "to play" } else { "not to play" };
        let san = SanPlus::from_move(position.clone(), repeated.m);
        let mut parts = vec![
            Part::Text("for ".to_owned()),
            Part::Side(turn),
            Part::Text(format!(" {verdict} {san}, which brings about: ")),
        ];
        parts.extend(phrase_on(after, &repeated.squares, !turn).parts);
        parts.push(Part::Text(format!(" (g{}, worth {weight:.2} to ", repeated.after.0)));
        parts.extend([Part::Side(!turn), Part::Text(")".to_owned())]);
        Some(Phrase { parts })
    }

    fn evidence(&mut self, group: &PatternGroup, value: GroupValue) -> Option<Evidence> {
        let id = group.representative;
        let graphs = &self.memory.graphs;
        let origin = graphs.origin(id)?;
        let pattern = graphs.get(id)?;
        Some(Evidence {
            pattern: id,
            weight: Value::from_log_odds(f64::from(graphs.log_odds(id))).get(),
            others: group.patterns - 1,
            pawns: value.raw,
            material: value.material,
            statistics: LearningStatistics::new(&self.memory, id),
            operator: origin.operator,
            game: origin.game,
            ply: origin.ply,
            occurrences: self.archive.occurrences(id, pattern, origin.game).to_vec(),
        })
    }
}

/// What a pattern says, on squares of the perspective of the side to move as White, told on the real board.
fn phrase_on(pattern: &GraphPattern, squares: &[Square], turn: Color) -> Phrase {
    let phrase = Phrase::recognised(&pattern.phrase_on(squares));
    if turn.is_white() { phrase } else { phrase.mirrored() }
}

/// A piece attacks another that is no king, now and not after a move.
fn is_about_a_capture(graph: &Graph) -> bool {
    graph.edges().any(|(from, to, mode)| {
        let victim = graph.label(to).kind().and_then(NodeKind::piece);
        mode.is_present()
            && graph.relation(from, to) == Some(Relation::Attacks)
            && victim.is_some_and(|piece| piece.role != Role::King)
    })
}

/// What to do about a pattern, by its first edge between pieces: an attack is kept up, a defence kept or overcome.
fn plan(graph: &Graph, squares: &[Square], turn: Color, owner: Color) -> (Phrase, Vec<Goal>) {
    let piece = |node: u8| match graph.label(node).kind() {
        // The pattern knows White to move only.
        Some(NodeKind::Piece(piece)) => {
            let square = *squares.get(usize::from(node))?;
            let color = if turn.is_white() { piece.color } else { !piece.color };
            Some((color, piece.role, square))
        }
        _ => None,
    };
    let edges: Vec<_> =
        graph.edges().filter_map(|(from, to, _)| Some((piece(from)?, piece(to)?))).collect();
    let attack = edges.iter().find(|(from, to)| from.0 == owner && to.0 != owner);
    let is_attack = attack.is_some();
    let Some((from, to)) = attack.or(edges.first()) else {
        let text = "for both sides to take it into account when they choose a move";
        return (Phrase::words(text), Vec::new());
    };
    let (side, verb, square, words) = match () {
        () if is_attack => {
            (owner, Verb::Attack, to.2, [" to keep up the attack of the ", " on the "])
        }
        () if from.0 == owner => (owner, Verb::Defend, to.2, [" to keep the ", " protecting the "]),
        () if to.0 == from.0 => {
            (owner, Verb::Attack, to.2, [" to tie the ", " to the defence of the "])
        }
        () => (!owner, Verb::Chase, from.2, [" to drive the ", " away from the "]),
    };
    let text = |text: &str| Part::Text(text.to_owned());
    let on = |(_, role, square): (Color, Role, Square)| {
        [Part::Piece { role, plural: false }, text(" on "), Part::Square(square)]
    };
    let mut parts = vec![text("for "), Part::Side(side), text(words[0])];
    parts.extend(on(*from));
    parts.push(text(words[1]));
    parts.extend(on(*to));
    (Phrase { parts }, vec![Goal::on(verb, square)])
}
