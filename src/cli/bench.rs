use clap::Args;

use super::memory_argument::MemoryArgument;
use super::output::FormatArgument;
use crate::player::bench;

#[derive(Debug, Args)]
pub(super) struct BenchArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Number of times each position is evaluated, 1–10,000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &BenchArguments) -> anyhow::Result<()> {
    let memory = arguments.memory.load()?;
    let report = bench(&memory.snapshot(), memory.evaluation(), arguments.rounds);
    arguments.format.print(|| format!("{report}\n"), &report)
}
