//! Explanations as one web page.

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::board::write_board;
use crate::explanation::explained::{Explanation, Over};
use crate::render::page_frame::page;

const STYLE: &str = "body{font-family:sans-serif;line-height:1.5;max-width:60em;margin:2em auto;padding:0 1em}\
                     article{display:flex;flex-wrap:wrap;gap:2em;margin-bottom:3em}article>div{flex:1 1 20em}\
                     svg{flex:none}code{font-size:.8em;color:#666}";

/// An entry of a page.
#[derive(Clone, Debug)]
pub enum Article {
    /// A position and what is said of it, a line for each paragraph.
    Explained(Box<Explanation>, String),
    /// The name of a position in which the game is over.
    Over(String, Over),
}

/// A page with a board and a text for each position.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_page(out: &mut impl Write, articles: &[Article]) -> io::Result<()> {
    let articles: Vec<Markup> = articles.iter().map(markup).collect::<io::Result<_>>()?;
    let body = html! { @for article in &articles { article { (article) } } };
    let page = page("Explained positions", STYLE, &body);
    writeln!(out, "{}", page.into_string())
}

fn markup(article: &Article) -> io::Result<Markup> {
    let (explanation, text) = match article {
        Article::Explained(explanation, text) => (explanation, text),
        Article::Over(name, over) => return Ok(html! { p { (name) ": " (over) } }),
    };
    let mut board = Vec::new();
    write_board(&mut board, explanation)?;
    let board = String::from_utf8_lossy(&board).into_owned();
    Ok(html! {
        (PreEscaped(board))
        div {
            @for line in text.lines() { p { (line) } }
            code { (explanation.fen) }
        }
    })
}
