//! How good the moves of a position are: computed when first asked for, and kept.

use std::cell::{OnceCell, RefCell};
use std::fmt;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position, Role, Square};

use crate::explanation::facts::features::LazySearch;
use crate::player::Decision;

/// A move that costs more than this against the memory's best one counts as a mistake: expected score, in `[0, 1]`, what
/// the memory tolerates when it explores.
pub const MAX_DOUBT: f64 = 0.03;

/// What a sound move may give away, in centipawns. With twice as much one first step in eight costs half a pawn for an
/// engine, with this one in eighteen (training/HISTORY.md, 2026-11-28).
pub const MAX_COST: i32 = 15;
/// The same of a step that a case brings, which a person has approved: Kerner's own costs 40 for this search, 19 for Stockfish 15.1
/// at depth 18.
pub const MAX_COST_OF_CASE: i32 = 50;

/// How good the moves of a position are: by a search, by a memory, and by the facts after each.
pub struct MoveQuality<'a> {
    position: &'a Chess,
    search: &'a LazySearch,
    known: &'a KnownQuality,
    decide: &'a dyn Fn() -> Option<Decision>,
    value_after: &'a dyn Fn(Move) -> f64,
}

/// What was computed about the moves of a position so far.
#[derive(Clone, Debug, Default)]
pub struct KnownQuality {
    decision: OnceCell<Option<Decision>>,
    values: RefCell<FxHashMap<Move, f64>>,
}

impl<'a> MoveQuality<'a> {
    /// `decide` gives what a memory thinks of the moves, if there is one; `value_after` the sum of the facts after a legal
    /// move, in pawns for the mover; `known` keeps their answers.
    #[must_use]
    pub fn new(
        position: &'a Chess,
        search: &'a LazySearch,
        known: &'a KnownQuality,
        decide: &'a dyn Fn() -> Option<Decision>,
        value_after: &'a dyn Fn(Move) -> f64,
    ) -> MoveQuality<'a> {
        MoveQuality { position, search, known, decide, value_after }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &'a Chess {
        self.position
    }

    /// What the memory thinks of the moves, if there is one.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.known.decision.get_or_init(self.decide).as_ref()
    }

    /// A search with positional terms sees a legal move give away at most so many centipawns against the best one.
    #[must_use]
    pub fn costs_at_most(&self, m: Move, centipawns: i32) -> bool {
        self.search.costs_at_most(m, centipawns)
    }

    /// The memory expects at most [`MAX_DOUBT`] less of a legal move than of the one it would play. True where there is no
    /// memory.
    #[must_use]
    pub fn is_trusted(&self, m: Move) -> bool {
        let Some(decision) = self.decision() else { return true };
        let best = decision.best().value.get();
        let is_mistake = |value: f64| best - value > MAX_DOUBT;
        !decision.alternatives.iter().any(|other| other.m == m && is_mistake(other.value.get()))
    }

    /// No other legal move leaves the mover facts of a sum greater by more than `slack` pawns.
    #[must_use]
    pub fn is_best(&self, m: Move, slack: f64) -> bool {
        let least = self.value(m) + slack;
        let moves = self.position.legal_moves();
        moves.iter().all(|other| *other == m || self.value(*other) <= least)
    }

    fn value(&self, m: Move) -> f64 {
        *self.known.values.borrow_mut().entry(m).or_insert_with(|| (self.value_after)(m))
    }
}

/// The legal move from one square to another; a pawn that arrives becomes a queen.
#[must_use]
pub fn step(position: &Chess, from: Square, to: Square) -> Option<Move> {
    let is_step = |m: &&Move| {
        let queen = m.promotion().is_none_or(|role| role == Role::Queen);
        m.from() == Some(from) && m.to() == to && queen
    };
    position.legal_moves().iter().find(is_step).copied()
}

impl fmt::Debug for MoveQuality<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveQuality").field("position", self.position).finish_non_exhaustive()
    }
}
