//! Explanations as pictures, pages and positions of PGN.

use std::io::{self, Write};

use shakmaty::{Position, Square};

use super::svg::{Scene, write_scene};
use crate::explanation::document::{Shapes, shapes};
use crate::explanation::explainer::{Explanation, Over};
use crate::explanation::narrate;

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
pub(super) fn marks(shapes: &Shapes) -> String {
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
