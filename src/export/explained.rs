//! Explanations as pictures, pages and annotated games.

use std::io::{self, Write};

use shakmaty::san::SanPlus;
use shakmaty::{Color, Position, Square};

use super::svg::{Scene, write_scene};
use crate::arena::{GameEnd, GameRecord};
use crate::board::fen;
use crate::explanation::bind::{fact_text, side_name};
use crate::explanation::document::{Shapes, shapes};
use crate::explanation::explainer::{Explainer, Explanation, Over, Settings};
use crate::explanation::facts::Fact;
use crate::explanation::measure::Measure;
use crate::explanation::narrate;
use crate::explanation::plan::{MATE, material_loss};

/// The board of an explanation with its squares and arrows.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_explained_svg(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    let Shapes { red, blue, green } = shapes(explanation);
    let title = format!("{}: {}", explanation.fen, explanation.mxp.measure().meaning());
    let scene = Scene {
        board: explanation.position.board().clone(),
        title,
        attacked: red,
        marked: blue,
        arrows: green,
    };
    write_scene(out, &scene)
}

/// A page with a board and the text for each explanation.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_explained_html(
    out: &mut impl Write,
    explanations: &[(String, Result<Explanation, Over>)],
) -> io::Result<()> {
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Explained</title>\n\
         <style>body{{font-family:sans-serif;max-width:60em;margin:2em auto}}article{{display:flex;gap:2em}}\
         pre{{white-space:pre-wrap}}svg{{flex:none}}</style></head><body>"
    )?;
    for (name, explanation) in explanations {
        writeln!(out, "<article>")?;
        match explanation {
            Ok(explanation) => {
                write_explained_svg(out, explanation)?;
                let text = narrate::text(explanation);
                writeln!(out, "<pre>{}</pre>", super::svg::escaped(&text))?;
            }
            Err(over) => {
                let text = format!("{name}: {}", narrate::over(*over));
                writeln!(out, "<p>{}</p>", super::svg::escaped(&text))?;
            }
        }
        writeln!(out, "</article>")?;
    }
    writeln!(out, "</body></html>")
}

/// Marks of squares and arrows as lichess and ChessBase read them in a comment.
fn marks(shapes: &Shapes) -> String {
    let squares = |letter: char, squares: &[Square]| -> Vec<String> {
        squares.iter().map(|s| format!("{letter}{s}")).collect()
    };
    let mut text = String::new();
    let all = [squares('R', &shapes.red), squares('B', &shapes.blue)].concat();
    if !all.is_empty() {
        text.push_str(&format!("[%csl {}]", all.join(",")));
    }
    let arrows: Vec<String> = shapes.green.iter().map(|(a, b)| format!("G{a}{b}")).collect();
    if !arrows.is_empty() {
        text.push_str(&format!("[%cal {}]", arrows.join(",")));
    }
    text
}

/// A comment must not end itself.
fn inside_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// A position as a game without moves, the explanation as its comment.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_explained_position(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    let tags =
        [("Event", "Explained position"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    for (tag, value) in tags {
        writeln!(out, "[{tag} \"{value}\"]")?;
    }
    writeln!(out, "[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]")?;
    writeln!(out, "[FEN \"{}\"]\n[SetUp \"1\"]\n[Annotator \"Morph\"]\n", explanation.fen)?;
    let text = inside_braces(&narrate::comment(explanation));
    writeln!(out, "{{ {text} {} }} *\n", marks(&shapes(explanation)))
}

/// A loss of material against the best move, in pawns, that is a dubious move, a mistake, a blunder.
const LOSSES: [i32; 3] = [1, 2, 4];

/// A game with a comment where what matters most changes, and with marks on moves that lose material.
///
/// A loss is checked by a search of two plies and the captures after them; facts alone mark no move as a mistake.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_explained_game(
    out: &mut impl Write,
    explainer: &Explainer,
    settings: Settings,
    game: &GameRecord,
) -> io::Result<()> {
    write_tags(out, game)?;
    let positions: Vec<_> = game.positions().collect();
    let mut told: Vec<(String, Color)> = Vec::new();
    let mut measure = Measure::Even;
    for ((before, after), ply) in positions.iter().zip(&positions[1..]).zip(&game.plies) {
        let side = before.turn();
        let dots = if side.is_white() { "." } else { "..." };
        let san = SanPlus::from_move(before.clone(), ply.m);
        write!(out, "{}{dots} {san}", before.fullmoves())?;
        let viewpoint = settings.viewpoint.unwrap_or(side);
        let seen = Settings { viewpoint: Some(viewpoint), ..settings };
        let explanation = match explainer.explain(after, seen, None) {
            Ok(explanation) => explanation,
            Err(over) => {
                writeln!(out, " {{ {} }}", narrate::over(over))?;
                continue;
            }
        };
        let loss = material_loss(before, &ply.m);
        let mark = LOSSES.iter().filter(|bound| loss >= **bound).count();
        if let Some(nag) = [None, Some(6), Some(2), Some(4)][mark] {
            write!(out, " ${nag}")?;
        }
        let now = explanation.mxp.measure();
        if now != measure {
            write!(out, " ${}", now.nag())?;
            measure = now;
        }
        let key: Vec<(String, Color)> =
            explanation.mxp.xps.iter().map(|xp| (xp.leaf.clone(), xp.owner)).collect();
        let is_new = key.first().is_some_and(|first| !told.contains(first));
        if is_new || mark > 0 {
            let lost = if mark > 0 {
                let given_up = given_up(explainer, before, &explanation, side);
                let cost = if loss > MATE / 2 {
                    "allows or misses mate".to_owned()
                } else {
                    format!("loses {loss} against the best move")
                };
                format!("{} {cost}{given_up}. ", side_name(side))
            } else {
                String::new()
            };
            let text = inside_braces(&narrate::news(&explanation, &told));
            write!(out, " {{ {lost}{text} {} }}", marks(&shapes(&explanation)))?;
            told = key;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}\n", result(game))
}

/// What the mover had before the move and has no longer, the dearest first.
fn given_up(
    explainer: &Explainer,
    before: &shakmaty::Chess,
    after: &Explanation,
    side: Color,
) -> String {
    let tree = &explainer.tree;
    let mut lost: Vec<_> = explainer
        .facts(before)
        .into_iter()
        .filter(|fact| {
            let is_tempo = tree.leaf(fact.leaf).id.starts_with("development/tempo");
            let is_kept = |other: &Fact| other.leaf == fact.leaf && other.owner == fact.owner;
            side.fold_wb(fact.nm, -fact.nm) > 0.0 && !is_tempo && !after.facts.iter().any(is_kept)
        })
        .collect();
    lost.sort_by(|a, b| b.nm.abs().total_cmp(&a.nm.abs()));
    let names: Vec<String> =
        lost.iter().take(2).map(|fact| narrate::short(&fact_text(tree, fact))).collect();
    if names.is_empty() { String::new() } else { format!("; given up: {}", names.join(", ")) }
}

fn result(game: &GameRecord) -> &'static str {
    match game.result.map(|outcome| outcome.winner()) {
        Some(Some(Color::White)) => "1-0",
        Some(Some(Color::Black)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

fn write_tags(out: &mut impl Write, game: &GameRecord) -> io::Result<()> {
    let tag = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(
        out,
        "[Event \"Explained game\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]"
    )?;
    writeln!(out, "[White \"{}\"]\n[Black \"{}\"]", tag(&game.white), tag(&game.black))?;
    writeln!(out, "[Result \"{}\"]", result(game))?;
    let start = fen(&game.start.position());
    if start != fen(&shakmaty::Chess::default()) {
        writeln!(out, "[FEN \"{start}\"]\n[SetUp \"1\"]")?;
    }
    if game.ending != GameEnd::Unstated {
        writeln!(out, "[Ending \"{}\"]", game.ending.name())?;
    }
    writeln!(out, "[Annotator \"Morph\"]\n")
}
