use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::learn::unseen;
use super::{Format, json, load, note, print, print_json};
use crate::file_format::write_atomic;
use crate::opponent_model::evaluate::{Evaluation, Trial, evaluate, try_game};
use crate::opponent_model::model::Model;
use crate::opponent_model::predict::Predictor;
use crate::opponent_model::score::GameScore;
use crate::render::plots::{Formats, LineChart, LineSeries, XRange};

#[derive(Debug, Args)]
pub(super) struct EvaluateArguments {
    /// A model made by `learn`
    model: PathBuf,

    /// Games that were not learned; those that were are passed over
    #[arg(long, required = true, value_name = "PGN", num_args = 1..)]
    pgn: Vec<PathBuf>,

    /// Remember each game once it has been predicted, as one would during a match; weights stay as they are
    #[arg(long)]
    follow: bool,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write evaluation.json and the precision-coverage curve (SVG, PNG, CSV) into this folder
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &EvaluateArguments) -> anyhow::Result<()> {
    let mut model = load(&arguments.model)?;
    let mut games = Vec::new();
    for path in &arguments.pgn {
        games.extend(unseen(&model, path)?.0);
    }
    ensure!(!games.is_empty(), "there is no game of {} that was not learned", model.player.name);
    let bar = ProgressBar::new(games.len() as u64);
    bar.set_style(ProgressStyle::with_template("{pos}/{len} games {wide_bar} {elapsed}")?);
    let mut trials: Vec<Trial> = Vec::with_capacity(games.len());
    if arguments.follow {
        for score in games {
            trials.extend(trial(&model, &Predictor::new(&model), &score));
            model.learn(score);
            bar.inc(1);
        }
    } else {
        let predictor = Predictor::new(&model);
        for score in &games {
            trials.extend(trial(&model, &predictor, score));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let evaluation = evaluate(&model.player.name, &trials);
    if let Some(folder) = &arguments.output {
        write(&evaluation, folder)?;
    }
    match arguments.format {
        Format::Text => print(&evaluation.to_string()),
        Format::Json => print_json(&evaluation),
    }
}

fn trial(model: &Model, predictor: &Predictor<'_>, score: &GameScore) -> Option<Trial> {
    let colour = model.player.colour(&score.white, &score.black)?;
    Some(try_game(predictor, score, colour))
}

fn write(evaluation: &Evaluation, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    write_atomic(&folder.join("evaluation.json"), json(evaluation)?.as_bytes())?;
    let percent = |(coverage, precision): &(f64, f64)| (100.0 * coverage, 100.0 * precision);
    let curves = evaluation.curves.iter().filter(|(_, points)| !points.is_empty());
    let series: Vec<LineSeries> = curves
        .map(|(name, points)| LineSeries {
            name: (*name).to_owned(),
            points: points.iter().map(percent).collect(),
        })
        .collect();
    let chart = LineChart {
        title: format!("Predicting {}", evaluation.player),
        note: format!(
            "{} moves of {} games; the most confident predictions first",
            evaluation.moves, evaluation.games
        ),
        x_label: "coverage: share of his moves predicted, %".to_owned(),
        y_label: "precision: predictions that are right, %".to_owned(),
        x_range: XRange::Percent,
        series,
    };
    let files = chart.write(folder, "precision-coverage", Formats::ALL)?;
    for file in files.iter().chain([&folder.join("evaluation.json")]) {
        note(&format!("wrote {}", file.display()));
    }
    Ok(())
}
