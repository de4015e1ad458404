//! Advice tables: rules in order of falling ambition.

use std::cmp::Ordering;

use shakmaty::Role;

use super::condition::Clause;
use super::ending::Ending;
use super::measure::Measure;
use super::situation::{Side, Situation, Step};

/// Advice for one ending.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file: `krk-1980`.
    pub name: String,
    /// The men it knows how to handle.
    pub ending: Ending,
    /// One line for lists of tables.
    pub title: String,
    /// What else must be so for the table to speak; usually nothing.
    pub entry: Vec<Clause>,
    /// How the stronger side wins.
    pub rules: Vec<Rule>,
    /// How the bare king holds a draw; empty where there is nothing to hold.
    pub defence: Vec<Rule>,
}

impl Table {
    /// The rules of one side.
    #[must_use]
    pub fn rules_of(&self, side: Side) -> &[Rule] {
        match side {
            Side::Strong => &self.rules,
            Side::Weak => &self.defence,
        }
    }

    /// The table has advice for this position: its men, its entry condition, a rule for the side to move.
    #[must_use]
    pub fn covers(&self, situation: &Situation) -> bool {
        self.ending.covers(situation)
            && !self.rules_of(situation.turn).is_empty()
            && self.entry.iter().all(|clause| clause.holds(situation, situation))
    }
}

/// One piece of advice: a small game of its own, won when the better goal is reached in time.
#[derive(Clone, Debug)]
pub struct Rule {
    /// A word or two.
    pub name: String,
    /// The sentence for the student.
    pub say: String,
    /// What must be so before the rule is tried.
    pub when: Vec<Clause>,
    /// What our move has to bring about; all lines.
    pub better: Vec<Clause>,
    /// Rules of the other side that must find nothing when the better goal is reached.
    pub against: Vec<usize>,
    /// What must stay so after each of our moves until then; all lines.
    pub hold: Vec<Clause>,
    /// The moves to try, in this order.
    pub moves: Vec<MoveClass>,
    /// Which of the moves of a class to try first.
    pub prefer: Vec<Preference>,
    /// How many moves of ours the subgame may take, at least 1.
    pub depth: u8,
}

/// The greatest depth bound a rule may have.
pub const DEEPEST: u8 = 15;

/// The rules one side of a table may have; far more than anybody reads aloud.
pub const MOST_RULES: usize = 50;

/// How many lines the order of a rule may have.
pub const MOST_PREFERENCES: usize = 6;

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveClass {
    /// Only moves that give check.
    pub checking: bool,
    /// Who moves.
    pub mover: Mover,
    /// Only moves that do not go beyond the smallest rectangle around the kings; a move that comes nearer
    /// to it from outside is allowed (1980: `ROOKRANGE`).
    pub inside_box: bool,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Everybody: men first, then the king.
    Any,
    /// One kind of piece, or the king.
    Role(Role),
    /// Everybody but the king.
    Men,
}

/// An order among moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// A small number first.
    Smallest(Measure),
    /// A great number first.
    Greatest(Measure),
    /// Moves of which the line is true first.
    First(Clause),
}

impl Preference {
    /// The lower, the earlier.
    #[must_use]
    pub fn key(&self, before: &Situation, after: &Situation) -> i32 {
        match self {
            Preference::Smallest(measure) => measure.of(after).unwrap_or(i32::MAX),
            Preference::Greatest(measure) => measure.of(after).map_or(i32::MAX, |number| -number),
            Preference::First(clause) => i32::from(!clause.holds(before, after)),
        }
    }
}

impl MoveClass {
    /// The move from `before` to `after` is of this kind.
    #[must_use]
    pub fn admits(&self, before: &Situation, step: Step, after: &Situation) -> bool {
        let mover = match self.mover {
            Mover::Any => true,
            Mover::Role(role) => step.role == role,
            Mover::Men => step.role != Role::King,
        };
        mover
            && (!self.checking || after.is_check())
            && (!self.inside_box || is_inside_box(before, step))
    }
}

fn is_inside_box(before: &Situation, step: Step) -> bool {
    let along = |from: u32, to: u32, one: u32, other: u32| match to.cmp(&from) {
        Ordering::Greater => to <= one.max(other),
        Ordering::Less => to >= one.min(other),
        Ordering::Equal => true,
    };
    let (ours, theirs) = (before.strong_king, before.weak_king);
    along(
        step.from.file().to_u32(),
        step.to.file().to_u32(),
        ours.file().to_u32(),
        theirs.file().to_u32(),
    ) && along(
        step.from.rank().to_u32(),
        step.to.rank().to_u32(),
        ours.rank().to_u32(),
        theirs.rank().to_u32(),
    )
}
