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
    let yet = if value <= -EVEN { "Yet " } else { "" };
    match force.prize {
        // What its pieces are worth may be less, but not by the usual count.
        Prize::TakenBack if is_to_move && !is_behind(position, force.winner) => {
            format!("{winner} {}: {moves}{}", gain(position, force), means(force))
        }
        Prize::TakenBack if is_to_move => {
            format!("{winner} {}: {moves}{}", regained(position, force), means(force))
        }
        Prize::TakenBack => format!(
            "{winner} {} whatever {} plays; the least evil is {moves}",
            regained(position, force),
            side_name(!force.winner)
        ),
        Prize::Material(_) if is_to_move => {
            format!("{yet}{winner} {} by force: {moves}{}", gain(position, force), means(force))
        }
        Prize::Material(_) => format!(
            "{yet}{winner} {} whatever {} plays; the least evil is {moves}",
            gain(position, force),
            side_name(!force.winner)
        ),
        Prize::Mate => mate(position, force),
    }
}

/// `wins a rook for a bishop`; of a side that has less now, which first takes back, what is left over: `comes out a knight up`.
fn gain(position: &Chess, force: &Force) -> String {
    let left = material_of(&force.end(position), force.winner);
    let is_net = is_behind(position, force.winner) && left.traditional() > 0;
    let material = if is_net { left } else { material_won(position, &force.line, force.winner) };
    match (pieces_in_words(material.without_traded_minors()), is_net) {
        (pieces, false) => traded("wins", pieces),
        ((more, fewer), true) if fewer.is_empty() => format!("comes out {more} up"),
        ((more, fewer), true) => format!("comes out with {more} for {fewer}"),
    }
}

/// `wins back a knight`, of what the other side is ahead by.
fn regained(position: &Chess, force: &Force) -> String {
    let won = material_won(position, &force.line, force.winner).without_traded_minors();
    let left = material_of(&force.end(position), force.winner).without_traded_minors();
    match (pieces_in_words(won), pieces_in_words(left)) {
        ((more, _), _) if more.is_empty() => "wins material back".to_owned(),
        ((_, fewer), (more, less)) if !fewer.is_empty() && !more.is_empty() && !less.is_empty() => {
            format!("comes out with {more} for {less}")
        }
        (pieces, _) => traded("wins back", pieces),
    }
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
