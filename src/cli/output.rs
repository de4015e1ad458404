use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::arena::pgn::PgnFile;
use crate::arena::{MatchSettings, Rules};
use crate::file_format::FileError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The option `--format` of commands that print a result as text or JSON.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FormatArgument {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl FormatArgument {
    pub(super) fn is_json(self) -> bool {
        self.format == Format::Json
    }

    /// Prints the text, whose lines are ended, or the value as JSON.
    pub(super) fn print(
        self,
        text: impl FnOnce() -> String,
        value: &impl Serialize,
    ) -> anyhow::Result<()> {
        if self.is_json() { print_json(value) } else { print(&text()) }
    }
}

/// Writes to standard output.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// Writes a value as JSON to standard output.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&json(value)?)
}

/// A value as JSON, its last line ended.
pub(super) fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value).context("writing JSON")? + "\n")
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
    #[command(flatten)]
    pub(super) format: FormatArgument,
}

impl MatchOptions {
    pub(super) fn settings(&self, games: u32, rules: Rules) -> MatchSettings {
        let threads = self.threads.count(usize::MAX);
        MatchSettings { games, seed: self.seed, threads, rules, ..MatchSettings::default() }
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
