//! Why the memory plays a move: the learned patterns in which it differs from the next best one.

use shakmaty::{Chess, Move, san::SanPlus};

use crate::chess::{Ending, Game};
use crate::explanation::learned::Learned;
use crate::memory::AnyId;
use crate::player::{Alternative, Decision};
use crate::units::Value;

/// What speaks for one of two moves: the patterns that stand on the same men after one and not after the other, told by one of
/// them; or what could be done in reply.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternReason {
    /// The pattern that is told.
    pub id: AnyId,
    /// What it shows, on the squares where it stands after the move it belongs to.
    pub phrase: String,
    /// The most promising reply to that move, if the reason is what could be done then: all replies speak together, and the
    /// pattern is the weightiest of this one.
    pub reply: Option<String>,
    /// The pattern stands there after the chosen move, not after the other.
    pub after_chosen: bool,
    /// What all of them add to the value for the mover; see [`CombinationRule::parts`](crate::evaluation::CombinationRule::parts)
    /// for the unit. Over all reasons the sum is that by which the values of both moves differ.
    pub part: f64,
    /// Points of a hundred by which all of them move the expected result towards the chosen move, for the mover.
    pub points: f64,
}

/// Why the memory prefers a move, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The move asked about, as a game score has it.
    pub chosen: String,
    /// What the memory expects after it, for the mover.
    pub expected: Value,
    /// The game ends with it.
    pub ending: Option<Ending>,
    /// The moves, of the two, after which a position stands on the board again, which counts as a draw whatever the patterns say.
    pub repeating: Vec<String>,
    /// The best other move and what the memory expects after that; `None`: the chosen one is the only legal move.
    pub other: Option<(String, Value)>,
    /// In what the positions after both moves differ, the weightiest first; nothing where a move ends the game or repeats a
    /// position.
    pub patterns: Vec<PatternReason>,
}

/// How many reasons for and against a move are told.
const TOLD: usize = 2;
/// Fewer points of a hundred are not told.
const LEAST_POINTS: f64 = 0.05;

impl Learned {
    /// The move the memory would play, compared with the next best one; `None` when the game is over.
    pub fn choice(&mut self, position: &Chess) -> Option<Reasons> {
        let decision = self.decide(position)?;
        self.compare(position, &decision, decision.best().m, None)
    }

    /// Compares a legal move with the best other one (or with `other`) by the learned patterns after each.
    ///
    /// `None` when the game is over, or the moves are not legal or one and the same.
    pub fn reasons(&mut self, game: &Game, m: Move, other: Option<Move>) -> Option<Reasons> {
        let decision = self.player.decide(game)?;
        self.compare(game.position(), &decision, m, other)
    }

    fn compare(
        &mut self,
        position: &Chess,
        decision: &Decision,
        m: Move,
        other: Option<Move>,
    ) -> Option<Reasons> {
        let alternatives = &decision.alternatives;
        let chosen = alternatives.iter().find(|a| a.m == m)?;
        let best = alternatives
            .iter()
            .filter(|a| a.m != m && other.is_none_or(|other| a.m == other))
            .reduce(|best, a| if a.rank() > best.rank() { a } else { best });
        if other.is_some() && best.is_none() {
            return None;
        }
        let san = |m: Move| SanPlus::from_move(position.clone(), m).to_string();
        let by_patterns = |a: &Alternative| a.ending.is_none() && !a.repeats;
        let patterns = match best.filter(|best| by_patterns(chosen) && by_patterns(best)) {
            Some(best) => self.differences(position, m, best.m),
            None => Vec::new(),
        };
        let repeating = std::iter::once(chosen).chain(best).filter(|a| a.repeats);
        Some(Reasons {
            chosen: san(m),
            expected: chosen.value,
            ending: chosen.ending,
            repeating: repeating.map(|a| san(a.m)).collect(),
            other: best.map(|best| (san(best.m), best.value)),
            patterns,
        })
    }
}

impl Reasons {
    /// The reasons in sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let percent = |value: Value| format!("{:.0}", 100.0 * value.get());
        if self.ending == Some(Ending::Checkmate) {
            return format!("{} is checkmate", self.chosen);
        }
        let mut text = match &self.other {
            None => return format!("{} is the only legal move", self.chosen),
            Some((other, value)) => format!(
                "The memory expects {} points of a hundred after {}, {} after {other}",
                percent(self.expected),
                self.chosen,
                percent(*value)
            ),
        };
        for m in &self.repeating {
            text.push_str(&format!(". {m} repeats a position, which counts as a draw"));
        }
        for (word, told) in ["For it", "Against it"].into_iter().zip(self.weightiest()) {
            let reasons: Vec<String> = told.into_iter().map(|reason| self.told(reason)).collect();
            if !reasons.is_empty() {
                text.push_str(&format!(". {word}: {}", reasons.join("; ")));
            }
        }
        text
    }

    /// The patterns that are told: for the move, and against it.
    #[must_use]
    pub fn weightiest(&self) -> [Vec<&PatternReason>; 2] {
        [1.0, -1.0].map(|sign| {
            let mut told: Vec<&PatternReason> = Vec::new();
            let weighty = |reason: &&PatternReason| reason.points * sign >= LEAST_POINTS;
            for reason in self.patterns.iter().filter(weighty) {
                // A special form of what was said already says it again.
                let repeats = |other: &&PatternReason| {
                    other.phrase.starts_with(&reason.phrase)
                        || reason.phrase.starts_with(&other.phrase)
                };
                if told.len() < TOLD && !told.iter().any(repeats) {
                    told.push(reason);
                }
            }
            told
        })
    }

    /// The move after which a pattern that is told stands on the board.
    #[must_use]
    pub fn belongs_to(&self, reason: &PatternReason) -> &str {
        match &self.other {
            Some((other, _)) if !reason.after_chosen => other,
            _ => &self.chosen,
        }
    }

    fn told(&self, reason: &PatternReason) -> String {
        let name = self.belongs_to(reason);
        let reply = reason.reply.as_ref();
        let reply = reply.map_or(String::new(), |m| format!("{m} is the best that can be done: "));
        format!("after {name} {reply}\"{}\" ({}, {:+.1})", reason.phrase, reason.id, reason.points)
    }
}
