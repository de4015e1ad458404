//! The case base as text and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::words;
use crate::explanation::acquire::Acquired;
use crate::explanation::carried_out::LearnedCases;
use crate::explanation::cases::{Case, CaseBase};

/// What is said of cases.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseReport {
    /// To people; every line ended.
    pub text: String,
    /// To programs.
    pub json: Value,
}

impl CaseReport {
    /// All cases of a base, a line for each.
    #[must_use]
    pub fn list(base: &CaseBase) -> CaseReport {
        let line = |case: &Case| format!("{:<32} {:<10} {}\n", case.id, approval(case), case.title);
        CaseReport { text: base.cases.iter().map(line).collect(), json: json!(base.cases) }
    }

    /// Everything about a case.
    #[must_use]
    pub fn whole(case: &Case) -> CaseReport {
        CaseReport { text: case_text(case), json: json!(case) }
    }

    /// A case that people have just changed.
    #[must_use]
    pub fn changed(case: &Case) -> CaseReport {
        CaseReport { text: String::new(), json: json!(case) }
    }

    /// What became of an explanation that was to be stored in a base.
    #[must_use]
    pub fn acquired(base: &CaseBase, acquired: &Acquired) -> CaseReport {
        match acquired {
            Acquired::Known { case, uses } => CaseReport {
                text: format!("case {case} has the same facts: used {uses} times now\n"),
                json: json!({ "stored": false, "case": base.find(case) }),
            },
            Acquired::Stored(case) => {
                let (text, id) = (case_text(case), &case.id);
                let text =
                    format!("{text}stored; `morph cases approve {id} --by NAME` puts it to use\n");
                CaseReport { text, json: json!({ "stored": true, "case": case }) }
            }
        }
    }

    /// What was learned from games.
    #[must_use]
    pub fn learned(base: &CaseBase, LearnedCases { games, stored }: LearnedCases) -> CaseReport {
        let cases = &base.cases[base.cases.len() - stored..];
        let lines = cases.iter().map(|case| format!("{}: {}\n", case.id, case.source));
        let sum = format!(
            "{games} games read, {stored} cases stored; they are used once they are approved\n"
        );
        let json = json!({ "games": games, "stored": stored, "cases": cases });
        CaseReport { text: lines.chain([sum]).collect(), json }
    }
}

fn approval(case: &Case) -> &str {
    if case.approved_by.is_empty() { "(open)" } else { &case.approved_by }
}

fn case_text(case: &Case) -> String {
    let (source, approval, uses) = (&case.source, approval(case), case.uses);
    let mut text = format!("{}: {}\n{}\n", case.id, case.title, case.fen);
    let _ = writeln!(text, "source: {source}; approved: {approval}; used {uses} times");
    if !case.note.is_empty() {
        let _ = writeln!(text, "{}", case.note);
    }
    for (number, reason) in (1..).zip(&case.reasons) {
        let plan = words::plan(&reason.plan);
        let _ = writeln!(text, "Reason {number}: {:+.2}  {}", reason.value, reason.leaf);
        let _ = writeln!(text, "  Fact:    {}\n  Belief:  {}", reason.fact, reason.belief);
        let _ = writeln!(text, "  Purpose: {}\n  Plan:    {plan}", reason.purpose);
    }
    text
}
