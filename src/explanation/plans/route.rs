//! The way of one piece to its work, seen by a planner who has White.

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::task::{Task, Work};
use crate::chess::{exchange, is_safe_square};
use crate::explanation::goal::Line;
use crate::explanation::serial;

/// A piece and the squares it goes through to do its part of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// How it gets at the target.
    pub line: Line,
    /// Kind of piece.
    #[serde(with = "serial::role")]
    pub role: Role,
    /// From where it stands to where it does its work.
    #[serde(with = "serial::squares")]
    pub squares: Vec<Square>,
}

/// Moves a piece may take: heavy pieces 2, minor pieces 3, the king 4, pawns 1.
fn max_moves(role: Role) -> usize {
    match role {
        Role::Pawn => 1,
        Role::Rook | Role::Queen => 2,
        Role::Knight | Role::Bishop => 3,
        Role::King => 4,
    }
}

/// The shortest way of one piece to a square that `is_goal` accepts.
fn shortest_way(
    board: &Board,
    from: Square,
    is_goal: impl Fn(&Board, Square) -> bool,
) -> Option<Vec<Square>> {
    let piece = board.piece_at(from)?;
    let mut without = board.clone();
    without.discard_piece_at(from);
    let mut seen = Bitboard::from_square(from);
    let mut ways = vec![vec![from]];
    for _ in 0..=max_moves(piece.role) {
        if let Some(way) = ways.iter().find(|way| way.last().is_some_and(|s| is_goal(&without, *s)))
        {
            return Some(way.clone());
        }
        let mut next = Vec::new();
        for way in &ways {
            let Some(at) = way.last().copied() else { continue };
            for to in attacks::attacks(at, piece, without.occupied()) & !without.occupied() {
                if !seen.contains(to) && is_safe_square(&without, piece, from, to) {
                    seen.add(to);
                    next.push([way.as_slice(), &[to]].concat());
                }
            }
        }
        ways = next;
    }
    None
}

/// The shortest way for White to do a task by a piece that is not busy.
pub(super) fn find(board: &Board, target: Square, task: &Task, busy: Bitboard) -> Option<Route> {
    if task.work == Work::Push {
        return push(board, target);
    }
    let mut best: Option<Route> = None;
    // Pawns make plans by advancing, and take.
    let candidates =
        if task.work == Work::Take { board.white() } else { board.white() & !board.pawns() };
    for from in (candidates & !busy).into_iter() {
        let Some(role) = board.role_at(from) else { continue };
        let straight = task.line != Line::Any || matches!(task.work, Work::Behind | Work::Double);
        let is_heavy = matches!(role, Role::Rook | Role::Queen);
        let wrong = straight && !is_heavy || task.role.is_some_and(|wanted| wanted != role);
        // A piece does not protect itself.
        if wrong || task.work == Work::Cover && from == target {
            continue;
        }
        let squares = if task.work == Work::Take {
            take(board, from, target)
        } else {
            shortest_way(board, from, |board, at| {
                is_done(board, at, Piece { color: Color::White, role }, target, task)
            })
        };
        if let Some(squares) = squares
            && best.as_ref().is_none_or(|b| squares.len() < b.squares.len())
        {
            best = Some(Route { line: task.line, role, squares });
        }
    }
    best
}

/// The piece does its work from `at`; the board is without it.
fn is_done(board: &Board, at: Square, piece: Piece, target: Square, task: &Task) -> bool {
    let sees = || attacks::attacks(at, piece, board.occupied()).contains(target);
    match task.work {
        Work::Attack => {
            let on_line = match task.line {
                Line::File => at.file() == target.file(),
                Line::Rank => at.rank() == target.rank(),
                Line::Any => true,
            };
            on_line && sees()
        }
        Work::Cover => sees(),
        Work::Stand => at == target,
        Work::Behind => at.file() == target.file() && at.rank() < target.rank() && sees(),
        Work::Double => {
            let friend = board.piece_at(target).filter(|p| *p == piece);
            friend.is_some() && at.file() == target.file() && sees()
        }
        Work::Take | Work::Push => false,
    }
}

/// A capture that loses no material on the square.
fn take(board: &Board, from: Square, target: Square) -> Option<Vec<Square>> {
    let piece = board.piece_at(from)?;
    let reaches = attacks::attacks(from, piece, board.occupied()).contains(target);
    let won = exchange(board, from, target);
    (reaches && won >= 0).then(|| vec![from, target])
}

/// One step of a pawn to a free square where it is not simply lost.
fn push(board: &Board, from: Square) -> Option<Route> {
    let to = Square::from_coords(from.file(), from.rank().offset(1)?);
    let piece = Piece { color: Color::White, role: Role::Pawn };
    let is_free = !board.occupied().contains(to) && is_safe_square(board, piece, from, to);
    is_free.then(|| Route { line: Line::Any, role: Role::Pawn, squares: vec![from, to] })
}
