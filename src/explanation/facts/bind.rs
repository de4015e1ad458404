//! Filling the slots of a general explanation pattern with the squares and men of a fact.

use shakmaty::{Board, Color, Role, Square};

use crate::explanation::facts::Fact;
use crate::explanation::facts::detectors::LineMove;
use crate::explanation::facts::features::file_of;
use crate::explanation::facts::kind::KingOf;
use crate::explanation::facts::tree::{EvaluationTree, GeneralXp, Goal};
use crate::graph::{role_name, role_named};

/// The values of the slots for one fact on one board.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'a> {
    fact: &'a Fact,
    board: &'a Board,
    king: KingOf,
}

/// White or Black.
#[must_use]
pub fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

fn file_name(file: i32) -> String {
    let letter = char::from(b'a' + u8::try_from(file.clamp(0, 7)).unwrap_or(0));
    format!("{letter}-file")
}

fn rank_name(square: Square) -> String {
    let rank = square.rank().to_u32() + 1;
    let ending = match rank {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{rank}{ending} rank")
}

/// Names in a row: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn squares(squares: &[Square]) -> String {
    list(&squares.iter().map(Square::to_string).collect::<Vec<_>>())
}

/// A line of play in long algebraic notation.
fn moves(line: &[LineMove]) -> String {
    let told = |step: &LineMove| {
        let letter = match step.role {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        let sign = if step.is_capture { 'x' } else { '-' };
        format!("{letter}{}{sign}{}", step.from, step.to)
    };
    line.iter().map(told).collect::<Vec<_>>().join(" ")
}

impl<'a> Binding<'a> {
    /// For a fact of a tree on a board.
    #[must_use]
    pub fn new(tree: &'a EvaluationTree, fact: &'a Fact, board: &'a Board) -> Binding<'a> {
        Binding { fact, board, king: tree.family_of(fact.leaf).king }
    }

    fn man(&self, square: Option<Square>) -> String {
        let role = square.and_then(|square| self.board.role_at(square));
        role.map_or_else(|| "piece".to_owned(), |role| role_name(role).to_owned())
    }

    fn king(&self) -> Option<Square> {
        let owner = self.fact.owner;
        self.board.king_of(if self.king == KingOf::Owner { owner } else { !owner })
    }

    /// The text for a slot; `None` when the fact binds nothing to it.
    #[must_use]
    pub fn slot(&self, slot: &str) -> Option<String> {
        let found = &self.fact.detection;
        let first = found.squares.first().copied();
        let target = found.to.or_else(|| found.targets.first().copied());
        match slot {
            "side" => Some(side_name(self.fact.owner).to_owned()),
            "opp" => Some(side_name(!self.fact.owner).to_owned()),
            "n" => found.number.map(|n| n.to_string()),
            "sq" => first.map(|s| s.to_string()),
            "sqs" => Some(squares(&found.squares)),
            "file" => found.files.first().copied().or(first.map(file_of)).map(file_name),
            "files" => Some(list(&found.files.iter().map(|f| file_name(*f)).collect::<Vec<_>>())),
            "rank" => first.map(rank_name),
            "via" | "colour" | "wing" | "luft" => found.word.map(str::to_owned),
            "piece" => match found.piece {
                Some(role) => Some(role_name(role).to_owned()),
                None => Some(self.man(first)),
            },
            "hsq" | "tsq" => target.map(|s| s.to_string()),
            "tsqs" => Some(squares(&found.targets)),
            "tpiece" => Some(self.man(found.targets.first().copied().or(target))),
            "asq" => found.attacker.map(|s| s.to_string()),
            "bsq" => found.behind.map(|s| s.to_string()),
            "line" => (!found.line.is_empty()).then(|| moves(&found.line)),
            "ksq" => self.king().map(|s| s.to_string()),
            _ => {
                let number =
                    found.number.map_or(found.squares.len(), |n| n.unsigned_abs() as usize);
                chosen(slot, number).map(str::to_owned)
            }
        }
    }

    /// A text with its slots filled. `{one|many}` chooses by the number mentioned, or of squares.
    #[must_use]
    pub fn fill(&self, text: &str) -> String {
        filled(text, |slot| self.slot(slot))
    }

    /// The goals of a general explanation pattern with their squares.
    #[must_use]
    pub fn goals(&self, xp: &GeneralXp) -> Vec<Goal> {
        xp.goals.iter().map(|goal| goal.clone().map(|part| self.fill(&part))).collect()
    }
}

/// A text with its slots filled; "it" where there is nothing to fill in.
fn filled(text: &str, slot: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        filled.push_str(&slot(name).unwrap_or_else(|| "it".to_owned()));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// `{one|many}` in a text, chosen by a number.
fn chosen(slot: &str, number: usize) -> Option<&str> {
    slot.split_once('|').map(|(one, many)| if number == 1 { one } else { many })
}

/// The fact slot: who has which pattern where.
#[must_use]
pub fn fact_text(tree: &EvaluationTree, fact: &Fact) -> String {
    let number = fact.squares().len();
    let phrase =
        filled(&tree.leaf(fact.leaf).phrase, |slot| chosen(slot, number).map(str::to_owned));
    let mut text = format!("{}: {phrase}", side_name(fact.owner));
    if !fact.detection.squares.is_empty() {
        text.push_str(&format!(" ({})", squares(&fact.detection.squares)));
    }
    text
}

/// The kind of man a goal asks for with `by=…`.
#[must_use]
pub fn wanted_role(option: &str) -> Option<Role> {
    role_named(option.strip_prefix("by=")?)
}
