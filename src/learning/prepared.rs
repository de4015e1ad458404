use rustc_hash::FxHashMap;
use shakmaty::{Position, Square};

use super::{Candidate, Change, CreationSettings, LearningSettings, TrainingSample, candidates};
use crate::chess::Oriented;
use crate::graph::{MoveComponents, MoveLabel};
use crate::memory::{Fingerprint, Memory, PositionFeatures};

/// How games are prepared for a learner; any number of threads can do it.
#[derive(Clone, Debug)]
pub struct Preparation {
    creation: CreationSettings,
    /// Move patterns are learned, or there are some.
    with_moves: bool,
}

/// A game with everything that learning from it needs and that does not depend on what was learned before: half the work.
#[derive(Debug)]
pub struct PreparedGame {
    pub(super) sample: TrainingSample,
    pub(super) positions: Vec<PreparedPosition>,
    /// Graphs that may become patterns, in the order of the moves; none if no patterns are created from this game.
    pub(super) graphs: Vec<GraphCandidate>,
    /// Graphs that have too many nodes.
    pub(super) too_large: u32,
    /// Sets of features of moves that may become patterns, each once, with their fingerprints.
    pub(super) move_labels: Vec<(MoveLabel, u64)>,
    /// In which moves they occur, in the order of the positions.
    pub(super) moves: Vec<MoveCandidate>,
}

/// A position of a game.
#[derive(Debug)]
pub(super) struct PreparedPosition {
    pub(super) oriented: Oriented,
    pub(super) features: PositionFeatures,
}

#[derive(Debug)]
pub(super) struct GraphCandidate {
    /// Of the position in which it occurs.
    pub(super) ply: usize,
    pub(super) fingerprint: u64,
    pub(super) candidate: Candidate,
}

#[derive(Debug)]
pub(super) struct MoveCandidate {
    pub(super) ply: u32,
    /// Place in [`PreparedGame::move_labels`].
    pub(super) label: u32,
    /// From and to.
    pub(super) squares: [Square; 2],
}

impl Preparation {
    /// The preparation for a learner with these settings that begins with this memory.
    #[must_use]
    pub fn new(settings: &LearningSettings, memory: &Memory) -> Preparation {
        let creation = settings.creation.clone();
        let with_moves = !creation.moves.is_empty() || !memory.moves.is_empty();
        Preparation { creation, with_moves }
    }

    /// Prepares a game.
    ///
    /// # Cost
    ///
    /// The graphs of all positions, and of each move what it changed: a few milliseconds for a game of 100 plies.
    #[must_use]
    pub fn prepare(&self, sample: TrainingSample) -> PreparedGame {
        let positions = sample.positions.iter().map(|position| {
            let oriented = Oriented::new(position);
            let mut features = PositionFeatures::default();
            features.rebuild(&oriented, self.with_moves);
            PreparedPosition { oriented, features }
        });
        let positions = positions.collect();
        let mut prepared = PreparedGame {
            sample,
            positions,
            graphs: Vec::new(),
            too_large: 0,
            move_labels: Vec::new(),
            moves: Vec::new(),
        };
        if prepared.sample.game.is_multiple_of(self.creation.every) {
            self.find_graphs(&mut prepared);
            self.find_moves(&mut prepared);
        }
        prepared
    }

    fn find_graphs(&self, prepared: &mut PreparedGame) {
        let PreparedGame { sample, positions, graphs, too_large, .. } = prepared;
        for (ply, m) in sample.moves.iter().enumerate() {
            let graph = |ply: usize| positions[ply].features.graph();
            let mover = sample.positions[ply].turn();
            let change = Change::new(mover, *m, graph(ply), graph(ply + 1));
            for candidate in candidates(&self.creation.rules, &change) {
                if candidate.graph.len() > self.creation.max_nodes {
                    *too_large += 1;
                    continue;
                }
                let ply = if candidate.after { ply + 1 } else { ply };
                let fingerprint = candidate.graph.fingerprint();
                graphs.push(GraphCandidate { ply, fingerprint, candidate });
            }
        }
    }

    /// Of all moves that were possible in the positions of the game.
    fn find_moves(&self, prepared: &mut PreparedGame) {
        let kept = self.creation.moves.iter().map(|keep| keep.iter().copied().collect());
        let kept: Vec<MoveComponents> = kept.collect();
        let PreparedGame { positions, move_labels, moves, .. } = prepared;
        let mut known: FxHashMap<MoveLabel, u32> = FxHashMap::default();
        for (ply, position) in (0..).zip(positions).filter(|_| !kept.is_empty()) {
            for m in position.features.moves().iter() {
                for label in kept.iter().filter_map(|components| m.label.keep_all(*components)) {
                    let label = *known.entry(label).or_insert_with(|| {
                        move_labels.push((label, label.fingerprint()));
                        (move_labels.len() - 1) as u32
                    });
                    moves.push(MoveCandidate { ply, label, squares: [m.from, m.to] });
                }
            }
        }
    }
}
