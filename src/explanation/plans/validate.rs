//! Plans that can be made on the board: reachability, effect and refutation.

use shakmaty::{Board, Chess, Color, Position, Square};

use crate::explanation::goal::{Goal, Line, Verb};
use crate::explanation::plans::move_quality::{MoveQuality, step};

use super::route::{self, Route};
use super::task::{Task, Work, tasks};

/// What the first step of a plan that takes longer may cost at first, in pawns by the facts.
const ADVANCE_PAID: f64 = 1.0;

/// How well a plan stood the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Reached and not refuted; but a target of attack stays sufficiently protected.
    Possible,
    /// Reached and not refuted; a target of attack is attacked more often than defended.
    Works,
}

/// A plan that was tried on the board while the opponent passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// What is to be done.
    pub verb: Verb,
    /// The square the plan is about.
    pub target: Square,
    /// Who goes where.
    pub routes: Vec<Route>,
    /// Attackers of the target afterwards.
    pub attackers: usize,
    /// Defenders of it then.
    pub defenders: usize,
    /// The result.
    pub verdict: Verdict,
    /// The board afterwards.
    pub board: Board,
}

impl Validation {
    /// The first move is the whole plan.
    #[must_use]
    pub fn is_one_move(&self) -> bool {
        self.routes.iter().map(|route| route.squares.len() - 1).sum::<usize>() == 1
    }

    /// The first move of the plan, from and to; `None` when every piece is in place.
    #[must_use]
    pub fn first_step(&self) -> Option<(Square, Square)> {
        let route = self.routes.iter().find(|route| route.squares.len() > 1)?;
        Some((route.squares[0], route.squares[1]))
    }
}

/// Tries the goals of a plan one after the other; those for the same target and purpose are tried together, a different
/// piece for each. The first that hold are the plan.
///
/// V1: the planning side moves, the opponent passes. V2: the effect is looked for on the board afterwards. V3: the first
/// step, when it is the planning side's turn, must cost at most `max_cost` centipawns for a search with positional terms,
/// must be among the best by the facts after it, and a memory, if there is one, must not think it a mistake.
#[must_use]
pub fn validate(
    quality: &MoveQuality<'_>,
    side: Color,
    goals: &[Goal],
    max_cost: i32,
) -> Option<Validation> {
    let position = quality.position();
    let all = tasks(position.board(), side, goals);
    let mut tried: Vec<(Verb, Square)> = Vec::new();
    for task in &all {
        let key = (task.verb, task.target);
        if tried.contains(&key) {
            continue;
        }
        tried.push(key);
        let same: Vec<&Task> = all.iter().filter(|t| (t.verb, t.target) == key).collect();
        let found = carry_out(position, side, &same);
        let holds = |found: &Validation| first_step_holds(quality, side, found, max_cost);
        if let Some(found) = found.filter(holds) {
            return Some(found);
        }
    }
    None
}

/// An attack on a piece or pawn, reachability only: neither is its effect asked for nor a refutation looked for.
#[must_use]
pub fn approach(
    position: &Chess,
    side: Color,
    target: Square,
    lines: &[Line],
) -> Option<Validation> {
    let tasks: Vec<Task> = lines.iter().map(|line| Task::attack(target, *line)).collect();
    carry_out(position, side, &tasks.iter().collect::<Vec<_>>())
}

/// The tasks of one target, each by a piece of its own; those that fail fall away.
fn carry_out(position: &Chess, side: Color, tasks: &[&Task]) -> Option<Validation> {
    // Seen from the planner's side, so that both colours find the same ways.
    let turn = |s: Square| side.fold_wb(s, s.flip_vertical());
    let turned = |board: &Board| {
        let board = board.clone();
        if side.is_white() { board } else { board.into_mirrored() }
    };
    let first = tasks.first()?;
    let (verb, target) = (first.verb, first.target);
    let mut board = turned(position.board());
    let mut routes: Vec<Route> = Vec::new();
    let mut busy = shakmaty::Bitboard::EMPTY;
    for task in tasks {
        let Some(route) = route::find(&board, turn(target), task, busy) else { continue };
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
    // What is done already is no plan, but an attack that stands may be joined by others.
    if first.work != Work::Attack && routes.iter().all(|route| route.squares.len() == 1) {
        return None;
    }
    let board = turned(&board);
    for square in routes.iter_mut().flat_map(|route| &mut route.squares) {
        *square = turn(*square);
    }
    let attackers = board.attacks_to(target, side, board.occupied()).count();
    let defenders = board.attacks_to(target, !side, board.occupied()).count();
    let works = first.work != Work::Attack || attackers > defenders;
    let verdict = if works { Verdict::Works } else { Verdict::Possible };
    Some(Validation { verb, target, routes, attackers, defenders, verdict, board })
}

fn first_step_holds(
    quality: &MoveQuality<'_>,
    side: Color,
    plan: &Validation,
    max_cost: i32,
) -> bool {
    let Some((from, to)) = plan.first_step() else { return true };
    if quality.position().turn() != side {
        return true;
    }
    let Some(step) = step(quality.position(), from, to) else { return false };
    let slack = if plan.is_one_move() { 0.0 } else { ADVANCE_PAID };
    quality.is_trusted(step)
        && quality.is_best(step, slack)
        && quality.costs_at_most(step, max_cost)
}
