//! Advice tables: rules ordered from the most to the least ambitious.

use std::cmp::Ordering;

use shakmaty::Role;

use super::condition::Clause;
use super::measure::Measure;
use crate::chess::tablebase::{Endgame, EndgameMove, EndgamePosition, EndgameSide};

/// Advice for one endgame.
#[derive(Clone, Debug)]
pub struct AdviceTable {
    /// The name of its file: `krk-1980`.
    pub name: String,
    /// The material it is for.
    pub endgame: Endgame,
    /// A one-line title.
    pub title: String,
    /// Whether its rules are known to keep the result: `morph advise prove` has shown that the stronger side wins wherever one
    /// of its rules applies (but for those that [draw](Rule::draws)), and that the weaker side holds a draw wherever one of
    /// the defence does.
    pub proven: bool,
    /// What else must be true for the table to apply; usually nothing.
    pub entry: Vec<Clause>,
    /// Rules by which the stronger side wins.
    pub rules: Vec<Rule>,
    /// Rules by which the weaker side holds a draw; empty if no position worth a rule is drawn.
    pub defence: Vec<Rule>,
}

impl AdviceTable {
    /// The rules of one side.
    #[must_use]
    pub fn rules_of(&self, side: EndgameSide) -> &[Rule] {
        match side {
            EndgameSide::Strong => &self.rules,
            EndgameSide::Weak => &self.defence,
        }
    }

    /// The table applies: the material matches, the entry condition is true, there are rules for the side to move.
    #[must_use]
    pub fn covers(&self, position: &EndgamePosition) -> bool {
        self.endgame.covers(position)
            && !self.rules_of(position.turn).is_empty()
            && self.entry.iter().all(|clause| clause.holds(position, position))
    }
}

/// One rule: a subgame that is won when the better goal is reached within the depth bound.
#[derive(Clone, Debug)]
pub struct Rule {
    /// A name of a word or two.
    pub name: String,
    /// The sentence for the student.
    pub sentence: String,
    /// What must be true for the rule to be tried.
    pub when: Vec<Clause>,
    /// What our move has to bring about: every line.
    pub better_goal: Vec<Clause>,
    /// Indices of the opponent's rules that must not apply once the better goal is reached.
    pub prevents: Vec<usize>,
    /// What must stay true after each of our moves until then: every line.
    pub holding_goal: Vec<Clause>,
    /// The kinds of move to try, in this order.
    pub moves: Vec<MoveClass>,
    /// The order of the moves of one kind.
    pub prefer: Vec<Preference>,
    /// The greatest number of our moves in the subgame, at least 1.
    pub depth: u8,
    /// The rule of the stronger side keeps a draw, no more.
    pub draws: bool,
}

impl Rule {
    /// The move from `before` to `after` is of one of the kinds to try.
    #[must_use]
    pub fn admits(
        &self,
        before: &EndgamePosition,
        m: EndgameMove,
        after: &EndgamePosition,
    ) -> bool {
        self.moves.iter().any(|class| class.admits(before, m, after))
    }
}

/// The greatest depth bound of a rule.
pub const MAX_DEPTH: u8 = 15;

/// The greatest number of rules for one side of a table.
pub const MAX_RULES: usize = 50;

/// The greatest number of lines in `prefer`.
pub const MAX_PREFERENCES: usize = 6;

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveClass {
    /// Only moves that give check.
    pub checking: bool,
    /// The pieces that move.
    pub mover: Mover,
    /// Only moves that do not leave the smallest rectangle around the kings; a move from outside towards it is allowed
    /// (1980: `ROOKRANGE`).
    pub inside_rectangle: bool,
}

/// The pieces that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// All: pieces first, then the king.
    Any,
    /// Those of one role, the king included.
    Role(Role),
    /// All but the king.
    Pieces,
}

/// An order of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Smaller numbers first.
    Smallest(Measure),
    /// Greater numbers first.
    Greatest(Measure),
    /// Moves for which the line is true first.
    First(Clause),
}

impl Preference {
    /// The sort key of a move: lower keys come first.
    #[must_use]
    pub fn key(&self, before: &EndgamePosition, after: &EndgamePosition) -> i32 {
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
    pub fn admits(
        &self,
        before: &EndgamePosition,
        m: EndgameMove,
        after: &EndgamePosition,
    ) -> bool {
        let mover = match self.mover {
            Mover::Any => true,
            Mover::Role(role) => m.role == role,
            Mover::Pieces => m.role != Role::King,
        };
        mover
            && (!self.checking || after.is_check())
            && (!self.inside_rectangle || is_inside_rectangle(before, m))
    }
}

fn is_inside_rectangle(before: &EndgamePosition, m: EndgameMove) -> bool {
    let along = |from: u32, to: u32, one: u32, other: u32| match to.cmp(&from) {
        Ordering::Greater => to <= one.max(other),
        Ordering::Less => to >= one.min(other),
        Ordering::Equal => true,
    };
    let (ours, theirs) = (before.strong_king, before.weak_king);
    along(
        m.from.file().to_u32(),
        m.to.file().to_u32(),
        ours.file().to_u32(),
        theirs.file().to_u32(),
    ) && along(
        m.from.rank().to_u32(),
        m.to.rank().to_u32(),
        ours.rank().to_u32(),
        theirs.rank().to_u32(),
    )
}
