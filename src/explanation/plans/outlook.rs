//! What is known of the moves of a position: found out when first asked for, and kept.

use std::cell::{OnceCell, RefCell};
use std::fmt;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position, Role, Square};

use crate::explanation::facts::features::LazySearch;
use crate::player::Decision;

/// So much less may a memory expect of a move than of its best one, in points, before it is thought a mistake: three points
/// of a hundred are what it tolerates when it explores, and a plan may take longer to pay.
pub const MAX_DOUBT: f64 = 0.065;

/// Says which moves of a position are good, by a search for material, by a memory, and by the facts after each.
pub struct Outlook<'a> {
    position: &'a Chess,
    ahead: &'a LazySearch,
    decide: &'a dyn Fn() -> Option<Decision>,
    value_after: &'a dyn Fn(Move) -> f64,
    decision: OnceCell<Option<Decision>>,
    values: RefCell<FxHashMap<Move, f64>>,
}

impl<'a> Outlook<'a> {
    /// `decide` gives what a memory thinks of the moves, if there is one; `value_after` the sum of the facts after a legal
    /// move, in pawns for the mover.
    #[must_use]
    pub fn new(
        position: &'a Chess,
        ahead: &'a LazySearch,
        decide: &'a dyn Fn() -> Option<Decision>,
        value_after: &'a dyn Fn(Move) -> f64,
    ) -> Outlook<'a> {
        let (decision, values) = (OnceCell::new(), RefCell::default());
        Outlook { position, ahead, decide, value_after, decision, values }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &'a Chess {
        self.position
    }

    /// A legal move loses material against the best one when both sides play on.
    #[must_use]
    pub fn loses(&self, m: Move) -> bool {
        self.ahead.loses(m)
    }

    /// The memory expects about as much of a legal move as of the one it would play, [`MAX_DOUBT`] less at most. True
    /// where there is no memory.
    #[must_use]
    pub fn is_trusted(&self, m: Move) -> bool {
        let Some(decision) = self.decision.get_or_init(self.decide) else { return true };
        let most = decision.best().value.get();
        let is_dear = |value: f64| most - value > MAX_DOUBT;
        !decision.alternatives.iter().any(|other| other.m == m && is_dear(other.value.get()))
    }

    /// No other legal move leaves the mover facts of a sum greater by more than `slack` pawns.
    #[must_use]
    pub fn is_best(&self, m: Move, slack: f64) -> bool {
        let least = self.value(m) + slack;
        let moves = self.position.legal_moves();
        moves.iter().all(|other| *other == m || self.value(*other) <= least)
    }

    fn value(&self, m: Move) -> f64 {
        *self.values.borrow_mut().entry(m).or_insert_with(|| (self.value_after)(m))
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

impl fmt::Debug for Outlook<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outlook").field("position", self.position).finish_non_exhaustive()
    }
}
