/// What is behind an [`Error`]: its message names files and lines, and its sources go down to the operating system.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why something could not be done.
///
/// The message is complete: it says what is wrong, where, and what was expected. [`source`](std::error::Error::source)
/// leads to what is behind it, such as a [`std::io::Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text is not FEN, or the position is illegal.
    #[error("'{fen}': {what}")]
    #[non_exhaustive]
    Position {
        /// The text.
        fen: String,
        /// What is wrong with it.
        what: String,
    },
    /// A move is not legal in a position.
    #[error("'{m}' is no legal move in {fen}")]
    #[non_exhaustive]
    IllegalMove {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A move can be compared only with another one.
    #[error("there is no other move to compare {m} with in {fen}")]
    #[non_exhaustive]
    NoOtherMove {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A memory file is missing, damaged, or of another version.
    #[error(transparent)]
    Memory(Cause),
    /// Games cannot be read.
    #[error(transparent)]
    Games(Cause),
    /// There is no game in a text.
    #[error("there is no game in this text")]
    NoGame,
    /// A plan cannot be used: no such plan, an unknown key, a value out of range.
    #[error(transparent)]
    Plan(Cause),
    /// A run cannot begin or go on: its folder is taken, a file of it is missing or was changed, the opponent fails.
    #[error(transparent)]
    Training(Cause),
    /// A series was stopped before its memories were merged.
    #[error("a series has no memory before its last run is finished: resume it")]
    Unfinished,
    /// A library is missing, damaged, or that of another memory; or a file cannot be added to it.
    #[error(transparent)]
    Library(Cause),
}
