//! Reasons: one fact with what follows from it, as values.
//!
//! A reason is an explanation pattern (XP) of Kerner 1994, Section 4.1: fact, belief, purpose, plan and evaluation.

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role, Square};

use super::facts::FamilyKind;
use super::facts::assessment::Assessment;
use super::goal::{Goal, Line, Verb};
use super::learned::Evidence;
use super::phrase::{Part, Phrase};
use super::plans::{Route, Validation};
use super::serial;
use crate::memory::PatternId;

/// Where a reason comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The general explanation of a leaf.
    Tree,
    /// A stored reason for the same leaf.
    Case {
        /// Its case.
        case: String,
    },
    /// A stored reason for a near leaf, adapted.
    Adapted {
        /// Its case, or the cases of its concept.
        case: String,
        /// What was done to it.
        operators: Vec<Operator>,
    },
    /// A pattern the memory learned.
    Learned(Box<Evidence>),
}

/// What adaptation did to a stored reason: the learning strategies of the papers.
#[derive(Clone, Debug, PartialEq)]
pub enum Operator {
    /// S1, specialisation: its squares became those of the new fact.
    BindSquares,
    /// S2, specialisation: its routes are those that were found on the board.
    BindRoutes,
    /// S4, specialisation: an attack by both plans' lines together.
    Elaborate(Vec<Line>),
    /// I3, insertion: a step of the case was added to the general plan.
    Insert(Step),
    /// R5, replacement: the value is that of the new leaf.
    TakeValue,
}

/// A step of a plan with the piece that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What is to be done.
    #[serde(with = "verb")]
    pub verb: Verb,
    /// About which square.
    #[serde(with = "serial::square")]
    pub target: Square,
    /// Kind of piece.
    #[serde(with = "serial::role")]
    pub role: Role,
    /// From where it stands to where it does its work.
    #[serde(with = "serial::squares")]
    pub squares: Vec<Square>,
}

mod verb {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Verb;

    pub(super) fn serialize<S: Serializer>(verb: &Verb, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(verb)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Verb, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| de::Error::custom(format!("'{text}': expected a goal")))
    }
}

/// How a purpose is to be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Plan {
    /// As the tree or a case says it.
    Stated(Phrase),
    /// An attack by the routes that were found on the board.
    Attack {
        /// What is attacked.
        #[serde(with = "serial::square")]
        target: Square,
        /// It is a weak pawn.
        is_weak_pawn: bool,
        /// Who attacks it, and how they get there.
        routes: Vec<Route>,
    },
    /// A stated plan and one more step.
    Extended {
        /// What the tree says.
        plan: Phrase,
        /// What a case adds.
        step: Step,
    },
}

impl Plan {
    /// It says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Plan::Stated(phrase) if phrase.to_string().is_empty())
    }

    /// The same with the colours exchanged and the board turned.
    #[must_use]
    pub fn mirrored(self) -> Plan {
        let turn = |squares: Vec<Square>| squares.into_iter().map(Square::flip_vertical).collect();
        match self {
            Plan::Stated(phrase) => Plan::Stated(phrase.mirrored()),
            Plan::Attack { target, is_weak_pawn, routes } => {
                let routes = routes.into_iter();
                let routes = routes.map(|route| Route { squares: turn(route.squares), ..route });
                Plan::Attack {
                    target: target.flip_vertical(),
                    is_weak_pawn,
                    routes: routes.collect(),
                }
            }
            Plan::Extended { plan, step } => {
                let (target, squares) = (step.target.flip_vertical(), turn(step.squares));
                Plan::Extended { plan: plan.mirrored(), step: Step { target, squares, ..step } }
            }
        }
    }

    /// What it names: words, pieces and squares.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let piece = |role| Part::Piece { role, plural: false };
        match self {
            Plan::Stated(phrase) => phrase.parts.clone(),
            Plan::Attack { target, routes, .. } => {
                let routes = routes.iter();
                let named = routes.flat_map(|r| [piece(r.role), Part::Squares(r.squares.clone())]);
                std::iter::once(Part::Square(*target)).chain(named).collect()
            }
            Plan::Extended { plan, step } => {
                let squares = Part::Squares(step.squares.clone());
                let added = [Part::Square(step.target), piece(step.role), squares];
                plan.parts.iter().cloned().chain(added).collect()
            }
        }
    }
}

/// A learned pattern about the same pieces as a fact of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct SecondOpinion {
    /// Its value in pawns for White.
    pub value: f64,
    /// It favours the same side as the fact.
    pub agrees: bool,
    /// What the memory knows of it.
    pub evidence: Evidence,
}

/// A reason why a position is good or bad.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Leaf of the tree, or the id of a learned pattern.
    pub leaf: String,
    /// What the explainer treats apart.
    pub kind: FamilyKind,
    /// Who has the pattern.
    pub owner: Color,
    /// Its witnesses, the most important first.
    pub squares: Vec<Square>,
    /// Pieces or squares aimed at.
    pub targets: Vec<Square>,
    /// Who has what where.
    pub fact: Phrase,
    /// Why it is good or bad.
    pub belief: Phrase,
    /// What to strive for.
    pub purpose: Phrase,
    /// How.
    pub plan: Plan,
    /// The plan as steps that can be tried.
    pub goals: Vec<Goal>,
    /// Pawns for White.
    pub value: f64,
    /// Where it comes from.
    pub source: Source,
    /// The plan as it was tried on the board.
    pub validation: Option<Validation>,
    /// A learned pattern about the same pieces.
    pub second_opinion: Option<SecondOpinion>,
    /// Without its first witness the fact is gone.
    pub depends_on_first_witness: bool,
}

impl Reason {
    /// Its value as a symbol.
    #[must_use]
    pub fn assessment(&self) -> Assessment {
        Assessment::of(self.value)
    }

    /// The first move of a plan that was tried on the board, from and to.
    #[must_use]
    pub fn first_step(&self) -> Option<(Square, Square)> {
        self.validation.as_ref()?.first_step()
    }

    /// The learned pattern that it is, or that is about the same pieces.
    #[must_use]
    pub fn pattern(&self) -> Option<PatternId> {
        match (&self.source, &self.second_opinion) {
            (Source::Learned(evidence), _) => Some(evidence.pattern),
            (_, Some(second)) => Some(second.evidence.pattern),
            _ => None,
        }
    }
}

/// A reason as a case keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredReason {
    /// Leaf of the tree.
    pub leaf: String,
    /// Who has the pattern.
    #[serde(with = "serial::side")]
    pub owner: Color,
    /// Whose plan it is.
    #[serde(with = "serial::side")]
    pub viewpoint: Color,
    /// Witnesses, the most important first.
    #[serde(with = "serial::squares")]
    pub squares: Vec<Square>,
    /// Who has what where.
    pub fact: Phrase,
    /// Why it is good or bad.
    pub belief: Phrase,
    /// What to strive for.
    pub purpose: Phrase,
    /// How.
    pub plan: Plan,
    /// Pawns for White when it was stored.
    #[serde(alias = "nm")]
    pub value: f64,
    /// The plan as steps; none: those of the tree.
    pub goals: Vec<Goal>,
}
