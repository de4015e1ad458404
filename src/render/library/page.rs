use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};
use shakmaty::{Chess, Color, Position, Square};

use super::LibraryReport;
use super::alike::{Likeness, likenesses};
use super::found::{citation, continuation, fared, plans, result, title};
use crate::chess::fen;
use crate::explanation::phrase::list;
use crate::library::{Neighbour, Occurrences, Similar};
use crate::render::page_frame::page;
use crate::render::patterns::{Scene, write_scene};

/// Likenesses that are told for each position.
const TOLD: usize = 6;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;line-height:1.4}\
                     .boards{display:flex;flex-wrap:wrap;gap:1em}.boards svg{width:22em;max-width:100%;height:auto}\
                     .score{color:#666;font-weight:normal}code{font-size:.85em;overflow-wrap:anywhere}";

pub(super) fn write_similar(
    out: &mut impl Write,
    report: &LibraryReport<'_>,
    position: &Chess,
    similar: &Similar,
) -> io::Result<()> {
    let neighbours: Vec<Markup> = similar
        .neighbours
        .iter()
        .map(|neighbour| pair(report, position, neighbour))
        .collect::<io::Result<_>>()?;
    let statistics = &similar.statistics;
    let plans = plans(&similar.plans, statistics.positions, position.turn());
    let body = html! {
        h1 { "Positions like this one" }
        p { code { (fen(position)) } }
        @if neighbours.is_empty() { p { "None." } }
        @if let Some(fared) = fared(statistics) {
            p { "In " (statistics.positions) " similar positions " (fared) ". Played most: " (plans) "." }
        }
        @for (number, neighbour) in (1..).zip(&neighbours) {
            section { h2 { (number) ". " (neighbour) } }
        }
    };
    write_page(out, "Positions like this one", &body)
}

fn pair(report: &LibraryReport<'_>, position: &Chess, neighbour: &Neighbour) -> io::Result<Markup> {
    let (game, place) = (&neighbour.game, &neighbour.place);
    let alike = likenesses(report, position, neighbour, TOLD);
    let marked = |squares: fn(&Likeness) -> &Vec<Square>| -> Vec<Square> {
        let mut squares: Vec<Square> = alike.iter().flat_map(squares).copied().collect();
        squares.sort();
        squares.dedup();
        squares
    };
    let played: Vec<(Square, Square)> =
        place.next.and_then(|m| Some((m.from()?, m.to()))).into_iter().collect();
    let here =
        board("The position in question", position, marked(|alike| &alike.here), Vec::new())?;
    let there = board(&title(game, place), &place.position, marked(|alike| &alike.there), played)?;
    Ok(html! {
        (title(game, place)) " " span.score { (format!("{:.0} % alike", 100.0 * neighbour.score)) }
        div.boards { (here) (there) }
        p { "Played: " b { (continuation(game, place)) } " " (result(game)) }
        ul {
            @for likeness in &alike {
                li {
                    (likeness.text)
                    @if !likeness.there.is_empty() && likeness.here != likeness.there {
                        " (there: " (list(&likeness.there)) ")"
                    }
                }
            }
        }
    })
}

pub(super) fn write_occurrences(
    out: &mut impl Write,
    what: &str,
    found: &Occurrences,
) -> io::Result<()> {
    let examples: Vec<(String, Markup)> = found
        .examples
        .iter()
        .map(|(game, place)| {
            let played = place.next.and_then(|m| Some((m.from()?, m.to()))).into_iter().collect();
            let told = citation(game, place);
            let board = board(&told, &place.position, Vec::new(), played)?;
            Ok((told, board))
        })
        .collect::<io::Result<_>>()?;
    let statistics = &found.statistics;
    let body = html! {
        h1 { (what) }
        @if let Some(fared) = fared(statistics) {
            p { "In " (statistics.positions) " games " (fared) "." }
        } @else {
            p { "In " (statistics.positions) " games." }
        }
        p { "Played most, as White sees it: " (plans(&found.plans, statistics.positions, Color::White)) }
        @for (told, board) in &examples {
            section { div.boards { (board) } p { (told) } }
        }
    };
    write_page(out, what, &body)
}

fn board(
    title: &str,
    position: &Chess,
    marked: Vec<Square>,
    arrows: Vec<(Square, Square)>,
) -> io::Result<Markup> {
    let board = position.board().clone();
    let scene = Scene { board, title: title.to_owned(), attacked: Vec::new(), marked, arrows };
    let mut svg = Vec::new();
    write_scene(&mut svg, &scene)?;
    Ok(PreEscaped(String::from_utf8_lossy(&svg).into_owned()))
}

fn write_page(out: &mut impl Write, title: &str, body: &Markup) -> io::Result<()> {
    writeln!(out, "{}", page(title, STYLE, body).into_string())
}
