//! Generalisation: what several approved cases under one concept plan alike becomes a plan of the concept.

use shakmaty::Square;

use super::base::Case;
use crate::explanation::goal::{Goal, Manner, Target};
use crate::explanation::reason::StoredReason;

/// So many cases must agree.
const MIN_CASES: usize = 3;

/// A plan that belongs to a concept of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concept {
    /// The concept: the path above the stage of the leaves.
    pub id: String,
    /// The plan is that of the side that has the pattern.
    pub is_own: bool,
    /// Goals as the first case has them.
    goals: Vec<Goal>,
    /// The first witness of that case.
    witness: Square,
    /// The cases it was lifted from.
    pub cases: Vec<String>,
}

impl Concept {
    /// It speaks of a leaf, for the owner of the fact or for the opponent.
    #[must_use]
    pub fn covers(&self, leaf: &str, is_own: bool) -> bool {
        self.is_own == is_own && concept(leaf) == self.id
    }

    /// The goals for a fact whose first witness stands on a square.
    #[must_use]
    pub fn goals_on(&self, square: Square) -> Vec<Goal> {
        self.goals.iter().map(|goal| goal.rebound(self.witness, square)).collect()
    }

    /// How the plan is cited.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} (generalised from {})", self.id, self.cases.join(", "))
    }
}

/// The concept above a leaf: its path without stage and variant, and without the last part of the family.
fn concept(leaf: &str) -> &str {
    let family = leaf.split("/ne/").next().and_then(|id| id.split("/e/").next()).unwrap_or(leaf);
    let family = if family == leaf { above(leaf) } else { family };
    above(family)
}

fn above(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(parent, _)| parent)
}

/// The first witness of a stored reason whose goals name no other square.
fn only_witness(reason: &StoredReason) -> Option<Square> {
    let witness = *reason.squares.first().filter(|_| !reason.goals.is_empty())?;
    let names_no_other = |goal: &Goal| {
        let in_target = match &goal.target {
            Target::Square(square) | Target::Front(square) => *square == witness,
            Target::Other(phrase) => phrase.squares().next().is_none(),
        };
        let in_manner = matches!(&goal.manner, Manner::Other(p) if p.squares().next().is_some());
        in_target && !in_manner
    };
    reason.goals.iter().all(names_no_other).then_some(witness)
}

/// The plans that at least three approved cases under one concept share, goal by goal up to the witness.
#[must_use]
pub fn generalised(cases: &[Case]) -> Vec<Concept> {
    let mut concepts: Vec<Concept> = Vec::new();
    for case in cases.iter().filter(|case| !case.approved_by.is_empty()) {
        for reason in &case.reasons {
            let Some(witness) = only_witness(reason) else { continue };
            let (id, is_own) = (concept(&reason.leaf), reason.owner == reason.viewpoint);
            let is_known = |c: &&mut Concept| {
                c.id == id && c.is_own == is_own && c.goals_on(witness) == reason.goals
            };
            match concepts.iter_mut().find(is_known) {
                Some(concept) if !concept.cases.contains(&case.id) => {
                    concept.cases.push(case.id.clone());
                }
                Some(_) => {}
                None => concepts.push(Concept {
                    id: id.to_owned(),
                    is_own,
                    goals: reason.goals.clone(),
                    witness,
                    cases: vec![case.id.clone()],
                }),
            }
        }
    }
    concepts.retain(|concept| concept.cases.len() >= MIN_CASES);
    concepts
}
