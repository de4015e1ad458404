use std::io::{self, Write};

use maud::{Markup, html};

use super::board::Board;
use super::layout::{ATTACK, BOARD, DEFENCE, FAINT, HIGHLIGHT, INK, MARGIN, NL, RING};
use super::pieces;
use crate::render::patterns::json::MemoryRecord;
use crate::render::patterns::record::PatternRecord;
use crate::render::patterns::text::wrap;

/// Boards side by side.
const COLUMNS: usize = 3;
/// Lines of a phrase below a board; the last one ends in an ellipsis if there are more.
const MAX_LINES: usize = 4;
/// Characters of a line, which is then about as wide as the board.
const LINE_WIDTH: usize = 54;
const LINE_HEIGHT: f64 = 17.0;
const CARD_WIDTH: f64 = BOARD + MARGIN;
/// Height of the board, the bar of its weight and the line of numbers.
const ABOVE_PHRASE: f64 = BOARD + MARGIN + 44.0;
const GAP: f64 = 36.0;
const HEADING: f64 = 78.0;

/// Writes one pattern as a picture: its origin position with phrase, weight and origin below.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_board(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    let size = (CARD_WIDTH + 2.0 * GAP, card_height(record) + 2.0 * GAP);
    let title = format!("Pattern {}: {}", record.id, record.phrase);
    out.write_all(document(size, &title, &card(record, (GAP, GAP))).into_string().as_bytes())
}

/// Writes a page of patterns, three side by side.
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
    let title =
        format!("{} of {} patterns after {} games", records.len(), memory.patterns(), memory.games);
    let mut y = HEADING + GAP;
    let mut cards = Vec::new();
    for row in records.chunks(COLUMNS) {
        let x = |column: usize| GAP + column as f64 * (CARD_WIDTH + GAP);
        cards.extend(row.iter().enumerate().map(|(column, record)| card(record, (x(column), y))));
        y += row_height(row);
    }
    let content = html! { (heading(&title)) @for card in &cards { (card) } };
    out.write_all(document((width, y), &title, &content).into_string().as_bytes())
}

fn document((width, height): (f64, f64), title: &str, content: &Markup) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img" { (NL)
            title { (title) } (NL)
            (pieces::symbols())
            rect width=(width) height=(height) fill="#ffffff" {} (NL)
            (content)
        }
        (NL)
    }
}

/// The phrase in lines as wide as the board.
fn caption(record: &PatternRecord) -> Vec<String> {
    let mut lines = wrap(&record.phrase, LINE_WIDTH);
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        lines[MAX_LINES - 1].push_str(" …");
    }
    lines
}

fn card_height(record: &PatternRecord) -> f64 {
    ABOVE_PHRASE + caption(record).len() as f64 * LINE_HEIGHT
}

/// Title and key of a gallery.
fn heading(title: &str) -> Markup {
    let line = |colour: &str, dashes: Option<&str>| html! { path d="M0 73h22" stroke=(colour) stroke-width="4" stroke-dasharray=[dashes] {} };
    let key = [
        (line(ATTACK, None), "attacks"),
        (line(DEFENCE, None), "defends"),
        (line(FAINT, Some("7 4")), "through another piece, or potentially"),
        (html! { rect y="66" width="14" height="14" fill=(HIGHLIGHT) {} }, "piece of the pattern"),
        (
            html! { circle cx="7" cy="73" r="6" fill="none" stroke=(RING) stroke-width="3" {} },
            "empty square next to a king",
        ),
    ];
    let mut x = 0.0;
    let places = key.iter().map(|(_, meaning)| {
        let left = x;
        x += 58.0 + 6.4 * meaning.chars().count() as f64;
        left
    });
    let places: Vec<f64> = places.collect();
    html! {
        g font-family="sans-serif" fill=(INK) transform={ "translate(" (GAP) " 0)" } { (NL)
            text x="0" y="46" font-size="22" font-weight="bold" { (title) } (NL)
            g font-size="13" fill=(FAINT) { (NL)
                @for ((sign, meaning), x) in key.iter().zip(places) {
                    g transform={ "translate(" (x) " 0)" } { (sign) text x="28" y="78" { (meaning) } } (NL)
                }
            }
        }
        (NL)
    }
}

fn card(record: &PatternRecord, (x, y): (f64, f64)) -> Markup {
    let origin = &record.origin;
    html! {
        g transform={ "translate(" (x) " " (y) ")" } { (NL)
            (Board::of_pattern(record).markup()) (NL)
            g font-family="sans-serif" font-size="12.5" fill=(INK)
                transform={ "translate(" (MARGIN) " " (BOARD + MARGIN) ")" } { (NL)
                (weight_bar(f64::from(record.weight))) (NL)
                text y="30" font-size="14" font-weight="bold" { (record.id) } (NL)
                text x=(BOARD) y="30" font-size="14" font-weight="bold" text-anchor="end" {
                    (format!("{:.3}", record.weight))
                }
                (NL)
                text x=(BOARD / 2.0) y="30" fill=(FAINT) text-anchor="middle" {
                    (origin.operator) ", game " (origin.game) ", ply " (origin.ply)
                }
                (NL)
                @for (number, line) in caption(record).iter().enumerate() {
                    text y=(50.0 + number as f64 * LINE_HEIGHT) { (line) } (NL)
                }
            }
        }
        (NL)
    }
}

/// A bar from the middle to the weight: green to the right is good for White, who is to move, red to the left is bad.
fn weight_bar(weight: f64) -> Markup {
    let colour = if weight < 0.5 { ATTACK } else { DEFENCE };
    let (left, width) = (BOARD * weight.min(0.5), BOARD * (weight - 0.5).abs());
    html! {
        rect y="6" width=(BOARD) height="5" rx="2.5" fill="#e6e3dc" {}
        rect x=(format!("{left:.1}")) y="6" width=(format!("{width:.1}")) height="5" fill=(colour) {}
        rect x=(BOARD / 2.0 - 0.5) y="4" width="1" height="9" fill=(INK) {}
    }
}
