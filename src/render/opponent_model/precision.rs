use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::arena::Tally;
use crate::file_format::{FileError, write_atomic};
use crate::opponent_model::evaluate::Evaluation;
use crate::opponent_model::predict::Method;
use crate::render::patterns::write_pretty;
use crate::render::plots::{
    Emphasis, Formats, LineChart, LineSeries, PlotError, XRange, read_rows,
};

/// How many of a method's most confident predictions are right, a row of `precision-coverage.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct PrecisionRow {
    player: String,
    /// Games of the player.
    games: usize,
    /// The player's moves in them.
    moves: u64,
    method: String,
    /// The most confident predictions, one for a move.
    predicted: u64,
    /// Those that were played; of predictions that tie each counts in part.
    right: f64,
}

impl PrecisionRow {
    /// Share of the moves predicted, in percent.
    fn coverage(&self) -> f64 {
        100.0 * self.predicted as f64 / self.moves.max(1) as f64
    }

    /// Share of these that is right, in percent.
    fn precision(&self) -> f64 {
        100.0 * self.right / self.predicted.max(1) as f64
    }

    /// Coverage with the 95 % interval of the precision, as if the moves of a game were independent.
    fn band(&self) -> Option<(f64, f64, f64)> {
        let wins = self.right.round() as u64;
        let losses = self.predicted.checked_sub(wins)?;
        let interval = Tally { wins, draws: 0, losses }.interval()?;
        Some((self.coverage(), 100.0 * interval.low, 100.0 * interval.high))
    }
}

/// Precision against coverage for each method with predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct PrecisionCurves {
    rows: Vec<PrecisionRow>,
}

impl PrecisionCurves {
    /// The file with the numbers of the picture.
    pub const FILE: &str = "precision-coverage.csv";

    /// The curves of an evaluation.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> PrecisionCurves {
        let Evaluation { player, games, moves, curves, .. } = evaluation;
        let row = |method: &str, (coverage, precision): (f64, f64)| {
            let predicted = (coverage * *moves as f64).round();
            PrecisionRow {
                player: player.clone(),
                games: *games,
                moves: *moves as u64,
                method: method.to_owned(),
                predicted: predicted as u64,
                right: (precision * predicted * 1e6).round() / 1e6,
            }
        };
        let rows = curves
            .iter()
            .flat_map(|(method, points)| points.iter().map(move |point| row(method, *point)));
        PrecisionCurves { rows: rows.collect() }
    }

    /// Reads [`PrecisionCurves::FILE`].
    ///
    /// # Errors
    ///
    /// The file is not one.
    pub fn load(path: &Path) -> Result<PrecisionCurves, PlotError> {
        Ok(PrecisionCurves { rows: read_rows(path)? })
    }

    /// Writes `precision-coverage.svg`, `.png` and `.csv` into `folder`, and returns the files written.
    ///
    /// # Errors
    ///
    /// No method made a prediction, or a file cannot be written.
    pub fn write(&self, folder: &Path, formats: Formats) -> Result<Vec<PathBuf>, PlotError> {
        self.chart().write(folder, "precision-coverage", formats, &self.rows)
    }

    fn of(&self, method: Method) -> Vec<&PrecisionRow> {
        self.rows.iter().filter(|row| row.method == method.name()).collect()
    }

    fn chart(&self) -> LineChart {
        // A hue each for the methods that guess any move from the player's games; the control has that of its model. A
        // player's own openings end after a few moves: they are in the CSV file only.
        let methods = [
            (Method::Best, 0, Emphasis::Strong, "move model"),
            (Method::Iam1990, 1, Emphasis::Strong, "rules of 1990"),
            (Method::OtherPlayers, 0, Emphasis::Faint, "without the\nplayer's games"),
            (Method::WithEngine, 2, Emphasis::Strong, "with an engine"),
        ];
        let series = methods.into_iter().filter_map(|(method, hue, emphasis, name)| {
            let rows = self.of(method);
            let last = rows.last()?;
            let band = rows.iter().filter(|_| emphasis == Emphasis::Strong);
            Some(LineSeries {
                points: rows.iter().map(|row| (row.coverage(), row.precision())).collect(),
                band: band.filter_map(|row| row.band()).collect(),
                hue,
                emphasis,
                label: Some(format!("{name}: {:.0} %", last.precision())),
            })
        });
        let note = self.rows.first().map_or_else(String::new, |row| {
            let PrecisionRow { moves, games, .. } = row;
            format!(
                "{moves} moves of {games} games, the surest predictions first. Band: 95 % interval."
            )
        });
        LineChart {
            title: self.title(),
            note,
            x_label: "share of the moves predicted, %".to_owned(),
            y_label: "of these right, %".to_owned(),
            x_range: XRange::Percent,
            series: series.collect(),
        }
    }

    /// What the move model gets right: where it is surest, and of all moves.
    fn title(&self) -> String {
        let rows = self.of(Method::Best);
        let player = self.rows.first().map_or("", |row| &row.player);
        // About a tenth of the moves.
        let surest = rows.iter().find(|row| row.coverage() >= 10.0);
        let (Some(surest), Some(all)) = (surest, rows.last()) else {
            return format!("Predicting {player}");
        };
        format!(
            "Predicting {player}: {:.0} % right on the surest {:.0} % of moves, {:.0} % on {}",
            surest.precision(),
            surest.coverage(),
            all.precision(),
            if all.predicted == all.moves {
                "all".to_owned()
            } else {
                format!("{:.0} %", all.coverage())
            },
        )
    }
}

/// Writes an evaluation into a folder, which is made if there is none: `evaluation.json`, and the curves. Returns the files
/// written.
///
/// # Errors
///
/// As [`PrecisionCurves::write`].
pub fn write_evaluation(evaluation: &Evaluation, folder: &Path) -> Result<Vec<PathBuf>, PlotError> {
    std::fs::create_dir_all(folder).map_err(FileError::at("create", folder))?;
    let (path, mut json) = (folder.join("evaluation.json"), Vec::new());
    write_pretty(&mut json, evaluation).map_err(FileError::at("write", &path))?;
    write_atomic(&path, &json)?;
    let mut files = PrecisionCurves::new(evaluation).write(folder, Formats::ALL)?;
    files.push(path);
    Ok(files)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn row(method: Method, predicted: u64, right: f64) -> PrecisionRow {
        let (player, method) = ("Anna".to_owned(), method.name().to_owned());
        PrecisionRow { player, games: 4, moves: 200, method, predicted, right }
    }

    #[test]
    fn the_picture_says_what_was_predicted_and_is_drawn_again_from_its_numbers() {
        let curves = PrecisionCurves {
            rows: vec![
                row(Method::Best, 20, 19.0),
                row(Method::Best, 200, 70.0),
                row(Method::Iam1990, 20, 4.5),
            ],
        };
        let chart = curves.chart();
        assert_eq!(
            chart.title,
            "Predicting Anna: 95 % right on the surest 10 % of moves, 35 % on all"
        );
        let labels: Vec<_> = chart.series.iter().filter_map(|s| s.label.as_deref()).collect();
        assert_eq!(labels, ["move model: 35 %", "rules of 1990: 22 %"]);
        let (x, low, high) = chart.series[0].band[0];
        assert!(x == 10.0 && low < 95.0 && high > 95.0 && high <= 100.0, "{low} {high}");

        let folder = tempfile::tempdir().unwrap();
        curves.write(folder.path(), Formats::ALL).unwrap();
        let again = PrecisionCurves::load(&folder.path().join(PrecisionCurves::FILE)).unwrap();
        assert_eq!(again, curves);
    }
}
