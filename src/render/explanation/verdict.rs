//! The first line of what a coach says: who is to move, who stands better, and what is forced.

use std::fmt::Write;

use shakmaty::{Chess, Color, Position};

use super::sentence::capitalised;
use super::words;
use crate::chess::{line_text, material_of, material_won};
use crate::explanation::explained::{Alert, Explanation};
use crate::explanation::facts::assessment::{EVEN, told_tenths};
use crate::explanation::force::{Force, Prize};
use crate::explanation::phrase::side_name;
use crate::pattern::pieces_in_words;

/// Motifs that are named for one line.
const MAX_MOTIFS: usize = 3;

/// Who is to move, who stands better, and what is forced.
pub(super) fn verdict(explanation: &Explanation) -> String {
    let position = &explanation.position;
    let turn = side_name(position.turn());
    let mut text = if position.is_check() {
        format!("{turn} is in check.")
    } else {
        format!("{turn} to move.")
    };
    if let Some(mate) = explanation.forced_mate() {
        let _ = write!(text, " {}.", forced(explanation, mate));
        return text;
    }
    let assessment = explanation.assessment();
    let value = told_tenths(explanation.value());
    let _ = write!(text, " {} ({value:+.1}).", words::assessment(assessment));
    if let Some(force) = &explanation.force {
        let _ = write!(text, " {}.", forced(explanation, force));
    }
    let left = explanation.alerts.iter().find_map(|alert| match alert {
        Alert::FiftyMoves(left) => Some(*left),
        _ => None,
    });
    if let Some(left) = left {
        let _ = write!(text, " {}.", capitalised(&words::fifty_moves(left)));
    }
    if explanation.alerts.contains(&Alert::NoSearch) {
        let _ = write!(text, " There are too many captures to say what is forced.");
    }
    text
}

/// `White mates in 2: 24. Qxh7+ Kxh7 25. Rh3# (a back-rank mate)`.
fn mate(position: &Chess, force: &Force) -> String {
    let winner = force.winner;
    // The loser of a mate may be to move.
    let own = (force.line.len() + usize::from(winner == position.turn())) / 2;
    let length = match own {
        _ if !force.end(position).is_checkmate() => "mates by force".to_owned(),
        1 => "mates in one".to_owned(),
        _ => format!("mates in {own}"),
    };
    format!("{} {length}: {}{}", side_name(winner), line_text(position, &force.line), means(force))
}

/// `White wins a knight by force: 24. Nxd5 (a fork on d5 of e7 and c3)`.
fn forced(explanation: &Explanation, force: &Force) -> String {
    let position = &explanation.position;
    let moves = line_text(position, &force.line);
    let winner = side_name(force.winner);
    let is_to_move = force.winner == position.turn();
    let value = force.winner.fold_wb(explanation.value(), -explanation.value());
    let is_surprise = value <= -EVEN && force.prize != Prize::TakenBack;
    let yet = if is_surprise { "Yet " } else { "" };
    let (verb, means) = (verb(position, force), means(force));
    match (force.prize, is_to_move) {
        (Prize::Mate, _) => mate(position, force),
        (_, false) => format!(
            "{yet}{winner} {} whatever {} plays; the least evil is {moves}",
            won(position, force, verb),
            side_name(!force.winner)
        ),
        (Prize::Material(_), true) => {
            format!("{yet}{winner} {} by force: {moves}{means}", won(position, force, verb))
        }
        (Prize::TakenBack, true) => {
            format!("{winner} {}: {moves}{means}", won(position, force, verb))
        }
    }
}

/// Of a side that is not behind in the usual count nothing is taken back, whatever its pieces are worth.
fn verb(position: &Chess, force: &Force) -> &'static str {
    let is_even = force.winner == position.turn() && !is_behind(position, force.winner);
    if force.prize == Prize::TakenBack && !is_even { "wins back" } else { "wins" }
}

/// `wins a rook for a bishop`; of a side that has less now what is left over in the end: `comes out a knight up`.
fn won(position: &Chess, force: &Force, verb: &str) -> String {
    match comes_out(position, force) {
        Some((more, fewer)) if fewer.is_empty() => format!("comes out {more} up"),
        Some((more, fewer)) => format!("comes out with {more} for {fewer}"),
        None => match pieces_won(position, force) {
            (more, _) if more.is_empty() => format!("{verb} material"),
            pieces => traded(verb, pieces),
        },
    }
}

/// What a side has more and less than the other after the line, where this is told and not what it takes.
pub(super) fn comes_out(position: &Chess, force: &Force) -> Option<(String, String)> {
    let left = material_of(&force.end(position), force.winner);
    let (more, fewer) = pieces_in_words(left.without_traded_minors());
    let is_told = match force.prize {
        Prize::Mate => false,
        Prize::Material(_) => is_behind(position, force.winner) && left.traditional() > 0,
        Prize::TakenBack => {
            verb(position, force) == "wins back"
                && ![&more, &fewer, &pieces_won(position, force).1].iter().any(|s| s.is_empty())
        }
    };
    is_told.then_some((more, fewer))
}

/// What a side takes, and what it gives for that.
fn pieces_won(position: &Chess, force: &Force) -> (String, String) {
    let won = material_won(position, &force.line, force.winner);
    pieces_in_words(won.without_traded_minors())
}

/// `wins a rook for a bishop`.
fn traded(verb: &str, (more, fewer): (String, String)) -> String {
    if fewer.is_empty() { format!("{verb} {more}") } else { format!("{verb} {more} for {fewer}") }
}

/// Has less by 1, 3, 3, 5, 9.
fn is_behind(position: &Chess, side: Color) -> bool {
    material_of(position, side).traditional() < 0
}

fn means(force: &Force) -> String {
    let motifs: Vec<String> = force.motifs.iter().take(MAX_MOTIFS).map(words::motif).collect();
    if motifs.is_empty() { String::new() } else { format!(" ({})", motifs.join(", ")) }
}
