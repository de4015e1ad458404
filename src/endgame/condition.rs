//! Conditions on a position and the one before it: the vocabulary of the advice tables.

use std::fmt;

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Role, Square};

use super::measure::{Measure, Place, offset};
use super::situation::{Side, Situation};

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// <
    Less,
    /// ≤
    AtMost,
    /// =
    Equal,
    /// ≥
    AtLeast,
    /// >
    Greater,
}

impl Comparison {
    /// `a` compares to `b` in this way.
    #[must_use]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::AtLeast => a >= b,
            Comparison::Greater => a > b,
        }
    }
}

/// Something that is so on the board, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The bare king is mated (1980: `MATED`).
    Mated,
    /// The side to move is stalemated.
    Stalemated,
    /// The bare king is attacked.
    Check,
    /// The bare king is nearer to one of these men than the other king, with the move counted in
    /// (1980: `REXPOSED`).
    Exposed(Place),
    /// One of these men is attacked by the bare king and not defended by a king or man.
    Lost(Place),
    /// Each of these men is defended.
    Protected(Place),
    /// One of these men stands strictly between the kings, by file or by rank (1980: `RDIVIDES`).
    Divides(Place),
    /// The kings face each other with one square between, and the rook stands beside our king, towards
    /// neither (1980: `LPATT`).
    LPattern,
    /// The kings face each other on a line with one square between.
    Opposition,
    /// Files and ranks between the kings are even numbers: walking towards each other they end in opposition.
    DistantOpposition,
    /// The men that are left can never mate.
    Drawn,
    /// The place is the same as before the move.
    Still(Place),
    /// The first place touches the second: they share a square.
    On(Place, Place),
}

/// A fact or a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// See [`Fact`].
    Fact(Fact),
    /// Two measures of the position after the move.
    Compare(Measure, Comparison, Measure),
    /// A measure after the move against the same measure before.
    Change(Measure, Comparison),
}

/// One line of a goal: at least one of its conditions has to hold, each as it is or negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The line as the table has it.
    pub text: String,
    /// The alternatives; `false` marks a negated one.
    pub alternatives: Vec<(bool, Condition)>,
}

impl Clause {
    /// The line is true of a move from `before` to `after`.
    #[must_use]
    pub fn holds(&self, before: &Situation, after: &Situation) -> bool {
        self.alternatives.iter().any(|(plain, condition)| condition.holds(before, after) == *plain)
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Condition {
    /// A comparison that names a man who is not on the board is false.
    #[must_use]
    pub fn holds(&self, before: &Situation, after: &Situation) -> bool {
        match self {
            Condition::Fact(fact) => fact.holds(before, after),
            Condition::Compare(a, comparison, b) => {
                a.of(after).zip(b.of(after)).is_some_and(|(a, b)| comparison.holds(a, b))
            }
            Condition::Change(measure, comparison) => measure
                .of(after)
                .zip(measure.of(before))
                .is_some_and(|(new, old)| comparison.holds(new, old)),
        }
    }
}

impl Fact {
    /// The fact is so after a move from `before` to `after`.
    #[must_use]
    pub fn holds(self, before: &Situation, after: &Situation) -> bool {
        match self {
            Fact::Mated => after.is_mate(),
            Fact::Stalemated => after.is_stalemate(),
            Fact::Check => after.is_check(),
            Fact::Exposed(men) => {
                men.squares(after).into_iter().any(|square| is_exposed(after, square))
            }
            Fact::Lost(men) => {
                (men.squares(after) & king_attacks(after.weak_king) & !after.forbidden()).any()
            }
            Fact::Protected(men) => men.squares(after).is_subset(after.forbidden()),
            Fact::Divides(men) => {
                men.squares(after).into_iter().any(|square| divides(after, square))
            }
            Fact::LPattern => is_l_pattern(after),
            Fact::Opposition => {
                let (files, ranks) = offset(after.strong_king, after.weak_king);
                matches!((files.abs(), ranks.abs()), (0, 2) | (2, 0))
            }
            Fact::DistantOpposition => {
                let (files, ranks) = offset(after.strong_king, after.weak_king);
                files % 2 == 0 && ranks % 2 == 0
            }
            Fact::Drawn => !can_mate(after),
            Fact::Still(place) => place.squares(before) == place.squares(after),
            Fact::On(place, other) => place.squares(after).intersects(other.squares(after)),
        }
    }
}

fn can_mate(situation: &Situation) -> bool {
    let men = situation.men();
    let heavy = |role| matches!(role, Role::Pawn | Role::Rook | Role::Queen);
    men.iter().any(|man| heavy(man.role))
        || (men.len() > 1 && {
            let squares: Bitboard = men.iter().map(|man| man.square).collect();
            let bishops = men.iter().all(|man| man.role == Role::Bishop);
            !bishops
                || (squares.intersects(Bitboard::LIGHT_SQUARES)
                    && squares.intersects(Bitboard::DARK_SQUARES))
        })
}

fn is_exposed(situation: &Situation, square: Square) -> bool {
    let theirs = situation.weak_king.distance(square);
    let ours = situation.strong_king.distance(square);
    match situation.turn {
        Side::Weak => theirs < ours,
        Side::Strong => theirs + 1 < ours,
    }
}

fn is_between(middle: i32, a: i32, b: i32) -> bool {
    (a < middle && middle < b) || (b < middle && middle < a)
}

fn divides(situation: &Situation, square: Square) -> bool {
    let (our_files, our_ranks) = offset(square, situation.strong_king);
    let (their_files, their_ranks) = offset(square, situation.weak_king);
    is_between(0, our_files, their_files) || is_between(0, our_ranks, their_ranks)
}

fn is_l_pattern(situation: &Situation) -> bool {
    let Some(rook) = situation.square_of(Role::Rook) else { return false };
    let (files, ranks) = offset(situation.strong_king, situation.weak_king);
    let (rook_files, rook_ranks) = offset(situation.strong_king, rook);
    (ranks == 0 && files.abs() == 2 && rook_files == 0 && rook_ranks.abs() == 1)
        || (files == 0 && ranks.abs() == 2 && rook_ranks == 0 && rook_files.abs() == 1)
}
