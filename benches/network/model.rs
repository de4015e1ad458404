//! The network with weights that are not rounded, and how its output changes with them.

use std::array;

use morph::chess::positional_search::network::{
    HIDDEN, INPUTS, ONE, ONE_BEHIND, STAGES, inputs, stage,
};
use rand::{Rng, RngExt};
use shakmaty::{Chess, Color, Position};

const EMPTY: usize = INPUTS * HIDDEN;
const OUTPUT: usize = EMPTY + HIDDEN;
const CONSTANT: usize = OUTPUT + STAGES * 2 * HIDDEN;
/// All weights, in the order of the network's file.
pub const WEIGHTS: usize = CONSTANT + STAGES;

/// Most pieces that a position has.
const MAX_PIECES: usize = 32;

/// A position as the network sees it.
pub struct Example {
    /// Of the side to move and the other one.
    inputs: [[u16; MAX_PIECES]; 2],
    pieces: usize,
    stage: usize,
    /// What the engine says, in centipawns for the side to move.
    pub centipawns: f32,
}

impl Example {
    pub fn new(position: &Chess, centipawns: f32) -> Example {
        let board = position.board();
        let side = |side: Color| {
            let mut all = inputs(board, side);
            array::from_fn(|_| all.next().unwrap_or_default() as u16)
        };
        Example {
            inputs: [side(position.turn()), side(!position.turn())],
            pieces: board.occupied().count(),
            stage: stage(board),
            centipawns,
        }
    }

    fn inputs(&self, side: usize) -> impl Iterator<Item = usize> {
        self.inputs[side][..self.pieces].iter().map(|input| usize::from(*input))
    }

    fn output(&self, side: usize) -> usize {
        OUTPUT + (2 * self.stage + side) * HIDDEN
    }
}

/// The units of both sides.
type Sums = [[f32; HIDDEN]; 2];

fn unit(weights: &[f32], at: usize) -> &[f32; HIDDEN] {
    weights[at..].first_chunk().unwrap()
}

fn unit_mut(weights: &mut [f32], at: usize) -> &mut [f32; HIDDEN] {
    weights[at..].first_chunk_mut().unwrap()
}

/// Weights to begin with.
pub fn random_weights(rng: &mut impl Rng) -> Vec<f32> {
    let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| rng.random_range(-0.15..0.15)).collect();
    weights[EMPTY..OUTPUT].fill(0.2);
    weights[CONSTANT..].fill(0.0);
    weights
}

/// The output for an example, and the units that it comes from.
pub fn output(weights: &[f32], example: &Example) -> (f32, Sums) {
    let mut sums = [*unit(weights, EMPTY); 2];
    let mut output = weights[CONSTANT + example.stage];
    for (side, sums) in sums.iter_mut().enumerate() {
        for input in example.inputs(side) {
            let weights = unit(weights, input * HIDDEN);
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        for (sum, weight) in sums.iter().zip(unit(weights, example.output(side))) {
            output += sum.clamp(0.0, 1.0).powi(2) * weight;
        }
    }
    (output, sums)
}

/// Adds to the gradient what a gradient of the output means for the weights.
pub fn add_gradient(
    gradient: &mut [f32],
    weights: &[f32],
    example: &Example,
    sums: &Sums,
    of_output: f32,
) {
    gradient[CONSTANT + example.stage] += of_output;
    for (side, sums) in sums.iter().enumerate() {
        let behind = unit(weights, example.output(side));
        let mut of_units = [0.0; HIDDEN];
        for ((of_unit, sum), weight) in of_units.iter_mut().zip(sums).zip(behind) {
            let is_open = *sum > 0.0 && *sum < 1.0;
            *of_unit = if is_open { of_output * weight * 2.0 * sum } else { 0.0 };
        }
        for (of_weight, sum) in unit_mut(gradient, example.output(side)).iter_mut().zip(sums) {
            *of_weight += of_output * sum.clamp(0.0, 1.0).powi(2);
        }
        for place in example.inputs(side).map(|input| input * HIDDEN).chain([EMPTY]) {
            unit_mut(gradient, place)
                .iter_mut()
                .zip(&of_units)
                .for_each(|(sum, of_unit)| *sum += of_unit);
        }
    }
}

/// Keeps the weights within what the file can hold, and the sums of 32 pieces within 16 bits.
pub fn limit(weights: &mut [f32]) {
    let [units, behind] =
        [f32::from(i16::MAX) / f32::from(ONE) / 34.0, 127.0 / f32::from(ONE_BEHIND)];
    for (place, weight) in weights.iter_mut().enumerate() {
        let greatest = if place < OUTPUT { units } else { behind };
        *weight = weight.clamp(-greatest, greatest);
    }
}

/// As the network's file has them.
pub fn to_bytes(weights: &[f32]) -> Vec<u8> {
    let (one, one_behind) = (f32::from(ONE), f32::from(ONE_BEHIND));
    let scaled = |(place, weight): (usize, &f32)| match place {
        _ if place < OUTPUT => weight * one,
        _ if place < CONSTANT => weight * one_behind,
        _ => weight * one * one_behind,
    };
    let rounded = weights.iter().enumerate().map(scaled).map(|weight| weight.round() as i16);
    rounded.flat_map(i16::to_le_bytes).collect()
}
