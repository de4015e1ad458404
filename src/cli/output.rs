use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arena::pgn::PgnFile;
use crate::arena::{MatchSettings, Rules};
use crate::file_format::FileError;

/// Form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// Arguments of `match` and `gauntlet`.
#[derive(Clone, Debug, Args)]
pub(super) struct MatchOptions {
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Write the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl MatchOptions {
    pub(super) fn settings(&self, games: u32, rules: Rules) -> MatchSettings {
        MatchSettings { games, seed: self.seed, threads: self.threads.count(usize::MAX), rules }
    }

    pub(super) fn pgn_file(&self) -> Result<Option<PgnFile>, FileError> {
        self.pgn.as_deref().map(PgnFile::open).transpose()
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ThreadsArgument {
    /// Games played at the same time, 1 to 256 [default: number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadsArgument {
    /// The number given, or that of the processors but at most `max`.
    pub(super) fn count(self, max: usize) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(processors.min(max), usize::from)
    }
}
