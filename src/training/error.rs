use std::path::PathBuf;

use super::journal::JournalError;
use super::plan::PlanError;
use super::run_folder::RunFolderError;
use crate::arena::OpeningError;
use crate::arena::pgn::PgnError;
use crate::endgame::table_reader::TableError;
use crate::file_format::FileError;
use crate::file_format::LoadError;
use crate::player::PlayerError;

/// A failure of a training run.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The advice tables.
    #[error(transparent)]
    Advice(#[from] TableError),
    /// A memory file, or the model of the opponent.
    #[error(transparent)]
    Store(#[from] LoadError),
    /// A memory that cannot be written.
    #[error("the memory cannot be written: {0}")]
    Encode(String),
    /// The games that were played cannot be read back.
    #[error(transparent)]
    Games(#[from] PgnError),
    /// `games.pgn` has fewer games than the journal.
    #[error("{path}: {games} games, but the journal has {expected}")]
    GamesMissing {
        /// The file.
        path: PathBuf,
        /// Games found.
        games: u32,
        /// Games journaled.
        expected: u32,
    },
    /// `plan.toml` is not the plan the run began with.
    #[error(
        "{path}: this file, or manifest.toml beside it, was changed since the run began: restore it, or begin another run with this plan"
    )]
    PlanChanged {
        /// The file.
        path: PathBuf,
    },
    /// `start.morph` is not the memory the run began with, or `plan.toml` not its plan.
    #[error(
        "{path}: this file, or plan.toml beside it, was changed since the run began: restore it, or begin another run with it"
    )]
    StartChanged {
        /// The file.
        path: PathBuf,
    },
    /// A run cannot begin with this memory.
    #[error("{memory}: its evaluation settings differ from those of the plan {plan}")]
    StartDiffers {
        /// The memory, for readers.
        memory: String,
        /// Name of the plan.
        plan: String,
    },
    /// A run of a series has another plan than `series.toml`.
    #[error("{path} has another plan for this run than {series}: restore the one that was changed")]
    PlansDiffer {
        /// The plan of the run.
        path: PathBuf,
        /// The outline of the series.
        series: PathBuf,
    },
    /// A checkpoint or the memory is damaged, or is not of this run.
    #[error("{path}: {what}: move it away; what it should hold is learned again from the games")]
    ForeignMemory {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A game taught something else when it was learned again.
    #[error(
        "{path}:{game}: {what}: a file of the run was changed, or it was begun on another kind of machine or by another \
         version; `morph verify --relearn` checks all games"
    )]
    LearnedDifferently {
        /// The journal.
        path: PathBuf,
        /// Number of the game, which is that of the line.
        game: u32,
        /// What differs.
        what: String,
    },
    /// More threads than `policy_lag` allows.
    #[error(
        "{threads} threads, but policy_lag = {policy_lag} in the plan allows {} games at the same time: raise policy_lag \
         or use fewer threads",
        policy_lag + 1
    )]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The plan's lag, in games.
        policy_lag: u32,
    },
    /// The opponent does not come up, or fails in every game.
    #[error("the opponent cannot play")]
    Opponent(#[source] PlayerError),
    /// The cluster.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Cluster(#[from] super::cluster::ClusterError),
    /// The opponent abandons one game after the other.
    #[error("{0} games in a row were abandoned by the opponent; the last: {1}")]
    Abandoned(u32, String),
}
