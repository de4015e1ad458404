//! Conditions of the advice tables, on the position after a move and the one before it.

use std::fmt;

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Role, Square};

use super::measure::{Measure, Region, offset};
use crate::chess::tablebase::{EndgameMove, EndgamePosition, EndgameSide};

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

/// A statement about a position that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// The bare king is mated (1980: `MATED`).
    Mated,
    /// The side to move is stalemated.
    Stalemated,
    /// The bare king is in check.
    Check,
    /// The bare king is nearer to one of these pieces than the other king, the side to move counted one step nearer
    /// (1980: `REXPOSED`).
    Exposed(Region),
    /// The enemy attacks one of these pieces and nothing defends it, or a lesser piece attacks it.
    EnPrise(Region),
    /// After some reply one of these pieces is captured whatever we do, or the weaker side is stalemated: a fork, a skewer,
    /// a pin.
    CanBeWon(Region),
    /// The weaker side had a piece, and it is captured.
    Captured,
    /// Each of these pieces is defended.
    Protected(Region),
    /// One of these pieces is strictly between the kings, by file or by rank (1980: `RDIVIDES`).
    Divides(Region),
    /// The kings are in opposition, and the rook is beside our king at a right angle to the line of the kings
    /// (1980: `LPATT`).
    LPattern,
    /// The kings are on a file or rank with one square between them.
    Opposition,
    /// File and rank distance of the kings are even: approaching each other they end in opposition.
    DistantOpposition,
    /// The pieces that are left can never mate.
    InsufficientMaterial,
    /// The region is the same as before the move.
    Unmoved(Region),
    /// The regions share a square.
    On(Region, Region),
}

/// A predicate or a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A statement about the position after the move.
    Predicate(Predicate),
    /// Compares two measures of the position after the move.
    Compare(Measure, Comparison, Measure),
    /// Compares a measure after the move with the same measure before it.
    Change(Measure, Comparison),
}

/// One line of a goal: a disjunction of conditions, each plain or negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The line as written in the table.
    pub text: String,
    /// The conditions; `false` marks a negated one.
    pub literals: Vec<(bool, Condition)>,
}

impl Clause {
    /// The line is true for a move from `before` to `after`.
    #[must_use]
    pub fn holds(&self, before: &EndgamePosition, after: &EndgamePosition) -> bool {
        self.literals.iter().any(|(plain, condition)| condition.holds(before, after) == *plain)
    }

    /// Whether the line is true depends on the position before the move too.
    #[must_use]
    pub fn compares_with_before(&self) -> bool {
        self.literals.iter().any(|(_, condition)| {
            matches!(condition, Condition::Change(..) | Condition::Predicate(Predicate::Unmoved(_)))
        })
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Condition {
    /// The condition is true for a move from `before` to `after`. A comparison that names a piece which is not on the
    /// board is false.
    #[must_use]
    pub fn holds(&self, before: &EndgamePosition, after: &EndgamePosition) -> bool {
        match self {
            Condition::Predicate(predicate) => predicate.holds(before, after),
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

impl Predicate {
    /// The predicate is true after a move from `before` to `after`.
    #[must_use]
    pub fn holds(self, before: &EndgamePosition, after: &EndgamePosition) -> bool {
        match self {
            Predicate::Mated => after.is_mate(),
            Predicate::Stalemated => after.is_stalemate(),
            Predicate::Check => after.is_check(),
            Predicate::Exposed(pieces) => {
                pieces.squares(after).into_iter().any(|square| is_exposed(after, square))
            }
            Predicate::EnPrise(Region::WeakPiece) => {
                let defended = after.guarded_by(EndgameSide::Weak);
                (Region::WeakPiece.squares(after) & after.guarded_squares() & !defended).any()
            }
            Predicate::EnPrise(pieces) => {
                let squares = pieces.squares(after);
                (squares & king_attacks(after.weak_king) & !after.guarded_squares()).any()
                    || (after.weak_piece().is_some()
                        && (squares
                            & after.guarded_by(EndgameSide::Weak)
                            & !king_attacks(after.weak_king))
                        .any())
            }
            Predicate::CanBeWon(pieces) => can_be_won(after, pieces),
            Predicate::Captured => after.weak_piece().is_none(),
            Predicate::Protected(Region::WeakPiece) => {
                Region::WeakPiece.squares(after).is_subset(after.guarded_by(EndgameSide::Weak))
            }
            Predicate::Protected(pieces) => {
                pieces.squares(after).is_subset(after.guarded_squares())
            }
            Predicate::Divides(pieces) => {
                pieces.squares(after).into_iter().any(|square| divides(after, square))
            }
            Predicate::LPattern => is_l_pattern(after),
            Predicate::Opposition => {
                let (files, ranks) = offset(after.strong_king, after.weak_king);
                matches!((files.abs(), ranks.abs()), (0, 2) | (2, 0))
            }
            Predicate::DistantOpposition => {
                let (files, ranks) = offset(after.strong_king, after.weak_king);
                files % 2 == 0 && ranks % 2 == 0
            }
            Predicate::InsufficientMaterial => !can_mate(after),
            Predicate::Unmoved(region) => region.squares(before) == region.squares(after),
            Predicate::On(region, other) => region.squares(after).intersects(other.squares(after)),
        }
    }
}

fn can_mate(position: &EndgamePosition) -> bool {
    let pieces = position.pieces();
    let mates_alone = |role| matches!(role, Role::Pawn | Role::Rook | Role::Queen);
    pieces.iter().any(|piece| mates_alone(piece.role))
        || (pieces.len() > 1 && {
            let squares: Bitboard = pieces.iter().map(|piece| piece.square).collect();
            let bishops = pieces.iter().all(|piece| piece.role == Role::Bishop);
            !bishops
                || (squares.intersects(Bitboard::LIGHT_SQUARES)
                    && squares.intersects(Bitboard::DARK_SQUARES))
        })
}

/// With the weaker side to move: some reply captures one of the pieces, now or after each of our answers.
fn can_be_won(position: &EndgamePosition, pieces: Region) -> bool {
    let is_kept = |m: &EndgameMove, before: &EndgamePosition| {
        let after = before.after(*m);
        let replies = after.legal_moves();
        let squares = pieces.squares(&after);
        replies.iter().all(|reply| !squares.contains(reply.to))
            && (!replies.is_empty() || after.is_check())
    };
    position.turn == EndgameSide::Weak
        && position.legal_moves().into_iter().any(|reply| {
            let next = position.after(reply);
            next.pieces().len() < position.pieces().len()
                || !next.legal_moves().iter().any(|m| is_kept(m, &next))
        })
}

fn is_exposed(position: &EndgamePosition, square: Square) -> bool {
    let theirs = position.weak_king.distance(square);
    let ours = position.strong_king.distance(square);
    match position.turn {
        EndgameSide::Weak => theirs < ours,
        EndgameSide::Strong => theirs + 1 < ours,
    }
}

fn is_between(middle: i32, a: i32, b: i32) -> bool {
    (a < middle && middle < b) || (b < middle && middle < a)
}

fn divides(position: &EndgamePosition, square: Square) -> bool {
    let (our_files, our_ranks) = offset(square, position.strong_king);
    let (their_files, their_ranks) = offset(square, position.weak_king);
    is_between(0, our_files, their_files) || is_between(0, our_ranks, their_ranks)
}

fn is_l_pattern(position: &EndgamePosition) -> bool {
    let Some(rook) = position.square_of(Role::Rook) else { return false };
    let (files, ranks) = offset(position.strong_king, position.weak_king);
    let (rook_files, rook_ranks) = offset(position.strong_king, rook);
    (ranks == 0 && files.abs() == 2 && rook_files == 0 && rook_ranks.abs() == 1)
        || (files == 0 && ranks.abs() == 2 && rook_ranks == 0 && rook_files.abs() == 1)
}
