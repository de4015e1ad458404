//! Patterns of the memory as facts: which of them matter, what they are worth in pawns, and how they are told.

mod calibration;
mod evidence;
mod pair;
mod together;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Position, Role, Square};

pub use calibration::Calibration;
use evidence::Archive;
pub use evidence::{Evidence, Played};
use pair::Pairs;
use together::{Together, together};

use crate::chess::{Game, MaterialVector, Oriented, Start};
use crate::evaluation::{EvaluationSettings, Evaluator, RuleSettings};
use crate::explanation::facts::FamilyKind;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::goal::{Goal, Verb};
use crate::explanation::phrase::{Phrase, side_name};
use crate::explanation::reason::{Plan, Reason, Source};
use crate::graph::{Graph, NodeKind, PositionGraph, Relation, role_name};
use crate::memory::{Memory, PatternId, PositionFeatures, Retriever, Snapshot};
use crate::pattern::GraphPattern;
use crate::player::{Decision, Exploration, PatternPlayer};
use crate::units::Value;

/// What learned patterns need to be a fact: to be, with those on the same men, among so many that weigh most, …
const LARGEST: usize = 3;
/// … and to be worth so many pawns when each counts as far as it is reliable.
const LEAST_PAWNS: f64 = 0.5;

/// Learned patterns that occur on the same men and matter, told by one of them.
#[derive(Clone, Debug)]
pub struct LearnedFact {
    /// Its explanation.
    pub reason: Reason,
    /// What experience says of it.
    pub evidence: String,
    /// It tells of a man that is attacked. Whether he is won is for the search to say: such a fact seconds what the tree
    /// says and is none on its own.
    pub is_about_a_capture: bool,
}

/// What learned patterns are worth in pawns, for the side to move.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// All that their weights say,
    raw: f64,
    /// the part of it that is material, told apart,
    material: f64,
    /// and what is left when each counts as far as it is reliable.
    pawns: f64,
}

/// A memory that is asked while positions are explained.
#[derive(Debug)]
pub struct Learned {
    pub(super) memory: Memory,
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) evaluator: Evaluator,
    pub(super) retriever: Retriever,
    pub(super) player: PatternPlayer,
    calibration: Calibration,
    pairs: Pairs,
    archive: Archive,
}

impl Learned {
    /// A memory, and how it wants positions to be valued.
    #[must_use]
    pub fn new(memory: Memory, settings: EvaluationSettings) -> Learned {
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
        Learned {
            player: PatternPlayer::new(Arc::clone(&snapshot), own, Exploration::NONE),
            snapshot,
            calibration,
            evaluator,
            retriever: Retriever::default(),
            pairs: Pairs::new(&memory),
            archive: Archive::default(),
            memory,
        }
    }

    /// With the games it learned from, so that evidence can name them.
    #[must_use]
    pub fn with_games(mut self, games: Vec<Played>) -> Learned {
        self.archive = Archive::new(games);
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
        let start = Start::Position(Box::new(position.clone()));
        self.player.decide(&Game::new(start))
    }

    /// The learned patterns that matter in a position, the weightiest first.
    ///
    /// Patterns on the same men speak together. One that both sides have alike cancels, as a fact of the tree does.
    pub fn facts(&mut self, position: &Chess) -> Vec<LearnedFact> {
        let passed = Oriented::of_board(position.board(), !position.turn());
        let features = PositionFeatures::new(&passed);
        let active = self.retriever.activations(&self.snapshot, &features);
        let alike: FxHashSet<PatternId> = active.graphs.iter().copied().collect();
        let apart = self.rule() != RuleSettings::LogOddsSum;
        let graph = PositionGraph::new(position);
        let mut largest: Vec<(Together, Worth)> =
            together(&self.memory, &self.snapshot, &graph, &alike, apart)
                .into_iter()
                .filter_map(|group| self.worth(&group).map(|worth| (group, worth)))
                .filter(|(_, worth)| worth.pawns.abs() >= LEAST_PAWNS)
                .collect();
        largest.sort_by(|(a, x), (b, y)| {
            let weightier = y.pawns.abs().total_cmp(&x.pawns.abs());
            weightier.then_with(|| (a.told, &a.squares).cmp(&(b.told, &b.squares)))
        });
        largest.truncate(LARGEST);
        largest.iter().filter_map(|(group, worth)| self.fact(position, group, *worth)).collect()
    }

    fn worth(&self, group: &Together) -> Option<Worth> {
        let pawns = |log_odds: f64| self.calibration.pawns(log_odds);
        let raw = pawns(group.log_odds);
        // Where weights add up, material has its share apart; a mean holds it in every weight.
        if self.rule() == RuleSettings::LogOddsSum {
            return Some(Worth { raw, material: 0.0, pawns: pawns(group.reliable) });
        }
        let limit = self.calibration.limit();
        let board = self.memory.graphs.origin(group.told)?.board();
        let material = f64::from(MaterialVector::of_board(&board).traditional());
        let material = material.clamp(-limit, limit);
        Some(Worth { raw, material, pawns: group.reliable / group.log_odds * (raw - material) })
    }

    fn fact(&mut self, position: &Chess, group: &Together, worth: Worth) -> Option<LearnedFact> {
        let (turn, id, seen) = (position.turn(), group.told, &group.squares);
        let pawns = worth.pawns;
        let evidence = self.evidence_line(group, worth)?;
        let pattern = self.memory.graphs.get(id)?;
        let is_about_a_capture = is_about_a_capture(pattern.graph());
        let real = |s: &Square| turn.fold_wb(*s, s.flip_vertical());
        let squares: Vec<Square> = seen.iter().map(real).collect();
        let told = |pattern: &GraphPattern, seen: &[Square], turn: Color| {
            let phrase = Phrase::recognised(&pattern.phrase_on(seen));
            if turn.is_white() { phrase } else { phrase.mirrored() }
        };
        let owner = if pawns > 0.0 { turn } else { !turn };
        let (mut plan, goals) = plan(pattern.graph(), &squares, turn, owner);
        if let Some(step) = self.pairs.repeat(&self.memory, position, id, &squares)
            && let Some(after) = self.memory.graphs.get(step.after)
        {
            let weight = f64::from(self.memory.graphs.weights().weight(step.after));
            let verdict = if weight < 0.5 { "to play" } else { "not to play" };
            plan = format!(
                "for {} {verdict} {}, which brings about: {} (g{}, worth {:.2} to {})",
                side_name(turn),
                step.san,
                told(after, &step.squares, !turn),
                step.after.0,
                weight,
                side_name(!turn)
            );
        }
        let who = side_name(owner);
        let reason = Reason {
            leaf: format!("g{}", id.0),
            kind: FamilyKind::Feature,
            owner,
            squares,
            targets: Vec::new(),
            fact: told(pattern, seen, turn),
            belief: Phrase::words(format!(
                "positions with this pattern were good for {who} in the games played so far"
            )),
            purpose: Phrase::words(format!(
                "for {who} to keep it, for {} to dissolve it",
                side_name(!owner)
            )),
            plan: Plan::Stated(Phrase::words(plan)),
            goals,
            value: rounded(turn.fold_wb(pawns, -pawns)),
            source: Source::Learned { pattern: format!("g{}", id.0), evidence: evidence.clone() },
            validation: None,
            second_opinion: None,
            depends_on_first_witness: true,
        };
        Some(LearnedFact { reason, evidence, is_about_a_capture })
    }

    fn evidence_line(&mut self, group: &Together, worth: Worth) -> Option<String> {
        let id = group.told;
        let evidence = Evidence::new(&self.memory, id);
        let graphs = &self.memory.graphs;
        let origin = graphs.origin(id)?;
        let weight = Value::from_log_odds(f64::from(graphs.weights().log_odds(id))).get();
        let apart = if worth.material == 0.0 {
            String::new()
        } else {
            format!(", {:+.1} of it material", worth.material)
        };
        let others = match group.patterns - 1 {
            0 => String::new(),
            1 => "with another one on the same men ".to_owned(),
            n => format!("with {n} others on the same men "),
        };
        let mut text = format!(
            "learned pattern g{}: weight {weight:.2} ({others}about {:+.1} pawns{apart}), {}; made {} in game {} after \
             {} half-moves",
            id.0,
            worth.raw,
            evidence.text(),
            evidence::made_by(origin.operator),
            origin.game,
            origin.ply
        );
        let born = origin.game;
        let pattern = graphs.get(id)?;
        let seen = self.archive.sightings(id, pattern, born);
        if !seen.is_empty() {
            text.push_str(&format!("; seen in {}", seen.join(", ")));
        }
        Some(text)
    }
}

/// Some man attacks another that is no king, now and not after a move.
fn is_about_a_capture(graph: &Graph) -> bool {
    graph.edges().any(|(from, to, mode)| {
        let victim = graph.label(to).kind().and_then(NodeKind::piece);
        mode.is_present()
            && graph.relation(from, to) == Some(Relation::Attacks)
            && victim.is_some_and(|man| man.role != Role::King)
    })
}

/// What to do about a pattern, from its first edge between men: an attack is kept up, a defence kept or overcome.
fn plan(graph: &Graph, squares: &[Square], turn: Color, owner: Color) -> (String, Vec<Goal>) {
    let man = |node: u8| match graph.label(node).kind() {
        // The pattern knows White to move only.
        Some(NodeKind::Piece(piece)) => {
            let square = squares.get(usize::from(node))?;
            let colour = if turn.is_white() { piece.color } else { !piece.color };
            Some((colour, format!("{} on {square}", role_name(piece.role)), *square))
        }
        _ => None,
    };
    let edges: Vec<_> =
        graph.edges().filter_map(|(from, to, _)| Some((man(from)?, man(to)?))).collect();
    let (us, them) = (side_name(owner), side_name(!owner));
    let goal = |verb: Verb, square: Square| vec![Goal::on(verb, square)];
    let attack = edges.iter().find(|(from, to)| from.0 == owner && to.0 != owner);
    if let Some((from, to)) = attack {
        let text = format!("for {us} to keep up the attack of the {} on the {}", from.1, to.1);
        return (text, goal(Verb::Attack, to.2));
    }
    match edges.first() {
        Some((from, to)) if from.0 == owner => (
            format!("for {us} to keep the {} protected by the {}", to.1, from.1),
            goal(Verb::Defend, to.2),
        ),
        Some((from, to)) if to.0 == from.0 => (
            format!("for {us} to play on the {} that ties the {} to it", to.1, from.1),
            goal(Verb::Attack, to.2),
        ),
        Some((from, to)) => (
            format!("for {them} to drive the {} away from the {}", from.1, to.1),
            goal(Verb::Chase, from.2),
        ),
        None => ("for both sides to count with it when they choose a move".to_owned(), Vec::new()),
    }
}
