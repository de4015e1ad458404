//! Goals that can be tried on the board.

use shakmaty::{Board, Color, Role, Square};

use crate::explanation::goal::{Goal, Line, Manner, Target, Verb};

/// What a piece has to do at the end of its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Attack the piece or pawn on the target.
    Attack,
    /// Stand on the target.
    Stand,
    /// Defend the target, or keep it under control.
    Cover,
    /// Capture on the target at once.
    Take,
    /// The pawn on the target goes one square on.
    Push,
    /// Stand on the file of the target, behind it as the planner sees it.
    Behind,
    /// Stand on the file of the target beside a friend of the same kind.
    Double,
}

/// One goal with its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub(super) verb: Verb,
    pub(super) work: Work,
    pub(super) target: Square,
    /// Where an attack has to come from.
    pub(super) line: Line,
    /// Kind of piece, if only one will do.
    pub(super) role: Option<Role>,
}

impl Task {
    /// An attack through a file, a rank or any line.
    pub(super) fn attack(target: Square, line: Line) -> Task {
        Task { verb: Verb::Attack, work: Work::Attack, target, line, role: None }
    }
}

/// The work a goal asks for; `None`: it cannot be tried on the board.
fn work(verb: Verb) -> Option<Work> {
    Some(match verb {
        Verb::Attack => Work::Attack,
        Verb::Capture => Work::Take,
        Verb::Advance => Work::Push,
        Verb::Occupy | Verb::Move | Verb::Blockade => Work::Stand,
        Verb::Protect | Verb::Control => Work::Cover,
        Verb::Behind => Work::Behind,
        Verb::Double => Work::Double,
        _ => return None,
    })
}

/// The tasks among the goals of a side: those with a verb that can be tried and one square.
#[must_use]
pub fn tasks(board: &Board, side: Color, goals: &[Goal]) -> Vec<Task> {
    goals.iter().filter_map(|goal| task(board, side, goal)).collect()
}

fn task(board: &Board, side: Color, goal: &Goal) -> Option<Task> {
    let work = work(goal.verb)?;
    let target = match goal.target {
        Target::Square(square) => square,
        Target::Front(pawn) => {
            let step = board.color_at(pawn)?.fold_wb(1, -1);
            Square::from_coords(pawn.file(), pawn.rank().offset(step)?)
        }
        Target::Other(_) => return None,
    };
    let on_target = board.piece_at(target);
    let fits = match work {
        Work::Attack | Work::Take => {
            on_target.is_some_and(|p| p.color != side && p.role != Role::King)
        }
        Work::Stand => on_target.is_none(),
        Work::Cover => on_target.is_none_or(|p| p.color == side && p.role != Role::King),
        Work::Push => on_target.is_some_and(|p| p.color == side && p.role == Role::Pawn),
        Work::Behind => on_target.is_some_and(|p| p.role == Role::Pawn),
        Work::Double => on_target.is_some_and(|p| p.color == side),
    };
    let (line, role) = match goal.manner {
        Manner::Via(line) => (line, None),
        Manner::By(role) => (Line::Any, Some(role)),
        Manner::Free | Manner::Other(_) => (Line::Any, None),
    };
    fits.then_some(Task { verb: goal.verb, work, target, line, role })
}
