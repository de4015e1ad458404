//! The Universal Chess Interface, both sides: external engines as [players](crate::player::Player), and a player of this
//! program as an engine for others.
//!
//! The client ([`Engine`]) does not trust the engine: one that hangs, dies, or sends illegal moves or endless output costs
//! at most one game. The server ([`serve`]) does not trust its input: whatever arrives, `isready` is answered and only
//! legal moves are sent.
//!
//! Source: Stefan Meyer-Kahlen, *Description of the universal chess interface*, April 2006. `UCI_ShowWDL` and
//! `bestmove (none)` are conventions of later engines.

mod analysis_engine;
mod backend;
mod client;
mod command;
mod error;
mod limits;
mod lines;
mod option;
mod process;
mod program;
mod report;
mod server;
mod settings;
mod waiting;
mod worker;

pub use analysis_engine::{Analysis, AnalysisEngine, StartError};
pub use backend::{Backend, EngineIdentity, SearchResult, Variation, WinDrawLoss};
pub use client::Engine;
pub use error::EngineError;
pub use limits::SearchLimits;
pub use option::{BadOptionLine, BadOptionValue, OptionDeclaration, OptionKind};
pub(crate) use program::SEARCHED;
pub use report::centipawns;
pub use server::{serve, serve_standard};
pub use settings::{EngineSettings, GoLimit};
