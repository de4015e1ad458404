//! What lines of play come to.

use shakmaty::{Chess, Move, Position};

use crate::chess::{after_line, is_quiet};

/// The longest line that is told, in half-moves.
const TOLD: usize = 8;

/// The line ends in checkmate.
pub(super) fn mates(position: &Chess, line: &[Move]) -> bool {
    !line.is_empty() && after_line(position, line).is_checkmate()
}

/// Nothing is left hanging after the line.
pub(super) fn is_settled(position: &Chess, line: &[Move]) -> bool {
    is_quiet(&after_line(position, line))
}

/// As much of a line as is worth telling: to the mate, up to its last capture, check or promotion after which nothing is left
/// hanging, or its first moves, `least` of them.
pub(super) fn told(position: &Chess, line: &[Move], least: usize) -> Vec<Move> {
    if mates(position, line) {
        return line.to_vec();
    }
    let mut position = position.clone();
    let mut length = line.len().min(least);
    for (place, m) in line.iter().enumerate().take(TOLD) {
        position.play_unchecked(*m);
        let is_forcing = m.is_capture() || m.is_promotion() || position.is_check();
        if is_forcing && is_quiet(&position) {
            length = length.max(place + 1);
        }
    }
    line[..length].to_vec()
}
