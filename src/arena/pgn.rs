//! Portable Game Notation: reading and writing games.
//!
//! The program adds three tags: `OpeningPlies`, the half-moves that no player chose; `Ending`, the
//! [name](super::GameEnd::name) of the game's end; `Abandonment`, the side that failed and why. A comment after a move is
//! its value for the mover, `explored`, or both, and after `explored` the mover's best move if it is known:
//! `{0.534 explored instead of Nf3}`.

mod fault;
mod file;
mod read;
mod record;
mod scan;
mod text;
mod write;

pub use fault::{PgnError, PgnFault};
pub use file::PgnFile;
pub use read::{GameReader, MAX_PLIES, PgnGame, PgnReader, Tags};
pub use text::{GameText, TextItem};
pub use write::{
    Annotation, PgnSettings, format_annotated_game, format_annotated_text, format_game,
};

const OPENING_PLIES: &str = "OpeningPlies";
const ENDING: &str = "Ending";
const ABANDONMENT: &str = "Abandonment";
const EXPLORED: &str = "explored";
const INSTEAD_OF: [&str; 2] = ["instead", "of"];

/// Characters of the longest tag value that is written; a longer one is cut and ends in `…`.
const MAX_TAG_VALUE: usize = 1000;
