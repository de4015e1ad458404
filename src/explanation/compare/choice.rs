//! Why a memory plays a move: the learned patterns in which it differs from the next best one.

use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Color, Move, Position};

use crate::chess::{Ending, Game};
use crate::explanation::learned::MemoryExplainer;
use crate::explanation::phrase::{Part, Phrase};
use crate::memory::AnyId;
use crate::player::{Alternative, Decision};
use crate::units::Value;

/// What speaks for one of two moves: patterns on the same pieces after one and not after the other, represented by one of
/// them; or the replies to it.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternDifference {
    /// The pattern that represents them.
    pub id: AnyId,
    /// What it says, on its squares after that move.
    pub phrase: Phrase,
    /// The same without what it says of the pieces besides their kind.
    pub brief: Phrase,
    /// The most promising reply to that move, if the replies are what differs: all of them count together, and the pattern
    /// is the weightiest of this one.
    pub reply: Option<SanPlus>,
    /// It occurs after the chosen move, not after the other.
    pub after_chosen: bool,
    /// What all of them add to the value for the mover; see [`CombinationRule::parts`](crate::evaluation::CombinationRule::parts)
    /// for the unit. Over all reasons the sum is that by which the values of both moves differ.
    pub part: f64,
    /// Points of a hundred by which all of them move the expected result towards the chosen move, for the mover.
    pub points: f64,
}

/// A difference that speaks for a move and can be told without the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlainReason<'a> {
    /// An attack of the mover after the chosen move, or of the opponent after the other one.
    Attack(&'a PatternDifference),
    /// A piece of the mover that hangs after the other move.
    LeftHanging(&'a PatternDifference),
    /// The replies to the other move, of which this capture is the most promising.
    Allows(&'a PatternDifference, &'a SanPlus),
}

/// A move compared with the best other one (or another one) by what a memory expects.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// Who makes the move.
    pub mover: Color,
    /// The move asked about.
    pub chosen: SanPlus,
    /// What the memory expects after it, for the mover.
    pub expected: Value,
    /// The game ends with it.
    pub ending: Option<Ending>,
    /// Those of the two moves that repeat a position, which counts as a draw whatever the patterns say.
    pub repeating: Vec<SanPlus>,
    /// The best other move and what the memory expects after that; `None`: the chosen one is the only legal move.
    pub other: Option<(SanPlus, Value)>,
    /// In what the positions after both moves differ, the weightiest first; empty where a move ends the game or repeats a
    /// position.
    pub patterns: Vec<PatternDifference>,
}

/// Differences that are told for and against a move.
const MAX_TOLD: usize = 2;
/// Differences of fewer points of a hundred are not told: they would be said to be 0.
const MIN_POINTS: f64 = 0.5;
/// A difference of expected results, in `[0, 1]`, that is no difference.
pub(in crate::explanation) const ALIKE: f64 = 0.02;
/// Points of a hundred from which on a difference is worth a sentence of its own.
const MIN_TOLD_ALONE: f64 = 1.0;
/// The same of a reply that the other move allows: most moves allow some capture that is worth little.
const MIN_REPLY: f64 = 5.0;

impl MemoryExplainer {
    /// The move the memory would play, compared with the next best one; `None` when the game is over.
    pub fn choice(&mut self, position: &Chess) -> Option<MoveChoice> {
        let decision = self.decide(position)?;
        self.compare(position, &decision, decision.best().m, None)
    }

    /// Compares a legal move of a position with the best other one, by the learned patterns after each; `None` when it is
    /// not legal.
    pub fn compare_with_best(&mut self, position: &Chess, m: Move) -> Option<MoveChoice> {
        let decision = self.decide(position)?;
        self.compare(position, &decision, m, None)
    }

    /// Compares a legal move with the best other one (or with `other`) by the learned patterns after each.
    ///
    /// `None` when the game is over, or the moves are not legal or one and the same.
    pub fn compare_moves(
        &mut self,
        game: &Game,
        m: Move,
        other: Option<Move>,
    ) -> Option<MoveChoice> {
        let decision = self.player.decide(game)?;
        self.compare(game.position(), &decision, m, other)
    }

    /// The same `choice` between two moves, from the side of the one after which the memory expects more.
    pub fn preference(
        &mut self,
        game: &Game,
        [chosen, other]: [Move; 2],
        choice: &MoveChoice,
    ) -> Option<MoveChoice> {
        if choice.other.as_ref().is_some_and(|(_, value)| *value > choice.expected) {
            self.compare_moves(game, other, Some(chosen))
        } else {
            Some(choice.clone())
        }
    }

    fn compare(
        &mut self,
        position: &Chess,
        decision: &Decision,
        m: Move,
        other: Option<Move>,
    ) -> Option<MoveChoice> {
        let alternatives = &decision.alternatives;
        let chosen = alternatives.iter().find(|a| a.m == m)?;
        let best = alternatives
            .iter()
            .filter(|a| a.m != m && other.is_none_or(|other| a.m == other))
            .reduce(|best, a| if a.rank() > best.rank() { a } else { best });
        if other.is_some() && best.is_none() {
            return None;
        }
        let san = |m: Move| SanPlus::from_move(position.clone(), m);
        let by_patterns = |a: &Alternative| a.ending.is_none() && !a.repeats;
        let patterns = match best.filter(|best| by_patterns(chosen) && by_patterns(best)) {
            Some(best) => self.differences(position, m, best.m),
            None => Vec::new(),
        };
        let repeating = std::iter::once(chosen).chain(best).filter(|a| a.repeats);
        Some(MoveChoice {
            mover: position.turn(),
            chosen: san(m),
            expected: chosen.value,
            ending: chosen.ending,
            repeating: repeating.map(|a| san(a.m)).collect(),
            other: best.map(|best| (san(best.m), best.value)),
            patterns,
        })
    }
}

impl MoveChoice {
    /// The other move is about as good as the chosen one, not better.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.other
            .as_ref()
            .is_some_and(|(_, value)| (0.0..=ALIKE).contains(&(self.expected.get() - value.get())))
    }

    /// The weightiest difference for the move that can be told without the others. What else a single piece is like says little
    /// by itself, and material in mid-exchange nothing. Where the other move is about as good there is none.
    #[must_use]
    pub fn plain_reason(&self) -> Option<PlainReason<'_>> {
        if self.is_close() {
            return None;
        }
        let [reasons, _] = self.weightiest();
        reasons.into_iter().find_map(|reason| self.told_alone(reason))
    }

    fn told_alone<'a>(&self, reason: &'a PatternDifference) -> Option<PlainReason<'a>> {
        if let Some(reply) = &reason.reply {
            let is_told = reason.points >= MIN_REPLY && takes_another(reply, self.move_of(reason));
            return is_told.then_some(PlainReason::Allows(reason, reply));
        }
        let phrase = reason.phrase.to_string();
        let is_of = |side| subject(&reason.phrase) == Some(side);
        if reason.points < MIN_TOLD_ALONE {
            None
        } else if !reason.after_chosen && phrase.starts_with("Hanging ") && !phrase.contains(';') {
            is_of(self.mover).then_some(PlainReason::LeftHanging(reason))
        } else {
            let attacker = if reason.after_chosen { self.mover } else { !self.mover };
            let is_told = phrase.contains(" attacks ") && is_of(attacker);
            is_told.then_some(PlainReason::Attack(reason))
        }
    }

    /// The differences that are told: for the move, and against it.
    #[must_use]
    pub fn weightiest(&self) -> [Vec<&PatternDifference>; 2] {
        [1.0, -1.0].map(|sign| {
            let mut told: Vec<&PatternDifference> = Vec::new();
            let weighty = |reason: &&PatternDifference| reason.points * sign >= MIN_POINTS;
            for reason in self.patterns.iter().filter(weighty) {
                // A special form of what was said already says it again.
                let phrase = reason.phrase.to_string();
                let repeats = |other: &&PatternDifference| {
                    let other = other.phrase.to_string();
                    other.starts_with(&phrase) || phrase.starts_with(&other)
                };
                if told.len() < MAX_TOLD && !told.iter().any(repeats) {
                    told.push(reason);
                }
            }
            told
        })
    }

    /// The move after which a pattern occurs.
    #[must_use]
    pub fn move_of(&self, difference: &PatternDifference) -> &SanPlus {
        match &self.other {
            Some((other, _)) if !difference.after_chosen => other,
            _ => &self.chosen,
        }
    }
}

/// Whose pieces a sentence speaks of first.
fn subject(phrase: &Phrase) -> Option<Color> {
    phrase.parts.iter().find_map(|part| match part {
        Part::Side(color) | Part::Adjective(color) => Some(*color),
        _ => None,
    })
}

/// A reply takes something, and not the piece that has just moved.
fn takes_another(reply: &SanPlus, moved: &SanPlus) -> bool {
    let arrived = match moved.san {
        San::Normal { to, .. } => Some(to),
        _ => None,
    };
    matches!(reply.san, San::Normal { capture: true, to, .. } if Some(to) != arrived)
}
