use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal};

use clap::Args;

use super::memory_argument::{self, MemoryArgument};
use crate::player::PatternPlayer;
use crate::training::PatternEngine;
use crate::uci::{Backend, serve};

#[derive(Debug, Args)]
pub(super) struct UciArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Follow endgame advice where a table covers the position, like the UCI option `Advice`
    #[arg(long)]
    advice: bool,
}

/// The command line with `uci` where there is nothing else and a program, not a person, is at the other end: lichess-bot and some
/// graphical interfaces start engines without arguments.
pub(super) fn without_arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.len() == 1 && !io::stdin().is_terminal() {
        arguments.push("uci".into());
    }
    arguments
}

pub(super) fn run(arguments: UciArguments) -> anyhow::Result<()> {
    let UciArguments { memory, advice } = arguments;
    let engine = PatternEngine::new(memory.into_path(), advice, |file| {
        let memory = memory_argument::load(file).map_err(|error| format!("{error:#}"))?;
        Ok(PatternPlayer::from_memory(&memory))
    });
    serve_standard(engine)
}

/// Plays over the standard streams.
pub(super) fn serve_standard(engine: impl Backend + Send) -> anyhow::Result<()> {
    Ok(serve(engine, BufReader::new(io::stdin()), io::stdout().lock())?)
}
