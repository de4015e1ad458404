use std::sync::atomic::AtomicBool;

use shakmaty::Move;

use super::{OptionDeclaration, SearchLimits};
use crate::{chess::Game, units::Value};

/// A player of ours as [`serve`](super::serve) needs it.
///
/// All methods but [`identity`](Backend::identity) and [`options`](Backend::options) are called on a thread of
/// their own, one at a time and in the order of the commands, so they may take their time.
pub trait Backend {
    /// Who plays. Asked once, before anything is loaded.
    fn identity(&self) -> Identity;

    /// What can be set. Asked once, before anything is loaded. `UCI_ShowWDL` and `MultiPV` are the server's own and not
    /// among them.
    fn options(&self) -> Vec<OptionDeclaration>;

    /// Sets an announced option. `name` is spelt as announced; `value` suits the announcement and is empty for a
    /// button. May come before [`load`](Backend::load) as well as after it.
    ///
    /// # Errors
    ///
    /// Why the value cannot be used. The user is told; the option should keep its former value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Loads what is not loaded yet, or has to be loaded again since an option changed.
    ///
    /// Called before each `isready`, `ucinewgame` and `go` is answered, and never before `uciok`.
    ///
    /// # Errors
    ///
    /// Why that is impossible. The user is told, and the next call tries again.
    fn load(&mut self) -> Result<(), String>;

    /// A new game begins.
    fn new_game(&mut self);

    /// Chooses a move in the position of `game`, in which there is at least one.
    ///
    /// Once `stop` is true the answer should come as soon as possible.
    ///
    /// # Errors
    ///
    /// Why there is no answer. The user is told, and no move is made.
    fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Result<Thought, String>;
}

/// What an engine says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Name and version, on one line.
    pub name: String,
    /// Who wrote it, on one line.
    pub author: String,
}

/// A choice, and what is to be told of it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Moves, the best first. The server tells as many of them as the option `MultiPV` says.
    pub lines: Vec<Line>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Why the best move, for the user to read; told on a line of its own.
    pub note: Option<String>,
}

impl Thought {
    /// The move that is made.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }
}

/// A move, and what is to be told of it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Expected course of the game. It begins with the move: a legal one, one of [`SearchLimits::search_moves`] if there
    /// are any.
    pub pv: Vec<Move>,
    /// Expected result of the game after the move, from the mover's side.
    pub value: Option<Value>,
    /// How the expectation is made up, from the mover's side.
    pub win_draw_loss: Option<WinDrawLoss>,
    /// Moves to mate: 1 when the move mates, negative when the mover is mated. Told instead of `value`.
    pub mate: Option<i32>,
}

/// Chances in permille, together 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Of winning.
    pub win: u16,
    /// Of drawing.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}
