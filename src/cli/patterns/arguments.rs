use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};

use crate::cli::trained::MemoryArgument;
use crate::learning::Exponents;
use crate::memory::{AnyId, Memory, Operator};
use crate::render::patterns::{OPERATORS, PatternKind, Query, SortKey};

/// Look at what a memory has learned.
#[derive(Debug, Args)]
pub struct PatternsArguments {
    #[command(subcommand)]
    pub(super) command: PatternsCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum PatternsCommand {
    /// The material patterns as a table, in the layout of the 1991 paper.
    Material(MaterialArguments),
    /// Patterns a line each, the most telling first.
    List(ListArguments),
    /// Everything about one pattern.
    Show(ShowArguments),
    /// The memory in numbers, and what a query of it costs.
    Stats(StatsArguments),
    /// All patterns in a file for other programs, or as pictures.
    Export(ExportArguments),
    /// Memories of several runs put together, each pattern with the mean of what they think of it.
    Merge(MergeArguments),
}

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The memories, two or more that value positions in the same way. Patterns of the first one keep their names.
    #[arg(value_name = "FILE", required = true, num_args = 2..)]
    pub(super) memories: Vec<PathBuf>,
    /// The file of the merged memory.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct MaterialArguments {
    #[command(flatten)]
    pub(super) memory: MemoryArgument,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
}

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) memory: MemoryArgument,
    #[command(flatten)]
    pub(super) filter: FilterArguments,
    /// At most so many patterns; 0: all.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(super) limit: usize,
    /// How the list is written.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(super) format: ListFormat,
}

#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The pattern: g12 (graph), m3 (material) or v7 (move).
    pub(super) id: AnyId,
    #[command(flatten)]
    pub(super) memory: MemoryArgument,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = CardFormat::Text)]
    pub(super) format: CardFormat,
}

#[derive(Debug, Args)]
pub(super) struct StatsArguments {
    #[command(flatten)]
    pub(super) memory: MemoryArgument,
    /// Ask about positions of these games; else about positions of random games.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Ask about so many positions.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(super) positions: usize,
    /// Seed of the random games.
    #[arg(long, default_value_t = 1, conflicts_with = "pgn")]
    pub(super) seed: u64,
    /// How the numbers are written.
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    pub(super) format: StatsFormat,
}

#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    #[command(flatten)]
    pub(super) memory: MemoryArgument,
    #[command(flatten)]
    pub(super) filter: FilterArguments,
    /// At most so many patterns; 0: all [default: 50 for svg, else all].
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    /// The format of the file.
    #[arg(long, value_enum, default_value_t = FileFormat::Json)]
    pub(super) format: FileFormat,
    /// The file; else standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct FilterArguments {
    /// Only patterns of this kind.
    #[arg(long, value_enum, default_value_t = KindChoice::All)]
    kind: KindChoice,
    /// Only patterns made by this operator.
    #[arg(long, value_parser = PossibleValuesParser::new(OPERATORS.map(|(name, _)| name)).map(operator))]
    operator: Option<Operator>,
    /// Only patterns that occurred in so many positions.
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_uses: u32,
    /// The order: largest first, but smallest first for size and id.
    #[arg(
        long,
        default_value = "extremeness",
        value_parser = PossibleValuesParser::new(SortKey::ALL.map(|(name, _)| name))
            .try_map(|name| name.parse::<SortKey>())
    )]
    sort: SortKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KindChoice {
    Graph,
    Material,
    Move,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    Text,
    Json,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    Text,
    Json,
    Jsonl,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CardFormat {
    Text,
    Json,
    Dot,
    Graphml,
    Pgn,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StatsFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FileFormat {
    Json,
    Jsonl,
    Csv,
    Dot,
    Graphml,
    Pgn,
    Svg,
}

fn operator(name: String) -> Operator {
    let found = OPERATORS.iter().find(|(other, _)| *other == name);
    found.map_or(Operator::Material, |(_, operator)| *operator)
}

impl FilterArguments {
    /// The patterns asked for, at most `limit` (0: all).
    pub(super) fn select(
        &self,
        memory: &Memory,
        exponents: &Exponents,
        limit: usize,
    ) -> Vec<AnyId> {
        let query = Query {
            kind: match self.kind {
                KindChoice::Graph => Some(PatternKind::Graph),
                KindChoice::Material => Some(PatternKind::Material),
                KindChoice::Move => Some(PatternKind::Move),
                KindChoice::All => None,
            },
            operator: self.operator,
            min_uses: self.min_uses,
            sort: self.sort,
            limit: (limit > 0).then_some(limit),
        };
        query.ids(memory, exponents)
    }
}
