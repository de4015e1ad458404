//! The patterns that count in a position, in the form in which steps need them.

use std::collections::BTreeMap;

use crate::memory::{Activations, MaterialAfterMoves, Row, WeightTables, parts};
use crate::units::FixedPointSum;

/// The patterns that count in a position. Each move pattern stands here once, whatever the number of moves in which it occurs:
/// what a step looks up in the memory is a third of that.
#[derive(Debug)]
pub(super) struct Occurring {
    /// Graph patterns, each as often as it counts.
    pub(super) graphs: Vec<Row>,
    /// Material patterns, each as often as it counts.
    pub(super) materials: Vec<Row>,
    /// How often each graph pattern counts, by row.
    pub(super) graph_counts: Vec<(Row, f64)>,
    /// How often each material pattern of the position itself counts, by row.
    material_counts: Vec<(Row, f64)>,
    /// The move patterns that occur, each once, by row.
    moves: Vec<Row>,
    /// For each move the places in `moves` of the patterns that occur in it.
    places: Vec<u32>,
    /// Where the places of each move end.
    ends: Vec<u32>,
    /// The material after moves.
    after_moves: MaterialAfterMoves,
}

impl Occurring {
    /// The log-odds of each move. The buffer is filled with those of each pattern.
    pub(super) fn move_sums<'a>(
        &'a self,
        weights: WeightTables<'_>,
        by_pattern: &'a mut Vec<f64>,
    ) -> impl Iterator<Item = f64> + 'a {
        by_pattern.clear();
        by_pattern.extend(self.moves.iter().map(|row| f64::from(weights.moves.log_odds(*row))));
        let after = self.after_moves.log_odds(weights.materials);
        self.by_move().zip(self.after_moves.of_moves()).map(move |(places, difference)| {
            let log_odds = places.iter().map(|place| by_pattern[*place as usize]);
            log_odds.collect::<FixedPointSum>().get() + after[difference]
        })
    }

    /// How much each move pattern counts, by row: the sum of the weights of the moves in which it occurs. None where moves
    /// do not count.
    pub(super) fn move_counts(&self, move_weights: &[f64]) -> Vec<(Row, f64)> {
        if move_weights.is_empty() {
            return Vec::new();
        }
        let mut counts: Vec<(Row, f64)> = self.moves.iter().map(|row| (*row, 0.0)).collect();
        for (places, weight) in self.by_move().zip(move_weights) {
            places.iter().for_each(|place| counts[*place as usize].1 += weight);
        }
        counts
    }

    /// How often each material pattern counts, by row: below 0 for what is so after moves, for the other side.
    pub(super) fn material_counts(&self, move_weights: &[f64]) -> Vec<(Row, f64)> {
        if move_weights.is_empty() {
            return self.material_counts.clone();
        }
        let differences: Vec<&[Row]> = self.after_moves.by_difference().collect();
        let mut weights = vec![0.0; differences.len()];
        for (difference, weight) in self.after_moves.of_moves().zip(move_weights) {
            weights[difference] += weight;
        }
        let mut counts = BTreeMap::new();
        for (rows, weight) in differences.into_iter().zip(weights) {
            rows.iter().for_each(|row| *counts.entry(*row).or_default() -= weight);
        }
        counts.into_iter().collect()
    }

    fn by_move(&self) -> impl Iterator<Item = &[u32]> {
        parts(&self.places, &self.ends)
    }
}

/// Makes [`Occurring`]. Keeps its buffer, which has a place for each row.
#[derive(Clone, Debug, Default)]
pub(super) struct Distinct {
    /// [`Distinct::NONE`] between two positions.
    places: Vec<u32>,
}

impl Distinct {
    const NONE: u32 = u32::MAX;

    /// The patterns that count in a position.
    pub(super) fn occurring(&mut self, active: Activations) -> Occurring {
        let Activations { graphs, materials, moves } = active;
        let (rows, ends, after_moves) = moves.into_parts();
        let distinct = self.distinct(&rows);
        for (place, row) in (0..).zip(&distinct) {
            self.places[row.index()] = place;
        }
        let places = rows.iter().map(|row| self.places[row.index()]).collect();
        self.clear(&distinct);
        Occurring {
            graph_counts: self.counts(&graphs),
            material_counts: self.counts(&materials),
            graphs,
            materials,
            moves: distinct,
            places,
            ends,
            after_moves,
        }
    }

    /// How often each row is there, the rows ascending.
    fn counts(&mut self, rows: &[Row]) -> Vec<(Row, f64)> {
        let distinct = self.distinct(rows);
        rows.iter().for_each(|row| self.places[row.index()] += 1);
        let counts = distinct.iter().map(|row| (*row, f64::from(self.places[row.index()])));
        let counts = counts.collect();
        self.clear(&distinct);
        counts
    }

    /// Each row once, ascending; their places are 0 afterwards.
    fn distinct(&mut self, rows: &[Row]) -> Vec<Row> {
        let mut distinct = Vec::new();
        for row in rows {
            if row.index() >= self.places.len() {
                self.places.resize(row.index() + 1, Distinct::NONE);
            }
            let place = &mut self.places[row.index()];
            if *place == Distinct::NONE {
                *place = 0;
                distinct.push(*row);
            }
        }
        distinct.sort_unstable();
        distinct
    }

    fn clear(&mut self, distinct: &[Row]) {
        distinct.iter().for_each(|row| self.places[row.index()] = Distinct::NONE);
    }
}
