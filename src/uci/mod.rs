//! The Universal Chess Interface both ways: other programs as [players](crate::player::Player), and a player of
//! ours as an engine for other programs.
//!
//! The client ([`Engine`]) never trusts what it started: an engine may hang, die, lie or babble, and costs at
//! most one game. The server ([`serve`]) never trusts what it reads: whatever arrives, `isready` is answered
//! and only legal moves are sent.
//!
//! Source: Stefan Meyer-Kahlen, *Description of the universal chess interface*, April 2006. `UCI_ShowWDL` and
//! `bestmove (none)` are customs of later engines.

mod analysis_engine;
mod backend;
mod client;
mod command;
mod error;
mod limits;
mod lines;
mod option;
mod process;
mod report;
mod server;
mod settings;
mod worker;

pub use analysis_engine::{Analysis, AnalysisEngine};
pub use backend::{Backend, Identity, Line, Thought, WinDrawLoss};
pub use client::Engine;
pub use error::EngineError;
pub use limits::SearchLimits;
pub use option::{BadOptionLine, BadOptionValue, OptionDeclaration, OptionKind};
pub use report::centipawns;
pub use server::serve;
pub use settings::{EngineSettings, GoLimit};
