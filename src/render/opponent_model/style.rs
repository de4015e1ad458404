use std::fmt::Write;

use crate::opponent_model::style::{Preference, Style, StyleRule, StyleVote};
use crate::units::counted;

pub(super) fn preference_text(preference: Preference) -> &'static str {
    match preference {
        Preference::Open => "prefers open positions",
        Preference::Closed => "prefers closed positions",
        Preference::None => "no clear preference",
    }
}

pub(super) fn rule_text(rule: StyleRule) -> &'static str {
    match rule {
        StyleRule::PawnMoves => "pawn moves among the first ten moves",
        StyleRule::BlockedPawns => "own pawns blocked by an enemy pawn",
        StyleRule::LargeStructures => "structures of five or more pawns on the board",
        StyleRule::Advances => "moves into the opponent's half among the first twenty moves",
    }
}

/// A player's style, then one line for each rule.
#[must_use]
pub fn style_text(style: &Style) -> String {
    let preference = preference_text(style.preference);
    let mut text =
        format!("{preference} (votes {:+.2}, {})\n", style.sum, counted(style.games, "game"));
    for StyleVote { rule, value, fuzzy_region: [low, high], vote } in &style.votes {
        let side = match vote {
            v if *v > 0.0 => "closed",
            v if *v < 0.0 => "open",
            _ => "neither",
        };
        let rule = rule_text(*rule);
        let _ = writeln!(
            text,
            "  {vote:+.2} {side:<8} {rule}: {value:.2} (fuzzy region {low} to {high})"
        );
    }
    text
}
