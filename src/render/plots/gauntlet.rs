use std::path::Path;

use super::line_chart::{LineChart, LineSeries, XRange};
use super::{Formats, PlotError};
use crate::arena::MatchSettings;
use crate::arena::gauntlet::GauntletResult;

/// Draws the score against training games, a line for each opponent and plan: `score.svg`, `.png` and `.csv` in `folder`.
///
/// # Errors
///
/// No match has a result, or a file cannot be written.
pub fn draw_gauntlet_scores(
    results: &[GauntletResult],
    settings: &MatchSettings,
    folder: &Path,
) -> Result<(), PlotError> {
    let several = results.iter().any(|result| result.plan != results[0].plan);
    let mut series: Vec<LineSeries> = Vec::new();
    for result in results {
        let Some(score) = result.score else { continue };
        let point = (f64::from(result.training_games), 100.0 * score.estimate);
        let opponent = &result.opponent;
        let name = if several { format!("{opponent} ({})", result.plan) } else { opponent.clone() };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(LineSeries { name, points: vec![point] }),
        }
    }
    let MatchSettings { games, seed, .. } = settings;
    let chart = LineChart {
        title: "Score against training games".to_owned(),
        note: format!("{games} games per match, openings not used in training, seed {seed}"),
        x_label: "training games".to_owned(),
        y_label: "score, %".to_owned(),
        x_range: XRange::ToMaximum,
        series,
    };
    chart.write(folder, "score", Formats::ALL).map(|_| ())
}
