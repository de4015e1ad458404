//! From weights to pawns.

use std::collections::BTreeMap;

use shakmaty::{Board, Color, Role};

use crate::chess::piece_value;
use crate::memory::Memory;

/// Knots of the calibration closer than this in log-odds are merged.
const MIN_KNOT_DISTANCE: f64 = 0.15;

/// From weights to pawns, by what the memory learned of material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Log-odds and pawns, both rising, from 0 on.
    knots: Vec<(f64, f64)>,
}

impl Calibration {
    /// For a memory whose weights add up. A pawn is worth what all patterns together make of its loss, since each of
    /// them holds a part of it: the log-odds of the initial position with one piece of either side taken off, against
    /// those of the full board. `log_odds` values a board for White, who is to move.
    ///
    /// Log-odds add up as pawns do, so one scale serves for all of them, fitted to all pieces at once: what a single pawn
    /// of the initial position means to a memory may be next to nothing.
    #[must_use]
    pub fn by_loss(mut log_odds: impl FnMut(&Board) -> f64) -> Calibration {
        let full = Board::default();
        let zero = log_odds(&full);
        let (mut explained, mut squares, mut most) = (0.0, 0.0, 0.0_f64);
        for (square, piece) in full.iter().filter(|(_, piece)| piece.role != Role::King) {
            let mut board = full.clone();
            board.discard_piece_at(square);
            let sign = if piece.color == Color::Black { 1.0 } else { -1.0 };
            let pawns = f64::from(piece_value(piece.role));
            explained += pawns * sign * (log_odds(&board) - zero);
            squares += pawns * pawns;
            most = most.max(pawns);
        }
        let log_odds_a_pawn = explained / squares;
        let knots = (log_odds_a_pawn > 0.0).then_some((log_odds_a_pawn * most, most));
        Calibration { knots: knots.into_iter().collect() }
    }

    /// For a memory whose weights are averaged.
    ///
    /// Averages the log-odds of the material patterns of each traditional value, both signs together, weighted by
    /// updates; makes them rise with the value; joins knots that are too close.
    #[must_use]
    pub fn new(memory: &Memory) -> Calibration {
        let even = memory
            .materials
            .ids()
            .find(|id| memory.materials.get(*id).is_some_and(|p| p.0.is_even()));
        let zero = even.map_or(0.0, |id| f64::from(memory.materials.log_odds(id)));
        let mut sums: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        for id in memory.materials.ids() {
            let Some(pattern) = memory.materials.get(id) else { continue };
            let value = pattern.0.traditional();
            let updates = f64::from(memory.materials.statistics(id).updates);
            if value == 0 || updates == 0.0 {
                continue;
            }
            let odds =
                (f64::from(memory.materials.log_odds(id)) - zero) * f64::from(value.signum());
            let sum = sums.entry(value.abs()).or_default();
            sum.0 += odds * updates;
            sum.1 += updates;
        }
        Calibration::from_points(
            sums.into_iter().map(|(value, (sum, n))| (sum / n, f64::from(value), n)),
        )
    }

    /// From (log-odds, pawns, weight) in rising order of pawns.
    fn from_points(points: impl Iterator<Item = (f64, f64, f64)>) -> Calibration {
        // Pool adjacent violators: a block holds mean log-odds, weight, and its smallest value in pawns.
        let mut blocks: Vec<(f64, f64, f64)> = Vec::new();
        for (odds, pawns, n) in points {
            blocks.push((odds, n, pawns));
            while let [.., (a, na, pa), (b, nb, _)] = blocks.as_slice()
                && *b < *a + MIN_KNOT_DISTANCE
            {
                let joined = ((a * na + b * nb) / (na + nb), na + nb, *pa);
                blocks.truncate(blocks.len() - 2);
                blocks.push(joined);
            }
        }
        let knots = blocks.into_iter().filter(|(odds, ..)| *odds > 0.0);
        Calibration { knots: knots.map(|(odds, _, pawns)| (odds, pawns)).collect() }
    }

    /// The largest number of pawns that it tells apart.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.knots.last().map_or(0.0, |knot| knot.1)
    }

    /// Pawns for log-odds, straight between the knots and level beyond the last one; 0 without knots.
    #[must_use]
    pub fn pawns(&self, log_odds: f64) -> f64 {
        let x = log_odds.abs();
        let mut last = (0.0, 0.0);
        for knot in &self.knots {
            if x < knot.0 {
                let share = (x - last.0) / (knot.0 - last.0);
                return log_odds.signum() * (last.1 + share * (knot.1 - last.1));
            }
            last = *knot;
        }
        log_odds.signum() * last.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_table_gives_pawns_that_rise_with_the_weight() {
        let points = [(1.03, 1.0, 1.0), (1.31, 2.0, 1.0), (2.29, 3.0, 1.0), (2.30, 5.0, 1.0)];
        let calibration = Calibration::from_points(points.into_iter());
        assert_eq!(calibration.knots.len(), 3);
        let one = calibration.pawns(1.03);
        assert!((0.8..=1.3).contains(&one), "{one}");
        let mut last = 0.0;
        for step in 0..100 {
            let pawns = calibration.pawns(f64::from(step) / 20.0);
            assert!(pawns >= last);
            assert!((pawns + calibration.pawns(-f64::from(step) / 20.0)).abs() < 1e-12);
            last = pawns;
        }
        assert!((last - 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_pawn_is_worth_what_its_loss_costs() {
        // A memory that counts material at a tenth of log-odds a pawn, and something for the move.
        let log_odds = |board: &Board| {
            let side = |side| f64::from(crate::chess::traditional_total(board, side));
            0.2 + (side(Color::White) - side(Color::Black)) / 10.0
        };
        let calibration = Calibration::by_loss(log_odds);
        for pawns in [0.5, 1.0, 2.0, 5.0, 9.0] {
            let pawns_again = calibration.pawns(pawns / 10.0);
            assert!((pawns_again - pawns).abs() < 1e-9, "{pawns} {pawns_again}");
        }
        assert!((calibration.limit() - 9.0).abs() < 1e-9);
    }
}
