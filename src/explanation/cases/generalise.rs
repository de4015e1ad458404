//! Generalisation: what several approved cases under one concept plan alike becomes a plan of the concept.

use shakmaty::Square;

use crate::explanation::cases::Case;
use crate::explanation::facts::tree::Goal;
use crate::explanation::reason::StoredXp;

/// So many cases must agree.
const AGREEING: usize = 3;
/// Stands for the first witness of a fact.
const VARIABLE: &str = "{sq}";

/// A plan that belongs to a concept of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concept {
    /// The concept: the path above the stage of the leaves.
    pub id: String,
    /// The plan is that of the side that has the pattern.
    pub is_own: bool,
    /// Goals, squares replaced by the witness of a fact.
    pub goals: Vec<Goal>,
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
        let name = square.to_string();
        self.goals
            .iter()
            .map(|goal| goal.clone().map(|part| part.replace(VARIABLE, &name)))
            .collect()
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

/// The goals of a stored pattern with its first witness as a variable; `None` if another square is left.
fn lifted(xp: &StoredXp) -> Option<Vec<Goal>> {
    let witness = xp.squares.first().filter(|_| !xp.goals.is_empty())?;
    let lift = |part: &String| {
        let lifted = part.replace(witness, VARIABLE);
        let names_square = lifted.split(':').any(|word| word.parse::<Square>().is_ok());
        (!names_square).then_some(lifted)
    };
    xp.goals
        .iter()
        .map(|[verb, object, option]| Some([verb.clone(), lift(object)?, option.clone()]))
        .collect()
}

/// The plans that at least three approved cases under one concept share, goal by goal up to the witness.
#[must_use]
pub fn generalised(cases: &[Case]) -> Vec<Concept> {
    let mut concepts: Vec<Concept> = Vec::new();
    for case in cases.iter().filter(|case| !case.approved_by.is_empty()) {
        for xp in &case.xps {
            let Some(goals) = lifted(xp) else { continue };
            let (id, is_own) = (concept(&xp.leaf), xp.owner == xp.viewpoint);
            let known = |c: &&mut Concept| c.id == id && c.is_own == is_own && c.goals == goals;
            match concepts.iter_mut().find(known) {
                Some(concept) if !concept.cases.contains(&case.id) => {
                    concept.cases.push(case.id.clone())
                }
                Some(_) => {}
                None => concepts.push(Concept {
                    id: id.to_owned(),
                    is_own,
                    goals,
                    cases: vec![case.id.clone()],
                }),
            }
        }
    }
    concepts.retain(|concept| concept.cases.len() >= AGREEING);
    concepts
}
