//! Games between players: referee, openings, matches with a test of who is stronger, gauntlets, PGN and ratings.

pub mod centipawn_loss;
pub mod gauntlet;
mod genfens;
mod matches;
mod openings;
mod opponent;
pub mod pgn;
mod pool;
mod rating;
mod record;
mod referee;
mod report;
mod seat;
mod sprt;
mod statistics;
mod subject;
mod summary;

pub use genfens::{Genfens, GenfensError};
pub use matches::{MatchError, MatchObserver, MatchSettings, run_match, side_of_first};
pub use openings::{Opening, OpeningError, OpeningSource, Openings, PlyRange};
pub use opponent::Opponent;
pub use pool::{GamePool, PlayedGame, Schedule, ThreadPool, play_games, processors, with_threads};
pub use rating::{EloInterval, Interval, Pairs, Tally};
pub use record::{GameEnd, GameRecord, PlyRecord};
pub use referee::{Rules, play_game, play_timed_game};
pub use report::MatchReport;
pub use seat::{PlayerFactory, Seat};
pub use sprt::{EloModel, Sprt, SprtError, SprtResult, SprtState};
pub use statistics::MatchStatistics;
pub use subject::{GameSource, Positions, Subject, SubjectError};
pub use summary::{MatchSummary, conditions};
