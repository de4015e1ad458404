//! A small search for material: what a position, and each of its moves, comes to when both sides play on for a few plies.
//!
//! Alpha-beta with iterative deepening, a table of positions and null moves; behind the last ply captures go on until the
//! position is quiet. The number of nodes is bounded, so that a position takes no longer than it may.

mod checks;
mod order;

use std::cmp::Ordering;

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, MoveList, Position, Rank, Role};

use checks::Checks;
use order::Order;

use crate::chess::{man_value, traditional_total};

/// Pawns that checkmate counts as.
pub const MATE: i32 = 900;

/// More than any value.
const INFINITE: i32 = 10_000;

/// Positions the table has room for at first.
const TABLE: usize = 4096;

/// Plies that a null move saves.
const NULL_SAVES: u32 = 2;

/// With so many plies to go it saves one more.
const DEEP: u32 = 5;

/// Where the search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies before captures only, at least 1.
    pub depth: u32,
    /// Positions looked at for one question; the answer is that of the last depth that was finished. The first depth
    /// is always finished.
    pub nodes: u32,
}

impl Limits {
    /// For what is won or lost by force.
    pub const FORCE: Limits = Limits { depth: 6, nodes: 20_000 };
    /// For what is threatened, not carried out.
    pub const THREAT: Limits = Limits { depth: 3, nodes: 3_000 };
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    /// The value lies between these.
    low: i32,
    high: i32,
    /// The move to try first.
    best: Option<Move>,
}

/// A position searched for material.
#[derive(Clone, Debug)]
pub struct Search {
    position: Chess,
    /// Its key.
    root: u64,
    limits: Limits,
    table: FxHashMap<u64, Entry>,
    order: Order,
    /// Material of the side to move minus that of the other after the best play of both, by depth from 1 on.
    values: Vec<i32>,
    /// The best line of the last depth that was finished.
    line: Vec<Move>,
    nodes: u32,
    /// Depth 1 is under way, which is always finished.
    is_first: bool,
}

impl Search {
    /// Searches a position that has legal moves.
    #[must_use]
    pub fn new(position: &Chess, limits: Limits) -> Search {
        let mut search = Search {
            position: position.clone(),
            root: key(position),
            limits,
            table: FxHashMap::with_capacity_and_hasher(TABLE, FxBuildHasher),
            order: Order::new(),
            values: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            is_first: true,
        };
        let balance = material(position);
        for depth in 1..=limits.depth.max(1) {
            search.is_first = depth == 1;
            let Some(value) = search.root(position, balance, depth) else { break };
            search.values.push(value);
            search.line = search.known_line();
        }
        search
    }

    /// What the side to move wins by the best play of both sides, in pawns: negative when it cannot help losing that much,
    /// ±[`MATE`] and a little more for a forced mate. The lesser of what the last two depths say, since who has the
    /// last word at the end of the search gains by it.
    #[must_use]
    pub fn gain(&self) -> i32 {
        let balance = material(&self.position);
        let gains: Vec<i32> = self.values.iter().rev().take(2).map(|v| v - balance).collect();
        if matches!(gains[..], [a, b] if a.signum() != b.signum()) {
            return 0;
        }
        gains.into_iter().min_by_key(|gain| gain.abs()).unwrap_or(0)
    }

    /// The best play of both sides as far as it is known, from the side to move on.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    fn known_line(&self) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut line = Vec::new();
        while line.len() < self.values.len()
            && let Some(m) = self.table.get(&key(&position)).and_then(|entry| entry.best)
            && position.is_legal(m)
        {
            position.play_unchecked(m);
            line.push(m);
        }
        line
    }

    /// A legal move loses material against the best move, as both of the last two depths say: cheaper to know than how
    /// much.
    #[must_use]
    pub fn loses(&mut self, m: Move) -> bool {
        if self.line.first() == Some(&m) {
            return false;
        }
        let answers = self.backwards(|search, depth, best| {
            Some(search.root_move(m, depth, best - 1, best)? < best)
        });
        answers.take(2).reduce(|last, before| last && before).unwrap_or(false)
    }

    /// What a legal move loses in material against the best move, in pawns, at least 0: the lesser of what the last two
    /// depths say.
    #[must_use]
    pub fn loss(&mut self, m: Move) -> i32 {
        if !self.loses(m) {
            return 0;
        }
        let answers = self.backwards(|search, depth, best| {
            Some((best - search.root_move(m, depth, -INFINITE, best)?).max(0))
        });
        answers.take(2).min().unwrap_or(0)
    }

    /// Asks about the depths that were finished, given with the value of the best move, the last one first; what the
    /// nodes do not suffice for is left out.
    fn backwards<T>(
        &mut self,
        mut ask: impl FnMut(&mut Search, u32, i32) -> Option<T>,
    ) -> impl Iterator<Item = T> {
        let values: Vec<(u32, i32)> = (1..).zip(self.values.iter().copied()).collect();
        values.into_iter().rev().filter_map(move |(depth, best)| {
            self.nodes = 0;
            self.order.clear();
            self.is_first = depth == 1;
            ask(self, depth, best)
        })
    }

    /// The value of the position. Most often it is that of the depth before: a narrow window shows it quickly.
    fn root(&mut self, position: &Chess, balance: i32, depth: u32) -> Option<i32> {
        let last = self.values.last().copied().unwrap_or(balance);
        let value = self.best(position, balance, depth, last - 1, last + 1)?;
        match value.cmp(&last) {
            Ordering::Equal => Some(value),
            Ordering::Less => self.best(position, balance, depth, -INFINITE, value + 1),
            Ordering::Greater => self.best(position, balance, depth, value - 1, INFINITE),
        }
    }

    fn root_move(&mut self, m: Move, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let root = self.position.clone();
        self.after(&root, material(&root), m, depth, alpha, beta)
    }

    /// The value of a move; `None` when the nodes are used up.
    fn after(
        &mut self,
        position: &Chess,
        balance: i32,
        m: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut next = position.clone();
        next.play_unchecked(m);
        let balance = -(balance + won(m));
        Some(-self.best(&next, balance, depth.saturating_sub(1), -beta, -alpha)?)
    }

    /// Material for the side to move after the best play of both sides, `balance` being what it is now.
    fn best(
        &mut self,
        position: &Chess,
        balance: i32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes && !self.is_first {
            return None;
        }
        if depth == 0 {
            return self.quiet(position, balance, alpha, beta);
        }
        let key = key(position);
        let known = self.table.get(&key).copied();
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            if entry.low >= beta || entry.low == entry.high {
                return Some(entry.low);
            }
            if entry.high <= alpha {
                return Some(entry.high);
            }
        }
        // Who could even pass need not be asked what is best, unless it has nothing but pawns and may be in zugzwang. In the
        // position that is asked about somebody has to move.
        if depth >= 2
            && key != self.root
            && balance >= beta
            && has_pieces(position)
            && let Ok(passed) = position.clone().swap_turn()
        {
            let saved = 1 + NULL_SAVES + u32::from(depth >= DEEP);
            let left = depth.saturating_sub(saved);
            let value = -self.best(&passed, -balance, left, -beta, 1 - beta)?;
            if value >= beta {
                return Some(value);
            }
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Some(ended(position, depth));
        }
        let base = self.order.begin(&moves, known.and_then(|entry| entry.best));
        let (floor, mut best, mut chosen) = (alpha, -INFINITE, None);
        let checks = (depth == 1).then(|| Checks::new(position));
        for at in 0..moves.len() {
            self.order.bring_forward(&mut moves, base, at);
            let m = moves[at];
            if let Some(checks) = &checks
                && balance + won(m) <= alpha
                && !checks.may_follow(m)
            {
                best = best.max(balance + won(m));
                continue;
            }
            let value = self.after(position, balance, m, depth, alpha, beta)?;
            if value > best {
                (best, chosen) = (value, Some(m));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.order.reward(m, depth);
                break;
            }
        }
        self.order.end(base);
        let low = if best > floor { best } else { -INFINITE };
        let high = if best < beta { best } else { INFINITE };
        self.table.insert(key, Entry { depth, low, high, best: chosen });
        Some(best)
    }

    /// Captures and queens until the position is quiet. A check is answered by every move, else mates and forks at the
    /// end would be missed.
    fn quiet(&mut self, position: &Chess, balance: i32, mut alpha: i32, beta: i32) -> Option<i32> {
        let is_check = position.is_check();
        let mut best = if is_check { -INFINITE } else { balance };
        if best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut moves = if is_check { position.legal_moves() } else { forcing(position) };
        if is_check && moves.is_empty() {
            return Some(ended(position, 0));
        }
        if !is_check && !moves.is_empty() {
            let checks = Checks::new(position);
            moves.retain(|m| balance + won(*m) > alpha || checks.may_follow(*m));
        }
        let base = self.order.begin(&moves, None);
        for at in 0..moves.len() {
            self.order.bring_forward(&mut moves, base, at);
            best = best.max(self.after(position, balance, moves[at], 0, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.order.end(base);
        Some(best)
    }
}

/// The side to move has more than king and pawns.
fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    (board.by_color(position.turn()) & !(board.pawns() | board.kings())).any()
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The value of a position without legal moves: the sooner the mate, the worse.
fn ended(position: &Chess, depth: u32) -> i32 {
    if position.is_check() { -MATE - depth as i32 } else { 0 }
}

/// Captures, and pawns that become queens.
fn forcing(position: &Chess) -> MoveList {
    let mut moves = position.capture_moves();
    let seventh = position.turn().fold_wb(Rank::Seventh, Rank::Second);
    if (position.our(Role::Pawn) & Bitboard::from_rank(seventh)).any() {
        let queens = position.promotion_moves();
        moves.extend(
            queens.into_iter().filter(|m| !m.is_capture() && m.promotion() == Some(Role::Queen)),
        );
    }
    moves
}

/// What a move brings its side at once.
fn won(m: Move) -> i32 {
    m.capture().map_or(0, man_value) + m.promotion().map_or(0, |role| man_value(role) - 1)
}

/// Material of the side to move minus that of the other, in pawns.
fn material(position: &Chess) -> i32 {
    let total = |side: Color| traditional_total(position.board(), side) as i32;
    total(position.turn()) - total(!position.turn())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;
    use shakmaty::uci::UciMove;

    fn asked(fen: &str, uci: &str) -> (Search, Move) {
        let position = position_from_fen(fen).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        (Search::new(&position, Limits::FORCE), m)
    }

    /// The same value by looking at every move: no bounds, no table, no order.
    fn oracle(position: &Chess, depth: u32) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() && (depth > 0 || position.is_check()) {
            return ended(position, depth);
        }
        let is_quiet = depth == 0 && !position.is_check();
        let (moves, stand) =
            if is_quiet { (forcing(position), material(position)) } else { (moves, -INFINITE) };
        let after = |m: &Move| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            -oracle(&next, depth.saturating_sub(1))
        };
        moves.iter().map(after).max().unwrap_or(stand).max(stand)
    }

    #[test]
    fn nothing_that_matters_is_left_out() {
        let positions = [
            "4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1",
            "4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1",
            "6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1",
            "8/2P1k3/8/3p4/4P3/8/5K2/1r6 b - - 0 1",
            "r3k2r/8/8/2b1n3/4P3/2N5/5PPP/R3K1NR b KQkq - 0 1",
            "3r2k1/5ppp/8/4b3/3N4/8/1B3PPP/3R2K1 w - - 0 1",
            "k7/2Q5/8/8/8/8/8/7K w - - 0 1",
        ];
        for fen in positions {
            let position = position_from_fen(fen).unwrap();
            for depth in 1..=3 {
                let limits = Limits { depth, nodes: u32::MAX };
                let search = Search::new(&position, limits);
                assert_eq!(
                    search.values[depth as usize - 1],
                    oracle(&position, depth),
                    "{fen} {depth}"
                );
            }
        }
    }

    #[test]
    fn a_protected_pawn_costs_the_queen_that_takes_it() {
        let (mut search, m) = asked("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1", "d3d6");
        assert_eq!(search.loss(m), 8);
        assert!(search.loses(m));
        assert_eq!(search.gain(), 0);
    }

    #[test]
    fn a_fork_two_moves_deep_is_seen() {
        // After any idle move 1...Nc2+ wins the rook.
        let (mut search, m) = asked("4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1", "h2h3");
        assert!(search.loss(m) >= 4);
        assert!(search.loses(m));
        let shallow = Limits { depth: 1, nodes: 1 };
        let position = position_from_fen("4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1").unwrap();
        assert!(!Search::new(&position, shallow).loses(m));
    }

    #[test]
    fn a_mate_that_is_missed_outweighs_all_material() {
        let (mut search, m) = asked("6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1", "d1a1");
        assert!(search.loss(m) > MATE / 2);
        assert!(search.gain() > MATE / 2);
        assert_eq!(search.line().len(), 1);
    }
}
