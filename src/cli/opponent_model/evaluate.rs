use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use super::EngineArgument;
use crate::cli::output::{FormatArgument, note, processors};
use crate::cli::stop;
use crate::opponent_model::import::LEARNED;
use crate::opponent_model::model::OpponentModel;
use crate::render::opponent_model::{
    evaluate_games, evaluation_text, start_engine, warn_of, write_evaluation,
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
    let (games, skipped) = model.held_out_games(&arguments.pgn)?;
    let (player, learned) = (&model.player, skipped.count(LEARNED));
    ensure!(
        !games.is_empty() || learned == 0,
        "all {learned} games of {player} are in the training set of {}; give games that it has not learned",
        arguments.model.display()
    );
    warn_of(&skipped);
    ensure!(!games.is_empty(), "no game of {player} to evaluate");
    let engine = start_engine(&model, arguments.engine.command.as_deref(), processors())?;
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
