use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, Subcommand};

use super::memory_argument::MemoryArgument;
use super::output::{FormatArgument, names, print_with, write_to};
use crate::file_format::write_atomic;
use crate::memory::{AnyId, Memory, Operator};
use crate::render::patterns::{
    self, Format, MaterialFormat, MemoryReport, PatternFilter, PatternKind, Sample, SortKey,
};

#[derive(Debug, Subcommand)]
pub(super) enum PatternsCommand {
    /// Print the learned weights of material, in the layout of Levinson and Snyder (1991)
    Material {
        #[command(flatten)]
        memory: MemoryArgument,
        /// Output format
        #[arg(long, default_value_t = MaterialFormat::Text, value_parser = names::<MaterialFormat>())]
        format: MaterialFormat,
    },
    /// List patterns, the most extreme weights first: of those that differ only in details the first
    List {
        #[command(flatten)]
        memory: MemoryArgument,
        #[command(flatten)]
        filter: FilterArguments,
        /// Every pattern, with its number of updates, size and operator, not one for each idea
        #[arg(long)]
        all: bool,
        /// Maximum number of patterns; 0: no limit
        #[arg(long, value_name = "N", default_value_t = 30)]
        limit: usize,
        /// Output format
        #[arg(long, default_value_t = Format::Text, value_parser = names::<Format>())]
        format: Format,
    },
    /// Describe one pattern
    Show {
        /// Pattern id: g12 (graph), m3 (material) or v7 (move)
        id: AnyId,
        /// List the pattern with its neighbours in the order instead, at most N in each direction; with `--format dot` draw these
        #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10")]
        neighbours: Option<usize>,
        #[command(flatten)]
        memory: MemoryArgument,
        /// Output format
        #[arg(long, default_value_t = Format::Text, value_parser = names::<Format>())]
        format: Format,
    },
    /// Count patterns and measure the cost of retrieval
    Stats {
        #[command(flatten)]
        memory: MemoryArgument,
        /// PGN file with the positions for retrieval [default: random games]
        #[arg(long, value_name = "FILE")]
        pgn: Option<PathBuf>,
        /// Maximum number of positions
        #[arg(long, value_name = "N", default_value_t = 200)]
        positions: usize,
        /// Seed of the random games
        #[arg(long, default_value_t = 1, conflicts_with = "pgn")]
        seed: u64,
        #[command(flatten)]
        format: FormatArgument,
    },
    /// Write patterns to a file for other programs, or draw them, one for each idea
    Export {
        #[command(flatten)]
        memory: MemoryArgument,
        #[command(flatten)]
        filter: FilterArguments,
        /// Maximum number of patterns; 0: no limit [default: 50 for svg, else 0]
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        /// Output format
        #[arg(long, default_value_t = Format::Json, value_parser = names::<Format>())]
        format: Format,
        /// Output file [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Merge memories; a pattern gets the mean of its weights
    Merge {
        /// Two or more memories of different runs with the same evaluation settings; pattern ids of the first are kept
        #[arg(value_name = "FILE", required = true, num_args = 2..)]
        memories: Vec<PathBuf>,
        /// The memory that all of them began with, or `built-in`: what it counted counts once
        #[arg(long, value_name = "MEMORY")]
        start: Option<PathBuf>,
        /// Output file
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        format: FormatArgument,
    },
}

#[derive(Debug, Args)]
pub(super) struct FilterArguments {
    /// Only patterns of this kind [default: all]
    #[arg(long, value_parser = names::<PatternKind>())]
    kind: Option<PatternKind>,
    /// Only patterns created by this operator [default: all]
    #[arg(long, value_parser = names::<Operator>())]
    operator: Option<Operator>,
    /// Only patterns that occurred in at least N positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_uses: u32,
    /// Sort order: size and id ascending, all others descending
    #[arg(long, default_value = "extremeness", value_parser = names::<SortKey>())]
    sort: SortKey,
}

pub(super) fn run(command: PatternsCommand) -> anyhow::Result<()> {
    match command {
        PatternsCommand::Material { memory, format } => {
            let memory = memory.load()?;
            Ok(print_with(|mut out| patterns::write_material(&mut out, format, &memory))?)
        }
        PatternsCommand::List { memory, filter, all, limit, format } => {
            filter.write(None, &memory.load()?, format, (limit, all))
        }
        PatternsCommand::Show { id, neighbours, memory: argument, format } => {
            let memory = argument.load()?;
            let is_known = print_with(|mut out| {
                patterns::write_by_id(&mut out, format, &memory, id, neighbours)
            })?;
            ensure!(is_known, "there is no pattern {id} in {}", argument.name());
            Ok(())
        }
        PatternsCommand::Stats { memory, pgn, positions, seed, format } => {
            let sample = match pgn {
                Some(file) => Sample::of_pgn(&file, positions)?,
                None => Sample::random(positions, seed),
            };
            let report = MemoryReport::new(&memory.load()?, sample);
            format.print(|| report.to_string(), &report)
        }
        PatternsCommand::Export { memory, filter, limit, format, output } => {
            let all = format != Format::Svg;
            let limit = limit.unwrap_or(if all { 0 } else { patterns::MAX_BOARDS });
            filter.write(output.as_deref(), &memory.load()?, format, (limit, all))
        }
        PatternsCommand::Merge { memories, start, output, format } => {
            let memory = Memory::load_merged(&memories, start.as_deref(), &output)?;
            write_atomic(&output, &memory.to_bytes().map_err(anyhow::Error::msg)?)?;
            let (file, record) = (output.display(), patterns::MemoryRecord::new(&memory));
            format.print(|| format!("{file}: {record}\n"), &record)
        }
    }
}

impl FilterArguments {
    /// Writes the selected patterns, at most `limit` (0: no limit), all or one for each idea.
    fn write(
        self,
        output: Option<&Path>,
        memory: &Memory,
        format: Format,
        (limit, all): (usize, bool),
    ) -> anyhow::Result<()> {
        let FilterArguments { kind, operator, min_uses, sort } = self;
        let limit = (limit > 0).then_some(limit);
        let filter = PatternFilter { kind, operator, min_uses, sort, limit };
        Ok(write_to(output, |mut out| {
            patterns::write_selected(&mut out, format, memory, &filter, all)
        })?)
    }
}
