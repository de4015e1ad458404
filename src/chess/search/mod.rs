//! A small search for material: what a position, and each of its moves, is worth after a few plies of best play.
//!
//! Alpha-beta with iterative deepening, a transposition table, null-move pruning and quiescence search. The number of nodes
//! is bounded, so that a position takes bounded time.

use std::cmp::Ordering;

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use super::checks::Checks;
use super::move_order::MoveOrder;
use super::{forcing_moves, has_pieces, material_gain, traditional_total};

/// Value of checkmate, in pawns.
pub const MATE: i32 = 900;

/// Above every value.
const INFINITE: i32 = 10_000;

/// Initial capacity of the transposition table, in positions.
const TABLE_CAPACITY: usize = 4096;

/// Depth reduction of a null move, in plies.
const NULL_MOVE_REDUCTION: u32 = 2;

/// From this depth on a null move is reduced by one ply more.
const DEEP: u32 = 5;

/// How much a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Plies before quiescence search, at least 1.
    pub depth: u32,
    /// Greatest number of positions for one question beyond depth 1, which may take [`SearchBudget::FIRST_DEPTH`]. The
    /// answer is that of the last completed depth.
    pub nodes: u32,
}

impl SearchBudget {
    /// For material won or lost by force.
    pub const FORCE: SearchBudget = SearchBudget { depth: 6, nodes: 20_000 };
    /// For threats.
    pub const THREAT: SearchBudget = SearchBudget { depth: 3, nodes: 3_000 };
    /// Greatest number of positions for one question at depth 1. Positions of ordinary games take at most a thousand or two,
    /// but with many queens the captures alone may take millions.
    pub const FIRST_DEPTH: u32 = 20_000;
    /// Greatest number of positions for all questions about one position.
    pub const TOTAL: u32 = 2_000_000;

    fn max_nodes(self, depth: u32) -> u32 {
        if depth == 1 { self.nodes.max(SearchBudget::FIRST_DEPTH) } else { self.nodes }
    }
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    /// Bounds of the value.
    low: i32,
    high: i32,
    /// The move to try first.
    best: Option<Move>,
}

/// A search for material from one position.
///
/// Values are material balances in pawns for the side to move. It differs in kind from the search of the sparring partners
/// (`player::sparring`), which needs the exact value of every best move, positional terms and draws by the rules, and no
/// bound on nodes: the two share material values only.
#[derive(Clone, Debug)]
pub struct MaterialSearch {
    position: Chess,
    /// Its key.
    root: u64,
    budget: SearchBudget,
    table: FxHashMap<u64, Entry>,
    order: MoveOrder,
    /// The value after best play, by depth from 1 on.
    values: Vec<i32>,
    /// The best line of the last completed depth.
    line: Vec<Move>,
    /// Positions searched for the question.
    nodes: u32,
    /// Greatest number of them.
    max_nodes: u32,
    /// Positions searched for all questions.
    total: u32,
}

impl MaterialSearch {
    /// Searches a position that has legal moves.
    #[must_use]
    pub fn new(position: &Chess, budget: SearchBudget) -> MaterialSearch {
        let mut search = MaterialSearch {
            position: position.clone(),
            root: key(position),
            budget,
            table: FxHashMap::with_capacity_and_hasher(TABLE_CAPACITY, FxBuildHasher),
            order: MoveOrder::new(),
            values: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            max_nodes: 0,
            total: 0,
        };
        let balance = material(position);
        for depth in 1..=budget.depth.max(1) {
            search.max_nodes = budget.max_nodes(depth);
            let Some(value) = search.root(position, balance, depth) else { break };
            search.values.push(value);
            search.line = search.known_line();
        }
        search
    }

    /// What the side to move wins by best play, in pawns; negative for an unavoidable loss, beyond ±[`MATE`] for a forced
    /// mate. The smaller of the gains at the last two depths, which damps the advantage of making the last move; 0 if
    /// their signs differ, or if no depth could be completed.
    #[must_use]
    pub fn gain(&self) -> i32 {
        let balance = material(&self.position);
        let gains: Vec<i32> = self.values.iter().rev().take(2).map(|v| v - balance).collect();
        if matches!(gains[..], [a, b] if a.signum() != b.signum()) {
            return 0;
        }
        gains.into_iter().min_by_key(|gain| gain.abs()).unwrap_or(0)
    }

    /// Depth 1 was completed within the bound on nodes.
    #[must_use]
    pub fn is_conclusive(&self) -> bool {
        !self.values.is_empty()
    }

    /// The principal variation; empty if no depth could be completed.
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

    /// Whether a legal move loses material compared with the best move, at both of the last two depths; `None` if the
    /// nodes run out. Cheaper than [`MaterialSearch::loss`].
    #[must_use]
    pub fn loses(&mut self, m: Move) -> Option<bool> {
        if self.line.first() == Some(&m) {
            return Some(false);
        }
        let answers = self.backwards(|search, depth, best| {
            Some(search.root_move(m, depth, best - 1, best)? < best)
        });
        answers.take(2).reduce(|last, before| last && before)
    }

    /// Material that a legal move loses compared with the best move, in pawns, at least 0: the smaller of the losses at the
    /// last two depths. 0 if the nodes run out.
    #[must_use]
    pub fn loss(&mut self, m: Move) -> i32 {
        if self.loses(m) != Some(true) {
            return 0;
        }
        let answers = self.backwards(|search, depth, best| {
            Some((best - search.root_move(m, depth, -INFINITE, best)?).max(0))
        });
        answers.take(2).min().unwrap_or(0)
    }

    /// Calls `ask` with each completed depth and its value, the deepest first; depths for which the nodes run out are
    /// skipped.
    fn backwards<T>(
        &mut self,
        mut ask: impl FnMut(&mut MaterialSearch, u32, i32) -> Option<T>,
    ) -> impl Iterator<Item = T> {
        let values: Vec<(u32, i32)> = (1..).zip(self.values.iter().copied()).collect();
        values.into_iter().rev().filter_map(move |(depth, best)| {
            self.nodes = 0;
            self.order.clear();
            self.max_nodes = self.budget.max_nodes(depth);
            ask(self, depth, best)
        })
    }

    /// The value of the root, by a narrow window around that of the depth before (aspiration window).
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

    /// The value of a move; `None` if the nodes run out.
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
        let balance = -(balance + material_gain(m));
        Some(-self.best(&next, balance, depth.saturating_sub(1), -beta, -alpha)?)
    }

    /// The value of a position whose material balance is `balance`; a bound if it is outside the window. `None` if the nodes
    /// run out.
    fn best(
        &mut self,
        position: &Chess,
        balance: i32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if self.nodes >= self.max_nodes || self.total >= SearchBudget::TOTAL {
            return None;
        }
        self.nodes += 1;
        self.total += 1;
        if depth == 0 {
            return self.quiescence(position, balance, alpha, beta);
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
        // Null move: if even passing reaches beta, some move does, except in zugzwang, which is likely with pawns only. The
        // root needs a move.
        if depth >= 2
            && key != self.root
            && balance >= beta
            && has_pieces(position)
            && let Ok(passed) = position.clone().swap_turn()
        {
            let reduction = 1 + NULL_MOVE_REDUCTION + u32::from(depth >= DEEP);
            let left = depth.saturating_sub(reduction);
            let value = -self.best(&passed, -balance, left, -beta, 1 - beta)?;
            if value >= beta {
                return Some(value);
            }
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Some(ended(position, depth));
        }
        let base = self.order.push(&moves, known.and_then(|entry| entry.best), [None; 2]);
        let (floor, mut best, mut chosen) = (alpha, -INFINITE, None);
        // One ply before quiescence search a move without check gains at most what it captures: the opponent can stand pat.
        let checks = (depth == 1).then(|| Checks::new(position));
        for at in 0..moves.len() {
            self.order.select(&mut moves, base, at);
            let m = moves[at];
            if let Some(checks) = &checks
                && balance + material_gain(m) <= alpha
                && !checks.may_give_check(m)
            {
                best = best.max(balance + material_gain(m));
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
        self.order.pop(base);
        let low = if best > floor { best } else { -INFINITE };
        let high = if best < beta { best } else { INFINITE };
        self.table.insert(key, Entry { depth, low, high, best: chosen });
        Some(best)
    }

    /// Quiescence search: captures and promotions to queens until the position is quiet. All replies to a check are tried,
    /// otherwise mates and forks at the horizon would be missed.
    fn quiescence(
        &mut self,
        position: &Chess,
        balance: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let is_check = position.is_check();
        let mut best = if is_check { -INFINITE } else { balance };
        if best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut moves = if is_check { position.legal_moves() } else { forcing_moves(position) };
        if is_check && moves.is_empty() {
            return Some(ended(position, 0));
        }
        if !is_check && !moves.is_empty() {
            let checks = Checks::new(position);
            moves.retain(|m| balance + material_gain(*m) > alpha || checks.may_give_check(*m));
        }
        let base = self.order.push(&moves, None, [None; 2]);
        for at in 0..moves.len() {
            self.order.select(&mut moves, base, at);
            best = best.max(self.after(position, balance, moves[at], 0, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.order.pop(base);
        Some(best)
    }
}

/// By which a transposition table knows a position.
pub(super) fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The value of a position without legal moves: the more depth is left, the sooner the mate and the worse.
fn ended(position: &Chess, depth: u32) -> i32 {
    if position.is_check() { -MATE - depth as i32 } else { 0 }
}

/// Material of the side to move minus that of the opponent, in pawns.
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

    fn search(fen: &str, uci: &str) -> (MaterialSearch, Move) {
        let position = position_from_fen(fen).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        (MaterialSearch::new(&position, SearchBudget::FORCE), m)
    }

    /// The same value by plain minimax.
    fn minimax(position: &Chess, depth: u32) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() && (depth > 0 || position.is_check()) {
            return ended(position, depth);
        }
        let is_quiet = depth == 0 && !position.is_check();
        let (moves, stand) = if is_quiet {
            (forcing_moves(position), material(position))
        } else {
            (moves, -INFINITE)
        };
        let after = |m: &Move| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            -minimax(&next, depth.saturating_sub(1))
        };
        moves.iter().map(after).max().unwrap_or(stand).max(stand)
    }

    #[test]
    fn pruning_does_not_change_values() {
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
                let budget = SearchBudget { depth, nodes: u32::MAX };
                let search = MaterialSearch::new(&position, budget);
                assert_eq!(
                    search.values[depth as usize - 1],
                    minimax(&position, depth),
                    "{fen} {depth}"
                );
            }
        }
    }

    #[test]
    fn a_protected_pawn_costs_the_queen_that_takes_it() {
        let (mut search, m) = search("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1", "d3d6");
        assert_eq!(search.loss(m), 8);
        assert_eq!(search.loses(m), Some(true));
        assert_eq!(search.gain(), 0);
    }

    #[test]
    fn a_fork_after_two_moves_is_found() {
        // After any idle move 1...Nc2+ wins the rook.
        let (mut search, m) = search("4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1", "h2h3");
        assert!(search.loss(m) >= 4);
        assert_eq!(search.loses(m), Some(true));
        let shallow = SearchBudget { depth: 1, nodes: 1 };
        let position = position_from_fen("4k3/8/8/8/1n6/6P1/5P1P/R3K3 w - - 0 1").unwrap();
        assert_eq!(MaterialSearch::new(&position, shallow).loses(m), Some(false));
    }

    /// Each of them took between one and seventy million nodes at depth 1.
    const MANY_QUEENS: [&str; 6] = [
        "QN1b2b1/5r1P/2B3n1/1RBKQ3/2PbQ1Rn/1p2p3/pbrQ3k/Nq1n1b1n b - - 0 1",
        "6qq/1pnk1PP1/b1qn1rQ1/KQ2B3/1Q6/1RQr2Qp/3N1Q2/1q2Bq2 w - - 0 1",
        "R3q1Q1/1K2k3/2B5/R2r2qq/b1q3qQ/4q1B1/QB1NqR1Q/2r4r b - - 0 1",
        "1B6/q2R3Q/1Qk2rp1/n1q1Q1n1/5QqQ/1p1nqqqP/2R1R3/3K1R1Q b - - 0 1",
        "3k1r1q/2r1r3/1P1NQQQp/5qQq/N1Q1q1N1/1qK2RP1/Q2r3q/1b6 w - - 0 1",
        "2R4R/qb1nQr1q/4Q1b1/B1Q3Qq/r2R2QQ/2b5/1k2K3/r3Q1q1 w - - 0 1",
    ];

    #[test]
    fn a_search_keeps_its_bound_on_nodes_and_then_claims_nothing() {
        for fen in MANY_QUEENS {
            let position = position_from_fen(fen).unwrap();
            for budget in [SearchBudget::FORCE, SearchBudget::THREAT] {
                let mut search = MaterialSearch::new(&position, budget);
                assert!(search.total <= SearchBudget::FIRST_DEPTH, "{fen}: {}", search.total);
                assert!(!search.is_conclusive() && search.line().is_empty(), "{fen}");
                assert_eq!(search.gain(), 0, "{fen}");
                for m in position.legal_moves() {
                    assert_eq!((search.loses(m), search.loss(m)), (None, 0), "{fen} {m}");
                }
            }
        }
    }

    #[test]
    fn all_questions_about_a_position_share_one_bound() {
        let position = position_from_fen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1").unwrap();
        let mut search = MaterialSearch::new(&position, SearchBudget::FORCE);
        search.total = SearchBudget::TOTAL - 10;
        let others =
            position.legal_moves().into_iter().filter(|m| search.line().first() != Some(m));
        let others: Vec<Move> = others.collect();
        let answers: Vec<_> = others.iter().map(|m| search.loses(*m)).collect();
        assert_eq!(search.total, SearchBudget::TOTAL);
        assert_eq!(answers.last(), Some(&None));
    }

    #[test]
    fn a_missed_mate_outweighs_all_material() {
        let (mut search, m) = search("6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1", "d1a1");
        assert!(search.loss(m) > MATE / 2);
        assert!(search.gain() > MATE / 2);
        assert_eq!(search.line().len(), 1);
    }
}
