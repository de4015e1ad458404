use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use strum::VariantNames;

use super::memory_argument::{self, MemoryArgument};
use super::output::FormatArgument;
use crate::arena::pgn::GameReader;
use crate::file_format::write_atomic;
use crate::memory::{AnyId, Memory, Operator};
use crate::render::patterns::{
    self, Format, MemoryReport, MemoryStatistics, PatternFilter, PatternKind, PatternRecord,
    QueryCosts, SortKey,
};
use crate::render::table;

#[derive(Debug, Subcommand)]
pub(super) enum PatternsCommand {
    /// Print the learned weights of material, in the layout of Levinson and Snyder (1991)
    Material {
        #[command(flatten)]
        memory: MemoryArgument,
        /// Output format
        #[arg(long, value_enum, default_value_t = MaterialFormat::Text)]
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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum MaterialFormat {
    Text,
    Json,
    Csv,
}

/// Accepts the names of an enum of the library.
fn names<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr<Err = strum::ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|name| name.parse::<T>())
}

impl FilterArguments {
    /// Writes the selected patterns, at most `limit` (0: no limit), all or one for each idea.
    fn write(
        self,
        out: &mut impl Write,
        memory: &Memory,
        format: Format,
        (limit, all): (usize, bool),
    ) -> anyhow::Result<()> {
        let FilterArguments { kind, operator, min_uses, sort } = self;
        let exponents = memory_argument::exponents(memory)?;
        let limit = (limit > 0).then_some(limit);
        let filter = PatternFilter { kind, operator, min_uses, sort, limit };
        let known = (memory, &exponents);
        report_skipped(if all {
            let ids = filter.select(memory, &exponents);
            patterns::write_patterns(out, format, known, &ids)?
        } else {
            let ideas = filter.select_ideas(memory, &exponents);
            patterns::write_ideas(out, format, known, &ideas)?
        })
    }
}

/// Runs `morph patterns`.
///
/// # Errors
///
/// The memory cannot be read, the pattern does not exist, or the output cannot be written.
pub(super) fn run(command: PatternsCommand) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match command {
        PatternsCommand::Material { memory, format } => {
            let rows = patterns::material_rows(&memory.load()?);
            match format {
                MaterialFormat::Text => patterns::write_material_table(&mut out, &rows)?,
                MaterialFormat::Json => patterns::write_pretty(&mut out, &rows)?,
                MaterialFormat::Csv => table::write_csv(&mut out, rows)?,
            }
        }
        PatternsCommand::List { memory, filter, all, limit, format } => {
            filter.write(&mut out, &memory.load()?, format, (limit, all))?;
        }
        PatternsCommand::Show { id, neighbours, memory, format } => {
            show(&mut out, id, neighbours, &memory, format)?;
        }
        PatternsCommand::Stats { memory, pgn, positions, seed, format } => {
            let memory = memory.load()?;
            let (sample, positions) = match pgn {
                Some(file) => (
                    patterns::pgn_positions(GameReader::open(&file)?, positions)?,
                    format!("positions of {}", file.display()),
                ),
                None => (
                    patterns::random_positions(positions, seed),
                    format!("positions of random games (seed {seed})"),
                ),
            };
            let query = QueryCosts::measure(&memory.snapshot(), &sample);
            let report = MemoryReport { memory: MemoryStatistics::new(&memory), query, positions };
            if format.is_json() {
                patterns::write_pretty(&mut out, &report)?;
            } else {
                patterns::write_report(&mut out, &report)?;
            }
        }
        PatternsCommand::Export { memory, filter, limit, format, output } => {
            const MAX_BOARDS: usize = 50;
            let memory = memory.load()?;
            let all = format != Format::Svg;
            let limit = limit.unwrap_or(if all { 0 } else { MAX_BOARDS });
            let Some(path) = output else {
                filter.write(&mut out, &memory, format, (limit, all))?;
                return Ok(out.flush()?);
            };
            let mut bytes = Vec::new();
            filter.write(&mut bytes, &memory, format, (limit, all))?;
            write_atomic(&path, &bytes)?;
        }
        PatternsCommand::Merge { memories, output, format } => {
            let memory = Memory::load_merged(&memories)?;
            write_atomic(&output, &memory.to_bytes().map_err(anyhow::Error::msg)?)?;
            let (file, record) = (output.display(), patterns::MemoryRecord::new(&memory));
            format.print(|| format!("{file}: {record}\n"), &record)?;
        }
    }
    Ok(out.flush()?)
}

fn show(
    out: &mut impl Write,
    id: AnyId,
    neighbours: Option<usize>,
    argument: &MemoryArgument,
    format: Format,
) -> anyhow::Result<()> {
    let memory = argument.load()?;
    let exponents = memory_argument::exponents(&memory)?;
    if let Some(record) = PatternRecord::new(&memory, &exponents, id) {
        if let Some(limit) = neighbours {
            let ids = PatternFilter::neighbourhood(&record, limit, &memory);
            let skipped = patterns::write_patterns(out, format, (&memory, &exponents), &ids)?;
            return report_skipped(skipped);
        }
        return report_skipped(patterns::write_pattern(out, format, &memory, record)?);
    }
    let unknown = || format!("there is no pattern {id} in {}", argument.name());
    let forgotten = memory.forgotten(id).with_context(unknown)?;
    Ok(patterns::write_forgotten(out, format, id, forgotten)?)
}

fn report_skipped(skipped: usize) -> anyhow::Result<()> {
    if skipped > 0 {
        let patterns = if skipped == 1 { "pattern" } else { "patterns" };
        writeln!(io::stderr(), "skipped {skipped} {patterns} whose origin position is not legal")?;
    }
    Ok(())
}
