//! `morph why`: why this move and not that one.

use std::io::{self, Write};

use anyhow::{Context, ensure};
use clap::Args;
use shakmaty::{Chess, Move};

use super::explain::{explainer, read_position};
use super::memory_argument::OptionalMemoryArgument;
use crate::chess::{Game, Start, legal_move};
use crate::explanation::compare::{best_other, compare};
use crate::explanation::learned::MemoryExplainer;
use crate::render::explanation::{choice, comparison};

/// Arguments of `morph why`.
#[derive(Debug, Args)]
pub struct WhyArguments {
    /// Position in Forsyth-Edwards notation, as one argument
    #[arg(value_name = "FEN")]
    position: String,

    /// Move to explain, as Nf3 or g1f3
    #[arg(value_name = "MOVE")]
    chosen: String,

    /// Move to compare it with [default: the best other move]
    #[arg(value_name = "OTHER")]
    other: Option<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,
}

/// Runs `morph why`.
///
/// # Errors
///
/// An illegal position or move, a memory that cannot be read.
pub fn run(arguments: &WhyArguments) -> anyhow::Result<()> {
    let position = read_position(&arguments.position)?;
    let explainer = explainer(None)?;
    let chosen = read_move(&position, &arguments.chosen)?;
    let other = match &arguments.other {
        Some(text) => read_move(&position, text)?,
        None => best_other(&explainer, &position, chosen)
            .with_context(|| format!("'{}' is the only legal move", arguments.chosen))?,
    };
    ensure!(chosen != other, "'{}' twice: expected two moves", arguments.chosen);
    let mut out = io::stdout().lock();
    write!(out, "{}", comparison(&explainer.tree, &compare(&explainer, &position, chosen, other)))?;
    if let Some(memory) = arguments.memory.load()? {
        let evaluation = memory.evaluation();
        let mut learned = MemoryExplainer::new(memory, evaluation);
        let game = Game::new(Start::Position(Box::new(position)));
        let reasons = learned.compare_moves(&game, chosen, Some(other));
        // That a move ends the game has been said.
        if let Some(reasons) = reasons.filter(|reasons| reasons.ending.is_none()) {
            writeln!(out, "{}", choice(&reasons))?;
        }
    }
    Ok(())
}

fn read_move(position: &Chess, text: &str) -> anyhow::Result<Move> {
    legal_move(position, text)
        .with_context(|| format!("'{text}' is no legal move in this position"))
}
