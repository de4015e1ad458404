//! Squares and arrows that go with an explanation.

use std::io::{self, Write};

use shakmaty::{Position, Square};

use super::words;
use crate::explanation::explained::Explanation;
use crate::render::patterns::{Scene, write_scene};

/// Coloured squares and arrows, named as lichess does: red what is aimed at, blue witnesses, green the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Squares of pieces under attack.
    pub red: Vec<Square>,
    /// Squares of the other witnesses.
    pub blue: Vec<Square>,
    /// Forced moves, and moves of the plans.
    pub green: Vec<(Square, Square)>,
}

/// The marks of an explanation: the first move of what is forced, and what the reasons are about; of a mate only that move
/// and the king.
#[must_use]
pub fn marks(explanation: &Explanation) -> Marks {
    let mut marks = Marks::default();
    if let Some(force) = &explanation.force {
        let first = force.line.first().and_then(|m| Some((m.from()?, m.to())));
        marks.green.extend(first);
    }
    if let Some(mate) = explanation.forced_mate() {
        marks.red.extend(explanation.position.board().king_of(!mate.winner));
        return marks;
    }
    for reason in &explanation.reasons {
        if let Some(plan) = &reason.validation {
            push(&mut marks.red, plan.target);
            for route in &plan.routes {
                for step in route.squares.windows(2) {
                    push(&mut marks.green, (step[0], step[1]));
                }
            }
        }
        let is_hostile = reason.owner != explanation.viewpoint;
        for square in &reason.squares {
            push(if is_hostile { &mut marks.red } else { &mut marks.blue }, *square);
        }
    }
    let red = &marks.red;
    marks.blue.retain(|square| !red.contains(square));
    marks
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Marks {
    /// As lichess and ChessBase read them in a comment.
    #[must_use]
    pub fn in_comment(&self) -> String {
        let squares = |letter: char, squares: &[Square]| -> Vec<String> {
            squares.iter().map(|square| format!("{letter}{square}")).collect()
        };
        let mut text = String::new();
        let all = [squares('R', &self.red), squares('B', &self.blue)].concat();
        if !all.is_empty() {
            text.push_str(&format!("[%csl {}]", all.join(",")));
        }
        let arrows: Vec<String> = self.green.iter().map(|(a, b)| format!("G{a}{b}")).collect();
        if !arrows.is_empty() {
            text.push_str(&format!("[%cal {}]", arrows.join(",")));
        }
        text
    }
}

/// The board of an explanation with its marks, as SVG.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_board(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    let Marks { red, blue, green } = marks(explanation);
    let title = format!("{}: {}", explanation.fen, words::assessment(explanation.assessment()));
    let board = explanation.position.board().clone();
    write_scene(out, &Scene { board, title, attacked: red, marked: blue, arrows: green })
}
