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

impl PgnError {
    /// The text at this place is no game at all, rather than a broken one.
    #[must_use]
    pub fn is_no_game(&self) -> bool {
        matches!(self, PgnError::Game { fault, .. } if matches!(**fault, PgnFault::NoGame { .. }))
    }
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
    /// The text begins with a word that is neither a tag nor a move.
    #[error("neither tags nor moves: \"{word}\" on line {line}")]
    NoGame {
        /// The beginning of the word, fit to be printed.
        word: String,
        /// On which it stands, from 1.
        line: usize,
    },
    /// A word among the moves that is no move.
    #[error("{place} {ply}: \"{word}\" on line {line} is no move")]
    Word {
        /// `ply`, or where it stands in a side variation, what comes before the number of the ply.
        place: &'static str,
        /// The half-move of the main line that it should be, or after which the side variation stands.
        ply: usize,
        /// The beginning of the word, fit to be printed.
        word: String,
        /// On which it stands, from 1.
        line: usize,
    },
    /// A line that should be a tag.
    #[error("{what} on line {line}: {text}")]
    TagLine {
        /// What is wrong.
        what: &'static str,
        /// The line, from 1.
        line: usize,
        /// Its beginning, fit to be printed.
        text: String,
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
            PgnFault::NoGame { .. } => "no game",
            PgnFault::TagLine { .. } => "broken tag",
            PgnFault::Word { .. } => "no move",
            PgnFault::Move { .. } => "illegal move",
            PgnFault::NoResult { .. } => "no result",
            PgnFault::Contradiction { .. } => "wrong result",
            PgnFault::TooLong { .. } => "too long",
            PgnFault::NoMoves => "no moves",
        }
    }

    /// A word that is no move, after the tags of a game, if it has any, and so many half-moves.
    pub(super) fn word(
        has_tags: bool,
        plies: usize,
        is_main: bool,
        line: usize,
        word: &str,
    ) -> PgnFault {
        let word = printable(word, MAX_NAME).into_owned();
        if plies == 0 && !has_tags {
            return PgnFault::NoGame { word, line };
        }
        let (place, ply) =
            if is_main { ("ply", plies + 1) } else { ("in a variation after ply", plies) };
        PgnFault::Word { place, ply, word, line }
    }

    /// A line that should be a tag cannot be read.
    pub(super) fn tag_line(what: &'static str, line: usize, text: &str) -> PgnFault {
        PgnFault::TagLine { what, line, text: printable(text, MAX_NAME).into_owned() }
    }

    /// Tag `name` has an invalid value, or one that the reader does not accept.
    pub(crate) fn tag(name: &'static str, value: &str, what: impl ToString) -> PgnFault {
        let value = printable(value, MAX_NAME).into_owned();
        PgnFault::Tag { name, value, what: what.to_string() }
    }
}
