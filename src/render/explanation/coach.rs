//! An explanation as a coach would say it: the verdict, what is forced, the reasons for either side, a plan, a move.
//!
//! A sentence has a side as its subject and names squares; the reason stands before the plan. Values of single facts,
//! sources and evidence are left to [`details`](super::details) and to JSON.

use std::fmt::{self, Display, Formatter, Write};

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

use super::sentence::{capitalised, uncapitalised};
use super::side::Side;
use super::verdict::{comes_out, verdict};
use super::{memory, words};
use crate::chess::{after_line, line_text, san};
use crate::explanation::compare::MoveChoice;
use crate::explanation::explained::Explanation;
use crate::explanation::explainer::Settings;
use crate::explanation::force::{Force, Prize};
use crate::explanation::phrase::side_name;
use crate::explanation::plans::Validation;
use crate::explanation::reason::{Reason, Source};
use crate::explanation::recommendation::{Recommendation, Rejected};
use crate::units::Value;

/// The words that a text should not exceed, and those before the move that is recommended; what is least important is left out.
const MAX_WORDS: usize = 120;
const BEFORE_MOVE: usize = 109;

/// Pawns that are more than a pawn.
const MIN_PIECE: f64 = 1.35;

/// An explanation in sentences.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CoachText {
    /// Who is to move, who stands better, and what is forced.
    pub verdict: String,
    /// What speaks for either side, the side to move first; a side for which nothing speaks is missing, and both are where a
    /// mate is forced.
    pub sides: Vec<SideText>,
    /// Why the most important reason matters, and what to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// With a memory: the move that it recommends, and how the next best one compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good_move: Option<String>,
    /// With a library: a game with a position like this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precedent: Option<String>,
}

/// What speaks for a side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SideText {
    /// The side.
    pub side: Side,
    /// Material first, then the most important reason.
    pub reasons: Vec<ReasonText>,
}

/// A reason, as part of a list that is headed by its side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ReasonText {
    /// Its place among the reasons of the explanation, from 0.
    pub reason: usize,
    /// What it says.
    pub text: String,
}

impl CoachText {
    /// Leaves out the least important reasons, all but one, as long as there are more words.
    fn shorten(&mut self, words: usize) {
        let importance = |side: &SideText| side.reasons.iter().map(|told| told.reason).max();
        while words_in(&self.to_string()) > words
            && self.sides.iter().map(|side| side.reasons.len()).sum::<usize>() > 1
            && let Some(least) = self.sides.iter().filter_map(importance).max()
        {
            self.sides.iter_mut().for_each(|side| side.reasons.retain(|told| told.reason != least));
            self.sides.retain(|side| !side.reasons.is_empty());
        }
    }

    /// All sentences, and the advice of an endgame table after them, each in a line.
    pub(super) fn with_advice(&self, advice: Option<&str>) -> String {
        advice.iter().fold(self.to_string(), |text, advice| format!("{text}{advice}\n"))
    }
}

/// One sentence or list a line.
impl Display for CoachText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict)?;
        for SideText { side, reasons } in &self.sides {
            let reasons: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
            writeln!(f, "For {side}: {}.", reasons.join("; "))?;
        }
        for sentence in [&self.plan, &self.good_move, &self.precedent].into_iter().flatten() {
            writeln!(f, "{sentence}")?;
        }
        Ok(())
    }
}

/// What a coach would say; `choice`: the move that a memory recommends, compared with the next best.
#[must_use]
pub fn coach(explanation: &Explanation, choice: Option<&MoveChoice>) -> CoachText {
    let position = &explanation.position;
    let mut text = CoachText {
        verdict: verdict(explanation),
        sides: Vec::new(),
        plan: None,
        good_move: None,
        precedent: None,
    };
    if explanation.forced_mate().is_some() {
        return text;
    }
    text.sides = [position.turn(), !position.turn()]
        .map(|side| SideText { side: side.into(), reasons: reasons(explanation, side) })
        .into_iter()
        .filter(|side| !side.reasons.is_empty())
        .collect();
    text.plan = plan(explanation).filter(|_| !is_decided(explanation));
    // Whoever asks for more reasons than usual wants them all.
    let is_short = explanation.reasons.len() <= Settings::default().reasons;
    if is_short {
        text.shorten(BEFORE_MOVE);
    }
    if let Some(choice) = choice.filter(|_| !wins_now(explanation) && !is_least_evil(explanation)) {
        let room = BEFORE_MOVE.saturating_sub(words_in(&text.to_string()));
        let begins = text.plan.is_some()
            && explanation.next_step() == explanation.recommended_move()
            && !explanation.planned().is_some_and(is_one_move);
        text.good_move = Some(recommendation(explanation, choice, begins, room));
    }
    if is_short {
        text.shorten(MAX_WORDS);
    }
    text.precedent = explanation.precedent.as_ref().map(|found| words::precedent(position, found));
    text
}

fn words_in(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The side to move wins material by force: the line is the move.
fn wins_now(explanation: &Explanation) -> bool {
    explanation.force.as_ref().is_some_and(|force| {
        force.winner == explanation.position.turn() && matches!(force.prize, Prize::Material(_))
    })
}

/// One side wins a piece or more by force: nothing else is planned.
fn is_decided(explanation: &Explanation) -> bool {
    let is_piece = |prize| matches!(prize, Prize::Material(pawns) if pawns >= MIN_PIECE);
    explanation.force.as_ref().is_some_and(|force| is_piece(force.prize))
}

/// The recommended move is the one with which what is told to be forced begins.
fn is_forced(explanation: &Explanation) -> bool {
    let recommended = explanation.recommended_move();
    let forced = explanation.force.as_ref().and_then(|force| force.line.first().copied());
    recommended.is_some() && recommended == forced
}

/// The same, and it only keeps the loss small.
fn is_least_evil(explanation: &Explanation) -> bool {
    let loses = |force: &Force| force.winner != explanation.position.turn();
    is_forced(explanation) && explanation.force.as_ref().is_some_and(loses)
}

/// What speaks for a side, the material first.
fn reasons(explanation: &Explanation, side: Color) -> Vec<ReasonText> {
    let comes_out = |force: &Force| comes_out(&explanation.position, force).is_some();
    let says_material = explanation.force.as_ref().is_some_and(comes_out);
    let told = explanation.reasons.iter().enumerate().filter(|(_, reason)| {
        let is_said = says_material && reason.leaf.starts_with("material/");
        !is_said
            && side.fold_wb(reason.value, -reason.value) > 0.0
            && !explanation.is_in_headline(reason)
    });
    let mut told: Vec<(usize, &Reason)> = told.collect();
    told.sort_by_key(|(_, reason)| !reason.leaf.starts_with("material/"));
    told.into_iter()
        .map(|(place, reason)| ReasonText { reason: place, text: told_of(side, reason) })
        .collect()
}

/// Deeds among the facts: they need their subject.
const DEEDS: [&str; 5] = ["trapped", "cut off", "caught", "fixed", "completely"];

/// A reason in a list that is headed by a side: the side's own name is not repeated.
fn told_of(side: Color, reason: &Reason) -> String {
    let fact = reason.fact.to_string();
    if let Source::Learned(_) = reason.source {
        return format!("by experience, {}", uncapitalised(&fact));
    }
    let Some(own) = fact.strip_prefix(side_name(side)).and_then(|own| own.strip_prefix(' ')) else {
        return fact;
    };
    let noun = own.strip_prefix("has ").or_else(|| own.strip_prefix("is "));
    match noun.filter(|rest| !DEEDS.iter().any(|deed| rest.starts_with(deed))) {
        Some(noun) => noun.to_owned(),
        None => format!("it {own}"),
    }
}

/// The plan of a reason takes one move.
fn is_one_move(reason: &Reason) -> bool {
    reason.validation.as_ref().is_some_and(Validation::is_one_move)
}

/// Why a reason matters, and what the planning side should do about it.
fn plan(explanation: &Explanation) -> Option<String> {
    let side = side_name(explanation.viewpoint);
    let reason = explanation.planned()?;
    let plan = words::plan(&reason.plan);
    let plan = plan.trim_start_matches("to ").replace(" and to ", " and ");
    // Who is ahead in material has been said.
    let mut text = if reason.leaf.starts_with("material/") {
        format!("{side} should {plan}.")
    } else {
        format!("{}: {side} should {plan}.", capitalised(&reason.belief.to_string()))
    };
    let step = explanation.next_step().filter(|_| !wins_now(explanation));
    if let Some(m) = step.filter(|m| explanation.recommended_move() != Some(*m)) {
        let verb = if is_one_move(reason) { "does" } else { "begins" };
        let _ = write!(text, " {} {verb} it.", san(&explanation.position, m));
    }
    Some(text)
}

/// The move a memory recommends, with its doubt; whether it begins the plan; the play behind it, and the pattern that speaks most for
/// it, if there is room.
fn recommendation(
    explanation: &Explanation,
    choice: &MoveChoice,
    begins_plan: bool,
    room: usize,
) -> String {
    let Some((other, value)) = &choice.other else {
        return format!("{} is the only legal move.", choice.chosen);
    };
    let chosen = &choice.chosen;
    let rejected = explanation.recommended.as_ref().and_then(|found| found.rejected);
    let alternative = alternative(&explanation.position, choice, *value, rejected);
    let begins = if begins_plan { ", which begins it" } else { "" };
    let recommended =
        |play| format!("A good move is {chosen}{play}{begins}; {other} {alternative}.");
    let mut text = recommended(expected_play(explanation));
    if words_in(&text) > room {
        text = recommended(String::new());
    }
    // What is against a rejected move has been said.
    let reason = if rejected.is_none() { memory::plain_reason(choice) } else { None };
    if let Some(reason) = reason {
        let told = format!(" {reason}");
        if words_in(&text) + words_in(&told) <= room {
            text.push_str(&told);
        }
    }
    text
}

/// How the next best move, after which the memory expects `value`, compares with the recommended one: `is about as good`. In
/// words, not in figures: the memory and the verdict may be of different minds about the position, and "Black is winning" beside
/// "expected score 45 %" would be two answers to one question.
fn alternative(
    position: &Chess,
    choice: &MoveChoice,
    value: Value,
    rejected: Option<Rejected>,
) -> String {
    match rejected {
        Some(Rejected { is_bad: false, .. }) => "seems a little weaker".to_owned(),
        Some(Rejected { m, answer: Some(answer), .. }) => {
            let after = after_line(position, &[m]);
            format!("looks as good, but there is {}", line_text(&after, &[answer]))
        }
        Some(Rejected { .. }) => "looks as good, but calculation is against it".to_owned(),
        None if choice.is_close() || value > choice.expected => "is about as good".to_owned(),
        None => {
            let weaker = how_much_weaker(choice.expected.get() - value.get());
            format!("seems {weaker}")
        }
    }
}

/// `loss`: expected score, in `[0, 1]`.
fn how_much_weaker(loss: f64) -> &'static str {
    match loss {
        ..0.05 => "a little weaker",
        ..0.15 => "weaker",
        _ => "much weaker",
    }
}

/// What is expected after the recommended move if the answer takes something or gives check, and if that has not been told:
/// ` (24... Rxd5 25. exd5)`.
fn expected_play(explanation: &Explanation) -> String {
    let recommended = explanation.recommended.as_ref().filter(|_| !is_forced(explanation));
    let Some(Recommendation { m, line, .. }) = recommended else { return String::new() };
    let after = after_line(&explanation.position, &[*m]);
    let is_forcing = line
        .first()
        .is_some_and(|answer| answer.is_capture() || after_line(&after, &[*answer]).is_check());
    if is_forcing { format!(" ({})", line_text(&after, line)) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_important_reasons_go_first() {
        let reasons = |side: Color, places: &[usize]| {
            let told =
                |place: &usize| ReasonText { reason: *place, text: "four words a reason".into() };
            SideText { side: side.into(), reasons: places.iter().map(told).collect() }
        };
        let mut text = CoachText {
            verdict: "It is equal.".into(),
            sides: vec![reasons(Color::White, &[1, 2]), reasons(Color::Black, &[0])],
            plan: None,
            good_move: Some("A good move is Kb1.".into()),
            precedent: None,
        };
        let places = |text: &CoachText| -> Vec<usize> {
            text.sides.iter().flat_map(|side| side.reasons.iter().map(|told| told.reason)).collect()
        };
        assert_eq!(words_in(&text.to_string()), 24);
        text.shorten(23);
        assert_eq!(places(&text), [1, 0]);
        text.shorten(1);
        assert_eq!(places(&text), [0], "one is always told");
    }
}
