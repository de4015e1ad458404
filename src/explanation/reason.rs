//! Explanation patterns: one fact with what follows from it, and the three that explain a position.

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use crate::explanation::facts::assessment::{Assessment, rounded};
use crate::explanation::facts::tree::Goal;
use crate::explanation::plans::Validation;

/// Where an explanation pattern comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The general pattern of a leaf.
    Tree,
    /// A stored pattern of the same fact.
    Case {
        /// Its case.
        case: String,
    },
    /// A stored pattern of a near fact, adapted.
    Adapted {
        /// Its case.
        case: String,
        /// What was done to it, for example `R1 file -> rank`.
        operators: Vec<String>,
    },
    /// A pattern the memory learned.
    Learned {
        /// `g12`.
        pattern: String,
        /// What experience says of it.
        evidence: String,
    },
}

impl Source {
    /// The kind in one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Source::Tree => "tree",
            Source::Case { .. } => "case",
            Source::Adapted { .. } => "adapted",
            Source::Learned { .. } => "learned",
        }
    }
}

/// A learned pattern beside a fact of the tree about the same men.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// `g12`.
    pub pattern: String,
    /// Its value in pawns for White.
    pub nm: f64,
    /// It favours the same side as the fact.
    pub agrees: bool,
    /// What experience says of it.
    pub evidence: String,
}

/// An explanation pattern (Kerner 1994, Section 4.1) bound to a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Xp {
    /// Leaf of the tree, or the id of a learned pattern.
    pub leaf: String,
    /// Who has the pattern.
    pub owner: Color,
    /// Its witnesses.
    pub squares: Vec<Square>,
    /// Men or squares aimed at.
    pub targets: Vec<Square>,
    /// Who has what where.
    pub fact: String,
    /// Why it is good or bad.
    pub belief: String,
    /// What to strive for.
    pub purpose: String,
    /// How.
    pub plan: String,
    /// The plan as goals.
    pub goals: Vec<Goal>,
    /// Value in pawns for White.
    pub nm: f64,
    /// Where it comes from.
    pub source: Source,
    /// The plan as it was tried on the board.
    pub validation: Option<Validation>,
    /// A learned pattern that speaks of the same men.
    pub seconded: Option<Second>,
    /// Taking the first witness off the board does not move the sum the way the claim says.
    pub doubtful: bool,
}

impl Xp {
    /// Its qualitative measure.
    #[must_use]
    pub fn measure(&self) -> Assessment {
        Assessment::of(self.nm)
    }

    /// The learned pattern that it is or that speaks of the same men.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        match (&self.source, &self.seconded) {
            (Source::Learned { pattern, .. }, _) => Some(pattern),
            (_, Some(second)) => Some(&second.pattern),
            _ => None,
        }
    }
}

/// A multiple explanation pattern (Section 4.2): the most important explanation patterns and their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Mxp {
    /// The most important first.
    pub xps: Vec<Xp>,
}

impl Mxp {
    /// The general evaluation: the plain sum, in pawns for White.
    #[must_use]
    pub fn nm(&self) -> f64 {
        rounded(self.xps.iter().map(|xp| xp.nm).sum())
    }

    /// Its qualitative measure.
    #[must_use]
    pub fn measure(&self) -> Assessment {
        Assessment::of(self.nm())
    }
}

/// An explanation pattern as a case keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredXp {
    /// Leaf of the tree.
    pub leaf: String,
    /// `White` or `Black`.
    pub owner: String,
    /// Whose view it takes.
    pub viewpoint: String,
    /// Witnesses.
    pub squares: Vec<String>,
    /// Fact slot.
    pub fact: String,
    /// Belief slot.
    pub belief: String,
    /// Purpose slot.
    pub purpose: String,
    /// Plan slot.
    pub plan: String,
    /// Value in pawns for White when it was stored.
    pub nm: f64,
    /// The plan as goals; none: those of the general pattern.
    pub goals: Vec<Goal>,
}
