//! A small search for material: what a move wins or loses when both sides play on for a few plies.
//!
//! Alpha-beta with iterative deepening; behind the last ply captures go on until the position is quiet. The number of
//! nodes is bounded, so that a position takes no longer than it may.

use shakmaty::{Chess, Move, MoveList, Position, Role};

use crate::board::man_value;
use crate::board::traditional_total;

/// Pawns that checkmate counts as.
pub const MATE: i32 = 900;

/// More than any value.
const INFINITE: i32 = 10_000;

/// Where the search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies before captures only, at least 1.
    pub depth: u32,
    /// Positions looked at; the search falls back to the last depth it finished. The first depth is always finished.
    pub nodes: u32,
}

impl Limits {
    /// For a plan: a student relies on it.
    pub const PLAN: Limits = Limits { depth: 5, nodes: 25_000 };
    /// For every move of a game.
    pub const GAME: Limits = Limits { depth: 5, nodes: 12_000 };
}

/// What a legal move loses in material against the best move, in pawns, at least 0: the lesser of what the last two
/// depths say, since who has the last word at the end of the search gains by it.
#[must_use]
pub fn loss(position: &Chess, m: Move, limits: Limits) -> i32 {
    let mut lost = [0; 2];
    Search::new(limits).deepen(|search, depth| {
        let after = search.after(position, m, depth, -INFINITE, INFINITE)?;
        // Only what beats the move is of interest.
        let best = search.best(position, depth, after, INFINITE)?;
        lost = [lost[1], (best - after).max(0)];
        Some(lost[1])
    });
    lost[0].min(lost[1])
}

/// A legal move loses material against the best move: cheaper to know than how much.
#[must_use]
pub fn loses(position: &Chess, m: Move, limits: Limits) -> bool {
    let lost = Search::new(limits).deepen(|search, depth| {
        let after = search.after(position, m, depth, -INFINITE, INFINITE)?;
        Some((search.best(position, depth, after, after + 1)? - after).max(0))
    });
    lost > 0
}

/// What a legal move wins or loses in material against the board as it stands, in pawns for the mover.
#[must_use]
pub fn gain(position: &Chess, m: Move, limits: Limits) -> i32 {
    let now = material(position);
    Search::new(limits)
        .deepen(|search, depth| Some(search.after(position, m, depth, -INFINITE, INFINITE)? - now))
}

struct Search {
    limits: Limits,
    nodes: u32,
    /// Depth 1 is under way, which is always finished.
    is_first: bool,
}

impl Search {
    fn new(limits: Limits) -> Search {
        Search { limits, nodes: 0, is_first: true }
    }

    /// The answer of the last depth that was finished within the limits.
    fn deepen(mut self, mut ask: impl FnMut(&mut Search, u32) -> Option<i32>) -> i32 {
        let mut answer = 0;
        for depth in 1..=self.limits.depth.max(1) {
            self.is_first = depth == 1;
            let Some(value) = ask(&mut self, depth) else { break };
            answer = value;
        }
        answer
    }

    /// The value of a move; `None` when the nodes are used up.
    fn after(
        &mut self,
        position: &Chess,
        m: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut next = position.clone();
        next.play_unchecked(m);
        Some(-self.best(&next, depth.saturating_sub(1), -beta, -alpha)?)
    }

    /// Material for the side to move after the best play of both sides.
    fn best(&mut self, position: &Chess, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes && !self.is_first {
            return None;
        }
        // A check at the end is answered by every move, else mates and forks would be missed.
        let is_quiet = depth == 0 && !position.is_check();
        let mut best = if is_quiet { material(position) } else { -INFINITE };
        if best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut moves = if is_quiet { forcing(position) } else { position.legal_moves() };
        if !is_quiet && moves.is_empty() {
            // The sooner the mate, the worse.

            return Some(if position.is_check() { -MATE - depth as i32 } else { 0 });
        }
        moves.sort_by_key(|m| std::cmp::Reverse(promise(*m)));
        for m in moves {
            let value = self.after(position, m, depth, alpha, beta)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// Captures, and pawns that become queens.
fn forcing(position: &Chess) -> MoveList {
    let mut moves = position.capture_moves();
    let queens = position.promotion_moves();
    moves.extend(
        queens.into_iter().filter(|m| !m.is_capture() && m.promotion() == Some(Role::Queen)),
    );
    moves
}

/// Dear victims first, taken by cheap men.
fn promise(m: Move) -> i32 {
    let taken = m.capture().map_or(0, |victim| 10 * man_value(victim) - man_value(m.role()).min(9));
    taken + m.promotion().map_or(0, |role| 10 * man_value(role))
}

/// Material of the side to move minus that of the other, in pawns.
fn material(position: &Chess) -> i32 {
    let total = |side| traditional_total(position.board(), side) as i32;
    total(position.turn()) - total(!position.turn())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::board::position_from_fen;
    use shakmaty::uci::UciMove;

    fn asked(fen: &str, uci: &str) -> (Chess, Move) {
        let position = position_from_fen(fen).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        (position, m)
    }

    #[test]
    fn a_protected_pawn_costs_the_queen_that_takes_it() {
        let (position, m) = asked("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1", "d3d6");
        assert_eq!(gain(&position, m, Limits::PLAN), 1 - 9);
        assert_eq!(loss(&position, m, Limits::PLAN), 8);
    }

    #[test]
    fn a_fork_two_moves_deep_is_seen() {
        // After any idle move 1...Nc2+ wins the rook.
        let (position, m) = asked("4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1", "h2h3");
        assert!(loss(&position, m, Limits::PLAN) >= 4);
        let shallow = Limits { depth: 1, nodes: 1 };
        assert_eq!(loss(&position, m, shallow), 0);
        assert!(loses(&position, m, Limits::PLAN) && !loses(&position, m, shallow));
    }

    #[test]
    fn a_mate_that_is_missed_outweighs_all_material() {
        let (position, m) = asked("6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1", "d1a1");
        assert!(loss(&position, m, Limits::PLAN) > MATE / 2);
    }
}
