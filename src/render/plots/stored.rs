//! Learning curves from the CSV files of [`rows`](super::rows), to draw them again.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::PlotError;
use super::samples::{ITSELF, RunSamples, Sample, Score};
use super::smoothing::default_window;
use crate::arena::Interval;

#[derive(Deserialize)]
struct ScoreRow {
    run: String,
    game: u32,
    games_in_window: u64,
    score_mean: Option<f64>,
    score_low_95: Option<f64>,
    score_high_95: Option<f64>,
    /// Files of former versions do not have it.
    #[serde(default)]
    opponents: String,
}

#[derive(Deserialize)]
struct MaterialRow {
    run: String,
    game: u32,
    captured_pawns: Option<f64>,
    captured_pawns_mean: Option<f64>,
}

#[derive(Deserialize)]
struct MemoryRow {
    run: String,
    game: u32,
    graph_patterns: u32,
    material_patterns: u32,
    move_patterns: u32,
    created_mean: f64,
    forgotten_mean: f64,
}

#[derive(Deserialize)]
struct TdErrorRow {
    run: String,
    game: u32,
    td_error: Option<f64>,
    td_error_mean: Option<f64>,
}

/// The rows of a CSV file.
///
/// # Errors
///
/// It cannot be read, or a row is not one.
pub fn read_rows<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, PlotError> {
    let wrong =
        |error: csv::Error| PlotError::Csv { path: path.to_owned(), reason: error.to_string() };
    csv::Reader::from_path(path)
        .map_err(wrong)?
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(wrong)
}

/// The runs in the files of `folder`.
pub(super) fn read(folder: &Path) -> Result<Vec<RunSamples>, PlotError> {
    let file = |name: &str| folder.join(name);
    let scores: Vec<ScoreRow> = read_rows(&file("score.csv"))?;
    let material: Vec<MaterialRow> = read_rows(&file("material.csv"))?;
    let memory: Vec<MemoryRow> = read_rows(&file("memory.csv"))?;
    let errors: Vec<TdErrorRow> = read_rows(&file("td-error.csv"))?;
    let keys: Vec<(&str, u32)> = scores.iter().map(|row| (row.run.as_str(), row.game)).collect();
    let agree = |name: &str, others: Vec<(&str, u32)>| {
        if others == keys {
            return Ok(());
        }
        let reason = "its runs and games are not those of score.csv".to_owned();
        Err(PlotError::Csv { path: file(name), reason })
    };
    agree("material.csv", material.iter().map(|row| (&*row.run, row.game)).collect())?;
    agree("memory.csv", memory.iter().map(|row| (&*row.run, row.game)).collect())?;
    agree("td-error.csv", errors.iter().map(|row| (&*row.run, row.game)).collect())?;

    let mut runs: Vec<RunSamples> = Vec::new();
    for (((score, material), memory), error) in scores.iter().zip(material).zip(memory).zip(errors)
    {
        let sample = Sample {
            game: score.game,
            captured: material.captured_pawns,
            captured_mean: material.captured_pawns_mean,
            score: interval(score).map(|share| Score { games: score.games_in_window, share }),
            graph_patterns: memory.graph_patterns,
            material_patterns: memory.material_patterns,
            move_patterns: memory.move_patterns,
            created: memory.created_mean,
            forgotten: memory.forgotten_mean,
            td_error: error.td_error,
            td_error_mean: error.td_error_mean,
        };
        match runs.last_mut() {
            Some(run) if run.label == score.run => run.samples.push(sample),
            _ => runs.push(RunSamples {
                label: score.run.clone(),
                self_play: score.opponents == ITSELF,
                opponents: score.opponents.clone(),
                games: 0,
                window: 0,
                samples: vec![sample],
            }),
        }
    }
    for run in &mut runs {
        // The last game is always among those drawn.
        run.games = run.samples.last().map_or(0, |sample| sample.game as usize);
        run.window = default_window(run.games);
    }
    Ok(runs)
}

fn interval(row: &ScoreRow) -> Option<Interval> {
    Some(Interval { estimate: row.score_mean?, low: row.score_low_95?, high: row.score_high_95? })
}
