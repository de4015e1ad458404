//! Explanations as comments of games.

use std::io::{self, Write};

use super::board::marks;
use crate::explanation::explained::Explanation;

/// A comment must not end itself.
fn inside_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// A position as a game without moves, a text about it as its comment, with squares and arrows that boards draw.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_position(
    out: &mut impl Write,
    explanation: &Explanation,
    text: &str,
) -> io::Result<()> {
    let tags =
        [("Event", "Explained position"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    for (tag, value) in tags {
        writeln!(out, "[{tag} \"{value}\"]")?;
    }
    writeln!(out, "[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]")?;
    writeln!(out, "[FEN \"{}\"]\n[SetUp \"1\"]\n[Annotator \"Morph\"]\n", explanation.fen)?;
    let lines: Vec<&str> = text.lines().collect();
    let comment = inside_braces(&lines.join(" "));
    writeln!(out, "{{ {comment} {} }} *\n", marks(explanation).in_comment())
}
