//! `morph opponent`: learn a player from their games, infer their style, predict their next move.
#![allow(clippy::print_stdout)]

mod evaluate;
mod learn;
mod predict;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use strum::{EnumMessage, VariantArray};

use super::output::{FormatArgument, json, print};
use super::uci::serve_standard;
use crate::arena::pgn::{PgnReader, Tags};
use crate::file_format::write_atomic;
use crate::opponent_model::imitation::ImitationEngine;
use crate::opponent_model::import::{SkippedGames, read_games};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::packed_game::PackedGame;
use crate::opponent_model::predict::Method;
use crate::opponent_model::report::Report;
use crate::opponent_model::style::Style;
use crate::render::opponent_model::{report_html, report_text, style_text};

/// Arguments of `morph opponent`.
#[derive(Debug, Args)]
pub(super) struct OpponentModelArguments {
    #[command(subcommand)]
    task: Task,
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
    },
    /// Measure predictions on held-out games, beside baselines
    Evaluate(evaluate::EvaluateArguments),
    /// Report on a player: openings, recurring chunks, style, weaknesses
    Report {
        /// Model written by `learn`
        model: PathBuf,
        /// Output format
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
        /// Output file [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReportFormat {
    /// Text for a terminal
    Text,
    /// JSON
    Json,
    /// One HTML file with board diagrams, for screen and print
    Html,
}

impl ValueEnum for Method {
    fn value_variants<'a>() -> &'a [Method] {
        Method::VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = self.get_documentation().unwrap_or_default().trim_end_matches('.');
        Some(PossibleValue::new(self.name()).help(help))
    }
}

/// Runs `morph opponent`.
///
/// # Errors
///
/// A file cannot be read or written, a model or position is invalid, or there are no games of the player.
pub(super) fn run(arguments: OpponentModelArguments) -> anyhow::Result<()> {
    match arguments.task {
        Task::Learn(arguments) => learn::run(&arguments),
        Task::Style { model, format } => {
            let model = OpponentModel::load(&model)?;
            let style = Style::of(&model.statistics);
            format.print(|| format!("{}: {}", model.player, style_text(&style)), &style)
        }
        Task::Predict(arguments) => predict::run(&arguments),
        Task::Play { model } => serve_standard(ImitationEngine::new(model)),
        Task::Evaluate(arguments) => evaluate::run(&arguments),
        Task::Report { model, format, output } => {
            let report = Report::of(&OpponentModel::load(&model)?);
            let text = match format {
                ReportFormat::Text => report_text(&report),
                ReportFormat::Json => json(&report)?,
                ReportFormat::Html => report_html(&report),
            };
            let Some(path) = output else { return print(&text) };
            write_atomic(&path, text.as_bytes())?;
            note(&format!("wrote {}", path.display()));
            Ok(())
        }
    }
}

/// The games of a file that `is_wanted` accepts, and the number of all games.
fn read(
    path: &Path,
    is_wanted: &mut dyn FnMut(&Tags) -> bool,
) -> anyhow::Result<(Vec<PackedGame>, usize)> {
    let mut skipped = SkippedGames::default();
    let read = read_games(PgnReader::open(path)?, is_wanted, &mut |e| skipped.add_invalid(&e))?;
    warn_of(&skipped);
    Ok(read)
}

fn warn_of(skipped: &SkippedGames) {
    skipped.lines().for_each(|line| note(&format!("warning: {line}")));
}

/// Writes a line to standard error.
fn note(text: &str) {
    // A closed standard error must not stop the command.
    let _ = writeln!(std::io::stderr(), "{text}");
}
