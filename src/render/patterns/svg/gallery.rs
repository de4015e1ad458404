use std::io::{self, Write};

use maud::{Markup, html};

use super::board::Board;
use super::layout::{ATTACK, BOARD, DEFENCE, FAINT, HIGHLIGHT, INK, MARGIN, NL, RING};
use super::pieces;
use crate::render::numbers::grouped;
use crate::render::patterns::json::MemoryRecord;
use crate::render::patterns::record::PatternRecord;
use crate::render::patterns::text::{graded, wrap};

/// Boards side by side.
const COLUMNS: usize = 3;
/// Characters of a line, which is then about as wide as the board.
const LINE_WIDTH: usize = 46;
const LINE_HEIGHT: f64 = 19.0;
/// Space between the frame of a card and what it holds.
const PADDING: f64 = 14.0;
const CARD_WIDTH: f64 = BOARD + MARGIN + 2.0 * PADDING;
/// Height of the board and the bar of its weight.
const ABOVE_PHRASE: f64 = BOARD + MARGIN + 36.0;
/// Height of the two lines of numbers.
const NUMBERS: f64 = 26.0;
const GAP: f64 = 28.0;
const HEADING: f64 = 104.0;
const NOTE: &str = "White is to move. The weights of all patterns that occur in a position add up as log-odds, so that \
                    some correct what others say.";

/// Writes one pattern as a picture: its origin position with phrase, weight and origin below.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_board(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    let size = (CARD_WIDTH + 2.0 * GAP, card_height(record) + 2.0 * GAP);
    let title = format!("Pattern {}: {}", record.id, record.phrase);
    out.write_all(
        document(size, &title, &card(record, (GAP, GAP), card_height(record)))
            .into_string()
            .as_bytes(),
    )
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
    let row_height = |row: &[PatternRecord]| row.iter().map(card_height).fold(0.0, f64::max);
    let width = GAP + COLUMNS as f64 * (CARD_WIDTH + GAP);
    let title = format!(
        "{} of {} patterns learned in {} games",
        records.len(),
        grouped(memory.patterns() as u64),
        grouped(memory.games.into())
    );
    let mut y = HEADING + GAP;
    let mut cards = Vec::new();
    for row in records.chunks(COLUMNS) {
        let x = |column: usize| GAP + column as f64 * (CARD_WIDTH + GAP);
        let height = row_height(row);
        let drawn = row.iter().enumerate();
        cards.extend(drawn.map(|(column, record)| card(record, (x(column), y), height)));
        y += height + GAP;
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

/// The phrase in lines as wide as the board; all of it.
fn caption(record: &PatternRecord) -> Vec<String> {
    let mut phrase = record.phrase.clone();
    if let Some(first) = phrase.get(..1) {
        let capital = first.to_uppercase();
        phrase.replace_range(..1, &capital);
    }
    wrap(&phrase, LINE_WIDTH)
}

fn card_height(record: &PatternRecord) -> f64 {
    PADDING + ABOVE_PHRASE + caption(record).len() as f64 * LINE_HEIGHT + NUMBERS + PADDING
}

/// The weight in words, and where the pattern comes from. A weight is what the side to move may expect if nothing else is
/// known; the log-odds of all patterns that occur add up.
fn numbers(record: &PatternRecord) -> [String; 2] {
    let PatternRecord { id, weight, uses, origin, .. } = record;
    let positions = if *uses == 1 { "position" } else { "positions" };
    [
        format!("{}: on its own {:.0} % of the points", verdict(*weight), 100.0 * weight),
        format!(
            "seen in {} {positions}, first in game {}; {id}",
            grouped((*uses).into()),
            grouped(origin.game.into())
        ),
    ]
}

fn verdict(weight: f32) -> &'static str {
    let words = [
        "speaks strongly against White",
        "speaks against White",
        "speaks for neither side",
        "speaks for White",
        "speaks strongly for White",
    ];
    graded(weight, words)
}

/// Title and key of a gallery.
fn heading(title: &str) -> Markup {
    let line = |colour: &str, dashes: Option<&str>| html! { path d="M0 73h22" stroke=(colour) stroke-width="4" stroke-dasharray=[dashes] {} };
    let key = [
        (line(ATTACK, None), "attacks"),
        (line(DEFENCE, None), "defends"),
        (line(RING, None), "moves"),
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
                text x="0" y="104" { (NOTE) } (NL)
            }
        }
        (NL)
    }
}

fn card(record: &PatternRecord, (x, y): (f64, f64), height: f64) -> Markup {
    let lines = caption(record);
    let below_phrase = 32.0 + lines.len() as f64 * LINE_HEIGHT;
    html! {
        g transform={ "translate(" (x) " " (y) ")" } { (NL)
            rect width=(CARD_WIDTH) height=(height) rx="8" fill="#ffffff" stroke="#d9d4c8" {} (NL)
            g transform={ "translate(" (PADDING) " " (PADDING) ")" } { (NL)
                (Board::of_pattern(record).markup()) (NL)
                g font-family="sans-serif" font-size="12.5" fill=(FAINT)
                    transform={ "translate(" (MARGIN) " " (BOARD + MARGIN) ")" } { (NL)
                    (weight_bar(f64::from(record.weight))) (NL)
                    g font-size="15" font-weight="bold" fill=(INK) { (NL)
                        @for (number, line) in lines.iter().enumerate() {
                            text y=(32.0 + number as f64 * LINE_HEIGHT) { (line) } (NL)
                        }
                    }
                    (NL)
                    @for (number, line) in numbers(record).iter().enumerate() {
                        text y=(below_phrase + 2.0 + number as f64 * 18.0) { (line) } (NL)
                    }
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
