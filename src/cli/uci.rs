use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::Error;
use clap::Args;

use super::memory_argument::MemoryArgument;
use crate::memory::Memory;
use crate::player::PatternPlayer;
use crate::training::PatternEngine;
use crate::uci::serve_standard;

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
    let memory = arguments.memory.path().map(Path::to_owned);
    let engine = PatternEngine::new(memory, arguments.advice, |file| {
        let memory = Memory::load_or_shipped(file).map_err(|e| format!("{:#}", Error::from(e)))?;
        Ok(PatternPlayer::from_memory(&memory))
    });
    Ok(serve_standard(engine)?)
}
