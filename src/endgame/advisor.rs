//! Advice for positions of ordinary chess.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use super::interpreter::{Decision, Interpreter, Reading};
use super::language::TableError;
use super::rejection::{Rejection, reason};
use super::situation::{MOST_MEN, Man, Side, Situation, Step};
use super::table::Table;

/// The tables the program ships: name of the file, text.
const SHIPPED: [(&str, &str); 6] = [
    ("kbbk.toml", include_str!("../../patterns/advice/kbbk.toml")),
    ("kbnk.toml", include_str!("../../patterns/advice/kbnk.toml")),
    ("kpk.toml", include_str!("../../patterns/advice/kpk.toml")),
    ("kqk.toml", include_str!("../../patterns/advice/kqk.toml")),
    ("krk.toml", include_str!("../../patterns/advice/krk.toml")),
    ("krk-1980.toml", include_str!("../../patterns/advice/krk-1980.toml")),
];

/// All tables at hand.
#[derive(Clone, Debug)]
pub struct Advisor {
    tables: Vec<Table>,
}

/// What a table says about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Name of the table.
    pub table: String,
    /// Name of the rule that decided.
    pub rule: String,
    /// Its sentence for the student.
    pub sentence: String,
    /// The move.
    pub m: Move,
    /// The subgame: this move, the most stubborn reply, … up to the move that reaches the goal.
    pub line: Vec<Move>,
    /// The rules before it in the table, in order, and what stood against each.
    pub rejected: Vec<Rejection>,
}

impl Advisor {
    /// The tables that the program ships with.
    ///
    /// # Errors
    ///
    /// A shipped table is broken; the tests rule that out.
    pub fn load_shipped() -> Result<Advisor, TableError> {
        Advisor::from_texts(SHIPPED)
    }

    /// Tables from their texts, each with the name of its file.
    ///
    /// # Errors
    ///
    /// The first fault in the first faulty table.
    pub fn from_texts<N: AsRef<str>, T: AsRef<str>>(
        texts: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Advisor, TableError> {
        let tables =
            texts.into_iter().map(|(name, text)| Table::parse(name.as_ref(), text.as_ref()));
        let mut tables = tables.collect::<Result<Vec<_>, _>>()?;
        tables.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Advisor { tables })
    }

    /// The tables, by name. Where several cover a position the first one speaks.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table with this name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Advice for the side to move, if there is a table for the ending and one of its rules applies.
    #[must_use]
    pub fn advise(&self, position: &Chess) -> Option<Advice> {
        let (situation, _) = small_board(position)?;
        self.tables
            .iter()
            .filter(|table| table.covers(&situation))
            .find_map(|table| advise_by(table, position))
    }
}

/// What one table says about a position, `None` when it does not cover it or no rule applies.
#[must_use]
pub fn advise_by(table: &Table, position: &Chess) -> Option<Advice> {
    let (situation, colour) = small_board(position)?;
    if !table.covers(&situation) {
        return None;
    }
    let mut interpreter = Interpreter::new(table, situation.turn, Reading::Deepened);
    let decision = interpreter.decide(&situation)?;
    let line = play_line(position, &interpreter.line(&situation, decision), colour);
    let rule = &interpreter.rules()[decision.rule];
    Some(Advice {
        table: table.name.clone(),
        rule: rule.name.clone(),
        sentence: rule.say.clone(),
        m: *line.first()?,
        line,
        rejected: rejections(&interpreter, decision, &situation),
    })
}

fn rejections(
    interpreter: &Interpreter<'_>,
    decision: Decision,
    situation: &Situation,
) -> Vec<Rejection> {
    let earlier = interpreter.rules()[..decision.rule].iter().enumerate();
    earlier
        .map(|(index, rule)| Rejection {
            rule: rule.name.clone(),
            reason: reason(interpreter, index, situation),
        })
        .collect()
}

/// The position on the small board and the colour of its stronger side; `None` unless one side has a bare
/// king and the other one or two men. When Black is stronger the board is turned upside down.
#[must_use]
pub fn small_board(position: &Chess) -> Option<(Situation, Color)> {
    let board = position.board();
    let colour = Color::ALL.into_iter().find(|colour| board.by_color(!*colour).count() == 1)?;
    let mut men = arrayvec::ArrayVec::<Man, MOST_MEN>::new();
    for square in board.by_color(colour) & !board.kings() {
        let role = board.role_at(square)?;
        men.try_push(Man { role, square: seen_by(colour, square) }).ok()?;
    }
    if men.is_empty() {
        return None;
    }
    let turn = if position.turn() == colour { Side::Strong } else { Side::Weak };
    let king = |colour| board.king_of(colour);
    let strong_king = seen_by(colour, king(colour)?);
    let weak_king = seen_by(colour, king(!colour)?);
    Some((Situation::new(turn, strong_king, weak_king, men), colour))
}

/// A square of the board as the side of this colour sees it, its own first rank below; its own inverse.
fn seen_by(colour: Color, square: Square) -> Square {
    colour.fold_wb(square, square.flip_vertical())
}

/// The legal move that a step on the small board stands for.
fn legal_move(position: &Chess, step: Step, colour: Color) -> Option<Move> {
    let (from, to) = (seen_by(colour, step.from), seen_by(colour, step.to));
    let legal = position.legal_moves();
    legal
        .iter()
        .find(|m| {
            m.from() == Some(from)
                && m.to() == to
                && m.promotion() == step.promotion
                && !(m.role() == Role::King && m.is_castle())
        })
        .copied()
}

/// The moves of a line, as far as they are legal one after the other.
fn play_line(position: &Chess, steps: &[Step], colour: Color) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for step in steps {
        let Some(m) = legal_move(&position, *step, colour) else { break };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}
