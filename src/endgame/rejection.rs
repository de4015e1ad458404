//! Why a rule did not choose the move.

use super::condition::Clause;
use super::interpreter::Interpreter;
use crate::chess::tablebase::EndgamePosition;

/// A rule that was tried before the one that chose the move, and why it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRule {
    /// Name of the rule.
    pub rule: String,
    /// Why it failed.
    pub reason: RejectionReason,
}

/// Why a rule failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejectionReason {
    /// This line of its condition is false.
    ConditionFails(String),
    /// No legal move is of a kind that the rule admits.
    NoSuchMove,
    /// The rule looks one move ahead, and no move reaches its goal.
    GoalNotReached {
        /// The line of the goal that eliminates the last moves.
        line: String,
        /// The number of moves that satisfy all lines before it, at least 1.
        moves: usize,
        /// It is the first line of the goal.
        is_first: bool,
    },
    /// The opponent can prevent the goal for this many moves.
    NotForced(u8),
}

/// Why the rule with this index fails in a position; meaningful only if it does.
#[must_use]
pub fn why_rejected(
    interpreter: &Interpreter<'_>,
    rule: usize,
    position: &EndgamePosition,
) -> RejectionReason {
    let advice = &interpreter.rules()[rule];
    if let Some(clause) = advice.when.iter().find(|clause| !clause.holds(position, position)) {
        return RejectionReason::ConditionFails(clause.text.clone());
    }
    let mut moves = interpreter.candidates(rule, position);
    if moves.is_empty() {
        return RejectionReason::NoSuchMove;
    }
    if advice.depth == 1 {
        for (index, clause) in advice.better_goal.iter().enumerate() {
            let count = moves.len();
            moves.retain(|(_, after)| clause.holds(position, after));
            if moves.is_empty() {
                return goal_not_reached(clause, count, index == 0);
            }
        }
    }
    RejectionReason::NotForced(advice.depth)
}

fn goal_not_reached(clause: &Clause, moves: usize, is_first: bool) -> RejectionReason {
    RejectionReason::GoalNotReached { line: clause.text.clone(), moves, is_first }
}
