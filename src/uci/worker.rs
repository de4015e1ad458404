use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use crossbeam::channel::{Receiver, Sender};
use shakmaty::{Move, Position};

use super::{Backend, SearchLimits, SearchResult};
use crate::chess::{Game, fen};

/// Something for the backend to do.
pub(super) enum Task {
    Prepare,
    NewGame,
    SetOption { name: String, value: String },
    Search { game: Box<Game>, limits: Box<SearchLimits> },
}

/// The reply to a task; there is exactly one for each.
pub(super) enum Reply {
    /// To `Prepare`.
    Ready(Result<(), String>),
    /// To `NewGame` and `SetOption`.
    Done(Result<(), String>),
    /// To `Think`.
    SearchResult { result: Result<SearchResult, String>, time: Duration },
}

/// Works through `tasks` until their sender is gone.
pub(super) fn work(
    backend: &mut impl Backend,
    tasks: &Receiver<Task>,
    replies: &Sender<Reply>,
    stop: &AtomicBool,
) {
    for task in tasks {
        let reply = match task {
            Task::Prepare => Reply::Ready(backend.load()),
            Task::NewGame => Reply::Done(backend.load().map(|()| backend.new_game())),
            Task::SetOption { name, value } => Reply::Done(backend.set_option(&name, &value)),
            Task::Search { game, limits } => {
                let start = Instant::now();
                let result = backend
                    .load()
                    .and_then(|()| backend.search(&game, &limits, stop))
                    .and_then(|thought| checked(thought, &game, &limits));
                Reply::SearchResult { result, time: start.elapsed() }
            }
        };
        if replies.send(reply).is_err() {
            return;
        }
    }
}

/// A thought whose move may be sent.
fn checked(
    thought: SearchResult,
    game: &Game,
    limits: &SearchLimits,
) -> Result<SearchResult, String> {
    let allowed = |m: Move| {
        let wanted = limits.search_moves.is_empty() || limits.search_moves.contains(&m);
        wanted && game.position().is_legal(m)
    };
    if thought.best().is_some_and(allowed) {
        Ok(thought)
    } else {
        Err(format!("the player chose {:?} in {}", thought.best(), fen(game.position())))
    }
}
