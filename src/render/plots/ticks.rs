//! Axes: their range, and round numbers along them.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::render::numbers::{grouped, grouped_digits};

/// One axis of a panel.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// First and last coordinate, in ascending order.
    pub range: (f64, f64),
    /// Coordinates with their labels.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis over `low..=high` with round numbers, about `wanted` of them, at least `min_step` apart.
    pub fn linear(label: &str, (low, high): (f64, f64), wanted: usize, min_step: f64) -> Axis {
        let step = round_step((high - low) / wanted as f64).max(min_step);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|k| k as f64 * step).map(|at| (at, decimal(at, step)));
        Axis { label: label.to_owned(), range: (low, high), ticks: ticks.collect() }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, coordinate: &f64, (from, to): (i32, i32)) -> i32 {
        let (low, high) = self.range;
        let share = (coordinate - low) / (high - low);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(at, _)| *at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.0..self.range.1
    }
}

impl ValueFormatter<f64> for Axis {
    /// The label of the tick nearest to `coordinate`.
    fn format_ext(&self, coordinate: &f64) -> String {
        self.ticks
            .iter()
            .min_by(|a, b| (a.0 - coordinate).abs().total_cmp(&(b.0 - coordinate).abs()))
            .map_or_else(String::new, |(_, text)| text.clone())
    }
}

/// `step` rounded up to 1, 2 or 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(step).floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= step * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

/// `value` with as many decimals as `step` needs, a real minus sign, and commas between thousands.
fn decimal(value: f64, step: f64) -> String {
    let decimals = (-(libm::log10(step) + 1e-9).floor()).max(0.0) as usize;
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let grouped = grouped_digits(whole);
    let sign = if value < -step / 2.0 { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

/// `1 game`, `2,000 games`.
pub(super) fn games(count: usize) -> String {
    format!("{} game{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        assert_eq!(
            texts(&Axis::linear("", (0.0, 107.0), 6, 1.0)),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(texts(&Axis::linear("", (0.0, 2.0), 6, 1.0)), ["0", "1", "2"]);
        assert_eq!(texts(&Axis::linear("", (0.0, 0.3), 4, 0.0)), ["0.0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(&Axis::linear("", (-5.0, 6.0), 3, 0.0)), ["−5", "0", "5"]);
        assert_eq!(
            texts(&Axis::linear("", (0.0, 202_000.0), 5, 1.0)),
            ["0", "50,000", "100,000", "150,000", "200,000"]
        );
    }

    proptest! {
        #[test]
        fn there_are_enough_ticks_but_not_too_many(high in 1e-6..1e9f64, wanted in 3usize..9) {
            let axis = Axis::linear("", (0.0, high), wanted, 0.0);
            prop_assert!((2..=wanted + 1).contains(&axis.ticks.len()), "{:?}", axis.ticks);
            prop_assert!(axis.ticks.iter().all(|(at, _)| (0.0..=high * 1.000_001).contains(at)));
        }
    }
}
