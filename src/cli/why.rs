//! `morph why`: why this move and not that one.

use anyhow::{bail, ensure};
use clap::Args;

use super::memory_argument::OptionalMemoryArgument;
use super::output::FormatArgument;
use crate::api::{Comparison, legal_move};
use crate::arena::Subject;
use crate::explanation::explainer::Explainer;

#[derive(Debug, Args)]
#[command(override_usage = "morph why [OPTIONS] <FEN> <MOVE> [OTHER]")]
pub(super) struct WhyArguments {
    /// Position in Forsyth-Edwards notation, quoted or not, `startpos`, or `-` for standard input; the move to explain, as
    /// Nf3 or g1f3; and the move to compare it with [default: the best other move]
    #[arg(value_names = ["FEN", "MOVE"], num_args = 2.., required = true)]
    question: Vec<String>,

    /// List all facts after each move and its captures with their values, and the learned patterns that differ
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &WhyArguments) -> anyhow::Result<()> {
    let (position, moves) = Subject::leading_position(&arguments.question)?;
    let (chosen, other) = match &moves[..] {
        [chosen] => (chosen, None),
        [chosen, other] => (chosen, Some(legal_move(&position, other)?)),
        [] => bail!("expected a move after the position"),
        [.., last] => bail!("'{last}': unexpected after two moves"),
    };
    let chosen = legal_move(&position, chosen)?;
    ensure!(other != Some(chosen), "'{}' twice: expected two moves", moves[0]);
    let explainer = Explainer::load_shipped()?;
    let mut learned = arguments.memory.load()?;
    let compared = Comparison::new(&explainer, learned.as_mut(), &position, chosen, other)?;
    arguments.format.print(|| format!("{}\n", compared.text(arguments.full)), &compared.record)
}
