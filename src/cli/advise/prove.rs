//! `morph advise prove`: a table against every defence.

use std::path::PathBuf;

use clap::Args;

use super::tables::load;
use crate::chess::bare_king::DistanceToMate;
use crate::cli::output::{FormatArgument, print, print_json};
use crate::endgame::interpreter::SubgameSearch;
use crate::endgame::proof::{Proof, prove};
use crate::render::endgame::proof_text;
use crate::render::progress::WorkProgress;

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

    /// Read the tables from the *.toml files of a folder instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

pub(super) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    let advisor = load(arguments.tables.as_deref())?;
    let table = advisor.table(&arguments.table)?;
    let search =
        if arguments.as_printed { SubgameSearch::FullDepth } else { SubgameSearch::Deepening };
    let mut progress = WorkProgress::new();
    progress.share(0.0, format!("perfect play of {}", table.endgame));
    let perfect = DistanceToMate::generate(&table.endgame);
    let proof = prove(table, advisor.tables(), search, &perfect, &mut |done, all| {
        progress.share(done as f64 / all as f64, format!("proving {}", table.name));
    });
    progress.finish();
    report(&proof, arguments)
}

fn report(proof: &Proof, arguments: &ProveArguments) -> anyhow::Result<()> {
    let not_held = proof.defence.iter().flat_map(|defence| &defence.failures);
    if !arguments.format.is_json() {
        print(&proof_text(proof))?;
        let failures = proof.failures.iter().chain(not_held).filter(|_| arguments.failures);
        return print(&failures.map(|fen| format!("{fen}\n")).collect::<String>());
    }
    let mut json = serde_json::to_value(proof)?;
    if arguments.failures {
        json["failures"] = proof.failures.as_slice().into();
        if proof.defence.is_some() {
            json["defence"]["failures"] = not_held.cloned().collect();
        }
    }
    print_json(&json)
}
