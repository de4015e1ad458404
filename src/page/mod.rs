//! What the page asks and what it is answered: one file for each view, and in it requests, answers, and a function from one
//! to the other.
//!
//! Nothing here knows how a request arrives. [`web`](crate::web) answers with these functions over HTTP; `src/web/wasm` does
//! so inside a browser.

pub mod about;
pub mod analysis;
mod catalogue;
mod drawing;
pub mod endgame;
pub mod game_text;
pub mod knowledge;
pub mod library;
mod opponent;
pub mod opponents;
pub mod patterns;
pub mod play;
mod reasons;

use serde::Deserialize;
use shakmaty::{Chess, Move};
use utoipa::ToSchema;

use crate::chess::{Game, Start, legal_move, position_from_fen};
use crate::library::LibraryError;

/// Moves of a game that is asked about: more than any game has that people play.
const MAX_MOVES: usize = 1000;

/// Why a request gets no answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A value out of range, or the name of nothing.
    #[error("{0}")]
    Invalid(String),
    /// It is not chess: an illegal position or move, a game that cannot be read.
    #[error("{0}")]
    Chess(String),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// A fault of the program, or of a file that it has opened.
    #[error("{0}")]
    Internal(String),
}

impl Fault {
    fn internal(fault: impl std::fmt::Display) -> Fault {
        Fault::Internal(fault.to_string())
    }
}

impl From<LibraryError> for Fault {
    fn from(fault: LibraryError) -> Fault {
        Fault::internal(fault)
    }
}

/// A game as far as it was played.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PlayedMoves {
    /// The position it began with; the initial position if absent.
    fen: Option<String>,
    /// The moves, as `e2e4` or `Nf3`.
    #[serde(default)]
    #[schema(max_items = 1000)]
    moves: Vec<String>,
}

impl PlayedMoves {
    /// The game, all moves played.
    fn game(&self) -> Result<Game, Fault> {
        if self.moves.len() > MAX_MOVES {
            return Err(Fault::Chess(format!("more than {MAX_MOVES} moves")));
        }
        let start = match &self.fen {
            Some(fen) => Start::Position(Box::new(read_position(fen)?)),
            None => Start::Initial,
        };
        let mut game = Game::new(start);
        for text in &self.moves {
            let m = read_move(game.position(), text)?;
            game.play(m).map_err(|fault| Fault::Chess(fault.to_string()))?;
        }
        Ok(game)
    }
}

/// A legal position.
fn read_position(fen: &str) -> Result<Chess, Fault> {
    position_from_fen(fen).map_err(|fault| Fault::Chess(format!("'{fen}': {fault}")))
}

/// A legal move.
fn read_move(position: &Chess, text: &str) -> Result<Move, Fault> {
    let illegal = || Fault::Chess(format!("'{text}' is no legal move in this position"));
    legal_move(position, text).ok_or_else(illegal)
}
