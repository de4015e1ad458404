//! Explanations as comments of games.

use std::io::{self, Write};

use super::board::marks;
use super::words;
use crate::explanation::explained::Explanation;
use crate::explanation::reason::Reason;

/// A comment must not end itself.
fn inside_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// A position as a game without moves, the explanation as its comment: reasons first, the verdict last.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_position(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    let tags =
        [("Event", "Explained position"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    for (tag, value) in tags {
        writeln!(out, "[{tag} \"{value}\"]")?;
    }
    writeln!(out, "[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]")?;
    writeln!(out, "[FEN \"{}\"]\n[SetUp \"1\"]\n[Annotator \"Morph\"]\n", explanation.fen)?;
    let with_plan = |reason: &Reason| {
        let plan = words::plan(&reason.plan);
        format!("{} ({:+.2}); plan: {plan}.", reason.fact, reason.value)
    };
    let reasons: Vec<String> = explanation.reasons.iter().map(with_plan).collect();
    let comment = inside_braces(&format!("{} {}", reasons.join(" "), verdict(explanation)));
    writeln!(out, "{{ {comment} {} }} *\n", marks(explanation).in_comment())
}

fn verdict(explanation: &Explanation) -> String {
    format!("{} ({:+.2}).", words::assessment(explanation.assessment()), explanation.value())
}
