//! Plans that can be made on the board: reachability, effect and refutation.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use super::bind::wanted_role;
use super::study::man_value;
use super::tree::Goal;

/// A piece and the squares it goes through to do its part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// How it gets at the target: `file`, `rank`, `any`.
    pub option: String,
    /// Kind of piece.
    pub role: Role,
    /// From where it stands to where it does its work.
    pub squares: Vec<Square>,
}

/// How well a plan stood the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Reached and not refuted, but the target stays sufficiently protected.
    Possible,
    /// Reached, not refuted, and the target is attacked more often than defended.
    Works,
}

/// A plan that was tried on the board while the opponent passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// The square the plan is about.
    pub target: Square,
    /// Who goes where.
    pub routes: Vec<Route>,
    /// Men that attack the target afterwards.
    pub attackers: usize,
    /// Men that defend it then.
    pub defenders: usize,
    /// The result.
    pub verdict: Verdict,
    /// The board afterwards.
    pub board: Board,
}

/// Moves a piece may take: heavy pieces 2, minor pieces 3, the king 4.
fn most_moves(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Rook | Role::Queen => 2,
        Role::Knight | Role::Bishop => 3,
        Role::King => 4,
    }
}

/// No cheaper enemy man attacks the stop, and if it is attacked it is protected.
fn is_safe(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let occupied = board.occupied().without(from).with(to);
    let enemies = board.attacks_to(to, !piece.color, occupied).without(to);
    let worth = man_value(piece.role);
    let cheaper = enemies.into_iter().any(|e| board.role_at(e).map_or(0, man_value) < worth);
    enemies.is_empty()
        || piece.role != Role::King
            && !cheaper
            && board.attacks_to(to, piece.color, occupied).without(from).any()
}

/// The shortest way of one piece to a square that `is_goal` accepts.
fn route(
    board: &Board,
    from: Square,
    is_goal: impl Fn(&Board, Square) -> bool,
) -> Option<Vec<Square>> {
    let piece = board.piece_at(from)?;
    let mut without = board.clone();
    without.discard_piece_at(from);
    let mut seen = Bitboard::from_square(from);
    let mut ways = vec![vec![from]];
    for _ in 0..=most_moves(piece.role) {
        if let Some(way) = ways.iter().find(|way| way.last().is_some_and(|s| is_goal(&without, *s)))
        {
            return Some(way.clone());
        }
        let mut next = Vec::new();
        for way in &ways {
            let Some(at) = way.last().copied() else { continue };
            for to in attacks::attacks(at, piece, without.occupied()) & !without.occupied() {
                if !seen.contains(to) && is_safe(&without, piece, from, to) {
                    seen.add(to);
                    next.push([way.as_slice(), &[to]].concat());
                }
            }
        }
        ways = next;
    }
    None
}

/// A way for White to attack a square along `file`, `rank` or `any` line, by a piece that has no part yet.
fn attack_route(board: &Board, target: Square, option: &str, busy: Bitboard) -> Option<Route> {
    let side = Color::White;
    let hits = |role: Role| {
        move |board: &Board, at: Square| {
            let piece = Piece { color: side, role };
            let on_line = match option {
                "file" => at.file() == target.file(),
                "rank" => at.rank() == target.rank(),
                _ => true,
            };
            on_line && attacks::attacks(at, piece, board.occupied()).contains(target)
        }
    };
    let straight = matches!(option, "file" | "rank");
    let mut best: Option<Route> = None;
    for from in (board.by_color(side) & !board.pawns() & !busy).into_iter() {
        let Some(role) = board.role_at(from) else { continue };
        if straight && !matches!(role, Role::Rook | Role::Queen) {
            continue;
        }
        if let Some(squares) = route(board, from, hits(role))
            && best.as_ref().is_none_or(|b| squares.len() < b.squares.len())
        {
            best = Some(Route { option: option.to_owned(), role, squares });
        }
    }
    best
}

/// Tries to attack a man through each of the options, with a different piece for each; options that fail fall away.
///
/// V1: the planning side moves, the opponent passes. V2: attackers and defenders are counted afterwards. V3: the first
/// step, when it is the planning side's turn, must not lose more than the best move by a search for material.
#[must_use]
pub fn attack(
    position: &Chess,
    side: Color,
    target: Square,
    options: &[&str],
) -> Option<Validation> {
    let found = approach(position, side, target, options)?;
    first_step_holds(position, side, &found.routes).then_some(found)
}

/// The same without looking for a refutation of the first step.
#[must_use]
pub fn approach(
    position: &Chess,
    side: Color,
    target: Square,
    options: &[&str],
) -> Option<Validation> {
    // Seen from the planner's side, so that both colours find the same ways.
    let turn = |s: Square| side.fold_wb(s, s.flip_vertical());
    let turned = |board: &Board| {
        let board = board.clone();
        if side.is_white() { board } else { board.into_mirrored() }
    };
    let mut board = turned(position.board());
    let goal = turn(target);
    let mut routes: Vec<Route> = Vec::new();
    let mut busy = Bitboard::EMPTY;
    for option in options {
        let Some(route) = attack_route(&board, goal, option, busy) else { continue };
        if let (Some(first), Some(last)) = (route.squares.first(), route.squares.last())
            && let Some(piece) = board.remove_piece_at(*first)
        {
            board.set_piece_at(*last, piece);
            busy.add(*last);
        }
        routes.push(route);
    }
    if routes.is_empty() {
        return None;
    }
    let board = turned(&board);
    for square in routes.iter_mut().flat_map(|route| &mut route.squares) {
        *square = turn(*square);
    }
    let attackers = board.attacks_to(target, side, board.occupied()).count();
    let defenders = board.attacks_to(target, !side, board.occupied()).count();
    let verdict = if attackers > defenders { Verdict::Works } else { Verdict::Possible };
    Some(Validation { target, routes, attackers, defenders, verdict, board })
}

/// Pawns that checkmate counts as.
pub const MATE: i32 = 900;

/// Plies of the search for material before captures only.
const DEPTH: u32 = 2;

fn first_step_holds(position: &Chess, side: Color, routes: &[Route]) -> bool {
    let step = routes.iter().find(|route| route.squares.len() > 1);
    let Some([from, to, ..]) = step.map(|route| route.squares.as_slice()) else { return true };
    if position.turn() != side {
        return true;
    }
    let moves = position.legal_moves();
    let Some(m) = moves.iter().find(|m| m.from() == Some(*from) && m.to() == *to) else {
        return false;
    };
    let after = value_after(position, m, DEPTH - 1, -1000, 1000);
    let best = best_value(position, DEPTH, -1000, 1000);
    after >= best - 1
}

/// What a legal move loses in material against the best move, in pawns, at least 0: two plies, then captures only.
#[must_use]
pub fn material_loss(position: &Chess, m: &Move) -> i32 {
    let after = value_after(position, m, DEPTH - 1, -1000, 1000);
    // Only what beats the move is of interest.
    (best_value(position, DEPTH, after, 1000) - after).max(0)
}

fn value_after(position: &Chess, m: &Move, depth: u32, alpha: i32, beta: i32) -> i32 {
    let mut next = position.clone();
    next.play_unchecked(*m);
    -best_value(&next, depth, -beta, -alpha)
}

fn material(position: &Chess) -> i32 {
    let total = |side| crate::board::traditional_total(position.board(), side) as i32;
    total(position.turn()) - total(!position.turn())
}

/// Material for the side to move after the best play of both sides; beyond `depth` plies only captures go on.
fn best_value(position: &Chess, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let mut best = if depth == 0 { material(position) } else { -MATE };
    if depth == 0 && position.is_checkmate() {
        return -MATE;
    }
    if depth == 0 && best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut moves = if depth == 0 { position.capture_moves() } else { position.legal_moves() };
    moves.sort_by_key(|m| std::cmp::Reverse(m.capture().map_or(0, man_value)));
    if depth > 0 && moves.is_empty() {
        return if position.is_check() { -MATE } else { 0 };
    }
    for m in &moves {
        let value = value_after(position, m, depth.saturating_sub(1), alpha, beta);
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// What a goal asks to be tried: the target square and the line of attack.
#[must_use]
pub fn attack_goal(goal: &Goal) -> Option<(Square, Option<&str>)> {
    let [verb, target, option] = goal;
    if verb != "ATTACK" || wanted_role(option).is_some() {
        return None;
    }
    Some((target.parse().ok()?, option.strip_prefix("via=")))
}
