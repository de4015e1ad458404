//! `morph why`: why this move and not that one.

use anyhow::{Context, bail, ensure};
use clap::Args;
use shakmaty::{Chess, Move};

use super::explain::explainer;
use super::memory_argument::OptionalMemoryArgument;
use super::output::FormatArgument;
use crate::arena::Subject;
use crate::chess::{Game, Start, legal_move};
use crate::explanation::compare::{best_other, compare};
use crate::explanation::learned::MemoryExplainer;
use crate::render::explanation::{Choice, ComparisonRecord, comparison};

/// Arguments of `morph why`.
#[derive(Debug, Args)]
#[command(override_usage = "morph why [OPTIONS] <FEN> <MOVE> [OTHER]")]
pub struct WhyArguments {
    /// Position in Forsyth-Edwards notation, quoted or not, `startpos`, or `-` for standard input; the move to explain, as
    /// Nf3 or g1f3; and the move to compare it with [default: the best other move]
    #[arg(value_names = ["FEN", "MOVE"], num_args = 2.., required = true)]
    question: Vec<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    #[command(flatten)]
    format: FormatArgument,
}

/// Runs `morph why`.
///
/// # Errors
///
/// An illegal position or move, a memory that cannot be read.
pub fn run(arguments: &WhyArguments) -> anyhow::Result<()> {
    let (position, moves) = Subject::leading_position(&arguments.question)?;
    let explainer = explainer(None)?;
    let (chosen, other) = match &moves[..] {
        [chosen] => {
            let m = read_move(&position, chosen)?;
            let other = best_other(&explainer, &position, m);
            (m, other.with_context(|| format!("'{chosen}' is the only legal move"))?)
        }
        [chosen, other] => (read_move(&position, chosen)?, read_move(&position, other)?),
        [] => bail!("expected a move after the position"),
        [.., last] => bail!("'{last}': unexpected after two moves"),
    };
    ensure!(chosen != other, "'{}' twice: expected two moves", moves[0]);
    let compared = compare(&explainer, &position, chosen, other);
    let learned = arguments.memory.load()?.and_then(|memory| {
        let evaluation = memory.evaluation();
        let mut learned = MemoryExplainer::new(memory, evaluation);
        learned.compare_moves(&Game::new(Start::Position(Box::new(position))), chosen, Some(other))
    });
    let text = || comparison(&explainer.tree, &compared, learned.as_ref());
    let record =
        ComparisonRecord::new(&explainer.tree, &compared, learned.as_ref().map(Choice::new));
    arguments.format.print(text, &record)
}

fn read_move(position: &Chess, text: &str) -> anyhow::Result<Move> {
    legal_move(position, text)
        .with_context(|| format!("'{text}' is no legal move in this position"))
}
