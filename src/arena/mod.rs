//! Where players meet: referee, openings, matches, PGN and the statistics of results.

pub mod centipawn_loss;
mod openings;
pub mod pgn;
mod rating;
mod record;
mod referee;
mod report;
mod run;

pub use openings::{Opening, OpeningError, OpeningSource, Openings, PlyRange};
pub use rating::{EloInterval, Interval, Pairs, Tally};
pub use record::{GameEnd, GameRecord, PlyRecord};
pub use referee::{Rules, play_game};
pub use report::{MatchReport, first_is_white};
pub use run::{MatchError, MatchSettings, PlayerFactory, run_match};
