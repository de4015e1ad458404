use std::io;

use shakmaty::KnownOutcome;

/// A game that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// One game is broken; the next ones can be read.
    #[error("game {game}, line {line}: {fault}")]
    Game {
        /// Which one in the stream, counted from 1.
        game: usize,
        /// The line on which it begins, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: PgnFault,
    },
    /// The stream itself cannot be read.
    #[error("cannot read PGN")]
    Read(#[source] io::Error),
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// Not PGN at all.
    #[error("{0}")]
    Syntax(String),
    /// A tag that says something impossible.
    #[error("tag {name} \"{value}\": {what}")]
    Tag {
        /// Name of the tag.
        name: &'static str,
        /// Its value.
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
    /// The moves break off without a result, as in a file that was cut short.
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
}
