use std::time::Duration;

use shakmaty::{ByColor, Move};

/// Everything that can follow `go`. Absent means unlimited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// Time left on the clocks; an overdrawn clock shows zero.
    pub clock: ByColor<Option<Duration>>,
    /// Added to the clock after every move.
    pub increment: ByColor<Duration>,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// Only `stop` ends the search. The server holds the answer back; the backend may give it at any time.
    pub infinite: bool,
    /// The opponent is still thinking. The server holds the answer back until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The only moves to choose from, all legal; empty means every legal move.
    pub search_moves: Vec<Move>,
}
