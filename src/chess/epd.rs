use std::borrow::Cow;

use shakmaty::Chess;

use super::position_from_fen;
use crate::terminal_text::printable;

/// A line of EPD or FEN.
pub(crate) struct PositionLine {
    /// Line number, counted from 1.
    pub(crate) number: usize,
    /// The fields of the position: four, or six with the counters.
    pub(crate) fen: String,
    /// The position, or what is wrong with it.
    pub(crate) position: Result<Chess, String>,
}

/// The positions of a text, one a line: four fields and ignored operations (EPD), or six fields (FEN). Empty lines and
/// lines that begin with `#` are skipped.
pub(crate) fn position_lines(text: &str) -> impl Iterator<Item = PositionLine> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // FEN continues with two numbers, EPD with operations.
        let numbers = fields.iter().skip(4).take(2).filter(|field| field.parse::<u32>().is_ok());
        let of_position = if numbers.count() == 2 { 6 } else { 4 };
        let fen = fields[..fields.len().min(of_position)].join(" ");
        let position = if fields.len() < 4 {
            Err("expected at least four fields".to_owned())
        } else {
            position_from_fen(&fen)
        };
        PositionLine { number, fen, position }
    })
}

/// The legal positions of a text, each with its fields, and what is wrong with the other lines.
pub(crate) fn epd_positions(text: &str) -> (Vec<(String, Chess)>, Vec<String>) {
    let (mut positions, mut faults) = (Vec::new(), Vec::new());
    for PositionLine { number, fen, position } in position_lines(text) {
        match position {
            Ok(position) => positions.push((fen, position)),
            Err(fault) => faults.push(format!("line {number}: '{}': {fault}", beginning(&fen))),
        }
    }
    (positions, faults)
}

/// What is shown of a text that is no position: it may be anything.
pub(crate) fn beginning(text: &str) -> Cow<'_, str> {
    printable(text, MAX_SHOWN)
}

/// In characters; the longest positions have fewer.
const MAX_SHOWN: usize = 100;
