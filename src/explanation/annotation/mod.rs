//! What the moves of a game gave away: marks, better moves, turning points.
//!
//! A [`Judge`] says how good the positions of a game are: the program's own search, or any UCI engine. A move
//! is marked by the winning chances that it gives away, on the scale that lichess uses.

mod judge;
mod lines;
mod mark;
mod notes;

pub use judge::{Judge, Judgement, SearchJudge};
pub use mark::Mark;
pub use notes::{Cost, GameNotes, PlyNote};
