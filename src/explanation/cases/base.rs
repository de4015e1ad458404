//! The case base: positions with their explanations, and how similar a new position is to them.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shakmaty::{Board, Chess, Color, Position};

use crate::chess::{fen, position_from_fen, traditional_total};
use crate::explanation::facts::Fact;
use crate::explanation::facts::features::mirrored;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::goal::Goal;
use crate::explanation::phrase::Phrase;
use crate::explanation::reason::{Plan, StoredReason};
use crate::file_format::{FileError, read_text};

const SHIPPED: &str = include_str!("../../../patterns/cases.json");
const SHIPPED_NAME: &str = "patterns/cases.json";
const SCHEMA: &str = "cases-2";
/// Its sentences are plain text: squares, sides and pieces are recognised when it is read.
const PLAIN_SCHEMA: &str = "cases-1";

/// What is wrong with a case base.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no JSON of the right shape.
    #[error("{file}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Where and what.
        #[source]
        source: serde_json::Error,
    },
    /// A case is not what it must be.
    #[error("{file}: case {id}: {fault}")]
    Case {
        /// Name of the file.
        file: String,
        /// Which case.
        id: String,
        /// What is expected of it.
        fault: String,
    },
}

/// No case has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no case is called '{id}'; there are {}", names.join(", "))]
pub struct UnknownCase {
    /// The name.
    pub id: String,
    /// The names of all cases.
    pub names: Vec<String>,
}

/// A case cannot be changed in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseEditError {
    /// It has no reason with this number.
    #[error("there is no reason {number}: expected 1 to {count}")]
    UnknownReason {
        /// The number.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// No sentence is given.
    #[error("nothing to change: expected --belief, --purpose or --plan")]
    Nothing,
    /// Whoever approves it has no name.
    #[error("--by: expected a name")]
    Nobody,
}

/// A position with its explanation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name, without spaces.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The position.
    pub fen: String,
    /// Where it comes from.
    pub source: String,
    /// Who approved it; empty: nobody yet, and it is not used.
    pub approved_by: String,
    /// How often the same explanation was found again.
    pub uses: u32,
    /// Remarks.
    pub note: String,
    /// The explanation, the most important reason first.
    #[serde(alias = "xps")]
    pub reasons: Vec<StoredReason>,
}

impl Case {
    /// Somebody approves it, so that it is used.
    ///
    /// # Errors
    ///
    /// The name is empty.
    pub fn approve(&mut self, by: &str) -> Result<(), CaseEditError> {
        if by.trim().is_empty() {
            return Err(CaseEditError::Nobody);
        }
        by.clone_into(&mut self.approved_by);
        Ok(())
    }

    /// Replaces sentences of a reason, counted from 1, by those that are given. The case has to be approved again.
    ///
    /// # Errors
    ///
    /// There is no such reason, or no sentence is given; nothing has changed then.
    pub fn restate(
        &mut self,
        number: usize,
        belief: Option<&str>,
        purpose: Option<&str>,
        plan: Option<&str>,
    ) -> Result<(), CaseEditError> {
        if [belief, purpose, plan].iter().all(Option::is_none) {
            return Err(CaseEditError::Nothing);
        }
        let count = self.reasons.len();
        let reason = number.checked_sub(1).and_then(|place| self.reasons.get_mut(place));
        let reason = reason.ok_or(CaseEditError::UnknownReason { number, count })?;
        for (old, new) in [(&mut reason.belief, belief), (&mut reason.purpose, purpose)] {
            if let Some(new) = new {
                *old = Phrase::recognised(new);
            }
        }
        if let Some(new) = plan {
            reason.plan = Plan::Stated(Phrase::recognised(new));
        }
        self.approved_by.clear();
        Ok(())
    }

    /// The same case with the colours exchanged and the board turned. `None` when its position is illegal.
    #[must_use]
    pub fn mirrored(&self, tree: &EvaluationTree) -> Option<Case> {
        let position = position_from_fen(&self.fen).ok()?;
        let turned = |reason: &StoredReason| {
            let StoredReason { leaf, squares, fact, belief, purpose, plan, goals, .. } =
                reason.clone();
            let mirrored = tree.find(&leaf).map(|id| tree.leaf(id).mirrored.clone());
            StoredReason {
                leaf: mirrored.unwrap_or(leaf),
                owner: !reason.owner,
                viewpoint: !reason.viewpoint,
                squares: squares.into_iter().map(|square| square.flip_vertical()).collect(),
                fact: fact.mirrored(),
                belief: belief.mirrored(),
                purpose: purpose.mirrored(),
                plan: plan.mirrored(),
                value: -reason.value,
                goals: goals.into_iter().map(Goal::mirrored).collect(),
            }
        };
        Some(Case {
            id: format!("{}{MIRRORED}", self.id),
            fen: fen(&mirrored(&position)),
            reasons: self.reasons.iter().map(turned).collect(),
            ..self.clone()
        })
    }

    /// Squares, sides and pieces become typed in sentences that were stored as plain text.
    fn recognise(&mut self) {
        let recognise = |phrase: &mut Phrase| *phrase = Phrase::recognised(&phrase.to_string());
        for reason in &mut self.reasons {
            recognise(&mut reason.fact);
            recognise(&mut reason.belief);
            recognise(&mut reason.purpose);
            if let Plan::Stated(phrase) = &mut reason.plan {
                recognise(phrase);
            }
        }
    }

    /// Its reasons are about the same facts.
    #[must_use]
    pub fn has_same_facts(&self, other: &Case) -> bool {
        let facts = |case: &Case| -> Vec<(String, Color)> {
            case.reasons.iter().map(|reason| (reason.leaf.clone(), reason.owner)).collect()
        };
        facts(self) == facts(other)
    }
}

/// What the id of a mirrored case ends in.
const MIRRORED: &str = " (colours exchanged)";

/// A flat list of cases.
#[derive(Clone, Debug, Default)]
pub struct CaseBase {
    /// In the order of acquisition.
    pub cases: Vec<Case>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CasesText {
    schema: String,
    cases: Vec<Case>,
}

impl CaseBase {
    /// The cases the program ships.
    ///
    /// # Errors
    ///
    /// The shipped file is broken; the tests rule that out.
    pub fn load_shipped(tree: &EvaluationTree) -> Result<CaseBase, CaseError> {
        CaseBase::parse(tree, SHIPPED_NAME, SHIPPED)
    }

    /// The cases of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or as [`CaseBase::parse`].
    pub fn load(tree: &EvaluationTree, path: &Path) -> Result<CaseBase, CaseError> {
        CaseBase::parse(tree, &path.display().to_string(), &read_text(path)?)
    }

    /// A case base from its text.
    ///
    /// # Errors
    ///
    /// Another shape or schema, an illegal position, an unknown leaf, or an id that appears twice.
    pub fn parse(tree: &EvaluationTree, file: &str, text: &str) -> Result<CaseBase, CaseError> {
        let mut text: CasesText = serde_json::from_str(text)
            .map_err(|source| CaseError::Syntax { file: file.to_owned(), source })?;
        let wrong = |id: &str, fault: String| CaseError::Case {
            file: file.to_owned(),
            id: id.to_owned(),
            fault,
        };
        match text.schema.as_str() {
            SCHEMA => {}
            PLAIN_SCHEMA => text.cases.iter_mut().for_each(Case::recognise),
            other => {
                let fault = format!("schema '{other}', expected {SCHEMA} or {PLAIN_SCHEMA}");
                return Err(wrong("-", fault));
            }
        }
        for (place, case) in text.cases.iter().enumerate() {
            position_from_fen(&case.fen).map_err(|fault| wrong(&case.id, fault))?;
            if text.cases[..place].iter().any(|other| other.id == case.id) {
                return Err(wrong(&case.id, "appears twice".to_owned()));
            }
            let is_unknown = |reason: &&StoredReason| tree.find(&reason.leaf).is_none();
            if let Some(reason) = case.reasons.iter().find(is_unknown) {
                let fault = format!("leaf '{}' is not in the tree", reason.leaf);
                return Err(wrong(&case.id, fault));
            }
        }
        Ok(CaseBase { cases: text.cases })
    }

    /// The text of the case base.
    ///
    /// # Errors
    ///
    /// A number cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let text = CasesText { schema: SCHEMA.to_owned(), cases: self.cases.clone() };
        Ok(serde_json::to_string_pretty(&text)? + "\n")
    }

    /// The case with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// The case with an id, to be changed.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find_mut(&mut self, id: &str) -> Result<&mut Case, UnknownCase> {
        let Some(place) = self.cases.iter().position(|case| case.id == id) else {
            let names = self.cases.iter().map(|case| case.id.clone()).collect();
            return Err(UnknownCase { id: id.to_owned(), names });
        };
        Ok(&mut self.cases[place])
    }
}

/// How similar a case is to a new position (Kerner 1994, Section 5.2.1: sm, ifs, ps and ips).
#[derive(Clone, Debug, PartialEq)]
pub struct Similarity {
    /// The case.
    pub case: String,
    /// The weighted sum of the next two.
    pub total: f64,
    /// Of the important facts, in [-0.5, 1].
    pub facts: f64,
    /// Of the positions, in [0, 1].
    pub position: f64,
    /// Share of identical pieces and pawns on the same squares, in [0, 1].
    pub identical_pieces: f64,
}

/// Weights of the same facts, near neighbours, facts only of the new position, facts only of the case (α, β, γ, δ).
const FACT_WEIGHTS: [f64; 4] = [1.0, 0.6, 0.3, 0.2];
/// Weights of identical pieces, White's and Black's material (c, d, e).
const POSITION_WEIGHTS: [f64; 3] = [0.5, 0.25, 0.25];
/// Weights of facts and position (a, b).
const TOTAL_WEIGHTS: [f64; 2] = [0.6, 0.4];
/// Nothing less similar is retrieved.
pub const MIN_SIMILARITY: f64 = 0.10;

/// The near-neighbour factor of two leaves by the levels up to their common ancestor; `None`: no near neighbours.
#[must_use]
pub fn nearness(a: &str, b: &str) -> Option<f64> {
    match EvaluationTree::levels(a, b) {
        0 => Some(1.0),
        1 => Some(0.7),
        2 => Some(0.5),
        3 => Some(0.3),
        _ => None,
    }
}

/// The reason of a case nearest to a fact, with its factor.
#[must_use]
pub fn nearest<'a>(
    tree: &EvaluationTree,
    fact: &Fact,
    case: &'a Case,
) -> Option<(&'a StoredReason, f64)> {
    let leaf = &tree.leaf(fact.leaf).id;
    case.reasons
        .iter()
        .filter(|reason| reason.owner == fact.owner)
        .filter_map(|reason| Some((reason, nearness(leaf, &reason.leaf)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

fn fact_similarity(tree: &EvaluationTree, facts: &[Fact], case: &Case) -> f64 {
    let total: f64 = facts.iter().map(|fact| fact.value.abs()).sum();
    if total == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for fact in facts {
        let weight = fact.value.abs();
        sum += match nearest(tree, fact, case) {
            Some((_, 1.0)) => FACT_WEIGHTS[0] * weight,
            Some((_, near)) => FACT_WEIGHTS[1] * weight * near,
            None => -FACT_WEIGHTS[2] * weight,
        };
    }
    for reason in &case.reasons {
        let is_known = facts.iter().any(|fact| {
            fact.owner == reason.owner && nearness(&tree.leaf(fact.leaf).id, &reason.leaf).is_some()
        });
        if !is_known {
            sum -= FACT_WEIGHTS[3] * reason.value.abs();
        }
    }
    sum / total
}

/// 1 − |difference| / material of the new position, at least 0.
fn material_similarity(new: &Board, old: &Board, side: Color) -> f64 {
    let (new, old) = (traditional_total(new, side), traditional_total(old, side));
    match (new, old) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        _ => (1.0 - (f64::from(new) - f64::from(old)).abs() / f64::from(new)).max(0.0),
    }
}

fn identical_pieces(new: &Board, old: &Board) -> f64 {
    let same = new.iter().filter(|(square, piece)| old.piece_at(*square) == Some(*piece)).count();
    2.0 * same as f64 / (new.occupied().count() + old.occupied().count()).max(1) as f64
}

/// How similar a case is to a position with these important facts.
#[must_use]
pub fn similarity(
    tree: &EvaluationTree,
    position: &Chess,
    facts: &[Fact],
    case: &Case,
) -> Option<Similarity> {
    let old = position_from_fen(&case.fen).ok()?;
    let (new, old) = (position.board(), old.board());
    let facts = fact_similarity(tree, facts, case);
    let identical_pieces = identical_pieces(new, old);
    let position = POSITION_WEIGHTS[0] * identical_pieces
        + POSITION_WEIGHTS[1] * material_similarity(new, old, Color::White)
        + POSITION_WEIGHTS[2] * material_similarity(new, old, Color::Black);
    let total = TOTAL_WEIGHTS[0] * facts + TOTAL_WEIGHTS[1] * position;
    Some(Similarity { case: case.id.clone(), total, facts, position, identical_pieces })
}

/// Approved cases with a fact that is one of `facts` or its brother, the most similar first.
#[must_use]
pub fn retrieve(
    tree: &EvaluationTree,
    cases: &[Case],
    position: &Chess,
    facts: &[Fact],
) -> Vec<Similarity> {
    let is_candidate = |case: &&Case| {
        !case.approved_by.is_empty()
            && facts
                .iter()
                .any(|fact| nearest(tree, fact, case).is_some_and(|(_, near)| near >= 0.7))
    };
    let mut found: Vec<Similarity> = cases
        .iter()
        .filter(is_candidate)
        .filter_map(|case| similarity(tree, position, facts, case))
        .collect();
    found.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.case.cmp(&b.case)));
    found
}
