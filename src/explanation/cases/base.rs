//! The case base: positions with their explanations, and how like a new position they are.

use serde::{Deserialize, Serialize};
use shakmaty::{Board, Chess, Color, Position, Square};

use crate::chess::{fen, position_from_fen, traditional_total};
use crate::explanation::facts::Fact;
use crate::explanation::facts::bind::side_name;
use crate::explanation::facts::features::mirrored;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::reason::StoredXp;

const SHIPPED: &str = include_str!("../../../patterns/cases.json");
const SHIPPED_NAME: &str = "patterns/cases.json";
const SCHEMA: &str = "cases-1";

/// What is wrong with a case base.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
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
    /// Who found it good; empty: nobody yet, and it is not used.
    pub approved_by: String,
    /// How often the same explanation was found again.
    pub uses: u32,
    /// What else there is to say.
    pub note: String,
    /// The explanation.
    pub xps: Vec<StoredXp>,
}

impl Case {
    /// The same case with the colours exchanged and the board turned. `None` when its position is illegal.
    #[must_use]
    pub fn mirrored(&self) -> Option<Case> {
        let position = position_from_fen(&self.fen).ok()?;
        let turn = |xp: &StoredXp| StoredXp {
            leaf: mirrored_leaf(&xp.leaf),
            owner: mirrored_text(&xp.owner),
            viewpoint: mirrored_text(&xp.viewpoint),
            squares: xp.squares.iter().map(|s| mirrored_text(s)).collect(),
            fact: mirrored_text(&xp.fact),
            belief: mirrored_text(&xp.belief),
            purpose: mirrored_text(&xp.purpose),
            plan: mirrored_text(&xp.plan),
            nm: -xp.nm,
            goals: xp
                .goals
                .iter()
                .map(|goal| goal.clone().map(|part| mirrored_text(&part)))
                .collect(),
        };
        Some(Case {
            id: format!("{}{TURNED}", self.id),
            fen: fen(&mirrored(&position)),
            xps: self.xps.iter().map(turn).collect(),
            ..self.clone()
        })
    }
}

/// What the id of a mirrored case ends in.
const TURNED: &str = " (colours exchanged)";

/// Squares of a colour change it when the board is turned.
fn mirrored_leaf(leaf: &str) -> String {
    match leaf.rsplit_once('/') {
        Some((head, "light")) if head.contains("colour-complex") => format!("{head}/dark"),
        Some((head, "dark")) if head.contains("colour-complex") => format!("{head}/light"),
        _ => leaf.to_owned(),
    }
}

/// A text with sides, squares and numbered ranks exchanged.
#[must_use]
pub fn mirrored_text(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let mut turned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = is_part(first);
        let end = rest.find(|c| is_part(c) != same).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        turned.push_str(&mirrored_word(word));
        rest = after;
    }
    turned
}

fn mirrored_word(word: &str) -> String {
    const PAIRS: [(&str, &str); 7] = [
        ("White", "Black"),
        ("white", "black"),
        ("light", "dark"),
        ("1st", "8th"),
        ("2nd", "7th"),
        ("3rd", "6th"),
        ("4th", "5th"),
    ];
    for (a, b) in PAIRS {
        if word == a {
            return b.to_owned();
        }
        if word == b {
            return a.to_owned();
        }
    }
    match word.parse::<Square>() {
        Ok(square) => square.flip_vertical().to_string(),
        Err(_) => word.to_owned(),
    }
}

/// A flat list of cases, indexed by the fact slots of their explanation patterns.
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

    /// A case base from its text.
    ///
    /// # Errors
    ///
    /// Another shape or schema, an illegal position, an unknown leaf, or an id that appears twice.
    pub fn parse(tree: &EvaluationTree, file: &str, text: &str) -> Result<CaseBase, CaseError> {
        let text: CasesText = serde_json::from_str(text)
            .map_err(|source| CaseError::Syntax { file: file.to_owned(), source })?;
        let wrong = |id: &str, fault: String| CaseError::Case {
            file: file.to_owned(),
            id: id.to_owned(),
            fault,
        };
        if text.schema != SCHEMA {
            return Err(wrong("-", format!("schema '{}', expected {SCHEMA}", text.schema)));
        }
        for (place, case) in text.cases.iter().enumerate() {
            position_from_fen(&case.fen).map_err(|fault| wrong(&case.id, fault))?;
            if text.cases[..place].iter().any(|other| other.id == case.id) {
                return Err(wrong(&case.id, "appears twice".to_owned()));
            }
            for xp in &case.xps {
                if tree.find(&xp.leaf).is_none() {
                    return Err(wrong(&case.id, format!("leaf '{}' is not in the tree", xp.leaf)));
                }
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
}

/// How like a case is to a new position (Kerner 1994, Section 5.2.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// The case.
    pub id: String,
    /// a·ifs + b·ps.
    pub sm: f64,
    /// Likeness of the important facts.
    pub ifs: f64,
    /// Likeness of the positions.
    pub ps: f64,
    /// Share of identical men.
    pub ips: f64,
}

/// α, β, γ, δ of ifs: the same facts, near neighbours, facts only of the new position, facts only of the case.
const FACTS: [f64; 4] = [1.0, 0.6, 0.3, 0.2];
/// c, d, e of ps.
const PLACES: [f64; 3] = [0.5, 0.25, 0.25];
/// a and b of sm.
const BOTH: [f64; 2] = [0.6, 0.4];
/// Nothing less like is retrieved.
pub const LEAST_LIKE: f64 = 0.10;

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

/// The explanation pattern of a case nearest to a fact, with its factor.
#[must_use]
pub fn nearest<'a>(
    tree: &EvaluationTree,
    fact: &Fact,
    case: &'a Case,
) -> Option<(&'a StoredXp, f64)> {
    let leaf = &tree.leaf(fact.leaf).id;
    case.xps
        .iter()
        .filter(|xp| xp.owner == side_name(fact.owner))
        .filter_map(|xp| Some((xp, nearness(leaf, &xp.leaf)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

fn ifs(tree: &EvaluationTree, facts: &[Fact], case: &Case) -> f64 {
    let total: f64 = facts.iter().map(|fact| fact.value.abs()).sum();
    if total == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for fact in facts {
        let weight = fact.value.abs();
        sum += match nearest(tree, fact, case) {
            Some((_, 1.0)) => FACTS[0] * weight,
            Some((_, near)) => FACTS[1] * weight * near,
            None => -FACTS[2] * weight,
        };
    }
    for xp in &case.xps {
        let is_known = facts.iter().any(|fact| {
            side_name(fact.owner) == xp.owner
                && nearness(&tree.leaf(fact.leaf).id, &xp.leaf).is_some()
        });
        if !is_known {
            sum -= FACTS[3] * xp.nm.abs();
        }
    }
    sum / total
}

/// 1 − |difference| / material of the new position, at least 0.
fn material_likeness(new: &Board, old: &Board, side: Color) -> f64 {
    let (new, old) = (traditional_total(new, side), traditional_total(old, side));
    match (new, old) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        _ => (1.0 - (f64::from(new) - f64::from(old)).abs() / f64::from(new)).max(0.0),
    }
}

fn identical_men(new: &Board, old: &Board) -> f64 {
    let same = new.iter().filter(|(square, man)| old.piece_at(*square) == Some(*man)).count();
    2.0 * same as f64 / (new.occupied().count() + old.occupied().count()).max(1) as f64
}

/// How like a case is to a position with these important facts.
#[must_use]
pub fn likeness(
    tree: &EvaluationTree,
    position: &Chess,
    facts: &[Fact],
    case: &Case,
) -> Option<Likeness> {
    let old = position_from_fen(&case.fen).ok()?;
    let (new, old) = (position.board(), old.board());
    let ifs = ifs(tree, facts, case);
    let ips = identical_men(new, old);
    let ps = PLACES[0] * ips
        + PLACES[1] * material_likeness(new, old, Color::White)
        + PLACES[2] * material_likeness(new, old, Color::Black);
    Some(Likeness { id: case.id.clone(), sm: BOTH[0] * ifs + BOTH[1] * ps, ifs, ps, ips })
}

/// Approved cases with a fact that is one of `facts` or its brother, the most alike first.
#[must_use]
pub fn retrieve(
    tree: &EvaluationTree,
    cases: &[Case],
    position: &Chess,
    facts: &[Fact],
) -> Vec<Likeness> {
    let is_candidate = |case: &&Case| {
        !case.approved_by.is_empty()
            && facts
                .iter()
                .any(|fact| nearest(tree, fact, case).is_some_and(|(_, near)| near >= 0.7))
    };
    let mut found: Vec<Likeness> = cases
        .iter()
        .filter(is_candidate)
        .filter_map(|case| likeness(tree, position, facts, case))
        .collect();
    found.sort_by(|a, b| b.sm.total_cmp(&a.sm).then(a.id.cmp(&b.id)));
    found
}
