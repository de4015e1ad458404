//! Why the tables have no advice for a position.

use shakmaty::{Chess, Color, Position};

use super::interpreter::MAX_SEARCHED;
use super::table::AdviceTable;
use crate::chess::tablebase::EndgamePosition;
use crate::chess::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};

/// Why there is no advice for a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAdvice {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(&'static str),
    /// The fifty-move rule.
    #[error("a draw can be claimed: fifty moves without a capture or a pawn move")]
    FiftyMoves,
    /// The move of a table comes too late to win.
    #[error(
        "{san}, the move of table {table}, makes it a draw: fifty moves without a capture or a pawn move"
    )]
    TooLate {
        /// Name of the table.
        table: String,
        /// The move.
        san: String,
    },
    /// No table is for these pieces.
    #[error("no table covers this position; there are tables for {0}")]
    NotCovered(String),
    /// A table is for these pieces but has no rules for the side to move.
    #[error("table {table} advises {} only, and {} is to move", name(*strong), name(!*strong))]
    OtherSide {
        /// Name of the table.
        table: String,
        /// The side that has rules.
        strong: Color,
    },
    /// The entry condition of the table is false.
    #[error("table {table} does not apply: its condition '{line}' is false")]
    EntryConditionFails {
        /// Name of the table.
        table: String,
        /// The line of the condition that is false.
        line: String,
    },
    /// A subgame of a rule was too large to search.
    #[error(
        "rule {rule} of table {table} was given up after {MAX_SEARCHED} positions; a smaller 'depth' or fewer 'moves' \
         make it faster"
    )]
    GivenUp {
        /// Name of the table.
        table: String,
        /// Name of the rule.
        rule: String,
    },
    /// Every rule was tried.
    #[error("no rule of table {0} applies")]
    NoRuleApplies(String),
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Why none of `tables` has advice; meaningful only if that is so.
#[must_use]
pub fn why_no_advice(tables: &[AdviceTable], position: &Chess) -> NoAdvice {
    if position.is_checkmate() {
        return NoAdvice::GameOver("checkmate");
    }
    if position.is_stalemate() {
        return NoAdvice::GameOver("stalemate");
    }
    if position.is_insufficient_material() {
        return NoAdvice::GameOver("insufficient material");
    }
    match position.halfmoves() {
        SEVENTY_FIVE_MOVES.. => {
            return NoAdvice::GameOver("75 moves without a capture or a pawn move");
        }
        FIFTY_MOVES.. => return NoAdvice::FiftyMoves,
        _ => {}
    }
    let covered = EndgamePosition::from_chess(position).and_then(|(small, strong)| {
        let table = tables.iter().find(|table| table.endgame.covers(&small))?;
        Some((small, strong, table))
    });
    let Some((small, strong, table)) = covered else {
        return NoAdvice::NotCovered(endgames(tables));
    };
    let name = table.name.clone();
    if table.rules_of(small.turn).is_empty() {
        return NoAdvice::OtherSide { table: name, strong };
    }
    match table.entry.iter().find(|clause| !clause.holds(&small, &small)) {
        Some(clause) => NoAdvice::EntryConditionFails { table: name, line: clause.text.clone() },
        None => NoAdvice::NoRuleApplies(name),
    }
}

/// The endgames that the tables handle: `KQK, KRK`.
fn endgames(tables: &[AdviceTable]) -> String {
    let mut names: Vec<String> = tables.iter().map(|table| table.endgame.to_string()).collect();
    names.dedup();
    names.join(", ")
}
