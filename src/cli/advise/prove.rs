//! `morph advise prove`: a table against every defence.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::tables::load;
use crate::chess::bare_king::DistanceToMate;
use crate::endgame::interpreter::SubgameSearch;
use crate::endgame::proof::{Proof, prove};
use crate::render::endgame::proof_text;

#[derive(Debug, Args)]
pub(super) struct ProveArguments {
    /// Name of a table, such as krk
    table: String,

    /// Search each subgame at its full depth at once, as the program of 1980 did, instead of by iterative deepening
    #[arg(long)]
    as_printed: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print every position that the table should win or hold but does not, as FEN
    #[arg(long)]
    failures: bool,

    /// Read the tables from the *.toml files of a folder instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
}

pub(super) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    let advisor = load(arguments.tables.as_deref())?;
    let table = advisor.table(&arguments.table)?;
    let search =
        if arguments.as_printed { SubgameSearch::FullDepth } else { SubgameSearch::Deepening };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed}")?;
    let bar = ProgressBar::new(0).with_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar.set_message(format!("perfect play of {}", table.endgame));
    let perfect = DistanceToMate::generate(&table.endgame);
    bar.set_message(format!("playing {}", table.name));
    let proof = prove(table, advisor.tables(), search, &perfect, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    print(&proof, arguments)
}

fn print(proof: &Proof, arguments: &ProveArguments) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let not_held = proof.defence.iter().flat_map(|defence| &defence.failures);
    match arguments.format {
        Format::Text => {
            write!(out, "{}", proof_text(proof))?;
            for fen in proof.failures.iter().chain(not_held).filter(|_| arguments.failures) {
                writeln!(out, "{fen}")?;
            }
        }
        Format::Json => {
            let mut json = serde_json::to_value(proof)?;
            if arguments.failures {
                json["failures"] = proof.failures.as_slice().into();
                if proof.defence.is_some() {
                    json["defence"]["failures"] = not_held.cloned().collect();
                }
            }
            writeln!(out, "{json:#}")?;
        }
    }
    Ok(())
}
