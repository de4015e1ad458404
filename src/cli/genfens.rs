use std::ffi::OsString;
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

/// The command line with the words of a command that OpenBench gives as one argument, and without its `quit`.
pub(super) fn separated(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let command = arguments.get(1).and_then(|text| text.to_str()).unwrap_or_default().to_owned();
    if command.starts_with("genfens ") {
        arguments.pop_if(|last| last == "quit");
        arguments.splice(1..2, command.split_whitespace().map(OsString::from));
    }
    arguments
}

pub(super) fn run(arguments: &GenfensArguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for position in Genfens::parse(&arguments.words)?.positions()? {
        writeln!(out, "info string genfens {}", position?)?;
    }
    Ok(())
}
