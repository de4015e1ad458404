//! `morph bench`: speed and a behaviour checksum.

use std::io::{self, Write};

use clap::Args;

use super::trained::MemoryArgument;
use crate::player::bench;

/// Arguments of `morph bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    #[command(flatten)]
    memory: MemoryArgument,

    /// How often all positions are evaluated
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
}

/// Runs `morph bench`.
///
/// # Errors
///
/// A memory that cannot be read.
pub fn run(arguments: &BenchArguments) -> anyhow::Result<()> {
    let trained = arguments.memory.load()?;
    let report = bench(&trained.memory.snapshot(), trained.evaluation, arguments.rounds);
    writeln!(io::stdout().lock(), "{report}")?;
    Ok(())
}
