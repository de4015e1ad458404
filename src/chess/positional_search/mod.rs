//! A search with positional terms: what a position, and each of its moves, is worth in centipawns after some plies.
//!
//! Principal variation search with iterative deepening, a transposition table, null-move pruning, late move reductions,
//! futility pruning and quiescence search. It judges the moves of games and confirms what is won by force; the players of
//! this program do not use it.

mod evaluation;
pub mod network;
mod picker;
mod table;

use shakmaty::{Chess, Move, Position, Role};

use evaluation::evaluate;
use network::Views;
use picker::{Picked, Picker};
use table::{Bound, Entry, Table};

use super::checks::Checks;
use super::move_order::MoveOrder;
use super::search::key;
use super::{
    FIFTY_MOVES, after_line, exchange_of_move, forcing_moves, has_pieces, material_gain,
    piece_value,
};
use crate::units::Score;

/// Value of checkmate at the root, in centipawns; further away it is one less for each ply.
const MATE: i32 = 30_000;
/// From here on a value is a mate.
const MATE_BOUND: i32 = MATE - 1000;
/// Above every value.
const INFINITE: i32 = 32_000;
/// Of the root from a leaf, checks and captures included.
const MAX_PLY: usize = 96;
/// Replies to checks that quiescence search follows, in plies.
const MAX_EVASIONS: u32 = 6;
/// Entries of a transposition table, and of one for a few positions.
const MAX_ENTRIES: usize = 1 << 18;
const MIN_ENTRIES: usize = 1 << 14;
/// The deepest search, in plies.
const MAX_DEPTH: i32 = 24;
/// What a side may hope to gain by position with a ply to go, in centipawns.
const FUTILITY: i32 = 110;
/// The best move of the root is bad after all if it is worth so many centipawns less than at the depth before.
const FALLEN: i32 = 30;
/// Another one may be searched for in so many times the positions.
const FOR_ANOTHER: u32 = 4;
/// More that it may hope for with a quiet move.
const QUIET_MARGIN: i32 = 80;
/// More than the piece that it takes it may hope for with a capture.
const CAPTURE_MARGIN: i32 = 150;

/// The best move of a position, as far as the search sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// For the side to move.
    pub score: Score,
    /// The best moves of both sides; empty only if not even one ply could be completed.
    pub line: Vec<Move>,
    /// Plies of the last search.
    pub depth: i32,
}

/// A search that keeps what it has found out, so that the positions of a game are judged one after the other.
#[derive(Clone, Debug)]
pub struct PositionalSearch {
    table: Table,
    order: MoveOrder,
    killers: [[Option<Move>; 2]; MAX_PLY],
    views: Views,
    /// Keys of the positions from the root to the one being searched.
    path: Vec<u64>,
    /// The only moves of the root that count; `None`: all do.
    among: Option<Vec<Move>>,
    /// The move of the root that is searched first: the best one of the depth before, so that something better than it comes from
    /// a depth that is not completed.
    first: Option<Move>,
    /// The best move of the root so far in the search to the present depth, and its value.
    found: Option<(i32, Move)>,
    /// What the depth before found the root to be worth.
    expected: i32,
    /// Positions searched for the question.
    nodes: u32,
    /// Greatest number of them.
    max_nodes: u32,
}

/// A part of the tree below a position.
#[derive(Clone, Copy)]
struct Node {
    /// Plies to go.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    alpha: i32,
    beta: i32,
}

impl Node {
    /// One ply further down, seen by the other side.
    fn below(self) -> Node {
        Node { depth: self.depth - 1, ply: self.ply + 1, alpha: -self.beta, beta: -self.alpha }
    }

    /// The exact value is asked for, not only whether it is above alpha.
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    fn with_alpha(self, alpha: i32) -> Node {
        Node { alpha, ..self }
    }

    /// Only whether the value is above alpha.
    fn closed(self) -> Node {
        Node { beta: self.alpha + 1, ..self }
    }

    fn reduced(self, plies: i32) -> Node {
        Node { depth: self.depth - plies, ..self }
    }
}

impl Default for PositionalSearch {
    fn default() -> PositionalSearch {
        PositionalSearch::new()
    }
}

impl PositionalSearch {
    /// Greatest number of positions for the first ply: with many queens captures alone may take millions.
    const FIRST_PLY: u32 = 50_000;

    /// A search that knows nothing yet. It takes 6 MB.
    #[must_use]
    pub fn new() -> PositionalSearch {
        PositionalSearch::with_entries(MAX_ENTRIES)
    }

    /// One that is asked about a single position, with about so many positions: where they are few, a small table is cleared
    /// sooner.
    #[must_use]
    pub fn for_one_position(nodes: u32) -> PositionalSearch {
        let entries = (nodes as usize).next_power_of_two();
        PositionalSearch::with_entries(entries.clamp(MIN_ENTRIES, MAX_ENTRIES))
    }

    fn with_entries(entries: usize) -> PositionalSearch {
        PositionalSearch {
            table: Table::new(entries),
            order: MoveOrder::new(),
            killers: [[None; 2]; MAX_PLY],
            views: Views::new(MAX_PLY),
            path: Vec::new(),
            among: None,
            first: None,
            found: None,
            expected: -INFINITE,
            nodes: 0,
            max_nodes: 0,
        }
    }

    /// The best move of a position that has legal moves, by at most `nodes` positions; the first ply may take 50,000. From a depth
    /// that is not completed comes the best of the moves that were searched to it: the best of the depth before is one of them. Where
    /// that one turns out to be bad, up to four times as many positions are searched for another.
    #[must_use]
    pub fn best(&mut self, position: &Chess, nodes: u32) -> BestLine {
        self.order.forget();
        self.killers = [[None; 2]; MAX_PLY];
        self.begin(nodes.max(PositionalSearch::FIRST_PLY));
        self.first = self.known_best(position).filter(|m| self.counts(*m));
        let mut best = (evaluate(position, &mut self.views, 0), 0, Vec::new());
        for depth in 1..=MAX_DEPTH {
            let root = Node { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
            self.found = None;
            // The first ply has positions enough.
            self.expected = if depth > 1 { best.0 } else { -INFINITE };
            let completed = self.value(position, root);
            let Some(value) = completed.or(self.found.map(|(value, _)| value)) else { break };
            let line = match self.found {
                Some((_, m)) => self.line_after(position, m, depth),
                None => self.known_line(position, depth),
            };
            self.first = line.first().copied();
            best = (value, depth, line);
            self.max_nodes = nodes;
            // The next depth would not be completed.
            if completed.is_none() || self.nodes > nodes / 3 * 2 {
                break;
            }
        }
        let (value, depth, mut line) = best;
        self.play_to_mate(position, &mut line, value, nodes);
        BestLine { score: score(value), line, depth }
    }

    /// Goes on with a line that stops before the mate that its value says: the table forgets, and checks are searched deeper than the
    /// line is long.
    fn play_to_mate(&mut self, position: &Chess, line: &mut Vec<Move>, value: i32, nodes: u32) {
        let plies = (MATE - value.abs()) as usize;
        if value.abs() < MATE_BOUND || line.is_empty() || line.len() >= plies {
            return;
        }
        let reached = after_line(position, line);
        if reached.is_game_over() {
            return;
        }
        self.among = None;
        let rest = self.best(&reached, nodes);
        if rest.score.is_mate() && after_line(&reached, &rest.line).is_checkmate() {
            line.extend(rest.line);
        }
    }

    /// The best of some legal moves of a position, at least one, as [`best`](PositionalSearch::best) finds that of all.
    #[must_use]
    pub fn best_among(&mut self, position: &Chess, moves: Vec<Move>, nodes: u32) -> BestLine {
        self.among = Some(moves);
        let best = self.best(position, nodes);
        self.among = None;
        best
    }

    /// What a legal move is worth to the side that plays it, searched to `depth` as far as `nodes` positions
    /// allow.
    #[must_use]
    pub fn value_of(&mut self, position: &Chess, m: Move, depth: i32, nodes: u32) -> Score {
        score(self.after(position, m, (-INFINITE, INFINITE), depth, nodes))
    }

    /// The same with the move and the play that is expected after it.
    #[must_use]
    pub fn line_of(&mut self, position: &Chess, m: Move, depth: i32, nodes: u32) -> BestLine {
        let score = self.value_of(position, m, depth, nodes);
        BestLine { score, line: self.line_after(position, m, depth), depth }
    }

    /// A legal move is worth at least so many centipawns by the same search, which needs fewer positions to tell only that.
    #[must_use]
    pub fn is_worth(
        &mut self,
        position: &Chess,
        m: Move,
        least: i32,
        depth: i32,
        nodes: u32,
    ) -> bool {
        self.after(position, m, (least - 1, least), depth, nodes) >= least
    }

    /// The value of a move; a bound if it is outside the window.
    fn after(
        &mut self,
        position: &Chess,
        m: Move,
        (alpha, beta): (i32, i32),
        depth: i32,
        nodes: u32,
    ) -> i32 {
        self.begin(nodes.max(PositionalSearch::FIRST_PLY));
        self.path.push(key(position));
        let mut next = position.clone();
        next.play_unchecked(m);
        let mut found = -evaluate(&next, &mut self.views, 1);
        for depth in 1..=(depth - 1).max(1) {
            let root = Node { depth, ply: 1, alpha: -beta, beta: -alpha };
            let Some(value) = self.value(&next, root) else { break };
            found = -value;
            self.max_nodes = nodes;
        }
        found
    }

    fn begin(&mut self, max_nodes: u32) {
        self.order.clear();
        self.path.clear();
        (self.nodes, self.max_nodes) = (0, max_nodes);
    }

    /// The best move of a position, as far as it is known from an earlier search; after a move that is not worth what was asked,
    /// the answer that shows it.
    #[must_use]
    pub fn known_best(&self, position: &Chess) -> Option<Move> {
        let best = self.table.get(key(position)).and_then(|entry| entry.best);
        best.filter(|m| position.is_legal(*m))
    }

    /// A move of the root is among those that count.
    fn counts(&self, m: Move) -> bool {
        self.among.as_ref().is_none_or(|among| among.contains(&m))
    }

    fn known_line(&self, root: &Chess, depth: i32) -> Vec<Move> {
        let mut position = root.clone();
        let mut line = Vec::new();
        while line.len() < depth as usize
            && let Some(m) = self.known_best(&position)
        {
            position.play_unchecked(m);
            line.push(m);
        }
        line
    }

    fn line_after(&self, position: &Chess, m: Move, depth: i32) -> Vec<Move> {
        let mut line = vec![m];
        line.extend(self.known_line(&after_line(position, &[m]), depth - 1));
        line
    }

    /// The value of a position for the side to move; a bound if it is outside the window. `None` if the nodes run out.
    fn value(&mut self, position: &Chess, mut node: Node) -> Option<i32> {
        let is_check = position.is_check();
        node.depth += i32::from(is_check);
        if node.depth <= 0 || node.ply + 1 >= MAX_PLY {
            return self.quiescence(position, node, 0);
        }
        self.count()?;
        let key = key(position);
        if node.ply > 0 && self.is_drawn(position, key) {
            return Some(0);
        }
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(value) = cutoff(entry, node)
        {
            return Some(value);
        }
        let standing = (!is_check).then(|| evaluate(position, &mut self.views, node.ply));
        if !node.is_open()
            && let Some(standing) = standing
            && let Some(value) = self.pruned(position, standing, node)?
        {
            return Some(value);
        }
        self.path.push(key);
        let first = if node.ply == 0 { self.first } else { known.and_then(|entry| entry.best) };
        let found = self.best_move(position, node, standing, first);
        self.path.pop();
        let (value, best) = found?;
        let bound = match value {
            _ if value >= node.beta => Bound::AtLeast,
            _ if value <= node.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        // What is known of a position holds for all of its moves.
        if node.ply > 0 || self.among.is_none() {
            let stored = from_here(value, node.ply);
            let best = best.or(known.and_then(|entry| entry.best));
            self.table.insert(Entry { key, depth: node.depth, bound, value: stored, best });
        }
        Some(value)
    }

    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= self.max_nodes).then_some(())
    }

    /// It has been on the path already, or is drawn by the rules.
    fn is_drawn(&self, position: &Chess, key: u64) -> bool {
        let reversible = position.halfmoves();
        reversible >= FIFTY_MOVES
            || self.path.iter().rev().take(reversible as usize).any(|earlier| *earlier == key)
            || position.is_insufficient_material()
    }

    /// A bound without looking at the moves: the side to move is so far ahead that it would even be after giving something
    /// away, or after passing. `None` inside: neither is so.
    fn pruned(&mut self, position: &Chess, standing: i32, node: Node) -> Option<Option<i32>> {
        let Node { depth, beta, .. } = node;
        if depth <= 3 && standing - FUTILITY * depth >= beta && beta.abs() < MATE_BOUND {
            return Some(Some(standing));
        }
        let may_pass = depth >= 3 && standing >= beta && has_pieces(position);
        let came_by_passing = self.path.last() == Some(&PASSED);
        if may_pass
            && !came_by_passing
            && let Ok(passed) = position.clone().swap_turn()
        {
            self.path.push(PASSED);
            let reduced = node.with_alpha(beta - 1).below().reduced(2 + depth / 4);
            let value = self.value(&passed, reduced);
            self.path.pop();
            let value = -value?;
            if value >= beta {
                return Some(Some(if value >= MATE_BOUND { beta } else { value }));
            }
        }
        Some(None)
    }

    /// The best move and its value; no move if there is none. `standing` is what the position is worth at first sight, if the side
    /// to move is not in check.
    fn best_move(
        &mut self,
        position: &Chess,
        node: Node,
        standing: Option<i32>,
        first: Option<Move>,
    ) -> Option<(i32, Option<Move>)> {
        let checks = Checks::new(position);
        let mut picker = Picker::new(first, self.killers[node.ply]);
        let (mut alpha, mut best, mut chosen) = (node.alpha, -INFINITE, None);
        while let Some(picked) = picker.next(position, &mut self.order) {
            let Picked { m, at, .. } = picked;
            if node.ply == 0 && !self.counts(m) {
                continue;
            }
            let may_skip = !node.is_open()
                && best > -MATE_BOUND
                && standing
                    .is_some_and(|standing| is_futile(picked, standing, node.with_alpha(alpha)));
            let may_check = checks.may_give_check(m);
            if may_skip && !may_check {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            let is_calm = standing.is_some() && !(may_check && next.is_check());
            if may_skip && is_calm {
                continue;
            }
            let is_quiet = is_quiet(m);
            let below = node.with_alpha(alpha).below();
            let value = if at == 0 {
                -self.value(&next, below)?
            } else {
                let reduction = if is_quiet && is_calm { late_reduction(node, at) } else { 0 };
                self.later_move(&next, node.with_alpha(alpha), reduction)?
            };
            if value > best {
                (best, chosen) = (value, Some(m));
                if node.ply == 0 {
                    self.found = Some((value, m));
                    if at == 0 && value < self.expected - FALLEN {
                        self.max_nodes = self.max_nodes.saturating_mul(FOR_ANOTHER);
                    }
                }
            }
            alpha = alpha.max(value);
            if alpha >= node.beta {
                if is_quiet {
                    self.reward(m, node);
                }
                break;
            }
        }
        picker.end(&mut self.order);
        if chosen.is_none() {
            // Checkmate or stalemate.
            best = if standing.is_none() { node.ply as i32 - MATE } else { 0 };
        }
        Some((best, chosen))
    }

    /// The value of a move that is not expected to be the best: whether it is better than alpha, first with less depth;
    /// only then how much.
    fn later_move(&mut self, next: &Chess, node: Node, reduction: i32) -> Option<i32> {
        let narrow = node.closed().below();
        let mut value = -self.value(next, narrow.reduced(reduction))?;
        if value > node.alpha && reduction > 0 {
            value = -self.value(next, narrow)?;
        }
        if value > node.alpha && value < node.beta {
            value = -self.value(next, node.below())?;
        }
        Some(value)
    }

    fn reward(&mut self, m: Move, node: Node) {
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.order.reward(m, node.depth as u32);
    }

    /// Captures and promotions to queens until the position is quiet; all replies to a check for some plies.
    fn quiescence(&mut self, position: &Chess, node: Node, evasions: u32) -> Option<i32> {
        self.count()?;
        let is_check = evasions < MAX_EVASIONS && node.ply + 1 < MAX_PLY && position.is_check();
        let standing =
            if is_check { -INFINITE } else { evaluate(position, &mut self.views, node.ply) };
        if standing >= node.beta || node.ply + 1 >= MAX_PLY {
            return Some(standing);
        }
        let mut moves = if is_check { position.legal_moves() } else { forcing_moves(position) };
        if is_check && moves.is_empty() {
            return Some(node.ply as i32 - MATE);
        }
        let (mut alpha, mut best) = (node.alpha.max(standing), standing);
        let base = self.order.push(&moves, None, [None; 2]);
        for at in 0..moves.len() {
            self.order.select(&mut moves, base, at);
            let m = moves[at];
            let gain = 100 * material_gain(m);
            if !is_check
                && (standing + gain + CAPTURE_MARGIN < alpha || loses_exchange(position, m))
            {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            let below = node.with_alpha(alpha).below();
            let value = -self.quiescence(&next, below, evasions + u32::from(is_check))?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        self.order.pop(base);
        Some(best)
    }
}

/// Stands for a passed move on the path: no position before it is met again by playing on.
const PASSED: u64 = 0;

/// How many plies less a later quiet move is searched.
fn late_reduction(node: Node, at: usize) -> i32 {
    if node.depth < 3 || at < 3 {
        return 0;
    }
    let reduction = (libm::log(f64::from(node.depth)) * libm::log(at as f64) / 1.9 + 0.5) as i32;
    (reduction - i32::from(node.is_open())).max(0)
}

fn is_quiet(m: Move) -> bool {
    !m.is_capture() && !m.is_promotion()
}

/// A move is not worth looking at unless it gives check: a quiet one that comes late, or cannot raise a position so much worse than
/// alpha; another that loses material.
fn is_futile(picked: Picked, standing: i32, node: Node) -> bool {
    let Picked { m, at, loses_material } = picked;
    let Node { depth, alpha, .. } = node;
    if !is_quiet(m) {
        return depth <= 3 && loses_material;
    }
    let is_hopeless = depth <= 3 && standing + QUIET_MARGIN + FUTILITY * depth <= alpha;
    let is_late = depth <= 4 && at as i32 > 4 + 2 * depth * depth;
    is_hopeless || is_late
}

/// A piece takes a lesser one and is lost.
fn loses_exchange(position: &Chess, m: Move) -> bool {
    let victim = m.capture().map_or(0, piece_value);
    let takes_less = !m.is_promotion() && m.role() != Role::King && piece_value(m.role()) > victim;
    takes_less && exchange_of_move(position.board(), position.turn(), m) < 0
}

/// The value of an entry, where it answers the question.
fn cutoff(entry: Entry, node: Node) -> Option<i32> {
    if node.ply == 0 || entry.depth < node.depth {
        return None;
    }
    let value = from_root(entry.value, node.ply);
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= node.beta,
        Bound::AtMost => value <= node.alpha,
    };
    answers.then_some(value)
}

/// A mate counted from the position, whose distance from the root is `ply`.
fn from_here(value: i32, ply: usize) -> i32 {
    value + mate_sign(value) * ply as i32
}

/// A mate counted from the root.
fn from_root(value: i32, ply: usize) -> i32 {
    value - mate_sign(value) * ply as i32
}

fn mate_sign(value: i32) -> i32 {
    if value.abs() >= MATE_BOUND { value.signum() } else { 0 }
}

fn score(value: i32) -> Score {
    let plies = (MATE - value.abs()).max(0) as u32;
    match value {
        _ if value >= MATE_BOUND => Score::Mates(plies.div_ceil(2)),
        _ if value <= -MATE_BOUND => Score::IsMated(plies / 2),
        _ => Score::Centipawns(value),
    }
}

#[cfg(test)]
mod tests;
