//! What experience says of a learned pattern.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, KnownOutcome, Move, Position};

use crate::arena::GameRecord;
use crate::arena::pgn::{GameReader, PgnError};
use crate::chess::Oriented;
use crate::graph::PositionGraph;
use crate::memory::{Memory, Operator, PatternId};
use crate::pattern::{GraphPattern, is_embedded};
use crate::units::Ply;

/// A game that a memory learned from.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Where it began.
    pub start: Chess,
    /// Its half-moves.
    pub moves: Vec<Move>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
}

impl From<&GameRecord> for PlayedGame {
    fn from(game: &GameRecord) -> PlayedGame {
        PlayedGame {
            start: game.start.position(),
            moves: game.plies.iter().map(|ply| ply.m).collect(),
            result: game.result.map_or("*", KnownOutcome::as_str),
        }
    }
}

impl PlayedGame {
    /// The games of a PGN file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or a game is broken.
    pub fn read(path: &Path) -> Result<Vec<PlayedGame>, PgnError> {
        GameReader::open(path)?.map(|game| Ok(PlayedGame::from(&game?))).collect()
    }

    /// Calls `visit` with the number of half-moves played and the position, until told to stop.
    fn visit(&self, mut visit: impl FnMut(usize, &Chess) -> ControlFlow<()>) {
        let mut position = self.start.clone();
        for (ply, m) in self.moves.iter().map(Some).chain([None]).enumerate() {
            if visit(ply, &position).is_break() {
                return;
            }
            if let Some(m) = m {
                position.play_unchecked(*m);
            }
        }
    }
}

/// Games that are named for a pattern.
const MAX_NAMED: usize = 3;
/// Games that are searched for it, from the one that created it on.
const MAX_SEARCHED: usize = 20;

/// The first occurrence of a pattern in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Number of the game, from 1.
    pub game: usize,
    /// Its result.
    pub result: &'static str,
    /// Half-moves played before it.
    pub ply: usize,
}

/// The games of a memory, and where patterns occurred in them.
#[derive(Clone, Debug, Default)]
pub(super) struct GameArchive {
    games: Arc<[PlayedGame]>,
    known: FxHashMap<PatternId, Vec<Occurrence>>,
}

impl GameArchive {
    pub(super) fn new(games: Vec<PlayedGame>) -> GameArchive {
        GameArchive { games: games.into(), known: FxHashMap::default() }
    }

    /// The first games from `first_game` on (numbered from 1) in which the pattern occurs.
    pub(super) fn occurrences(
        &mut self,
        id: PatternId,
        pattern: &GraphPattern,
        first_game: u32,
    ) -> &[Occurrence] {
        let games = &self.games;
        self.known.entry(id).or_insert_with(|| {
            let first = (first_game as usize).saturating_sub(1);
            let mut graph = PositionGraph::default();
            let mut seen = Vec::new();
            for (place, game) in games.iter().enumerate().skip(first).take(MAX_SEARCHED) {
                game.visit(|ply, position| {
                    graph.rebuild(&Oriented::new(position));
                    if !is_embedded(pattern, graph.graph()) {
                        return ControlFlow::Continue(());
                    }
                    seen.push(Occurrence { game: place + 1, result: game.result, ply });
                    ControlFlow::Break(())
                });
                if seen.len() == MAX_NAMED {
                    break;
                }
            }
            seen
        })
    }
}

/// What a memory knows of a pattern that represents its group, in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The pattern.
    pub pattern: PatternId,
    /// Its own weight: the expected result for the side to move, in `[0, 1]`.
    pub weight: f64,
    /// Other patterns on the same pieces and squares.
    pub others: u32,
    /// What all of them are worth together, in pawns for the side to move.
    pub pawns: f64,
    /// Part of it that is material, in pawns.
    pub material: f64,
    /// What learning recorded of it.
    pub statistics: LearningStatistics,
    /// What created it.
    pub operator: Operator,
    /// In which game, from 1.
    pub game: u32,
    /// After how many half-moves.
    pub ply: Ply,
    /// Games in which it occurred.
    pub occurrences: Vec<Occurrence>,
}

/// What learning recorded of a graph pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningStatistics {
    /// How often its weight was changed.
    pub updates: u32,
    /// In how many positions of games it occurred.
    pub uses: u32,
    /// Sum of the sizes of all changes of the weight.
    pub variance: f64,
    /// Games it has been in the memory.
    pub age: u32,
    /// From 0 to 1: grows with updates, falls with the size of the mean change.
    pub reliability: f64,
}

/// Updates after which reliability is half of what it can become.
const HALF_RELIABLE_UPDATES: f64 = 30.0;
/// Mean change of the weight at which a pattern is worthless as evidence.
const MAX_MEAN_CHANGE: f64 = 0.1;

impl LearningStatistics {
    /// Of a pattern that the memory holds.
    pub(super) fn new(memory: &Memory, id: PatternId) -> LearningStatistics {
        let statistics = memory.graphs.statistics(id);
        let (n, variance) = (f64::from(statistics.updates), f64::from(statistics.variance));
        let change = if n > 0.0 { variance / n } else { 1.0 };
        let growth = n / (n + HALF_RELIABLE_UPDATES);
        LearningStatistics {
            updates: statistics.updates,
            uses: statistics.uses,
            variance,
            age: statistics.age(memory.games),
            reliability: growth * (1.0 - change / MAX_MEAN_CHANGE).max(0.0),
        }
    }
}
