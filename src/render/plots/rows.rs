//! The numbers that charts show, for CSV: one row for each game drawn of each run.

use std::io;

use serde::Serialize;

use super::samples::{RunSamples, Sample};
use crate::arena::Interval;
use crate::render::table::{SixDecimals, write_csv};

/// The first columns of every table.
#[derive(Default, Serialize)]
struct GameKey<'a> {
    run: &'a str,
    game: u32,
}

#[derive(Default, Serialize)]
struct MaterialRow {
    captured_pawns: Option<SixDecimals>,
    captured_pawns_mean: Option<SixDecimals>,
}

#[derive(Default, Serialize)]
struct ScoreRow {
    games_in_window: u64,
    score_mean: Option<SixDecimals>,
    score_low_95: Option<SixDecimals>,
    score_high_95: Option<SixDecimals>,
    opponents: String,
}

#[derive(Default, Serialize)]
struct MemoryRow {
    graph_patterns: u32,
    material_patterns: u32,
    move_patterns: u32,
    created_mean: SixDecimals,
    forgotten_mean: SixDecimals,
}

#[derive(Default, Serialize)]
struct TdErrorRow {
    td_error: Option<SixDecimals>,
    td_error_mean: Option<SixDecimals>,
}

fn write<R: Serialize + Default>(
    out: &mut Vec<u8>,
    runs: &[RunSamples],
    row: impl Fn(&Sample) -> R,
) -> io::Result<()> {
    write_of_run(out, runs, |_, sample| row(sample))
}

fn write_of_run<R: Serialize + Default>(
    out: &mut Vec<u8>,
    runs: &[RunSamples],
    row: impl Fn(&RunSamples, &Sample) -> R,
) -> io::Result<()> {
    let row = &row;
    let rows = runs.iter().flat_map(|run| {
        run.samples
            .iter()
            .map(move |sample| (GameKey { run: &run.label, game: sample.game }, row(run, sample)))
    });
    write_csv(out, rows)
}

pub(super) fn material(out: &mut Vec<u8>, runs: &[RunSamples]) -> io::Result<()> {
    write(out, runs, |sample| MaterialRow {
        captured_pawns: sample.captured.map(SixDecimals),
        captured_pawns_mean: sample.captured_mean.map(SixDecimals),
    })
}

pub(super) fn score(out: &mut Vec<u8>, runs: &[RunSamples]) -> io::Result<()> {
    write_of_run(out, runs, |run, sample| {
        let opponents = run.opponents.clone();
        let none = ScoreRow { opponents: opponents.clone(), ..ScoreRow::default() };
        sample.score.as_ref().map_or(none, |score| {
            let Interval { estimate, low, high } = score.share;
            ScoreRow {
                games_in_window: score.games,
                score_mean: Some(SixDecimals(estimate)),
                score_low_95: Some(SixDecimals(low)),
                score_high_95: Some(SixDecimals(high)),
                opponents,
            }
        })
    })
}

pub(super) fn memory(out: &mut Vec<u8>, runs: &[RunSamples]) -> io::Result<()> {
    write(out, runs, |sample| MemoryRow {
        graph_patterns: sample.graph_patterns,
        material_patterns: sample.material_patterns,
        move_patterns: sample.move_patterns,
        created_mean: SixDecimals(sample.created),
        forgotten_mean: SixDecimals(sample.forgotten),
    })
}

pub(super) fn td_error(out: &mut Vec<u8>, runs: &[RunSamples]) -> io::Result<()> {
    write(out, runs, |sample| TdErrorRow {
        td_error: sample.td_error.map(SixDecimals),
        td_error_mean: sample.td_error_mean.map(SixDecimals),
    })
}
