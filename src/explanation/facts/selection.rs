//! Which basic patterns count, so that their sum counts nothing twice, and why the others do not.

use shakmaty::{Color, Square};

use super::fact::Fact;
use super::kind::FamilyKind;
use super::tree::{EvaluationTree, LeafId};

/// Relevance of a pawn weakness that the side that profits cannot attack.
const UNATTACKED: f64 = 0.6;

/// Why a fact does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The search finds an answer to the threat, or it wins something else.
    Answered,
    /// Material that the exchange under way gives back.
    Regained,
    /// It is about a piece that is gone when the forced line is over.
    Gone,
    /// A threat that counts explains the gain.
    Explained,
    /// Both sides have it.
    Shared,
    /// One move carries out one threat, and another wins more.
    OtherThreat,
    /// This leaf of the same owner says more about the same thing.
    Outweighed(LeafId),
}

/// A fact that was found and does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// What was found.
    pub fact: Fact,
    /// Why it does not count.
    pub why: WhyNot,
}

/// The facts of a position, told apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Those that count, the most important first.
    pub facts: Vec<Fact>,
    /// The others.
    pub left_out: Vec<LeftOut>,
}

impl Selection {
    /// The facts that `is_out` accepts count no longer.
    pub(super) fn leave_out(&mut self, why: WhyNot, is_out: impl Fn(&Fact) -> bool) {
        let out = self.facts.extract_if(.., |fact| is_out(fact));
        self.left_out.extend(out.map(|fact| LeftOut { fact, why }));
    }
}

/// The facts that count, the most important first.
///
/// What both sides have alike cancels, unless it is tied to squares. Of the facts of one owner that exclude each other the
/// most important one stays. `turn` is to move and can carry out only one of its threats; `holds` says which of them the
/// opponent has no answer to, and a gain by force is left out where one of these explains it. `can_attack` says whether
/// the side that profits from a pawn weakness can attack it.
#[must_use]
pub fn independent(
    tree: &EvaluationTree,
    turn: Color,
    mut found: Selection,
    mut can_attack: impl FnMut(&Fact) -> bool,
    holds: impl Fn(&Fact) -> bool,
) -> Selection {
    let kind = |fact: &Fact| tree.family_of(fact.leaf).kind;
    let is_own_threat = |fact: &Fact| fact.owner == turn && kind(fact) == FamilyKind::Threat;
    found.leave_out(WhyNot::Answered, |fact| is_own_threat(fact) && !holds(fact));
    if found.facts.iter().any(is_own_threat) {
        found.leave_out(WhyNot::Explained, |fact| kind(fact) == FamilyKind::ForcedGain);
    }
    let alike: Vec<(LeafId, Color)> =
        found.facts.iter().map(|fact| (fact.leaf, fact.owner)).collect();
    found.leave_out(WhyNot::Shared, |fact| {
        !tree.family_of(fact.leaf).is_located && alike.contains(&(fact.leaf, !fact.owner))
    });
    let mut facts = std::mem::take(&mut found.facts);
    for fact in &mut facts {
        let leaf = tree.leaf(fact.leaf);
        fact.relevance = leaf.relevance;
        let is_weak = leaf.value < 0.0 && kind(fact) == FamilyKind::PawnWeakness;
        if is_weak && !fact.squares().is_empty() && !can_attack(fact) {
            fact.relevance = UNATTACKED;
        }
    }
    facts.sort_by(|a, b| {
        b.importance()
            .total_cmp(&a.importance())
            .then(b.relevance.total_cmp(&a.relevance))
            .then(a.leaf.cmp(&b.leaf))
            .then_with(|| owners_squares(a).cmp(&owners_squares(b)))
    });
    for fact in facts {
        let family = tree.family_of(fact.leaf);
        let excludes = |other: &&Fact| {
            other.owner == fact.owner
                && tree.family_of(other.leaf).group == family.group
                && (!family.is_per_square
                    || other.squares().iter().any(|s| fact.squares().contains(s)))
        };
        let why = if is_own_threat(&fact) && found.facts.iter().any(is_own_threat) {
            Some(WhyNot::OtherThreat)
        } else {
            found.facts.iter().find(excludes).map(|other| WhyNot::Outweighed(other.leaf))
        };
        match why {
            Some(why) => found.left_out.push(LeftOut { fact, why }),
            None => found.facts.push(fact),
        }
    }
    found
}

/// The squares as the owner sees them: an order that does not depend on colour.
fn owners_squares(fact: &Fact) -> Vec<Square> {
    let flip = |s: &Square| fact.owner.fold_wb(*s, s.flip_vertical());
    fact.squares().iter().map(flip).collect()
}
