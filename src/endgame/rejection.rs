//! Why a rule did not apply.

use std::fmt;

use super::condition::Clause;
use super::interpreter::Interpreter;
use super::situation::Situation;

/// A rule that was tried before the one that decided, and what stood against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Name of the rule.
    pub rule: String,
    /// What stood against it.
    pub reason: Reason,
}

/// What stands against a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not meant for positions like this: the line of its condition that is not true.
    NotNow(String),
    /// There is no move of the kind it asks for.
    NoMove,
    /// No move brings about its goal at once, and it looks no further: the line of the goal at which the
    /// last moves fell, and how many had passed the lines before.
    NoMoveReaches {
        /// The line.
        line: String,
        /// Moves that pass all lines before it, at least 1.
        moves: usize,
        /// This is the first line.
        first: bool,
    },
    /// The other side can always prevent it for so many moves.
    NotForced(u8),
}

/// Why `rule` fails in a position; meaningful only if it does.
#[must_use]
pub fn reason(interpreter: &Interpreter<'_>, rule: usize, situation: &Situation) -> Reason {
    let advice = &interpreter.rules()[rule];
    let not_now = advice.when.iter().find(|clause| !clause.holds(situation, situation));
    if let Some(clause) = not_now {
        return Reason::NotNow(clause.text.clone());
    }
    let mut moves = interpreter.candidates(rule, situation);
    if moves.is_empty() {
        return Reason::NoMove;
    }
    if advice.depth > 1 {
        return Reason::NotForced(advice.depth);
    }
    for (place, clause) in advice.better.iter().enumerate() {
        let passed = moves.len();
        moves.retain(|(_, after)| clause.holds(situation, after));
        if moves.is_empty() {
            return no_move_reaches(clause, passed, place == 0);
        }
    }
    Reason::NotForced(advice.depth)
}

fn no_move_reaches(clause: &Clause, moves: usize, first: bool) -> Reason {
    Reason::NoMoveReaches { line: clause.text.clone(), moves, first }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotNow(line) => write!(f, "not now: it is not so that {line}"),
            Reason::NoMove => f.write_str("there is no such move"),
            Reason::NoMoveReaches { line, moves, first: true } => {
                write!(f, "none of {moves} moves gives: {line}")
            }
            Reason::NoMoveReaches { line, moves, first: false } => {
                write!(f, "{moves} would do so far, but none gives: {line}")
            }
            Reason::NotForced(1) => f.write_str("no move does it"),
            Reason::NotForced(depth) => write!(f, "it cannot be forced in {depth} moves"),
        }
    }
}
