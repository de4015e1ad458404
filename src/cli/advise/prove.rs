//! `morph advise prove`: a table against every defence.

use clap::Args;

use super::TablesArgument;
use crate::cli::output::FormatArgument;
use crate::endgame::interpreter::SubgameSearch;
use crate::render::endgame::{proof_record, proof_text, prove_shown};

#[derive(Debug, Args)]
pub(super) struct ProveArguments {
    /// Name of a table, such as krk
    table: String,

    /// Search each subgame at its full depth at once, as the program of 1980 did, instead of by iterative deepening
    #[arg(long)]
    as_printed: bool,

    #[command(flatten)]
    format: FormatArgument,

    /// Print every position that the table should win or hold but does not, as FEN
    #[arg(long)]
    failures: bool,

    #[command(flatten)]
    tables: TablesArgument,
}

pub(super) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    let ProveArguments { table, as_printed, format, failures, tables } = arguments;
    let search = if *as_printed { SubgameSearch::FullDepth } else { SubgameSearch::Deepening };
    let proof = prove_shown(&tables.load()?, table, search)?;
    format.print(|| proof_text(&proof, *failures), &proof_record(&proof, *failures))
}
