//! Everything about an explanation: the slots of its reasons, values, sources and evidence.

use std::fmt::{self, Write};

use shakmaty::Color;

use super::memory::evidence;
use super::words;
use crate::explanation::explained::Explanation;
use crate::explanation::phrase::side_name;
use crate::explanation::reason::Reason;

/// The reasons with all that belongs to them.
#[must_use]
pub fn details(explanation: &Explanation) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_text(&mut text, explanation);
    text
}

fn write_reason(text: &mut String, number: usize, reason: &Reason) -> fmt::Result {
    writeln!(text, "Reason {number}: {:+.2} {}", reason.value, reason.assessment().symbol())?;
    writeln!(text, "  Fact:     {}", reason.fact)?;
    writeln!(text, "  Belief:   {}", reason.belief)?;
    writeln!(text, "  Purpose:  {}", reason.purpose)?;
    writeln!(text, "  Plan:     {}", words::plan(&reason.plan))?;
    writeln!(text, "  Source:   {}", words::source(&reason.source))?;
    if let Some(second) = &reason.second_opinion {
        let verdict = if second.agrees { "agrees" } else { "disagrees" };
        writeln!(
            text,
            "  Memory:   {verdict} ({:+.2}): {}",
            second.value,
            evidence(&second.evidence)
        )?;
    }
    if let Some(plan) = &reason.validation {
        writeln!(text, "  Checked:  {}", words::validation(plan))?;
    }
    if !reason.depends_on_first_witness
        && let Some(first) = reason.squares.first()
    {
        writeln!(text, "  Note:     the fact would hold without the piece on {first}")?;
    }
    Ok(())
}

fn write_text(text: &mut String, explanation: &Explanation) -> fmt::Result {
    writeln!(
        text,
        "{}; plans for {}",
        words::stage(explanation.stage),
        side_name(explanation.viewpoint)
    )?;
    for (place, reason) in explanation.reasons.iter().enumerate() {
        write_reason(text, place + 1, reason)?;
    }
    let count = explanation.facts.len();
    let of = |side: Color| explanation.facts.iter().filter(|f| f.owner == side).count();
    writeln!(
        text,
        "{count} {} ({} White, {} Black), sum {:+.2}",
        if count == 1 { "fact" } else { "facts" },
        of(Color::White),
        of(Color::Black),
        explanation.total()
    )?;
    if let Some(best) = explanation.retrieved.first() {
        writeln!(text, "Most similar case: {} (similarity {:.3})", best.case, best.total)?;
    }
    Ok(())
}
