//! Patterns of the memory as facts: which of them matter, what they are worth in pawns, and how they are told.

mod calibration;
mod evidence;
mod pair;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Position, Square};

pub use calibration::Calibration;
use evidence::Archive;
pub use evidence::{Evidence, Played};
use pair::Pairs;

use super::bind::side_name;
use super::cases::mirrored_text;
use super::tree::Goal;
use super::xp::{Source, Xp};
use crate::board::{MaterialVector, Oriented};
use crate::evaluation::{EvaluationSettings, Evaluator, RuleSettings};
use crate::graph::{Graph, Kind, role_name};
use crate::memory::{AnyId, Memory, PatternId, Recall, Snapshot};
use crate::pattern::GraphPattern;
use crate::player::{Exploration, PatternPlayer};
use crate::units::Value;

/// What a learned pattern needs to be a fact: to be among so many of the largest contributions, …
const LARGEST: usize = 3;
/// … to be worth so many pawns when it counts as far as it is reliable, …
const LEAST_PAWNS: f64 = 0.5;
/// … and to have been tried.
const LEAST_RELIABLE: f64 = 0.25;
const LEAST_UPDATES: u32 = 50;
const LEAST_AGE: u32 = 5;
/// Larger patterns are not explained, nor men alone without an edge.
const MOST_NODES: usize = 5;
const MOST_EDGES: usize = 6;

/// A learned pattern that occurs in a position and matters.
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
            recall: Recall::default(),
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

    /// The learned patterns that matter in a position, the weightiest first.
    ///
    /// A pattern that both sides have alike cancels, as a fact of the tree does.
    pub fn facts(&mut self, position: &Chess) -> Vec<LearnedFact> {
        let oriented = Oriented::new(position);
        let passed = Oriented::of_board(position.board(), !position.turn());
        self.recall.ask(&self.snapshot, &passed);
        let alike: FxHashSet<PatternId> = self.recall.graphs().iter().copied().collect();
        let evaluation = self.evaluator.explain(&self.snapshot, &oriented);
        let largest: Vec<PatternId> = evaluation
            .contributions
            .iter()
            .filter_map(|c| match c.id {
                AnyId::Graph(id) if !alike.contains(&id) => Some(id),
                _ => None,
            })
            .take(LARGEST)
            .filter(|id| self.worth(*id).is_some())
            .collect();
        if largest.is_empty() {
            return Vec::new();
        }
        let matches = self.recall.matches(&self.snapshot, &oriented);
        let mut facts: Vec<LearnedFact> = Vec::new();
        for id in largest {
            let stands = |o: &&crate::memory::Occurrence| o.id == id && o.most_specific;
            let Some(occurrence) = matches.graphs.iter().find(stands) else { continue };
            let seen = matches.squares(occurrence);
            facts.extend(self.fact(position, id, &seen));
        }
        facts.sort_by(|a, b| {
            b.xp.nm.abs().total_cmp(&a.xp.nm.abs()).then(a.xp.leaf.cmp(&b.xp.leaf))
        });
        facts
    }

    /// Pawns for the side to move that a pattern is worth: all that its weight says, the part of it that is material
    /// told apart, and what is left when it counts as far as it is reliable. `None`: too little to be a fact.
    fn worth(&self, id: PatternId) -> Option<(f64, f64, f64, Evidence)> {
        let graphs = &self.memory.graphs;
        let graph = graphs.get(id)?.graph();
        let evidence = Evidence::new(&self.memory, id);
        let is_told = graph.len() <= MOST_NODES && (1..=MOST_EDGES).contains(&graph.edge_count());
        let is_tried = evidence.age >= LEAST_AGE
            && evidence.updates >= LEAST_UPDATES
            && evidence.reliability >= LEAST_RELIABLE;
        if !is_told || !is_tried {
            return None;
        }
        let raw = self.calibration.pawns(f64::from(graphs.weights().log_odds(id)));
        // Where weights add up, material has its share apart; a mean holds it in every weight.
        let material = if self.rule() == RuleSettings::LogOddsSum {
            0.0
        } else {
            let limit = self.calibration.limit();
            let board = graphs.origin(id)?.board();
            f64::from(MaterialVector::of_board(&board).traditional()).clamp(-limit, limit)
        };
        let pawns = evidence.reliability * (raw - material);
        (pawns.abs() >= LEAST_PAWNS).then_some((raw, material, pawns, evidence))
    }

    /// `seen`: where it stands, in the view with White to move.
    fn fact(&mut self, position: &Chess, id: PatternId, seen: &[Square]) -> Option<LearnedFact> {
        let turn = position.turn();
        let (raw, material, pawns, evidence) = self.worth(id)?;
        let evidence = self.evidence_line(id, raw, material, &evidence)?;
        let pattern = self.memory.graphs.get(id)?;
        let real = |s: &Square| turn.fold_wb(*s, s.flip_vertical());
        let squares: Vec<Square> = seen.iter().map(real).collect();
        let told = |pattern: &GraphPattern, seen: &[Square], turn: Color| {
            let phrase = pattern.phrase_on(seen);
            if turn.is_white() { phrase } else { mirrored_text(&phrase) }
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
        let xp = Xp {
            leaf: format!("g{}", id.0),
            owner,
            squares,
            targets: Vec::new(),
            fact: told(pattern, seen, turn),
            belief: format!(
                "positions with this pattern were good for {who} in the games played so far"
            ),
            purpose: format!("for {who} to keep it, for {} to dissolve it", side_name(!owner)),
            plan,
            goals,
            nm: super::measure::rounded(turn.fold_wb(pawns, -pawns)),
            source: Source::Learned { pattern: format!("g{}", id.0), evidence: evidence.clone() },
            validation: None,
            seconded: None,
            doubtful: false,
        };
        Some(LearnedFact { xp, evidence })
    }

    fn evidence_line(
        &mut self,
        id: PatternId,
        raw: f64,
        material: f64,
        evidence: &Evidence,
    ) -> Option<String> {
        let graphs = &self.memory.graphs;
        let origin = graphs.origin(id)?;
        let weight = Value::from_log_odds(f64::from(graphs.weights().log_odds(id))).get();
        let apart = if material == 0.0 {
            String::new()
        } else {
            format!(", {material:+.1} of it material")
        };
        let mut text = format!(
            "learned pattern g{}: weight {weight:.2} (about {raw:+.1} pawns{apart}), {}; made {} in game {} after {} \
             half-moves",
            id.0,
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

/// What to do about a pattern, from its first edge between men: an attack is kept up, a defence kept or overcome.
fn plan(graph: &Graph, squares: &[Square], turn: Color, owner: Color) -> (String, Vec<Goal>) {
    let man = |node: u8| match graph.label(node).kind() {
        // The pattern knows White to move only.
        Some(Kind::Piece(piece)) => {
            let square = squares.get(usize::from(node))?;
            let colour = if turn.is_white() { piece.color } else { !piece.color };
            Some((colour, format!("{} on {square}", role_name(piece.role)), square.to_string()))
        }
        _ => None,
    };
    let edges: Vec<_> =
        graph.edges().filter_map(|(from, to, _)| Some((man(from)?, man(to)?))).collect();
    let (us, them) = (side_name(owner), side_name(!owner));
    let goal = |verb: &str, square: &str| vec![[verb.to_owned(), square.to_owned(), String::new()]];
    let attack = edges.iter().find(|(from, to)| from.0 == owner && to.0 != owner);
    if let Some((from, to)) = attack {
        let text = format!("for {us} to keep up the attack of the {} on the {}", from.1, to.1);
        return (text, goal("ATTACK", &to.2));
    }
    match edges.first() {
        Some((from, to)) if from.0 == owner => (
            format!("for {us} to keep the {} protected by the {}", to.1, from.1),
            goal("DEFEND", &to.2),
        ),
        Some((from, to)) if to.0 == from.0 => (
            format!("for {us} to play on the {} that ties the {} to it", to.1, from.1),
            goal("ATTACK", &to.2),
        ),
        Some((from, to)) => (
            format!("for {them} to drive the {} away from the {}", from.1, to.1),
            goal("CHASE", &from.2),
        ),
        None => ("for both sides to count with it when they choose a move".to_owned(), Vec::new()),
    }
}
