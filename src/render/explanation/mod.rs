//! Explanations for people and other programs: text, JSON, PGN comments, HTML and boards.
//!
//! The typed values of [`explanation`](crate::explanation) become sentences here and nowhere else.

mod board;
mod cases;
mod coach;
mod comparison;
mod cost;
mod details;
mod document;
pub mod game;
mod memory;
mod page;
mod pgn;
mod report;
mod sentence;
mod side;
mod verdict;
mod words;

pub use board::{Marks, marks, write_board};
pub use cases::CaseReport;
pub use coach::{CoachText, ReasonText, SideText, coach};
pub use comparison::{ComparisonRecord, FactRecord, OutcomeRecord, comparison_in_full};
pub use details::details;
pub use document::{Choice, Document, SCHEMA, schema};
pub use memory::{choice_in_full, evidence};
pub use page::{Article, write_page};
pub use pgn::write_position;
pub use report::{Format, Report, ReportError};
pub use side::Side;
pub use words::{alert, fact, operator, plan, source, stage, validation};
