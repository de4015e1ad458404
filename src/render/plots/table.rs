//! Comma-separated values (RFC 4180): what a picture shows, for other programs.

use std::fmt::Write;

use super::samples::{RunSamples, Sample};
use crate::arena::Interval;

/// A table as CSV: a line of column names, then the rows.
pub(super) fn csv(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = columns.join(",") + "\n";
    for row in rows {
        text += &row.join(",");
        text.push('\n');
    }
    text
}

/// A text as a field: in quotes where it has to be.
pub(super) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A number with at most six decimals.
pub(super) fn number(value: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail. Adding zero turns −0 into 0.
    let _ = write!(text, "{}", (value * 1e6).round() / 1e6 + 0.0);
    text
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, number)
}

/// One row per run and game drawn.
fn of_samples(
    runs: &[RunSamples],
    columns: &[&str],
    values: impl Fn(&Sample) -> Vec<String>,
) -> String {
    let rows = runs.iter().flat_map(|run| {
        run.samples.iter().map(|sample| {
            let mut row = vec![field(&run.label), sample.game.to_string()];
            row.extend(values(sample));
            row
        })
    });
    csv(&[&["run", "game"], columns].concat(), rows)
}

pub(super) fn material(runs: &[RunSamples]) -> String {
    of_samples(runs, &["captured_pawns", "captured_pawns_mean"], |sample| {
        vec![optional(sample.captured), optional(sample.captured_mean)]
    })
}

pub(super) fn score(runs: &[RunSamples]) -> String {
    let columns = ["games_in_window", "score_mean", "score_low_95", "score_high_95"];
    of_samples(runs, &columns, |sample| match &sample.score {
        None => vec!["0".to_owned(), String::new(), String::new(), String::new()],
        Some(score) => {
            let Interval { estimate, low, high } = score.share;
            let [mean, low, high] = [estimate, low, high].map(number);
            vec![score.games.to_string(), mean, low, high]
        }
    })
}

pub(super) fn memory(runs: &[RunSamples]) -> String {
    let columns =
        ["graph_patterns", "material_patterns", "move_patterns", "created_mean", "forgotten_mean"];
    of_samples(runs, &columns, |sample| {
        vec![
            sample.graph_patterns.to_string(),
            sample.material_patterns.to_string(),
            sample.move_patterns.to_string(),
            number(sample.created),
            number(sample.forgotten),
        ]
    })
}

pub(super) fn td_error(runs: &[RunSamples]) -> String {
    of_samples(runs, &["td_error", "td_error_mean"], |sample| {
        vec![optional(sample.td_error), optional(sample.td_error_mean)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_only_where_they_must_be() {
        assert_eq!(field("β = 4.5"), "β = 4.5");
        assert_eq!(field("a,b"), "\"a,b\"");
        assert_eq!(field("the \"old\" one"), "\"the \"\"old\"\" one\"");
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.0, -1e-9, 12.0, 1.0 / 3.0, -2.5].map(number);
        assert_eq!(texts, ["0", "0", "0", "12", "0.333333", "-2.5"]);
    }
}
