//! An explained position, as values.

use std::fmt;

use shakmaty::{CastlingSide, Chess, Color, Move, Position};

use super::cases::{Case, Similarity};
use super::facts::assessment::{Assessment, EVEN, rounded};
use super::facts::features::{LazySearch, Stage};
use super::facts::{Fact, FamilyKind, LeftOut};
use super::force::{Force, Prize};
use super::goal::Verb;
use super::plans::move_quality::{KnownQuality, step};
use super::reason::{Reason, Source, StoredReason};
use super::recommendation::Recommendation;
use super::verdict::Verdict;
use crate::library::Neighbour;

/// Why there is nothing to explain in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This side is checkmated.
    Mate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever checkmate.
    DeadDraw,
    /// 75 moves without a capture or a pawn move.
    SeventyFiveMoves,
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Over::Mate(Color::White) => "White is checkmated: the game is over",
            Over::Mate(Color::Black) => "Black is checkmated: the game is over",
            Over::Stalemate => "Stalemate: the game is drawn",
            Over::DeadDraw => "Neither side can checkmate: the game is drawn",
            Over::SeventyFiveMoves => {
                "75 moves without a capture or a pawn move: the game is drawn"
            }
        })
    }
}

/// What overrides static reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alert {
    /// This side is in check.
    Check(Color),
    /// A mate in one exists.
    MateInOne {
        /// Who mates.
        side: Color,
        /// The move, as a game score has it.
        san: String,
    },
    /// So many half-moves are left until a draw can be claimed by the fifty-move rule; 0: it can be.
    FiftyMoves(u32),
    /// The search for what is won or lost by force was given up at its bound on positions: nothing of it is claimed.
    NoSearch,
}

/// A game with a position like the one explained.
#[derive(Clone, Debug)]
pub struct Precedent {
    /// The position, its game, and how it is alike.
    pub neighbour: Neighbour,
    /// The move here that does what was played there: the same kind of piece goes to the same square, seen from the side to
    /// move. Who played it did not lose; here it loses no material, and neither the facts nor the memory speak against it.
    /// `None` where there is none.
    pub step: Option<Move>,
}

/// An explained position: the multiple explanation pattern (MXP) of Kerner 1994, Section 4.2, and how it came about.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position.
    pub fen: String,
    /// The same.
    pub position: Chess,
    /// Whose plans are told.
    pub viewpoint: Color,
    /// Stage of the game.
    pub stage: Stage,
    /// The facts that count, the most important first.
    pub facts: Vec<Fact>,
    /// The facts that were found and do not count.
    pub left_out: Vec<LeftOut>,
    /// What the next moves decide, if anything.
    pub force: Option<Force>,
    /// Who stands better.
    pub verdict: Verdict,
    /// Where a line or a plan is told, its first move; otherwise the move that a memory likes best: if it gives away next to nothing
    /// ([`MAX_COST`](crate::explanation::plans::move_quality::MAX_COST)), as far as a search sees. The best of the search where all of
    /// these give away more. `None` without a memory.
    pub recommended: Option<Recommendation>,
    /// The reasons for the most important facts.
    pub reasons: Vec<Reason>,
    /// The cases that were looked at, the most similar first.
    pub retrieved: Vec<Similarity>,
    /// What overrides static reasons: check, a mate in one.
    pub alerts: Vec<Alert>,
    /// What the next moves decide.
    pub search: LazySearch,
    /// How good the moves are, as far as it was computed.
    pub known: KnownQuality,
    /// A game with a position like this one, where a library was asked.
    pub precedent: Option<Precedent>,
}

impl Explanation {
    /// The verdict in pawns for White, ±100 for a forced mate.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.verdict.value
    }

    /// The mate that is forced, if one is: then nothing else matters.
    #[must_use]
    pub fn forced_mate(&self) -> Option<&Force> {
        self.force.as_ref().filter(|force| force.prize == Prize::Mate)
    }

    /// The verdict as a symbol.
    #[must_use]
    pub fn assessment(&self) -> Assessment {
        self.verdict.assessment()
    }

    /// The sum of all facts that count, in pawns for White.
    #[must_use]
    pub fn total(&self) -> f64 {
        rounded(self.facts.iter().map(|fact| fact.value).sum())
    }

    /// The move that is recommended.
    #[must_use]
    pub fn recommended_move(&self) -> Option<Move> {
        self.recommended.as_ref().map(|found| found.m)
    }

    /// A reason that the headline tells already, or that the next move passes on.
    #[must_use]
    pub fn is_in_headline(&self, reason: &Reason) -> bool {
        let is_threat = reason.kind == FamilyKind::Threat
            && reason.owner == self.position.turn()
            && self.force.is_some();
        reason.kind.is_searched() || reason.kind == FamilyKind::Tempo || is_threat
    }

    /// The reason whose plan is told: one that was tried on the board before others.
    #[must_use]
    pub fn planned(&self) -> Option<&Reason> {
        let for_side = |value: f64| self.viewpoint.fold_wb(value, -value);
        // What could be carried out at once and was not found good on the board.
        let is_doubtful = |reason: &Reason| {
            let is_threat = reason.kind == FamilyKind::Threat;
            let is_own = [reason.owner, self.viewpoint] == [self.position.turn(); 2];
            is_threat && is_own && reason.first_step().is_none()
        };
        // Whoever stands better goes by that, and not by the material that is missing. A check is no plan.
        let better = for_side(self.value()) >= EVEN;
        let is_weak = |reason: &Reason| {
            let is_missing = for_side(reason.value) < 0.0 && reason.leaf.starts_with("material/");
            better && is_missing || reason.leaf.starts_with("king/attack/safe-checks")
        };
        let usable = self.reasons.iter().filter(|reason| {
            !self.is_in_headline(reason)
                && !is_doubtful(reason)
                && !matches!(reason.source, Source::Learned(_))
                && !reason.plan.is_empty()
        });
        // The least is the first of equals.
        usable.min_by_key(|reason| (is_weak(reason), reason.first_step().is_none()))
    }

    /// The move with which the plan that is told begins, where it is the planning side's turn.
    #[must_use]
    pub fn next_step(&self) -> Option<Move> {
        let (from, to) = self.planned()?.first_step()?;
        if self.viewpoint == self.position.turn() { step(&self.position, from, to) } else { None }
    }

    /// The moves that the plan which is told speaks of: its first step, or castling.
    pub(super) fn planned_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.next_step().into_iter().collect();
        let castles = |reason: &Reason| reason.goals.iter().any(|goal| goal.verb == Verb::Castle);
        if self.viewpoint == self.position.turn() && self.planned().is_some_and(castles) {
            let ways = CastlingSide::ALL.into_iter();
            moves.extend(ways.flat_map(|side| self.position.castling_moves(side)));
        }
        moves
    }

    /// A plan was adapted and held on the board: the explanation is worth storing.
    #[must_use]
    pub fn taught_something(&self) -> bool {
        self.reasons.iter().any(|reason| matches!(reason.source, Source::Adapted { .. }))
    }

    /// The explanation as a case that nobody has approved yet.
    #[must_use]
    pub fn to_case(&self, id: &str, title: &str) -> Case {
        let stored = |reason: &Reason| StoredReason {
            leaf: reason.leaf.clone(),
            owner: reason.owner,
            viewpoint: self.viewpoint,
            squares: reason.squares.clone(),
            fact: reason.fact.clone(),
            belief: reason.belief.clone(),
            purpose: reason.purpose.clone(),
            plan: reason.plan.clone(),
            value: reason.value,
            goals: reason.goals.clone(),
        };
        let from_tree = |reason: &&Reason| !matches!(reason.source, Source::Learned(_));
        Case {
            id: id.to_owned(),
            title: title.to_owned(),
            fen: self.fen.clone(),
            source: "morph explain".to_owned(),
            approved_by: String::new(),
            uses: 0,
            note: String::new(),
            reasons: self.reasons.iter().filter(from_tree).map(stored).collect(),
        }
    }
}
