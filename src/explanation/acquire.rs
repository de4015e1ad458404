//! Storing an explanation as a case (Kerner 1994, Section 5.2.3).

use shakmaty::Chess;

use super::cases::{Case, CaseBase};
use super::explained::Over;
use super::explainer::{Explainer, Settings};
use super::facts::tree::EvaluationTree;

/// What became of an explanation.
#[derive(Clone, Debug)]
pub enum Acquired {
    /// It is a new case, not approved yet.
    Stored(Case),
    /// A case has the same facts: it was used once more.
    Known {
        /// The case.
        case: String,
        /// How often it was used.
        uses: u32,
    },
}

/// Why an explanation is not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AcquireError {
    /// The name is empty or has spaces.
    #[error("'{0}': expected a case name without spaces")]
    Name(String),
    /// The name is taken.
    #[error("case '{0}' already exists")]
    Taken(String),
    /// There is nothing to explain.
    #[error("{0}")]
    Over(Over),
    /// No plan was adapted.
    #[error("nothing was learned from this position: no plan was adapted (--anyway stores it)")]
    NothingLearned,
}

/// Explains a position with the cases of a base and stores the explanation there, if a plan was adapted or `anyway`.
///
/// # Errors
///
/// A bad or known name, a finished game, nothing learned.
pub fn acquire(
    tree: &EvaluationTree,
    base: &mut CaseBase,
    position: &Chess,
    (id, title): (&str, &str),
    anyway: bool,
) -> Result<Acquired, AcquireError> {
    if id.is_empty() || id.contains(char::is_whitespace) {
        return Err(AcquireError::Name(id.to_owned()));
    }
    if base.find(id).is_some() {
        return Err(AcquireError::Taken(id.to_owned()));
    }
    let explainer = Explainer::new(tree.clone(), base.clone());
    let explanation =
        explainer.explain(position, Settings::default(), None).map_err(AcquireError::Over)?;
    let case = explanation.to_case(id, title);
    if let Some(known) = base.cases.iter_mut().find(|other| other.has_same_facts(&case)) {
        known.uses += 1;
        return Ok(Acquired::Known { case: known.id.clone(), uses: known.uses });
    }
    if !anyway && !explanation.taught_something() {
        return Err(AcquireError::NothingLearned);
    }
    base.cases.push(case.clone());
    Ok(Acquired::Stored(case))
}
