//! Means and tallies over a moving window, and a selection of points to draw.

use std::ops::Range;

use crate::arena::Tally;

/// A window that is centred on one value of a sequence and cut off at the sequence's ends.
#[derive(Clone, Copy)]
struct Window {
    /// Values to either side of the centre.
    half: usize,
    /// Values in the whole sequence.
    length: usize,
}

impl Window {
    fn around(self, index: usize) -> Range<usize> {
        index.saturating_sub(self.half)..(index + self.half + 1).min(self.length)
    }
}

/// The moving mean of a sequence in which values may be missing. Building it takes O(n), each mean O(1).
pub(super) struct MovingMean {
    /// Sum and number of the values before each index, one more than there are values.
    before: Vec<(f64, usize)>,
    window: Window,
}

impl MovingMean {
    /// `window` values, an odd number.
    pub fn new(values: impl IntoIterator<Item = Option<f64>>, window: usize) -> MovingMean {
        let mut before = vec![(0.0, 0)];
        let (mut sum, mut count) = (0.0, 0);
        for value in values {
            if let Some(value) = value {
                sum += value;
                count += 1;
            }
            before.push((sum, count));
        }
        let window = Window { half: window / 2, length: before.len() - 1 };
        MovingMean { before, window }
    }

    /// The mean around `index`, `None` where every value in the window is missing.
    pub fn at(&self, index: usize) -> Option<f64> {
        let window = self.window.around(index);
        let (sum_before, count_before) = self.before[window.start];
        let (sum, count) = self.before[window.end];
        let count = count - count_before;
        (count > 0).then(|| (sum - sum_before) / count as f64)
    }
}

/// Wins, draws and losses in a moving window; games without points do not count. The cost is that of [`MovingMean`].
pub(super) struct MovingTally {
    /// What came before each index, one more than there are games.
    before: Vec<Tally>,
    window: Window,
}

impl MovingTally {
    /// `window` games, an odd number.
    pub fn new(points: impl IntoIterator<Item = Option<f64>>, window: usize) -> MovingTally {
        let mut tally = Tally::default();
        let mut before = vec![tally];
        for points in points {
            if let Some(points) = points {
                tally.add(points);
            }
            before.push(tally);
        }
        let window = Window { half: window / 2, length: before.len() - 1 };
        MovingTally { before, window }
    }

    /// The games around `index`.
    pub fn at(&self, index: usize) -> Tally {
        let window = self.window.around(index);
        let (before, after) = (self.before[window.start], self.before[window.end]);
        Tally {
            wins: after.wins - before.wins,
            draws: after.draws - before.draws,
            losses: after.losses - before.losses,
        }
    }
}

/// The window for a run of `games` games unless another is asked for: 5 % of the games, at least 7, always odd.
pub(super) fn default_window(games: usize) -> usize {
    games.div_ceil(20).max(7) | 1
}

/// At most `limit` (at least 2) of the indices `0..length`, ascending, spread evenly, first and last among them.
///
/// One index is taken from each of equally long bins, at a place that advances by the golden ratio: a fixed even stride
/// would show only the games with White where colours alternate.
pub(super) fn thin_out(length: usize, limit: usize) -> Vec<usize> {
    if length <= limit {
        return (0..length).collect();
    }
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let (bins, inner) = (limit - 2, length - 2);
    let between = (0..bins).map(|bin| {
        let (from, to) = (bin * inner / bins, (bin + 1) * inner / bins);
        let place = (bin as f64 * GOLDEN).fract();
        1 + from + ((to - from) as f64 * place) as usize
    });
    std::iter::once(0).chain(between).chain(std::iter::once(length - 1)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_window_is_5_percent_of_the_games_at_least_7_and_odd() {
        let windows = [0, 1, 106, 140, 141, 180, 5_000].map(default_window);
        assert_eq!(windows, [7, 7, 7, 7, 9, 9, 251]);
    }

    proptest! {
        #[test]
        fn the_moving_mean_is_the_mean_of_the_window(
            values in prop::collection::vec(prop::option::of(-9.0..9.0f64), 1..40),
            window in 1usize..50,
        ) {
            let means = MovingMean::new(values.iter().copied(), window);
            for index in 0..values.len() {
                let from = index.saturating_sub(window / 2);
                let to = (index + window / 2).min(values.len() - 1);
                let inside: Vec<f64> = values[from..=to].iter().copied().flatten().collect();
                match means.at(index) {
                    None => prop_assert!(inside.is_empty()),
                    Some(mean) => {
                        let expected = inside.iter().sum::<f64>() / inside.len() as f64;
                        prop_assert!((mean - expected).abs() < 1e-9);
                    }
                }
            }
        }

        #[test]
        fn the_moving_tally_is_the_tally_of_the_window(
            halves in prop::collection::vec(prop::option::of(0..=2u8), 1..40),
            window in 1usize..50,
        ) {
            let points: Vec<Option<f64>> =
                halves.iter().map(|halves| halves.map(|n| f64::from(n) / 2.0)).collect();
            let tallies = MovingTally::new(points.iter().copied(), window);
            for index in 0..points.len() {
                let from = index.saturating_sub(window / 2);
                let to = (index + window / 2).min(points.len() - 1);
                let mut expected = Tally::default();
                points[from..=to].iter().flatten().for_each(|points| expected.add(*points));
                prop_assert_eq!(tallies.at(index), expected);
            }
        }

        #[test]
        fn thinning_keeps_order_ends_and_limit(length in 0usize..5_000, limit in 2usize..900) {
            let indices = thin_out(length, limit);
            prop_assert_eq!(indices.len(), length.min(limit));
            prop_assert!(indices.is_sorted_by(|a, b| a < b));
            prop_assert_eq!(indices.first().copied(), (length > 0).then_some(0));
            prop_assert_eq!(indices.last().copied(), length.checked_sub(1));
        }
    }

    #[test]
    fn thinning_shows_both_colours_alike() {
        let odd = thin_out(200_000, 1_000).iter().filter(|index| *index % 2 == 1).count();
        assert!((450..550).contains(&odd), "{odd} of 1,000 games have one colour");
    }
}
