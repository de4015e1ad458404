//! `morph opponent`: learn a player from their games, infer their style, predict their next move.

mod evaluate;
mod learn;
mod predict;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::memory_argument::MemoryArgument;
use super::output::{FormatArgument, described, note, write_to};
use crate::opponent_model::imitation::ImitationEngine;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::report::Report;
use crate::opponent_model::style::Style;
use crate::render::opponent_model::{ReportFormat, style_text, write_report};
use crate::uci::serve_standard;

#[derive(Debug, Args)]
pub(super) struct OpponentModelArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Args)]
struct EngineArgument {
    /// UCI engine that the model has learned to use, such as stockfish (`learn --engine`)
    #[arg(long = "engine", value_name = "COMMAND")]
    command: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Learn a player from their games
    Learn(learn::LearnArguments),
    /// Infer the preference for open or closed positions, with the vote of each rule
    Style {
        /// Model written by `learn`
        model: PathBuf,
        #[command(flatten)]
        format: FormatArgument,
    },
    /// Predict the player's next move, with probabilities, reasons and games
    Predict(predict::PredictArguments),
    /// Run as a UCI engine that plays like the player
    Play {
        /// Model written by `learn`
        model: PathBuf,
        #[command(flatten)]
        engine: EngineArgument,
    },
    /// Measure predictions on held-out games, beside baselines
    Evaluate(evaluate::EvaluateArguments),
    /// Report on a player: openings, recurring chunks, style, weaknesses
    Report {
        /// Model written by `learn`
        model: PathBuf,
        #[command(flatten)]
        memory: MemoryArgument,
        /// Output format
        #[arg(long, default_value_t = ReportFormat::Text, value_parser = described::<ReportFormat>())]
        format: ReportFormat,
        /// Output file [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

pub(super) fn run(arguments: OpponentModelArguments) -> anyhow::Result<()> {
    match arguments.task {
        Task::Learn(arguments) => learn::run(&arguments),
        Task::Style { model, format } => {
            let model = OpponentModel::load(&model)?;
            let style = Style::of(&model.statistics);
            format.print(|| format!("{}: {}", model.player, style_text(&style)), &style)
        }
        Task::Predict(arguments) => predict::run(&arguments),
        Task::Play { model, engine } => {
            Ok(serve_standard(ImitationEngine::new(model, engine.command))?)
        }
        Task::Evaluate(arguments) => evaluate::run(&arguments),
        Task::Report { model, memory, format, output } => {
            let report = Report::of(&OpponentModel::load(&model)?, &memory.load()?);
            write_to(output.as_deref(), |mut out| write_report(&mut out, format, &report))?;
            output.iter().for_each(|path| note(&format!("wrote {}", path.display())));
            Ok(())
        }
    }
}
