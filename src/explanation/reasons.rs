//! Why the memory plays a move: the learned patterns in which it differs from the next best one.

use std::collections::BTreeMap;

use shakmaty::{Chess, Color, Move, Position, Square, san::SanPlus};

use super::cases::mirrored_text;
use super::learned::Learned;
use crate::board::{Ending, Game, Oriented};
use crate::evaluation::RuleSettings;
use crate::memory::AnyId;
use crate::pattern::Pattern;
use crate::units::Value;

/// A pattern that speaks for one of two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternReason {
    /// The pattern.
    pub id: AnyId,
    /// What it shows, on the squares where it stands after the move it belongs to.
    pub phrase: String,
    /// It occurs (or occurs more often) after the chosen move, not after the other.
    pub after_chosen: bool,
    /// Points of a hundred by which it moves the expected result towards the chosen move, for the mover.
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
    /// The best other move and what the memory expects after that; `None`: the chosen one is the only legal move.
    pub other: Option<(String, Value)>,
    /// The learned patterns in which the positions after both moves differ, the weightiest first.
    pub patterns: Vec<PatternReason>,
}

/// How many reasons for and against a move are told.
const TOLD: usize = 2;
/// Fewer points of a hundred are not told.
const LEAST_POINTS: f64 = 0.05;

impl Learned {
    /// Compares a legal move with the best other one (or with `other`) by the learned patterns after each.
    ///
    /// `None` when the game is over or the moves are not legal.
    pub fn reasons(&mut self, game: &Game, m: Move, other: Option<Move>) -> Option<Reasons> {
        let decision = self.player.decide(game)?;
        let alternatives = &decision.alternatives;
        let chosen = alternatives.iter().find(|a| a.m == m)?;
        let best = alternatives
            .iter()
            .filter(|a| other.map_or(a.m != m, |other| a.m == other))
            .reduce(|best, a| if a.rank() > best.rank() { a } else { best });
        let position = game.position();
        let san = |m: Move| SanPlus::from_move(position.clone(), m).to_string();
        let told = chosen.ending.is_none();
        let patterns = match best.filter(|b| told && b.ending.is_none()) {
            Some(best) => self.differences(position, m, best.m),
            None => Vec::new(),
        };
        Some(Reasons {
            chosen: san(m),
            expected: chosen.value,
            ending: chosen.ending,
            other: best.map(|best| (san(best.m), best.value)),
            patterns,
        })
    }

    fn differences(&mut self, position: &Chess, chosen: Move, other: Move) -> Vec<PatternReason> {
        let after = |m: Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            next
        };
        let (first, second) = (after(chosen), after(other));
        let (log_odds, here) = self.parts(&first);
        let (_, there) = self.parts(&second);
        let mut shares: BTreeMap<AnyId, f64> = BTreeMap::new();
        // A pattern is seen by the side to move, which is the opponent of the mover.
        for (id, part) in here {
            *shares.entry(id).or_default() -= part;
        }
        for (id, part) in there {
            *shares.entry(id).or_default() += part;
        }
        let by_points = self.rule() == RuleSettings::LogOddsSum;
        let expected = |log_odds: f64| Value::from_log_odds(log_odds).get();
        let points = |share: f64| {
            100.0 * if by_points { expected(log_odds) - expected(log_odds - share) } else { share }
        };
        let mut told: Vec<(AnyId, f64)> = shares
            .into_iter()
            .map(|(id, share)| (id, points(share)))
            .filter(|(_, points)| points.abs() >= LEAST_POINTS)
            .collect();
        told.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
        let here = self.places(&first);
        let there = self.places(&second);
        told.into_iter()
            .filter_map(|(id, points)| {
                let (phrase, after_chosen) = match id {
                    AnyId::Graph(_) => {
                        let (a, b) = (here.get(&id), there.get(&id));
                        let only =
                            |list: Option<&Vec<Vec<Square>>>, not: Option<&Vec<Vec<Square>>>| {
                                let is_new =
                                    |s: &&Vec<Square>| not.is_none_or(|not| !not.contains(s));
                                list.and_then(|list| list.iter().find(is_new)).cloned()
                            };
                        let (squares, after_chosen) = match only(a, b) {
                            Some(squares) => (squares, true),
                            None => (only(b, a)?, false),
                        };
                        (self.phrase(id, &squares, first.turn())?, after_chosen)
                    }
                    AnyId::Material(_) | AnyId::Move(_) => {
                        let stands = here.contains_key(&id);
                        (self.phrase(id, &[], first.turn())?, stands)
                    }
                };
                Some(PatternReason { id, phrase, after_chosen, points })
            })
            .collect()
    }

    /// Log-odds of the value for the side that is *not* to move, and what each pattern adds for the side to move.
    fn parts(&mut self, position: &Chess) -> (f64, Vec<(AnyId, f64)>) {
        let evaluation = self.evaluator.explain(&self.snapshot, &Oriented::new(position));
        let parts = evaluation.contributions.iter().map(|c| (c.id, c.part)).collect();
        (-evaluation.value.log_odds(), parts)
    }

    /// Where each pattern stands, in the view with White to move.
    fn places(&mut self, position: &Chess) -> BTreeMap<AnyId, Vec<Vec<Square>>> {
        let matches = self.recall.matches(&self.snapshot, &Oriented::new(position));
        let mut places: BTreeMap<AnyId, Vec<Vec<Square>>> = BTreeMap::new();
        for occurrence in &matches.graphs {
            places
                .entry(AnyId::Graph(occurrence.id))
                .or_default()
                .push(matches.squares(occurrence));
        }
        for (id, _) in &matches.materials {
            places.entry(AnyId::Material(*id)).or_default();
        }
        for id in self.recall.moves().by_move().flatten() {
            places.entry(AnyId::Move(*id)).or_default();
        }
        places
    }

    /// A pattern on squares of the view with White to move, told on the real board.
    fn phrase(&self, id: AnyId, squares: &[Square], turn: Color) -> Option<String> {
        match id {
            AnyId::Graph(id) => {
                let phrase = self.memory.graphs.get(id)?.phrase_on(squares);
                Some(if turn.is_white() { phrase } else { mirrored_text(&phrase) })
            }
            AnyId::Material(id) => {
                let phrase = self.memory.materials.get(id)?.phrase();
                Some(format!("{} is {phrase}", super::bind::side_name(turn)))
            }
            AnyId::Move(id) => {
                let phrase = self.memory.moves.get(id)?.phrase();
                Some(if turn.is_white() { phrase } else { mirrored_text(&phrase) })
            }
        }
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
        for (word, sign) in [("For it", 1.0), ("Against it", -1.0)] {
            let mut told: Vec<&PatternReason> = Vec::new();
            for reason in self.patterns.iter().filter(|reason| reason.points * sign > 0.0) {
                // A special form of what was said already says it again.
                let repeats = |other: &&PatternReason| {
                    other.phrase.starts_with(&reason.phrase)
                        || reason.phrase.starts_with(&other.phrase)
                };
                if told.len() < TOLD && !told.iter().any(repeats) {
                    told.push(reason);
                }
            }
            let reasons: Vec<String> = told.into_iter().map(|reason| self.told(reason)).collect();
            if !reasons.is_empty() {
                text.push_str(&format!(". {word}: {}", reasons.join("; ")));
            }
        }
        text
    }

    fn told(&self, reason: &PatternReason) -> String {
        let name = match &self.other {
            Some((other, _)) if !reason.after_chosen => other,
            _ => &self.chosen,
        };
        format!("after {name} \"{}\" ({}, {:+.1})", reason.phrase, reason.id, reason.points)
    }
}
