use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use strum::{EnumMessage, VariantArray, VariantNames};

use crate::arena::pgn::PgnFile;
use crate::arena::{MatchSettings, Rules, processors};
use crate::file_format::FileError;
pub(super) use crate::render::output::{note, print, print_json, print_with, write_to};
use crate::training::Workforce;

/// The option `--format` of commands that print a result as text or JSON.
#[derive(Clone, Debug, Args)]
pub(super) struct FormatArgument {
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    format: String,
}

impl FormatArgument {
    pub(super) fn is_json(&self) -> bool {
        self.format == "json"
    }

    /// Prints the text, whose lines are ended, or the value as JSON.
    pub(super) fn print(
        &self,
        text: impl FnOnce() -> String,
        value: &impl Serialize,
    ) -> anyhow::Result<()> {
        let printed = if self.is_json() { print_json(value) } else { print(&text()) };
        Ok(printed?)
    }
}

/// Accepts the names of an enum of the library.
pub(super) fn names<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr<Err = strum::ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|name| name.parse::<T>())
}

/// Accepts the names of an enum of the library, and explains each in the words of its documentation.
pub(super) fn described<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantArray + EnumMessage + Into<&'static str> + FromStr<Err = strum::ParseError>,
    T: Clone + Send + Sync + 'static,
{
    let value = |value: &T| {
        let help = value.get_documentation().unwrap_or_default().trim_end_matches('.');
        PossibleValue::new(value.clone().into()).help(help)
    };
    let values = PossibleValuesParser::new(T::VARIANTS.iter().map(value));
    values.try_map(|name| name.parse::<T>())
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
    /// Number of threads, 1 to 256 [default: number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadsArgument {
    /// Those of a training session.
    pub(super) fn workforce(self) -> Workforce {
        self.threads.map_or(Workforce::Processors(processors()), |n| Workforce::Threads(n.into()))
    }

    /// The number given, or that of the processors but at most `max`.
    pub(super) fn count(self, max: usize) -> usize {
        self.threads.map_or(processors().min(max), usize::from)
    }
}
