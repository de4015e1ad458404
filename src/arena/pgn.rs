//! Games as text in Portable Game Notation, written and read.
//!
//! Three tags are the program's own: `OpeningPlies`, how many half-moves were given to the players; `Ending`, the
//! [name](super::GameEnd::name) of the game's end; `Abandonment`, who failed and why. A comment after a move is the
//! mover's expectation, `explored`, or both: `{0.534 explored}`.

mod fault;
mod file;
mod read;
mod record;
mod write;

pub use fault::{PgnError, PgnFault};
pub use file::PgnFile;
pub use read::{GameReader, PgnGame, PgnReader, Tags};
pub use write::{Annotation, PgnSettings, format_annotated_game, format_game};

const OPENING_PLIES: &str = "OpeningPlies";
const ENDING: &str = "Ending";
const ABANDONMENT: &str = "Abandonment";
const EXPLORED: &str = "explored";

/// Characters of the longest tag value that is written; a longer one is cut and ends in `…`.
const MAX_TAG_VALUE: usize = 1000;
