//! `morph advise prove`: a table against every defence.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::{find, load};
use crate::endgame::interpreter::Reading;
use crate::endgame::oracle::DistanceToMate;
use crate::endgame::proof::{Proof, prove};

#[derive(Debug, Args)]
pub(super) struct ProveArguments {
    /// Name of a table, such as krk
    table: String,

    /// Search to the depth bound at once, as the program of 1980 did, not 1, 2, … moves deep in turn
    #[arg(long)]
    as_printed: bool,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print every position that is won but not by the table, as FEN
    #[arg(long)]
    failures: bool,

    /// Read the tables from the *.toml files of this folder instead of the shipped ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

pub(super) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    let advisor = load(arguments.tables.as_deref())?;
    let table = find(&advisor, &arguments.table)?;
    let reading = if arguments.as_printed { Reading::AsPrinted } else { Reading::Deepened };
    let bar = progress_bar()?;
    bar.set_message(format!("perfect play of {}", table.ending));
    let oracle = DistanceToMate::generate(&table.ending);
    bar.set_message(format!("playing {}", table.name));
    let proof = prove(table, advisor.tables(), reading, &oracle, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    print(&proof, arguments)
}

fn progress_bar() -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed}")?;
    bar.set_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    Ok(bar)
}

fn print(proof: &Proof, arguments: &ProveArguments) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let not_held = proof.defence.iter().flat_map(|defence| &defence.failures);
    match arguments.format {
        Format::Text => {
            write!(out, "{proof}")?;
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
