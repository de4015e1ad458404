//! What lines of play come to.

use shakmaty::{Chess, Move, Position};

use crate::chess::{after_line, is_quiet};

/// The longest line that is told, in half-moves.
const TOLD: usize = 8;
/// The longest one that leaves something hanging.
const UNSETTLED: usize = 4;

/// The line ends in checkmate.
pub(super) fn mates(position: &Chess, line: &[Move]) -> bool {
    !line.is_empty() && after_line(position, line).is_checkmate()
}

/// Nothing is left hanging after the line.
pub(super) fn is_settled(position: &Chess, line: &[Move]) -> bool {
    is_quiet(&after_line(position, line))
}

/// As much of a line as is worth telling: to the mate, up to its last capture, check or promotion after which nothing is left
/// hanging, or its first move.
pub(super) fn told(position: &Chess, line: &[Move]) -> Vec<Move> {
    up_to_quiet(position, line).unwrap_or_else(|| line.iter().take(1).copied().collect())
}

/// The same of a bad move with the play after it. Where something is left hanging everywhere after it, up to the last capture, check or
/// promotion of the first few moves, at least the answer: that is what is wrong with the move.
pub(super) fn told_of_bad(position: &Chess, line: &[Move]) -> Vec<Move> {
    up_to_quiet(position, line).filter(|told| told.len() > 1).unwrap_or_else(|| {
        let first = &line[..line.len().min(UNSETTLED)];
        let last = forcing(position, first).last().map_or(0, |(place, _)| place + 1);
        first[..last.max(first.len().min(2))].to_vec()
    })
}

fn up_to_quiet(position: &Chess, line: &[Move]) -> Option<Vec<Move>> {
    if mates(position, line) {
        return Some(line.to_vec());
    }
    let first = &line[..line.len().min(TOLD)];
    let quiet = forcing(position, first).filter(|(_, after)| is_quiet(after));
    quiet.last().map(|(place, _)| first[..=place].to_vec())
}

/// The captures, checks and promotions of a line, by place, with the positions after them.
fn forcing(position: &Chess, line: &[Move]) -> impl Iterator<Item = (usize, Chess)> {
    let mut position = position.clone();
    line.iter().enumerate().filter_map(move |(place, m)| {
        position.play_unchecked(*m);
        let is_forcing = m.is_capture() || m.is_promotion() || position.is_check();
        is_forcing.then(|| (place, position.clone()))
    })
}
