use std::sync::atomic::AtomicBool;

use shakmaty::Move;

use super::{OptionDeclaration, SearchLimits};
use crate::{chess::Game, units::Value};

/// A player that [`serve`](super::serve) can run as a UCI engine.
///
/// All methods but [`identity`](Backend::identity) and [`options`](Backend::options) are called on a thread of
/// their own, one at a time and in the order of the commands, so they may take their time.
pub trait Backend {
    /// Name and author. Called once, before anything is loaded.
    fn identity(&self) -> EngineIdentity;

    /// The options. Called once, before anything is loaded. The server adds `UCI_ShowWDL` and `MultiPV`.
    fn options(&self) -> Vec<OptionDeclaration>;

    /// Sets an announced option. `name` is spelt as announced; `value` suits the announcement and is empty for a
    /// button. May come before [`load`](Backend::load) as well as after it.
    ///
    /// # Errors
    ///
    /// Why the value cannot be used; shown to the user. The option keeps its former value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Loads what is not loaded yet, or needs to be loaded again since an option changed.
    ///
    /// Called before each `isready`, `ucinewgame` and `go` is answered, and never before `uciok`.
    ///
    /// # Errors
    ///
    /// Why loading failed; shown to the user. The next call tries again.
    fn load(&mut self) -> Result<(), String>;

    /// A new game begins.
    fn new_game(&mut self);

    /// Chooses a move in the position of `game`, which has at least one.
    ///
    /// Once `stop` is true the answer should come as soon as possible.
    ///
    /// # Errors
    ///
    /// Why there is no move; shown to the user.
    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<SearchResult, String>;
}

/// Name and author of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineIdentity {
    /// Name and version, on one line.
    pub name: String,
    /// Author, on one line.
    pub author: String,
}

/// The chosen move with the information that the interface shows.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// Variations, the best first. The server sends as many as the option `MultiPV` asks for.
    pub lines: Vec<Variation>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Explanation of the best move, sent as `info string`.
    pub note: Option<String>,
}

impl SearchResult {
    /// The chosen move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }
}

/// A variation and its value.
#[derive(Clone, Debug)]
pub struct Variation {
    /// Expected course of the game. It begins with the move: a legal one, one of [`SearchLimits::search_moves`] if there
    /// are any. The second move of the best variation is the reply to ponder on.
    pub pv: Vec<Move>,
    /// Expected result of the game after the move, from the mover's side.
    pub value: Option<Value>,
    /// Probabilities of the results, from the mover's side.
    pub win_draw_loss: Option<WinDrawLoss>,
    /// Moves to mate: 1 if the move mates, negative if the mover is mated. Sent instead of `value`.
    pub mate: Option<i32>,
}

/// Probabilities in permille; their sum is 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Of winning.
    pub win: u16,
    /// Of drawing.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}
