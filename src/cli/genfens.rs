use std::io::{self, Write};

use clap::Args;

use crate::arena::Genfens;

/// Random plies from the initial position or those of a file (EPD or FEN); no position twice, and none in which a side is a
/// piece ahead or about to win one. OpenBench calls it as `morph "genfens N seed S book FILE" "quit"`.
#[derive(Debug, Args)]
pub(super) struct GenfensArguments {
    /// Number of positions, seed, and `None` or the file
    #[arg(value_name = "N seed S book FILE", required = true, num_args = 1..)]
    words: Vec<String>,
}

pub(super) fn run(arguments: &GenfensArguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for position in Genfens::parse(&arguments.words)?.positions()? {
        writeln!(out, "info string genfens {}", position?)?;
    }
    Ok(())
}
