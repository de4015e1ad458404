//! Titles that say the result, made from the data.

use super::samples::{RunSamples, Score};
use super::ticks::games;
use crate::render::numbers::grouped;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// How the score of a run rose, or where several runs ended.
pub(super) fn of_runs(runs: &[RunSamples]) -> String {
    let [run] = runs else {
        let ends = runs.iter().filter_map(|run| {
            let last = scores(run).last()?;
            Some(format!("{} {}", run.label, percent(last.share.estimate)))
        });
        let ends: Vec<String> = ends.collect();
        return if ends.is_empty() {
            "Learning curves".to_owned()
        } else {
            format!("At the end: {}", ends.join(", "))
        };
    };
    let length = games(run.games);
    if run.self_play {
        let last = run.samples.last();
        let patterns = last.map_or(0, |s| s.graph_patterns + s.material_patterns + s.move_patterns);
        return format!("{} patterns from {length} against itself", grouped(patterns as u64));
    }
    let against = if run.opponents.is_empty() {
        "of the points".to_owned()
    } else {
        let comma = if run.opponents.contains(',') { "," } else { "" };
        format!("against {}{comma}", run.opponents)
    };
    let (Some(first), Some(last)) = (scores(run).next(), scores(run).last()) else {
        return format!("{} – {length}", run.label);
    };
    let [from, to] = [first, last].map(|score| percent(score.share.estimate));
    let rose = last.share.low > first.share.high;
    let fell = last.share.high < first.share.low;
    if rose || fell {
        format!("From {from} to {to} {against} in {length}")
    } else {
        format!("{to} {against} after {length}: no significant change")
    }
}

fn scores(run: &RunSamples) -> impl Iterator<Item = &Score> {
    run.samples.iter().filter_map(|sample| sample.score.as_ref())
}
