//! An explanation as a coach would say it: the verdict, what is forced, the reasons for either side, a plan, a move.
//!
//! A sentence has a side as its subject and names squares; the reason stands before the plan. Values of single facts,
//! sources and evidence are left to [`details`](super::details) and to JSON.

use std::fmt::Write;

use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::sentence::{capitalised, uncapitalised};
use super::{memory, words};
use crate::chess::{after_line, line_text};
use crate::explanation::compare::MoveChoice;
use crate::explanation::explained::{Alert, Explanation, Recommendation};
use crate::explanation::facts::FamilyKind;
use crate::explanation::facts::assessment::{EVEN, told_tenths};
use crate::explanation::force::{Force, Prize};
use crate::explanation::phrase::side_name;
use crate::explanation::reason::{Reason, Source};
use crate::units::Value;

/// The words that a text should not exceed; what is least important is left out.
const MAX_WORDS: usize = 115;

/// Motifs that are named for one line.
const MAX_MOTIFS: usize = 3;

/// Pawns that are more than a pawn.
const MIN_PIECE: f64 = 1.35;

/// The whole text; `choice`: the move that a memory recommends, compared with the next best.
#[must_use]
pub fn coach(explanation: &Explanation, choice: Option<&MoveChoice>) -> String {
    let position = &explanation.position;
    let mut text = format!("{}\n{}\n", explanation.fen, headline(explanation));
    let is_mate = explanation.force.as_ref().is_some_and(|force| force.prize == Prize::Mate);
    if is_mate {
        return text;
    }
    for side in [position.turn(), !position.turn()] {
        let reasons = reasons(explanation, side);
        if !reasons.is_empty() {
            let _ = writeln!(text, "For {}: {}.", side_name(side), reasons.join("; "));
        }
    }
    if let Some(plan) = plan(explanation).filter(|_| !wins_now(explanation, MIN_PIECE)) {
        let _ = writeln!(text, "{plan}");
    }
    if let Some(choice) = choice.filter(|_| !wins_now(explanation, 0.0)) {
        let room = MAX_WORDS.saturating_sub(words_in(&text));
        let _ = writeln!(text, "{}", recommendation(explanation, choice, room));
    }
    if let Some(precedent) = &explanation.precedent {
        let _ = writeln!(text, "{}", words::precedent(position, precedent));
    }
    text
}

fn words_in(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The side to move wins at least so many pawns by force: the line is the move, and more than a pawn is the plan.
fn wins_now(explanation: &Explanation, least: f64) -> bool {
    explanation.force.as_ref().is_some_and(|force| {
        force.winner == explanation.position.turn()
            && matches!(force.prize, Prize::Material(pawns) if pawns >= least)
    })
}

/// Who is to move, who stands better, and what is forced.
pub(super) fn headline(explanation: &Explanation) -> String {
    let position = &explanation.position;
    let turn = side_name(position.turn());
    let mut text = if position.is_check() {
        format!("{turn} is in check.")
    } else {
        format!("{turn} to move.")
    };
    let force = explanation.force.as_ref();
    if let Some(Force { winner, prize: Prize::Mate, .. }) = force {
        let _ = write!(text, " {}.", mate(position, *winner, force));
        return text;
    }
    let assessment = explanation.assessment();
    let value = told_tenths(explanation.value());
    let _ = write!(text, " {} ({value:+.1}).", words::assessment(assessment));
    if let Some(force) = force {
        let _ = write!(text, " {}.", forced(explanation, force));
    }
    if explanation.alerts.contains(&Alert::NoSearch) {
        let _ = write!(text, " There are too many captures to say what is forced.");
    }
    text
}

/// `White mates in 2: 24. Qxh7+ Kxh7 25. Rh3# (a back-rank mate)`.
fn mate(position: &Chess, winner: Color, force: Option<&Force>) -> String {
    let Some(force) = force else { return String::new() };
    // The loser of a mate may be to move.
    let own = (force.line.len() + usize::from(winner == position.turn())) / 2;
    let length = match own {
        _ if !force.end(position).is_checkmate() => "mates by force".to_owned(),
        1 => "mates in one".to_owned(),
        _ => format!("mates in {own}"),
    };
    format!("{} {length}: {}{}", side_name(winner), line_text(position, &force.line), means(force))
}

/// `White wins a piece by force: 24. Nxd5, a fork on d5 of e7 and c3`.
fn forced(explanation: &Explanation, force: &Force) -> String {
    let position = &explanation.position;
    let moves = line_text(position, &force.line);
    let winner = side_name(force.winner);
    let is_to_move = force.winner == position.turn();
    let value = force.winner.fold_wb(explanation.value(), -explanation.value());
    let yet = if value <= -EVEN { "Yet " } else { "" };
    match force.prize {
        Prize::TakenBack => format!("{winner} takes back: {moves}{}", means(force)),
        Prize::Material(pawns) if is_to_move => {
            format!("{yet}{winner} wins {} by force: {moves}{}", prize(pawns), means(force))
        }
        Prize::Material(pawns) => format!(
            "{yet}{winner} wins {} whatever {} plays; the least evil is {moves}",
            prize(pawns),
            side_name(!force.winner)
        ),
        Prize::Mate => String::new(),
    }
}

/// What a number of pawns is called.
fn prize(pawns: f64) -> &'static str {
    match pawns {
        p if p < 1.35 => "a pawn",
        p if p < 2.35 => "the exchange or two pawns",
        p if p < 3.8 => "a piece",
        p if p < 6.8 => "a rook or two pieces",
        _ => "a queen or as much",
    }
}

fn means(force: &Force) -> String {
    let motifs: Vec<String> = force.motifs.iter().take(MAX_MOTIFS).map(words::motif).collect();
    if motifs.is_empty() { String::new() } else { format!(" ({})", motifs.join(", ")) }
}

/// A reason that the headline tells already, or that the next move passes on.
fn is_told(explanation: &Explanation, reason: &Reason) -> bool {
    let is_threat = reason.kind == FamilyKind::Threat
        && reason.owner == explanation.position.turn()
        && explanation.force.is_some();
    reason.kind.is_searched() || reason.kind == FamilyKind::Tempo || is_threat
}

/// What speaks for a side, the material first.
fn reasons(explanation: &Explanation, side: Color) -> Vec<String> {
    let told = explanation.reasons.iter().filter(|reason| {
        side.fold_wb(reason.value, -reason.value) > 0.0 && !is_told(explanation, reason)
    });
    let mut told: Vec<&Reason> = told.collect();
    told.sort_by_key(|reason| !reason.leaf.starts_with("material/"));
    told.into_iter()
        .map(|reason| match reason.source {
            Source::Learned(_) => {
                format!("by experience, {}", uncapitalised(&reason.fact.to_string()))
            }
            _ => told_of(side, &reason.fact.to_string()),
        })
        .collect()
}

/// Deeds among the facts: they need their subject.
const DEEDS: [&str; 6] = ["castled", "trapped", "cut off", "caught", "fixed", "completely"];

/// A fact in a list that is headed by a side: the side's own name is not repeated.
fn told_of(side: Color, fact: &str) -> String {
    let Some(own) = fact.strip_prefix(side_name(side)).and_then(|own| own.strip_prefix(' ')) else {
        return fact.to_owned();
    };
    let noun = own.strip_prefix("has ").or_else(|| own.strip_prefix("is "));
    match noun.filter(|rest| !DEEDS.iter().any(|deed| rest.starts_with(deed))) {
        Some(noun) => noun.to_owned(),
        None => format!("it {own}"),
    }
}

/// Why the most important reason matters, and what the planning side should do about it: one that was tried on the board
/// before others.
fn plan(explanation: &Explanation) -> Option<String> {
    let side = side_name(explanation.viewpoint);
    let usable = explanation.reasons.iter().filter(|reason| {
        !is_told(explanation, reason)
            && !matches!(reason.source, Source::Learned(_))
            && !words::plan(&reason.plan).is_empty()
    });
    let is_tried = |reason: &&Reason| {
        reason.validation.as_ref().is_some_and(|found| found.first_step().is_some())
    };
    let reason = usable.clone().find(is_tried).or_else(|| usable.clone().next())?;
    let plan = words::plan(&reason.plan);
    let plan = plan.trim_start_matches("to ").replace(" and to ", " and ");
    // Who is ahead in material has been said.
    let mut text = if reason.leaf.starts_with("material/") {
        format!("{side} should {plan}.")
    } else {
        format!("{}: {side} should {plan}.", capitalised(&reason.belief.to_string()))
    };
    let step = reason.validation.as_ref().and_then(|found| found.first_step());
    let is_next =
        explanation.viewpoint == explanation.position.turn() && !wins_now(explanation, 0.0);
    if let Some((from, to)) = step.filter(|_| is_next) {
        let moves = explanation.position.legal_moves();
        if let Some(m) = moves.iter().find(|m| m.from() == Some(from) && m.to() == to) {
            let san = SanPlus::from_move(explanation.position.clone(), *m);
            let _ = write!(text, " {san} begins it.");
        }
    }
    Some(text)
}

/// The move a memory recommends, with its doubt; the play behind it, and the pattern that speaks most for it, if there is room.
fn recommendation(explanation: &Explanation, choice: &MoveChoice, room: usize) -> String {
    let Some((other, value)) = &choice.other else {
        return format!("{} is the only legal move.", choice.chosen);
    };
    let (play, refutation) = (expected_play(explanation), refutation(explanation));
    let mut text = recommended(choice, other, *value, &play, refutation.as_deref());
    if words_in(&text) > room {
        text = recommended(choice, other, *value, "", None);
    }
    if let Some(reason) = memory::plain_reason(choice) {
        let told = format!(" {reason}");
        if words_in(&text) + words_in(&told) <= room {
            text.push_str(&told);
        }
    }
    text
}

/// The move, and how the next best one compares. The memory and the verdict may be of different minds: a figure is told only
/// where moves differ.
fn recommended(
    choice: &MoveChoice,
    other: &SanPlus,
    value: Value,
    play: &str,
    refutation: Option<&str>,
) -> String {
    let chosen = &choice.chosen;
    if choice.expected < value {
        let against = match refutation {
            Some(line) => format!("there is {line}"),
            None => "calculation is against it".to_owned(),
        };
        format!("A good move is {chosen}{play}; {other} looks as good, but {against}.")
    } else if choice.is_close() {
        format!("A good move is {chosen}{play}; {other} is about as good.")
    } else {
        let [expected, next] = [choice.expected, value].map(memory::percent);
        format!(
            "A good move is {chosen}{play} (expected score {expected}); next is {other} ({next})."
        )
    }
}

/// What is expected after the recommended move if the answer takes something or gives check: ` (24... Rxd5 25. exd5)`.
fn expected_play(explanation: &Explanation) -> String {
    let Some(Recommendation { m, line, .. }) = &explanation.recommended else {
        return String::new();
    };
    let after = after_line(&explanation.position, &[*m]);
    let is_forcing = line
        .first()
        .is_some_and(|answer| answer.is_capture() || after_line(&after, &[*answer]).is_check());
    if is_forcing { format!(" ({})", line_text(&after, line)) } else { String::new() }
}

/// What the move that the memory likes best runs into: `24... Rxd5`.
fn refutation(explanation: &Explanation) -> Option<String> {
    let (m, answer) = explanation.recommended.as_ref()?.refuted?;
    Some(line_text(&after_line(&explanation.position, &[m]), &[answer]))
}
