use std::path::PathBuf;

use clap::Args;

use super::EngineArgument;
use crate::cli::output::{FormatArgument, note};
use crate::cli::stop;
use crate::opponent_model::model::OpponentModel;
use crate::render::opponent_model::{
    evaluate_games, evaluation_text, games_to_evaluate, write_evaluation,
};

#[derive(Debug, Args)]
pub(super) struct EvaluateArguments {
    /// Model written by `learn`
    model: PathBuf,
    /// PGN files with held-out games; games the model has learned are skipped
    #[arg(long, required = true, value_name = "PGN", num_args = 1..)]
    pgn: Vec<PathBuf>,
    /// Learn each game after predicting it, as during a match; the weights of the move model stay
    #[arg(long)]
    follow: bool,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    format: FormatArgument,
    /// Folder for evaluation.json and the precision-coverage curve (SVG, PNG, CSV)
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &EvaluateArguments) -> anyhow::Result<()> {
    let mut model = OpponentModel::load(&arguments.model)?;
    let games = games_to_evaluate(&model, &arguments.model, &arguments.pgn)?;
    let engine = arguments.engine.command.as_deref();
    let stop = stop::on_interrupt()?;
    let (evaluation, is_whole) =
        evaluate_games(&mut model, engine, games, arguments.follow, &stop)?;
    let interrupted = stop::check(&stop, is_whole);
    // The files of an earlier evaluation are not replaced by a part of one.
    if let (Some(folder), Ok(())) = (&arguments.output, interrupted) {
        for file in write_evaluation(&evaluation, folder)? {
            note(&format!("wrote {}", file.display()));
        }
    }
    arguments.format.print(|| evaluation_text(&evaluation), &evaluation)?;
    Ok(interrupted?)
}
