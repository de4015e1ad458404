//! A small neural network that says what a position is worth, of the kind that chess programs use ("efficiently updatable": Nasu
//! 2018).
//!
//! Each side sees the board from its own end, mirrored so that its king stands on the files e to h. What it sees, an input for each
//! piece of either side on each square, goes through one layer of [`HIDDEN`] units, the same for both sides. Their sums, those of the
//! side to move first, are clamped to `[0, 1]`, squared, and weighted by a second layer; the number of pieces decides by which of
//! [`STAGES`]. The output is in units of [`CENTIPAWNS`] for the side to move.
//!
//! The weights were fitted to values of Stockfish 15.1 by the benchmark `network`, which makes them anew (training/HISTORY.md,
//! 2026-11-30).

use std::array;
use std::sync::LazyLock;

use shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

use crate::chess::seen_by;

/// Pieces of either side, by role and square.
pub const INPUTS: usize = 2 * 6 * 64;
/// Units of the first layer, for each side.
pub const HIDDEN: usize = 128;
/// Second layers.
pub const STAGES: usize = 8;
/// Of an output of 1.
pub const CENTIPAWNS: f32 = 300.0;
/// What stands for 1 in the first layer.
pub const ONE: i16 = 255;
/// What stands for 1 in the second layer, whose weights are between −127 and 127: times [`ONE`] they fit 16 bits.
pub const ONE_BEHIND: i16 = 64;

/// Each two bytes, the lower one first, in the order of the fields of [`Network`].
static WEIGHTS: &[u8; 2 * ((INPUTS + 1 + 2 * STAGES) * HIDDEN + STAGES)] =
    include_bytes!("network.bin");

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::from_bytes(WEIGHTS));

/// The inputs that are 1 as a side sees a board.
pub fn inputs(board: &Board, side: Color) -> impl Iterator<Item = usize> {
    let is_mirrored = is_mirrored(board, side);
    board
        .iter()
        .map(move |(square, piece)| input(square, piece.role, piece.color, side, is_mirrored))
}

/// Which of the second layers weights a board.
#[must_use]
pub fn stage(board: &Board) -> usize {
    (board.occupied().count() - 1) * STAGES / 32
}

fn input(square: Square, role: Role, color: Color, side: Color, is_mirrored: bool) -> usize {
    let square = seen_by(side, square);
    let square = if is_mirrored { square.flip_horizontal() } else { square };
    let kind = role as usize - 1 + if color == side { 0 } else { 6 };
    64 * kind + usize::from(square)
}

/// Whether the king of a side stands on the files a to d.
fn is_mirrored(board: &Board, side: Color) -> bool {
    board.king_of(side).is_some_and(|king| (king.file() as usize) < 4)
}

type Units = [i16; HIDDEN];

struct Network {
    /// By input.
    pieces: Vec<Units>,
    /// Of a board without pieces.
    empty: Units,
    /// By stage, for the side to move and the other one.
    output: Vec<[Units; 2]>,
    /// By stage.
    constant: Vec<i16>,
}

impl Network {
    fn from_bytes(bytes: &[u8]) -> Network {
        let mut weights = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        // There are enough of them.
        let mut units = || array::from_fn(|_| weights.next().unwrap_or_default());
        Network {
            pieces: (0..INPUTS).map(|_| units()).collect(),
            empty: units(),
            output: (0..STAGES).map(|_| [units(), units()]).collect(),
            constant: weights.collect(),
        }
    }

    /// In centipawns, from the sums of the units.
    fn output(&self, stage: usize, sides: [&Units; 2]) -> i32 {
        let mut sum = 0;
        for (units, weights) in sides.into_iter().zip(&self.output[stage]) {
            for (&unit, &weight) in units.iter().zip(weights) {
                let unit = unit.clamp(0, ONE);
                sum += i32::from(unit * weight) * i32::from(unit);
            }
        }
        let output = (sum / i32::from(ONE) + i32::from(self.constant[stage])) as f32;
        (output * CENTIPAWNS / f32::from(ONE) / f32::from(ONE_BEHIND)) as i32
    }
}

/// What a side sees, and the sums of the units: kept, since the next position differs from it in few pieces.
#[derive(Clone, Debug)]
struct View {
    /// By color and role.
    pieces: ByColor<[Bitboard; 6]>,
    sums: Units,
}

impl View {
    fn new() -> View {
        View { pieces: ByColor::default(), sums: NETWORK.empty }
    }

    fn update(&mut self, board: &Board, side: Color, is_mirrored: bool) {
        let network = &*NETWORK;
        for color in Color::ALL {
            for role in Role::ALL {
                let now = board.by_role(role) & board.by_color(color);
                let before = &mut self.pieces[color][role as usize - 1];
                let weights =
                    |square| &network.pieces[input(square, role, color, side, is_mirrored)];
                for square in now & !*before {
                    change(&mut self.sums, weights(square), |sum, weight| sum + weight);
                }
                for square in *before & !now {
                    change(&mut self.sums, weights(square), |sum, weight| sum - weight);
                }
                *before = now;
            }
        }
    }
}

fn change(sums: &mut Units, weights: &Units, change: impl Fn(i16, i16) -> i16) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = change(*sum, weight);
    }
}

/// What both sides saw last.
#[derive(Clone, Debug)]
pub(super) struct Views {
    /// By color, and by whether it was mirrored.
    sides: ByColor<[View; 2]>,
}

impl Views {
    pub(super) fn new() -> Views {
        Views { sides: ByColor::new_with(|_| [View::new(), View::new()]) }
    }

    /// What a board is worth to the side to move, in centipawns.
    pub(super) fn value(&mut self, board: &Board, turn: Color) -> i32 {
        let is_mirrored = ByColor::new_with(|side| is_mirrored(board, side));
        for side in Color::ALL {
            let mirrored = is_mirrored[side];
            self.sides[side][usize::from(mirrored)].update(board, side, mirrored);
        }
        let sums = |side: Color| &self.sides[side][usize::from(is_mirrored[side])].sums;
        NETWORK.output(stage(board), [sums(turn), sums(!turn)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_too_much_for_sixteen_bits() {
        let greatest = |units: &[i16]| {
            units.iter().map(|unit| u32::from(unit.unsigned_abs())).max().unwrap_or_default()
        };
        let of_piece = greatest(NETWORK.pieces.as_flattened());
        assert!(of_piece > 0 && 32 * of_piece + greatest(&NETWORK.empty) <= i16::MAX as u32);
        let behind = greatest(NETWORK.output.as_flattened().as_flattened());
        assert!(behind * u32::from(ONE.unsigned_abs()) <= i16::MAX as u32);
    }

    #[test]
    fn no_position_is_worth_a_mate() {
        for (stage, weights) in NETWORK.output.iter().enumerate() {
            for sign in [1, -1] {
                let best = |weight: i16| if sign * weight > 0 { ONE } else { 0 };
                let [own, theirs] = weights.map(|side| side.map(best));
                let value = NETWORK.output(stage, [&own, &theirs]);
                assert!(value.abs() < super::super::MATE_BOUND, "{stage}: {value}");
            }
        }
    }
}
