use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use strum::VariantNames;

use super::memory_argument::{self, MemoryArgument};
use crate::file_format::write_atomic;
use crate::learning::Exponents;
use crate::memory::{AnyId, Memory, Operator};
use crate::render::patterns::{
    self, Format, MemoryReport, MemoryStatistics, PatternFilter, PatternKind, PatternRecord,
    QueryCosts, SortKey,
};
use crate::render::table;

#[derive(Debug, Args)]
pub(super) struct PatternsArguments {
    #[command(subcommand)]
    command: PatternsCommand,
}

#[derive(Debug, Subcommand)]
enum PatternsCommand {
    /// Print the learned weights of material, in the layout of Levinson and Snyder (1991)
    Material(MaterialArguments),
    /// List patterns, the most extreme weights first
    List(ListArguments),
    /// Describe one pattern
    Show(ShowArguments),
    /// Count patterns and measure the cost of retrieval
    Stats(StatsArguments),
    /// Write patterns to a file for other programs, or draw them
    Export(ExportArguments),
    /// Merge memories; a pattern gets the mean of its weights
    Merge(MergeArguments),
}

#[derive(Debug, Args)]
struct MaterialArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Output format
    #[arg(long, value_enum, default_value_t = MaterialFormat::Text)]
    format: MaterialFormat,
}

#[derive(Debug, Args)]
struct ListArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    filter: FilterArguments,
    /// Maximum number of patterns; 0 for all
    #[arg(long, value_name = "N", default_value_t = 30)]
    limit: usize,
    /// Output format
    #[arg(long, default_value_t = Format::Text, value_parser = names::<Format>())]
    format: Format,
}

#[derive(Debug, Args)]
struct ShowArguments {
    /// Pattern id: g12 (graph), m3 (material) or v7 (move)
    id: AnyId,
    #[command(flatten)]
    memory: MemoryArgument,
    /// Output format
    #[arg(long, default_value_t = Format::Text, value_parser = names::<Format>())]
    format: Format,
}

#[derive(Debug, Args)]
struct StatsArguments {
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
    /// Output format
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    format: StatsFormat,
}

#[derive(Debug, Args)]
struct ExportArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    filter: FilterArguments,
    /// Maximum number of patterns; 0 for all [default: 50 for svg, else 0]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Output format
    #[arg(long, default_value_t = Format::Json, value_parser = names::<Format>())]
    format: Format,
    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct MergeArguments {
    /// Two or more memories with the same evaluation settings; pattern ids of the first are kept
    #[arg(value_name = "FILE", required = true, num_args = 2..)]
    memories: Vec<PathBuf>,
    /// Output file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Args)]
struct FilterArguments {
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
enum MaterialFormat {
    Text,
    Json,
    Csv,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StatsFormat {
    Text,
    Json,
}

/// Accepts the names of an enum of the library.
fn names<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr<Err = strum::ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|name| name.parse::<T>())
}

impl FilterArguments {
    fn select(&self, memory: &Memory, exponents: &Exponents, limit: usize) -> Vec<AnyId> {
        let &FilterArguments { kind, operator, min_uses, sort } = self;
        let limit = (limit > 0).then_some(limit);
        PatternFilter { kind, operator, min_uses, sort, limit }.select(memory, exponents)
    }
}

/// Runs `morph patterns`.
///
/// # Errors
///
/// The memory cannot be read, the pattern does not exist, or the output cannot be written.
pub(super) fn run(arguments: PatternsArguments) -> anyhow::Result<()> {
    match arguments.command {
        PatternsCommand::Material(arguments) => material(&arguments),
        PatternsCommand::List(ListArguments { memory, filter, limit, format }) => {
            let memory = memory.load()?;
            let exponents = memory_argument::exponents(&memory)?;
            let ids = filter.select(&memory, &exponents, limit);
            to_stdout(|out| write_patterns(out, format, (&memory, &exponents), &ids))
        }
        PatternsCommand::Show(arguments) => show(&arguments),
        PatternsCommand::Stats(arguments) => stats(&arguments),
        PatternsCommand::Export(arguments) => export(&arguments),
        PatternsCommand::Merge(arguments) => merge(&arguments),
    }
}

fn material(arguments: &MaterialArguments) -> anyhow::Result<()> {
    let rows = patterns::material_rows(&arguments.memory.load()?);
    to_stdout(|out| match arguments.format {
        MaterialFormat::Text => patterns::write_material_table(out, &rows),
        MaterialFormat::Json => patterns::write_pretty(out, &rows),
        MaterialFormat::Csv => table::write_csv(out, rows),
    })
}

fn show(arguments: &ShowArguments) -> anyhow::Result<()> {
    let &ShowArguments { id, format, .. } = arguments;
    let memory = arguments.memory.load()?;
    let exponents = memory_argument::exponents(&memory)?;
    if let Some(record) = PatternRecord::new(&memory, &exponents, id) {
        return to_stdout(|out| {
            patterns::write_pattern(out, format, &memory, record).and_then(report_skipped)
        });
    }
    let tombstone = match id {
        AnyId::Graph(id) => memory.graphs.tombstone(id),
        AnyId::Material(id) => memory.materials.tombstone(id),
        AnyId::Move(id) => memory.moves.tombstone(id),
    };
    let tombstone = tombstone
        .with_context(|| format!("there is no pattern {id} in {}", arguments.memory.name()))?;
    to_stdout(|out| patterns::write_tombstone(out, format, id, tombstone))
}

fn stats(arguments: &StatsArguments) -> anyhow::Result<()> {
    let &StatsArguments { positions: count, seed, .. } = arguments;
    let memory = arguments.memory.load()?;
    let (sample, positions) = if let Some(path) = &arguments.pgn {
        let name = || path.display().to_string();
        let file = File::open(path).with_context(name)?;
        let sample = patterns::pgn_positions(file, count).with_context(name)?;
        (sample, format!("positions of {}", name()))
    } else {
        let sample = patterns::random_positions(count, seed);
        (sample, format!("positions of random games (seed {seed})"))
    };
    let query = QueryCosts::measure(&memory.snapshot(), &sample);
    let report = MemoryReport { memory: MemoryStatistics::new(&memory), query, positions };
    to_stdout(|out| match arguments.format {
        StatsFormat::Text => patterns::write_report(out, &report),
        StatsFormat::Json => patterns::write_pretty(out, &report),
    })
}

fn export(arguments: &ExportArguments) -> anyhow::Result<()> {
    const MAX_BOARDS: usize = 50;
    let format = arguments.format;
    let memory = arguments.memory.load()?;
    let exponents = memory_argument::exponents(&memory)?;
    let limit = arguments.limit.unwrap_or(if format == Format::Svg { MAX_BOARDS } else { 0 });
    let ids = arguments.filter.select(&memory, &exponents, limit);
    let Some(path) = &arguments.output else {
        return to_stdout(|out| write_patterns(out, format, (&memory, &exponents), &ids));
    };
    let mut bytes = Vec::new();
    write_patterns(&mut bytes, format, (&memory, &exponents), &ids)?;
    Ok(write_atomic(path, &bytes)?)
}

fn merge(arguments: &MergeArguments) -> anyhow::Result<()> {
    let mut memories = Vec::new();
    let mut first = None;
    for path in &arguments.memories {
        let memory = memory_argument::load(Some(path))?;
        let evaluation = memory.evaluation();
        anyhow::ensure!(
            *first.get_or_insert(evaluation) == evaluation,
            "{}: its evaluation settings differ from those of {}",
            path.display(),
            arguments.memories[0].display()
        );
        memories.push(memory);
    }
    let memory = Memory::merged(memories).context("no memory to merge")?;
    write_atomic(&arguments.output, &memory.to_bytes().map_err(anyhow::Error::msg)?)?;
    let summary = patterns::MemoryRecord::new(&memory);
    to_stdout(|out| writeln!(out, "{}: {summary}", arguments.output.display()))
}

fn write_patterns(
    out: &mut impl Write,
    format: Format,
    memory: (&Memory, &Exponents),
    ids: &[AnyId],
) -> io::Result<()> {
    patterns::write_patterns(out, format, memory, ids).and_then(report_skipped)
}

fn report_skipped(skipped: usize) -> io::Result<()> {
    if skipped == 0 {
        return Ok(());
    }
    let patterns = if skipped == 1 { "pattern" } else { "patterns" };
    writeln!(io::stderr(), "skipped {skipped} {patterns} whose origin position is not legal")
}

fn to_stdout(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'_>>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}
