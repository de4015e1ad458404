use std::io::{self, BufReader};

use clap::Args;

use super::trained::{self, MemoryArgument, Trained};
use crate::evaluation::Evaluator;
use crate::player::{Exploration, PatternPlayer};
use crate::uci::{PatternEngine, serve};

#[derive(Debug, Args)]
pub(super) struct UciArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Follow endgame advice where a table covers the position, like the UCI option `Advice`
    #[arg(long)]
    advice: bool,
}

pub(super) fn run(arguments: UciArguments) -> anyhow::Result<()> {
    let UciArguments { memory, advice } = arguments;
    let engine = PatternEngine::new(memory.into_path(), advice, |file| {
        let Trained { memory, evaluation, .. } =
            trained::load(file).map_err(|error| format!("{error:#}"))?;
        let evaluator = Evaluator::new(evaluation);
        Ok(PatternPlayer::new(memory.snapshot().into(), evaluator, Exploration::NONE))
    });
    Ok(serve(engine, BufReader::new(io::stdin()), io::stdout().lock())?)
}
