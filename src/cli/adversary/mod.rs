//! `morph adversary`: learn a player from his games, know his style, predict his next move.
#![allow(clippy::print_stdout)]

mod evaluate;
mod learn;
mod open;
mod predict;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};

use crate::opponent_model::model::Model;
use crate::opponent_model::predict::Method;
use crate::opponent_model::style::style;

/// Arguments of `morph adversary`.
#[derive(Debug, Args)]
pub(super) struct AdversaryArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Learn a player from his games
    Learn(learn::LearnArguments),
    /// Does he like open or closed positions? Each rule's vote is shown
    Style {
        /// A model made by `learn`
        model: PathBuf,
        /// How to print the result
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Predict his next move, with probability, reasons and the games behind it
    Predict(predict::PredictArguments),
    /// Measure predictions on games that were not learned, beside baselines
    Evaluate(evaluate::EvaluateArguments),
    /// A preparation sheet: openings, favourite chunks, style, where he loses
    Report(report::ReportArguments),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// The move model with all that was learned of him
    Best,
    /// The rules of 1990: chunks and opening moves
    #[value(name = "iam-1990")]
    Iam1990,
    /// His most frequent move in the same position
    OwnBook,
    /// Any legal move
    Random,
    /// The move model learned from other players only
    OtherPlayers,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Method {
        match name {
            MethodName::Best => Method::Best,
            MethodName::Iam1990 => Method::Iam1990,
            MethodName::OwnBook => Method::OwnBook,
            MethodName::Random => Method::Random,
            MethodName::OtherPlayers => Method::OtherPlayers,
        }
    }
}

/// Runs `morph adversary`.
///
/// # Errors
///
/// A file that cannot be read or written, a faulty model or position, a player without games.
pub(super) fn run(arguments: AdversaryArguments) -> anyhow::Result<()> {
    match arguments.task {
        Task::Learn(arguments) => learn::run(&arguments),
        Task::Style { model, format } => print_style(&model, format),
        Task::Predict(arguments) => predict::run(&arguments),
        Task::Evaluate(arguments) => evaluate::run(&arguments),
        Task::Report(arguments) => report::run(&arguments),
    }
}

fn load(path: &Path) -> anyhow::Result<Model> {
    Ok(Model::load(path)?)
}

fn print_style(model: &Path, format: Format) -> anyhow::Result<()> {
    let model = load(model)?;
    let style = style(&model.counters);
    match format {
        Format::Text => print(&format!("{}: {style}", model.player.name)),
        Format::Json => print_json(&style),
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(&(json(value)? + "\n"))
}

fn json(value: &impl serde::Serialize) -> anyhow::Result<String> {
    serde_json::to_string_pretty(value).context("writing JSON")
}

/// Says on standard error what is no result: progress, and games that were passed over.
fn note(text: &str) {
    // Where nobody can be told, nothing is lost but the telling.
    let _ = writeln!(std::io::stderr(), "{text}");
}
