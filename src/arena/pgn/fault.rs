use std::io;
use std::path::PathBuf;

use shakmaty::KnownOutcome;

use crate::file_format::FileError;
use crate::terminal_text::{MAX_NAME, printable};

/// PGN that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// One game is broken; the next ones can be read.
    #[error("{}game {game}, line {line}: {fault}", prefix(path))]
    Game {
        /// The file, if the stream is one.
        path: Option<PathBuf>,
        /// Number of the game in the stream, from 1.
        game: usize,
        /// The line on which it begins, from 1.
        line: usize,
        /// What is wrong with it.
        fault: Box<PgnFault>,
    },
    /// The stream cannot be read.
    #[error("{}cannot read PGN", prefix(path))]
    Read {
        /// The file, if the stream is one.
        path: Option<PathBuf>,
        /// Why.
        source: io::Error,
    },
}

fn prefix(path: &Option<PathBuf>) -> String {
    path.as_ref().map_or_else(String::new, |path| format!("{}: ", path.display()))
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// Not PGN.
    #[error("{0}")]
    Syntax(String),
    /// A tag with an invalid value.
    #[error("tag {name} \"{value}\": {what}")]
    Tag {
        /// Name of the tag.
        name: &'static str,
        /// Its value, fit to be printed.
        value: String,
        /// What is wrong with it.
        what: String,
    },
    /// A move that cannot be played.
    #[error("ply {ply}: cannot play {san} in {fen}")]
    Move {
        /// The half-move, counted from 1.
        ply: usize,
        /// As it is written.
        san: String,
        /// The position before it.
        fen: String,
    },
    /// The moves end without a result, as in a truncated file.
    #[error("no result after ply {plies}")]
    NoResult {
        /// How many half-moves there are.
        plies: usize,
    },
    /// The result is not that of the mate or stalemate on the board.
    #[error("result {result} after {ending}")]
    Contradiction {
        /// As it is written.
        result: KnownOutcome,
        /// Name of the ending on the board.
        ending: &'static str,
    },
    /// Longer than any game of chess; see [`PgnReader`](super::PgnReader).
    #[error("more than {max} {unit}, the most that one game may have")]
    TooLong {
        /// The greatest number.
        max: u64,
        /// What of.
        unit: &'static str,
    },
    /// There are no moves.
    #[error("no moves")]
    NoMoves,
}

impl PgnFault {
    /// What kind of fault it is, for summaries.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            PgnFault::Syntax(_) => "not PGN",
            PgnFault::Tag { .. } => "invalid tag",
            PgnFault::Move { .. } => "illegal move",
            PgnFault::NoResult { .. } => "no result",
            PgnFault::Contradiction { .. } => "wrong result",
            PgnFault::TooLong { .. } => "too long",
            PgnFault::NoMoves => "no moves",
        }
    }

    /// Tag `name` has an invalid value, or one that the reader does not accept.
    pub(crate) fn tag(name: &'static str, value: &str, what: impl ToString) -> PgnFault {
        let value = printable(value, MAX_NAME).into_owned();
        PgnFault::Tag { name, value, what: what.to_string() }
    }
}
