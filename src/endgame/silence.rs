//! Why the tables have nothing to say.

use shakmaty::{Chess, Color, Position};

use super::advisor::small_board;
use super::ending::Ending;
use super::situation::Side;
use super::table::Table;

/// Why there is no advice for a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// Nothing is left to advise.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// Not a king with men that a table knows against a bare king.
    #[error("no table covers this position, only these against a bare king: {0}")]
    NotCovered(String),
    /// A table covers the men and has no rules for the side to move.
    #[error("table {table} advises {strong} only, and it is the turn of {}", !*strong)]
    OtherSide {
        /// Its name.
        table: String,
        /// The side that has rules.
        strong: Color,
    },
    /// The condition of the whole table is not true.
    #[error("table {table} does not speak here: it is not so that {line}")]
    NotNow {
        /// Its name.
        table: String,
        /// The line of its condition.
        line: String,
    },
    /// Every rule was tried.
    #[error("no rule of table {0} applies here")]
    NoRule(String),
}

/// Why none of `tables` has advice; meaningful only if it is so.
#[must_use]
pub fn silence<'a>(tables: impl Iterator<Item = &'a Table> + Clone, position: &Chess) -> Silence {
    if position.is_checkmate() {
        return Silence::Over("checkmate");
    }
    if position.is_stalemate() {
        return Silence::Over("stalemate");
    }
    if position.is_insufficient_material() {
        return Silence::Over("nobody can mate any more");
    }
    let covered = small_board(position).and_then(|(situation, strong)| {
        let table = tables.clone().find(|table| table.ending.covers(&situation))?;
        Some((situation, strong, table))
    });
    let Some((situation, strong, table)) = covered else {
        return Silence::NotCovered(endings(tables));
    };
    let name = table.name.clone();
    if table.rules_of(situation.turn).is_empty() {
        return Silence::OtherSide { table: name, strong };
    }
    match table.entry.iter().find(|clause| !clause.holds(&situation, &situation)) {
        Some(clause) => Silence::NotNow { table: name, line: clause.to_string() },
        None => Silence::NoRule(name),
    }
}

/// Whether the men are those of a table, so that its advice can be asked for while the game goes on.
#[must_use]
pub fn is_covered<'a>(mut tables: impl Iterator<Item = &'a Table>, position: &Chess) -> bool {
    small_board(position).is_some_and(|(mut situation, _)| {
        situation.turn = Side::Strong;
        tables.any(|table| table.covers(&situation))
    })
}

fn endings<'a>(tables: impl Iterator<Item = &'a Table>) -> String {
    let mut names: Vec<String> = tables.map(|table| men(&table.ending)).collect();
    names.dedup();
    names.join(", ")
}

fn men(ending: &Ending) -> String {
    ending.to_string().trim_end_matches('K').to_owned()
}
