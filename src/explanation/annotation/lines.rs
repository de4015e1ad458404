//! What lines of play come to.

use shakmaty::{Chess, Color, Move, Position};

use crate::chess::{MaterialVector, after_line, exchange_of_move};

/// The longest line that is told, in half-moves.
const TOLD: usize = 8;

/// What a side has won in pieces at the end of a line, minus what it has lost.
pub(super) fn material_won(position: &Chess, line: &[Move], side: Color) -> MaterialVector {
    let of_side = |position: &Chess| {
        let material = MaterialVector::of_board(position.board());
        side.fold_wb(material, material.flipped())
    };
    of_side(&after_line(position, line)) - of_side(position)
}

/// The line ends in checkmate.
pub(super) fn mates(position: &Chess, line: &[Move]) -> bool {
    !line.is_empty() && after_line(position, line).is_checkmate()
}

/// As much of a line as is worth telling: up to its last capture, check or promotion after which nothing is left hanging, or
/// its first move.
pub(super) fn told(position: &Chess, line: &[Move]) -> Vec<Move> {
    let mut position = position.clone();
    let mut length = line.len().min(1);
    for (place, m) in line.iter().enumerate().take(TOLD) {
        position.play_unchecked(*m);
        let is_forcing = m.is_capture() || m.is_promotion() || position.is_check();
        if is_forcing && is_quiet(&position) {
            length = place + 1;
        }
    }
    line[..length].to_vec()
}

/// No check, or mate; and no capture that wins anything.
fn is_quiet(position: &Chess) -> bool {
    let wins = |m: &Move| exchange_of_move(position.board(), position.turn(), *m) > 0;
    position.is_checkmate() || !position.is_check() && !position.capture_moves().iter().any(wins)
}
