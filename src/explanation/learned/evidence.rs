//! What experience says of a learned pattern.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position};

use crate::chess::Oriented;
use crate::graph::PositionGraph;
use crate::memory::{Memory, Operator, PatternId};
use crate::pattern::{GraphPattern, is_embedded};

/// A game that a memory learned from.
#[derive(Clone, Debug)]
pub struct Played {
    /// Where it began.
    pub start: Chess,
    /// Its half-moves.
    pub moves: Vec<Move>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: &'static str,
}

impl Played {
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

/// How many games are named, and how many are looked through for them from the birth of the pattern on.
const NAMED: usize = 3;
const SEARCHED: usize = 20;

/// The games of a memory, and where patterns were seen in them.
#[derive(Debug, Default)]
pub(super) struct Archive {
    games: Vec<Played>,
    known: FxHashMap<PatternId, Vec<String>>,
}

impl Archive {
    pub(super) fn new(games: Vec<Played>) -> Archive {
        Archive { games, known: FxHashMap::default() }
    }

    /// The first games from `born` on (numbered from 1) in which the pattern occurred, with ply and result.
    pub(super) fn sightings(
        &mut self,
        id: PatternId,
        pattern: &GraphPattern,
        born: u32,
    ) -> &[String] {
        let games = &self.games;
        self.known.entry(id).or_insert_with(|| {
            let first = (born as usize).saturating_sub(1);
            let mut graph = PositionGraph::default();
            let mut seen = Vec::new();
            for (place, game) in games.iter().enumerate().skip(first).take(SEARCHED) {
                game.visit(|ply, position| {
                    graph.rebuild(&Oriented::new(position));
                    if !is_embedded(pattern, graph.graph()) {
                        return ControlFlow::Continue(());
                    }
                    seen.push(format!("game {} ({}, ply {ply})", place + 1, game.result));
                    ControlFlow::Break(())
                });
                if seen.len() == NAMED {
                    break;
                }
            }
            seen
        })
    }
}

/// What experience says of a graph pattern, in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
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

/// Reliability grows with updates n as n / (n + this).
const HALF_TRUSTED: f64 = 30.0;
/// A mean change of the weight of this size makes a pattern worthless as evidence.
const RESTLESS: f64 = 0.1;

impl Evidence {
    /// Of a pattern that the memory holds.
    pub(super) fn new(memory: &Memory, id: PatternId) -> Evidence {
        let statistics = memory.graphs.statistics(id);
        let (n, variance) = (f64::from(statistics.updates), f64::from(statistics.variance));
        let change = if n > 0.0 { variance / n } else { 1.0 };
        Evidence {
            updates: statistics.updates,
            uses: statistics.uses,
            variance,
            age: statistics.age(memory.games),
            reliability: n / (n + HALF_TRUSTED) * (1.0 - change / RESTLESS).max(0.0),
        }
    }

    /// In words.
    pub(super) fn text(&self) -> String {
        format!(
            "{} updates, variance {:.2}, in {} positions, age {} games, reliability {:.2}",
            self.updates, self.variance, self.uses, self.age, self.reliability
        )
    }
}

/// What made a pattern, in words.
pub(super) fn made_by(operator: Operator) -> &'static str {
    match operator {
        Operator::Material => "from a difference in material",
        Operator::EbgBefore => "from what a move took away",
        Operator::EbgAfter => "from what a move brought",
        Operator::Edge => "from an attack or defence that a move changed",
        Operator::Place => "from a piece that a move brought there",
        Operator::Guard => "from attackers and defenders that a move changed",
        Operator::Mobility => "from freedom of movement that a move changed",
        Operator::Pair => "from two attacks or defences that a move brought together",
        Operator::Generalise => "by generalising another pattern",
        Operator::Specialise => "by specialising another pattern",
        Operator::Move => "from a move that was possible",
    }
}
