//! The case base as text.

use std::io::{self, Write};

use super::words;
use crate::explanation::cases::Case;

fn approval(case: &Case) -> &str {
    if case.approved_by.is_empty() { "(open)" } else { &case.approved_by }
}

/// A line for each case.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_case_list(out: &mut impl Write, cases: &[Case]) -> io::Result<()> {
    cases
        .iter()
        .try_for_each(|case| writeln!(out, "{:<32} {:<10} {}", case.id, approval(case), case.title))
}

/// Everything about a case.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_case(out: &mut impl Write, case: &Case) -> io::Result<()> {
    let (source, approval, uses) = (&case.source, approval(case), case.uses);
    writeln!(out, "{}: {}\n{}", case.id, case.title, case.fen)?;
    writeln!(out, "source: {source}; approved: {approval}; used {uses} times")?;
    if !case.note.is_empty() {
        writeln!(out, "{}", case.note)?;
    }
    for (place, reason) in case.reasons.iter().enumerate() {
        writeln!(out, "Reason {}: {:+.2}  {}", place + 1, reason.value, reason.leaf)?;
        writeln!(out, "  Fact:    {}", reason.fact)?;
        writeln!(out, "  Belief:  {}", reason.belief)?;
        writeln!(out, "  Purpose: {}", reason.purpose)?;
        writeln!(out, "  Plan:    {}", words::plan(&reason.plan))?;
    }
    Ok(())
}
