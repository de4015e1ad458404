//! Explanations as one web page.

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::board::write_board;
use super::coach::coach;
use super::words;
use crate::explanation::explained::{Explanation, Over};
use crate::render::page_frame::page;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:2em auto}article{display:flex;gap:2em}\
                     pre{white-space:pre-wrap}svg{flex:none}";

/// A page with a board and the text for each explanation.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_page(
    out: &mut impl Write,
    explanations: &[(String, Result<Explanation, Over>)],
) -> io::Result<()> {
    let articles: Vec<Markup> = explanations
        .iter()
        .map(|(name, explanation)| article(name, explanation))
        .collect::<io::Result<_>>()?;
    let body = html! { @for article in &articles { article { (article) } } };
    let page = page("Explained positions", STYLE, &body);
    writeln!(out, "{}", page.into_string())
}

fn article(name: &str, explanation: &Result<Explanation, Over>) -> io::Result<Markup> {
    let explanation = match explanation {
        Ok(explanation) => explanation,
        Err(over) => return Ok(html! { p { (name) ": " (words::over(*over)) } }),
    };
    let mut board = Vec::new();
    write_board(&mut board, explanation)?;
    let board = String::from_utf8_lossy(&board).into_owned();
    Ok(html! { (PreEscaped(board)) pre { (coach(explanation, None)) } })
}
