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
        let [own, theirs] = &self.output[stage];
        let sum = weighted(sides[0], own) + weighted(sides[1], theirs);
        let output = (sum / i32::from(ONE) + i32::from(self.constant[stage])) as f32;
        (output * CENTIPAWNS / f32::from(ONE) / f32::from(ONE_BEHIND)) as i32
    }
}

/// The sum of the clamped and squared units by their weights.
fn weighted(units: &Units, weights: &Units) -> i32 {
    let mut sum = 0;
    for at in 0..HIDDEN {
        let unit = units[at].clamp(0, ONE);
        sum += i32::from(unit * weights[at]) * i32::from(unit);
    }
    sum
}

/// A board, and the sums of the units for what each side sees of it.
#[derive(Clone, Debug)]
struct View {
    board: Board,
    is_mirrored: ByColor<bool>,
    sums: ByColor<Units>,
}

/// The positions from the root of a search to the one being searched, by ply: the sums of each follow from those of the one before,
/// since few pieces have moved. Before the root stands an empty board.
#[derive(Clone, Debug)]
pub(super) struct Views(Vec<View>);

impl Views {
    /// For positions less than so many plies from the root.
    pub(super) fn new(plies: usize) -> Views {
        let empty = View {
            board: Board::empty(),
            is_mirrored: ByColor::default(),
            sums: ByColor::new_with(|_| NETWORK.empty),
        };
        Views(vec![empty; plies + 1])
    }

    /// What a board is worth to the side to move, in centipawns; `ply` is its distance from the root. Any board may have been there
    /// and a ply before, but those of a search cost least.
    pub(super) fn value(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let (earlier, later) = self.0.split_at_mut(ply + 1);
        let (empty, before, view) = (&earlier[0], &earlier[ply], &mut later[0]);
        for side in Color::ALL {
            let is_mirrored = is_mirrored(board, side);
            let from = if is_mirrored == before.is_mirrored[side] { before } else { empty };
            view.sums[side] = from.sums[side];
            update(&mut view.sums[side], &from.board, board, side, is_mirrored);
            view.is_mirrored[side] = is_mirrored;
        }
        view.board.clone_from(board);
        NETWORK.output(stage(board), [&view.sums[turn], &view.sums[!turn]])
    }
}

/// The squares on which boards differ.
fn difference(one: &Board, other: &Board) -> Bitboard {
    let mut squares = one.white() ^ other.white() | one.black() ^ other.black();
    for role in Role::ALL {
        squares |= one.by_role(role) ^ other.by_role(role);
    }
    squares
}

/// Turns the sums of a board into those of the next one.
fn update(sums: &mut Units, before: &Board, board: &Board, side: Color, is_mirrored: bool) {
    let row = |board: &Board, square| {
        let piece = board.piece_at(square)?;
        Some(&NETWORK.pieces[input(square, piece.role, piece.color, side, is_mirrored)])
    };
    let differing = difference(before, board);
    let (mut gone, mut new) = (differing & before.occupied(), differing & board.occupied());
    // Two at once save a pass.
    loop {
        let old = gone.pop_front().and_then(|square| row(before, square));
        let new = new.pop_front().and_then(|square| row(board, square));
        match (old, new) {
            (Some(old), Some(new)) => change(sums, |unit, at| unit + new[at] - old[at]),
            (Some(old), None) => change(sums, |unit, at| unit - old[at]),
            (None, Some(new)) => change(sums, |unit, at| unit + new[at]),
            (None, None) => return,
        }
    }
}

/// Changes each of the sums, by its place.
fn change(sums: &mut Units, changed: impl Fn(i16, usize) -> i16) {
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum = changed(*sum, at);
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
