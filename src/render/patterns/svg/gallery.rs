use std::io::{self, Write};

use super::board::{self, MARGIN};
use super::{ATTACK, BOARD, DEFENCE, FAINT, HIGHLIGHT, INK, RING, escaped, pieces};
use crate::render::patterns::json::MemoryRecord;
use crate::render::patterns::record::PatternRecord;
use crate::render::patterns::text::wrap;

/// Boards side by side.
const COLUMNS: usize = 3;
/// Lines of a phrase shown under a board; the last one ends in an ellipsis where there are more.
const LINES: usize = 4;
/// Characters of a line, so that it is as wide as the board in the fonts that are usual.
const CHARACTERS: usize = 54;
const LINE: f64 = 17.0;
const CARD_WIDTH: f64 = BOARD + MARGIN;
/// Room for the board, its bar of weight and the line of numbers.
const ABOVE_PHRASE: f64 = BOARD + MARGIN + 44.0;
const GAP: f64 = 36.0;
const HEADING: f64 = 78.0;

/// One pattern as a picture: its birth position with the phrase, the weight and the birth certificate below.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_board(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    let (width, height) = (CARD_WIDTH + 2.0 * GAP, card_height(record) + 2.0 * GAP);
    begin(out, width, height, &format!("Pattern {}: {}", record.id, record.phrase))?;
    write_card(out, record, GAP, GAP)?;
    writeln!(out, "</svg>")
}

/// A page of patterns, three side by side.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_gallery(
    out: &mut impl Write,
    memory: MemoryRecord,
    records: &[PatternRecord],
) -> io::Result<()> {
    let row_height = |row: &[PatternRecord]| row.iter().map(card_height).fold(0.0, f64::max) + GAP;
    let width = GAP + COLUMNS as f64 * (CARD_WIDTH + GAP);
    let height = HEADING + GAP + records.chunks(COLUMNS).map(row_height).sum::<f64>();
    let title =
        format!("{} of {} patterns after {} games", records.len(), memory.patterns(), memory.games);
    begin(out, width, height, &title)?;
    write_heading(out, &title)?;
    let mut y = HEADING + GAP;
    for row in records.chunks(COLUMNS) {
        for (column, record) in row.iter().enumerate() {
            write_card(out, record, GAP + column as f64 * (CARD_WIDTH + GAP), y)?;
        }
        y += row_height(row);
    }
    writeln!(out, "</svg>")
}

/// The phrase in lines as wide as the board.
fn caption(record: &PatternRecord) -> Vec<String> {
    let mut lines = wrap(&record.phrase, CHARACTERS);
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines[LINES - 1].push_str(" …");
    }
    lines
}

fn card_height(record: &PatternRecord) -> f64 {
    ABOVE_PHRASE + caption(record).len() as f64 * LINE
}

fn begin(out: &mut impl Write, width: f64, height: f64, title: &str) -> io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    pieces::write_symbols(out)?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")
}

fn write_heading(out: &mut impl Write, title: &str) -> io::Result<()> {
    writeln!(
        out,
        "<g font-family=\"sans-serif\" fill=\"{INK}\" transform=\"translate({GAP} 0)\">"
    )?;
    writeln!(out, "<text x=\"0\" y=\"46\" font-size=\"22\" font-weight=\"bold\">{title}</text>")?;
    writeln!(out, "<g font-size=\"13\" fill=\"{FAINT}\">")?;
    let mut x = 0.0;
    let signs = [
        (format!("<path d=\"M0 73h22\" stroke=\"{ATTACK}\" stroke-width=\"4\"/>"), "attacks"),
        (format!("<path d=\"M0 73h22\" stroke=\"{DEFENCE}\" stroke-width=\"4\"/>"), "defends"),
        (
            format!(
                "<path d=\"M0 73h22\" stroke=\"{FAINT}\" stroke-width=\"4\" stroke-dasharray=\"7 4\"/>"
            ),
            "through another piece, or potentially",
        ),
        (
            format!("<rect y=\"66\" width=\"14\" height=\"14\" fill=\"{HIGHLIGHT}\"/>"),
            "piece of the pattern",
        ),
        (
            format!(
                "<circle cx=\"7\" cy=\"73\" r=\"6\" fill=\"none\" stroke=\"{RING}\" stroke-width=\"3\"/>"
            ),
            "empty square by a king",
        ),
    ];
    for (sign, meaning) in signs {
        writeln!(
            out,
            "<g transform=\"translate({x} 0)\">{sign}<text x=\"28\" y=\"78\">{meaning}</text></g>"
        )?;
        x += 58.0 + 6.4 * meaning.chars().count() as f64;
    }
    writeln!(out, "</g></g>")
}

fn write_card(out: &mut impl Write, record: &PatternRecord, x: f64, y: f64) -> io::Result<()> {
    writeln!(out, "<g transform=\"translate({x} {y})\">")?;
    board::write(out, record)?;
    let below = BOARD + MARGIN;
    writeln!(
        out,
        "<g font-family=\"sans-serif\" font-size=\"12.5\" fill=\"{INK}\" transform=\"translate({MARGIN} {below})\">"
    )?;
    write_weight(out, f64::from(record.weight))?;
    writeln!(out, "<text y=\"30\" font-size=\"14\" font-weight=\"bold\">{}</text>", record.id)?;
    writeln!(
        out,
        "<text x=\"{BOARD}\" y=\"30\" font-size=\"14\" font-weight=\"bold\" text-anchor=\"end\">{:.3}</text>",
        record.weight
    )?;
    let origin = &record.origin;
    writeln!(
        out,
        "<text x=\"{}\" y=\"30\" fill=\"{FAINT}\" text-anchor=\"middle\">{}, game {}, ply {}</text>",
        BOARD / 2.0,
        origin.operator,
        origin.game,
        origin.ply
    )?;
    for (number, line) in caption(record).iter().enumerate() {
        let y = 50.0 + number as f64 * LINE;
        writeln!(out, "<text y=\"{y}\">{}</text>", escaped(line))?;
    }
    writeln!(out, "</g></g>")
}

/// A bar from the middle to the weight: green to the right is good for White, who is to move, red to the left is bad.
fn write_weight(out: &mut impl Write, weight: f64) -> io::Result<()> {
    let middle = BOARD / 2.0;
    let colour = if weight < 0.5 { ATTACK } else { DEFENCE };
    let left = BOARD * weight.min(0.5);
    let width = BOARD * (weight - 0.5).abs();
    writeln!(out, "<rect y=\"6\" width=\"{BOARD}\" height=\"5\" rx=\"2.5\" fill=\"#e6e3dc\"/>")?;
    writeln!(
        out,
        "<rect x=\"{left:.1}\" y=\"6\" width=\"{width:.1}\" height=\"5\" fill=\"{colour}\"/>"
    )?;
    writeln!(out, "<rect x=\"{}\" y=\"4\" width=\"1\" height=\"9\" fill=\"{INK}\"/>", middle - 0.5)
}
