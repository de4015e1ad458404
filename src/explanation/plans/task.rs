//! Goals that can be tried on the board.

use shakmaty::{Board, Color, Role, Square};

use crate::explanation::facts::bind::wanted_role;
use crate::explanation::facts::tree::Goal;

/// What a piece has to do at the end of its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Attack the man on the target.
    Attack,
    /// Stand on the target.
    Stand,
    /// Defend the target, or keep it under control.
    Cover,
    /// Take the man on the target at once.
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
    pub(super) verb: &'static str,
    pub(super) work: Work,
    pub(super) target: Square,
    /// `file`, `rank` or `any`.
    pub(super) option: &'static str,
    /// Kind of piece, if only one will do.
    pub(super) role: Option<Role>,
}

impl Task {
    /// An attack through a file, a rank or any line.
    pub(super) fn attack(target: Square, option: &'static str) -> Task {
        Task { verb: "ATTACK", work: Work::Attack, target, option, role: None }
    }
}

/// Verbs that are tried, and the work they ask for.
const TRIED: [(&str, Work); 10] = [
    ("ATTACK", Work::Attack),
    ("CAPTURE", Work::Take),
    ("ADVANCE", Work::Push),
    ("OCCUPY", Work::Stand),
    ("MOVE", Work::Stand),
    ("BLOCKADE", Work::Stand),
    ("PROTECT", Work::Cover),
    ("CONTROL", Work::Cover),
    ("BEHIND", Work::Behind),
    ("DOUBLE", Work::Double),
];

/// Before a square in a goal: the one in front of the pawn that stands there.
pub const FRONT: &str = "front:";

/// The tasks among the goals of a side: those with a verb that can be tried and one square.
#[must_use]
pub fn tasks(board: &Board, side: Color, goals: &[Goal]) -> Vec<Task> {
    goals.iter().filter_map(|goal| task(board, side, goal)).collect()
}

/// The goal can be tried on some board.
#[must_use]
pub fn is_tried(goal: &Goal) -> bool {
    TRIED.iter().any(|(verb, _)| goal[0] == *verb)
}

fn task(board: &Board, side: Color, goal: &Goal) -> Option<Task> {
    let [name, object, option] = goal;
    let (verb, work) = *TRIED.iter().find(|(verb, _)| name == verb)?;
    let role = wanted_role(option);
    let (front, square) = match object.strip_prefix(FRONT) {
        Some(square) => (true, square),
        None => (false, object.as_str()),
    };
    let named: Square = square.parse().ok()?;
    let man = board.piece_at(named);
    let target = if front {
        // In front of a pawn of either side.
        let step = man?.color.fold_wb(1, -1);
        Square::from_coords(named.file(), named.rank().offset(step)?)
    } else {
        named
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
    let option = match option.strip_prefix("via=") {
        Some("file") => "file",
        Some("rank") => "rank",
        _ => "any",
    };
    fits.then_some(Task { verb, work, target, option, role })
}

/// What a goal asks to be attacked: the target square and the line of attack.
#[must_use]
pub fn attack_goal(goal: &Goal) -> Option<(Square, Option<&str>)> {
    let [verb, target, option] = goal;
    if verb != "ATTACK" || wanted_role(option).is_some() {
        return None;
    }
    Some((target.parse().ok()?, option.strip_prefix("via=")))
}
