//! Up to where a line shows what it wins.

use shakmaty::{Chess, Move, Position};

use crate::chess::positional_search::PositionalSearch;
use crate::chess::{after_line, is_quiet, material_balance};

/// So many half-moves of a line count, and the captures that go on after it.
const FOLLOWED: usize = 8;
/// No line that shows a gain is longer, in half-moves.
const MAX_TOLD: usize = 12;
/// Captures that go on after a line are followed so many times.
const MAX_EXTENSIONS: usize = 3;
/// Positions that are searched for that each time.
const NODES: u32 = 5_000;

/// Moves of a line up to its last capture or promotion; without any the first.
#[must_use]
pub fn decisive_length(line: &[Move]) -> usize {
    let counts = |m: &Move| m.is_capture() || m.promotion().is_some();
    line.iter().rposition(counts).map_or(line.len().min(1), |last| last + 1)
}

/// The beginning of a line, or the line and captures after it, at whose end White has won the gain for good, or what the line wins
/// of it, at least half; Black for a negative one. `None`: it wins less, the winner is mated, or it takes too long.
///
/// Won for good: whenever no exchange is under way from then on, it is there.
pub(super) fn won_for_good(position: &Chess, line: &[Move], gain: i32) -> Option<Vec<Move>> {
    let mut line = until_quiet(position, &line[..line.len().min(FOLLOWED)]);
    let mut reached = position.clone();
    let own = |position: &Chess| gain.signum() * material_balance(position);
    let won_after = |m: &Move| {
        reached.play_unchecked(*m);
        own(&reached) - own(position)
    };
    let won: Vec<i32> = line.iter().map(won_after).collect();
    let kept = won.last().copied()?.min(gain.abs());
    let is_winner_mated = reached.is_checkmate() && reached.turn().is_white() == (gain > 0);
    if 2 * kept < gain.abs() || is_winner_mated {
        return None;
    }
    // In the middle of an exchange nothing is settled.
    let is_settled = |length: &usize| !line.get(*length).is_some_and(|m| m.is_capture());
    let keeps = |length: &usize| won[length - 1] >= kept;
    let is_for_good = |length: &usize| (*length..=line.len()).filter(is_settled).all(|l| keeps(&l));
    let length = (1..=line.len()).filter(is_settled).find(is_for_good)?;
    line.truncate(length);
    (length <= MAX_TOLD).then_some(line)
}

/// A line up to its last capture, and best play from there to where nothing is left hanging.
fn until_quiet(position: &Chess, line: &[Move]) -> Vec<Move> {
    let mut line = line[..decisive_length(line)].to_vec();
    for _ in 0..MAX_EXTENSIONS {
        let reached = after_line(position, &line);
        if reached.is_game_over() || is_quiet(&reached) {
            break;
        }
        let next = PositionalSearch::for_one_position(NODES).best(&reached, NODES).line;
        line.extend(&next[..decisive_length(&next)]);
    }
    line
}
