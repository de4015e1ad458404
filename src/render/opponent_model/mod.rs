//! Models of opponents as text, JSON and HTML.

mod evaluation;
mod features;
mod html;
mod learning;
mod mistakes;
#[cfg(not(target_arch = "wasm32"))]
mod precision;
mod prediction;
mod report;
mod style;

use std::io::{self, Write};

use super::patterns::write_pretty;
use crate::opponent_model::report::Report;

pub use evaluation::{NoHeldOutGames, evaluate_games, evaluation_text, games_to_evaluate};
pub use features::{category_name, feature_text};
pub use html::report_html;
pub use learning::{LearningRecord, ModelError, learn_files, learning_text, start_engine, warn_of};
pub use mistakes::{mistakes_text, mistakes_with_examples};
#[cfg(not(target_arch = "wasm32"))]
pub use precision::{PrecisionCurves, write_evaluation};
pub use prediction::{NoSuchGame, game_to_predict, prediction_json, prediction_text};
pub use report::{insights_text, report_text};
pub use style::style_text;

/// How a report on a player is written.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumMessage,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum ReportFormat {
    /// Text for a terminal
    Text,
    /// JSON
    Json,
    /// One HTML file with board diagrams, for screen and print
    Html,
}

/// Writes a report on a player.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_report(out: &mut impl Write, format: ReportFormat, report: &Report) -> io::Result<()> {
    match format {
        ReportFormat::Text => out.write_all(report_text(report).as_bytes()),
        ReportFormat::Json => write_pretty(out, report),
        ReportFormat::Html => out.write_all(report_html(report).as_bytes()),
    }
}
