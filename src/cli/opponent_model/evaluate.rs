use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, ensure};
use clap::Args;

use super::{note, warn_of};
use crate::arena::pgn::PgnReader;
use crate::cli::output::{FormatArgument, json};
use crate::cli::stop;
use crate::file_format::write_atomic;
use crate::opponent_model::evaluate::{Evaluation, evaluate, predict_games};
use crate::opponent_model::import::{LEARNED, SkippedGames};
use crate::opponent_model::model::OpponentModel;
use crate::render::opponent_model::{PrecisionCurves, evaluation_text};
use crate::render::plots::Formats;
use crate::render::progress::Progress;

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
    format: FormatArgument,

    /// Folder for evaluation.json and the precision-coverage curve (SVG, PNG, CSV)
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &EvaluateArguments) -> anyhow::Result<()> {
    let mut model = OpponentModel::load(&arguments.model)?;
    let (mut games, mut skipped) = (Vec::new(), SkippedGames::default());
    for path in &arguments.pgn {
        games.extend(model.held_out_games(PgnReader::open(path)?, &mut skipped)?);
    }
    let (player, learned) = (&model.player, skipped.count(LEARNED));
    ensure!(
        !games.is_empty() || learned == 0,
        "all {learned} games of {player} are in the training set of {}; give games that it has not learned",
        arguments.model.display()
    );
    warn_of(&skipped);
    ensure!(!games.is_empty(), "no game of {player} to evaluate");
    let mut progress = Progress::new(games.len() as u32, false);
    let (stop, all, mut done) = (stop::on_interrupt()?, games.len(), 0);
    let games = games.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
    let results = predict_games(&mut model, games, arguments.follow, &mut || {
        done += 1;
        progress.games(done, String::new());
    });
    let interrupted = stop::check(&stop, done as usize == all);
    progress.clear();
    let evaluation = evaluate(&model.player.to_string(), &results);
    // The files of an earlier evaluation are not replaced by a part of one.
    if let (Some(folder), Ok(())) = (&arguments.output, interrupted) {
        write(&evaluation, folder)?;
    }
    arguments.format.print(|| evaluation_text(&evaluation), &evaluation)?;
    Ok(interrupted?)
}

fn write(evaluation: &Evaluation, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let json_file = folder.join("evaluation.json");
    write_atomic(&json_file, json(evaluation)?.as_bytes())?;
    let files = PrecisionCurves::new(evaluation).write(folder, Formats::ALL)?;
    for file in files.iter().chain([&json_file]) {
        note(&format!("wrote {}", file.display()));
    }
    Ok(())
}
