//! Advice for positions of ordinary chess.

use std::path::Path;

use shakmaty::{Chess, Color, Move, Position, Rank};

use super::interpreter::{Interpreter, RuleChoice, SubgameSearch};
use super::no_advice::{NoAdvice, why_no_advice};
use super::rejection::{RejectedRule, why_rejected};
use super::table::AdviceTable;
use super::table_reader::TableError;
use crate::chess::tablebase::{EndgameMove, EndgamePosition, EndgameSide};
use crate::chess::{FIFTY_MOVES, san};
use crate::file_format::{FileError, read_texts};
use crate::units::Value;

/// The built-in tables: file name, text.
const BUILT_IN: [(&str, &str); 8] = [
    ("kbbk.toml", include_str!("../../patterns/advice/kbbk.toml")),
    ("kbnk.toml", include_str!("../../patterns/advice/kbnk.toml")),
    ("kpk.toml", include_str!("../../patterns/advice/kpk.toml")),
    ("kqk.toml", include_str!("../../patterns/advice/kqk.toml")),
    ("kqkr.toml", include_str!("../../patterns/advice/kqkr.toml")),
    ("krk.toml", include_str!("../../patterns/advice/krk.toml")),
    ("krkp.toml", include_str!("../../patterns/advice/krkp.toml")),
    ("krk-1980.toml", include_str!("../../patterns/advice/krk-1980.toml")),
];

/// A set of advice tables.
#[derive(Clone, Debug)]
pub struct Advisor {
    tables: Vec<AdviceTable>,
}

/// The move of a table for a position, and its explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Name of the table.
    pub table: String,
    /// Name of the rule that chose the move.
    pub rule: String,
    /// The rule's sentence for the student.
    pub sentence: String,
    /// The move.
    pub m: Move,
    /// The subgame: this move, the reply that delays the goal longest, … up to the move that reaches the goal.
    pub line: Vec<Move>,
    /// The result for the side to move if both follow the table, known of a proven one: a win or a draw.
    pub result: Option<Value>,
    /// The rules before it in the table, in order, and why each failed.
    pub rejected: Vec<RejectedRule>,
}

/// A folder has no tables that can be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It or a file of it cannot be read.
    #[error("reading {folder}")]
    Read {
        /// The folder.
        folder: String,
        /// Why.
        source: FileError,
    },
    /// It has no table.
    #[error("{0}: found no *.toml file, expected a table")]
    Empty(String),
    /// A table is invalid.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// No table has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no table is called '{name}'; there are {}", names.join(", "))]
pub struct UnknownTable {
    /// The name.
    pub name: String,
    /// The names of all tables.
    pub names: Vec<String>,
}

impl Advisor {
    /// The built-in tables.
    ///
    /// # Errors
    ///
    /// A built-in table is invalid; the tests rule that out.
    pub fn load_shipped() -> Result<Advisor, TableError> {
        Advisor::from_texts(BUILT_IN)
    }

    /// The tables of a folder, or the built-in ones.
    ///
    /// # Errors
    ///
    /// As [`load`](Advisor::load).
    pub fn load_or_shipped(folder: Option<&Path>) -> Result<Advisor, FolderError> {
        folder.map_or_else(|| Ok(Advisor::load_shipped()?), Advisor::load)
    }

    /// The tables of the `*.toml` files of a folder.
    ///
    /// # Errors
    ///
    /// The folder or a file cannot be read, there is no such file, or a table is invalid.
    pub fn load(folder: &Path) -> Result<Advisor, FolderError> {
        let name = folder.display().to_string();
        match read_texts(folder, "toml") {
            Err(source) => Err(FolderError::Read { folder: name, source }),
            Ok(texts) if texts.is_empty() => Err(FolderError::Empty(name)),
            Ok(texts) => Ok(Advisor::from_texts(texts)?),
        }
    }

    /// Tables from their texts, each with its file name.
    ///
    /// # Errors
    ///
    /// The first error of the first invalid table.
    pub fn from_texts<N: AsRef<str>, T: AsRef<str>>(
        texts: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Advisor, TableError> {
        let tables =
            texts.into_iter().map(|(name, text)| AdviceTable::parse(name.as_ref(), text.as_ref()));
        let mut tables = tables.collect::<Result<Vec<_>, _>>()?;
        tables.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Advisor { tables })
    }

    /// The tables, sorted by name. If several cover a position, the first with a rule that applies decides.
    #[must_use]
    pub fn tables(&self) -> &[AdviceTable] {
        &self.tables
    }

    /// The table with this name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn table(&self, name: &str) -> Result<&AdviceTable, UnknownTable> {
        self.tables.iter().find(|table| table.name == name).ok_or_else(|| UnknownTable {
            name: name.to_owned(),
            names: self.tables.iter().map(|table| table.name.clone()).collect(),
        })
    }

    /// Only the table with this name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn only(&self, name: &str) -> Result<Advisor, UnknownTable> {
        Ok(Advisor { tables: vec![self.table(name)?.clone()] })
    }

    /// Advice for the side to move, `None` if no table covers the position or no rule applies.
    #[must_use]
    pub fn advise(&self, position: &Chess) -> Option<Advice> {
        self.ask(position).ok()
    }

    /// Advice for the side to move.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn ask(&self, position: &Chess) -> Result<Advice, NoAdvice> {
        if position.halfmoves() >= FIFTY_MOVES {
            return Err(why_no_advice(&self.tables, position));
        }
        if let Some((small, strong)) = EndgamePosition::from_chess(position) {
            let covers = |table: &AdviceTable| table.covers(&small);
            if let Some(advice) = self.advise_where(covers, position, &small, strong)? {
                return Ok(advice);
            }
        }
        // The side that faced a pawn faces what it has become, maybe a greater piece than its own.
        if may_follow_promotion(position)
            && let Some(small) = EndgamePosition::seen_from(position.turn(), position)
        {
            let covered = |table: &AdviceTable| table.endgame.covers_after_their_promotion(&small);
            if let Some(advice) = self.advise_where(covered, position, &small, position.turn())? {
                return Ok(advice);
            }
        }
        Err(why_no_advice(&self.tables, position))
    }

    /// The advice of the first table that applies and has a rule that does.
    fn advise_where(
        &self,
        applies: impl Fn(&AdviceTable) -> bool,
        position: &Chess,
        small: &EndgamePosition,
        strong: Color,
    ) -> Result<Option<Advice>, NoAdvice> {
        for table in self.tables.iter().filter(|table| applies(table)) {
            if let Some(advice) = advise_by(table, position, small, strong)? {
                return Ok(Some(advice));
            }
        }
        Ok(None)
    }

    /// The first table for the pieces of a position, whichever side is to move.
    #[must_use]
    pub fn table_for(&self, position: &Chess) -> Option<&AdviceTable> {
        let (small, _) = EndgamePosition::from_chess(position)?;
        self.tables.iter().find(|table| table.endgame.covers(&small))
    }

    /// The stronger side of a position from which the tables can play on, whichever side is to move.
    ///
    /// # Errors
    ///
    /// The game is over, or no table covers the position.
    pub fn stronger_side(&self, position: &Chess) -> Result<Color, NoAdvice> {
        if let Some((mut small, strong)) = EndgamePosition::from_chess(position)
            && !position.is_game_over()
        {
            small.turn = EndgameSide::Strong;
            if self.tables.iter().any(|table| table.covers(&small)) {
                return Ok(strong);
            }
        }
        Err(why_no_advice(&self.tables, position))
    }
}

fn advise_by(
    table: &AdviceTable,
    position: &Chess,
    small: &EndgamePosition,
    strong: Color,
) -> Result<Option<Advice>, NoAdvice> {
    let mut interpreter = Interpreter::new(table, small.turn, SubgameSearch::Deepening);
    let name = |rule: usize| table.rules_of(small.turn)[rule].name.clone();
    let choice = interpreter
        .choose(small)
        .map_err(|rule| NoAdvice::GivenUp { table: table.name.clone(), rule: name(rule) })?;
    let Some(choice) = choice else { return Ok(None) };
    let line = legal_line(position, &interpreter.line(small, choice), strong);
    let Some(m) = line.first().copied() else { return Ok(None) };
    let is_win = small.turn == EndgameSide::Strong && !interpreter.rules()[choice.rule].draws;
    if is_win && is_too_late(position, m) {
        return Err(NoAdvice::TooLate { table: table.name.clone(), san: san(position, m) });
    }
    Ok(Some(Advice {
        table: table.name.clone(),
        rule: name(choice.rule),
        sentence: interpreter.rules()[choice.rule].sentence.clone(),
        m,
        line,
        result: table.proven.then_some(if is_win { Value::WIN } else { Value::DRAW }),
        rejected: rejected(&interpreter, choice, small),
    }))
}

fn rejected(
    interpreter: &Interpreter<'_>,
    choice: RuleChoice,
    position: &EndgamePosition,
) -> Vec<RejectedRule> {
    let earlier = interpreter.rules()[..choice.rule].iter().enumerate();
    earlier
        .map(|(index, rule)| RejectedRule {
            rule: rule.name.clone(),
            reason: why_rejected(interpreter, index, position),
        })
        .collect()
}

/// The last move may have promoted a pawn: a piece of the other side stands where it would, and since then nothing has moved.
/// Where nothing was played only a queen counts, which is what a pawn becomes.
fn may_follow_promotion(position: &Chess) -> bool {
    let (turn, board) = (position.turn(), position.board());
    let others = position.them() & !board.kings();
    let was_played = turn == Color::Black || position.fullmoves().get() > 1;
    let may_be_promoted = if was_played { others } else { others & board.queens() };
    let last_rank = turn.fold_wb(Rank::First, Rank::Eighth);
    let stands_there = others.into_iter().all(|square| square.rank() == last_rank);
    position.halfmoves() == 0 && stands_there && others == may_be_promoted
}

/// After a move that should win the game is a draw by the fifty-move rule.
fn is_too_late(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.halfmoves() >= FIFTY_MOVES && !after.is_checkmate()
}

/// The moves of a line up to the first that is not legal.
fn legal_line(position: &Chess, moves: &[EndgameMove], strong: Color) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for m in moves {
        let Some(m) = m.to_chess(&position, strong) else { break };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}
