//! All basic patterns of a position, and those that count once.

use shakmaty::{Color, Square};

use super::detectors::{DETECTORS, Detection, Detections, Detector, Perspectives};
use super::features::{PositionFeatures, Stage};
use super::kind::FamilyKind;
use super::tree::{EvaluationTree, LeafId};

/// A basic pattern in a position, with its witnesses on the real board.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Which pattern.
    pub leaf: LeafId,
    /// Who has it.
    pub owner: Color,
    /// Value in pawns for White.
    pub value: f64,
    /// How far it can be made to count, in `[0, 1]`: that of its leaf; 0.6 for a pawn weakness that nobody can attack.
    pub relevance: f64,
    /// What the detector saw, its squares on the real board.
    pub detection: Detection,
}

impl Fact {
    /// What decides whether it is mentioned: |value| · relevance (Kerner 1994: |NM|).
    #[must_use]
    pub fn importance(&self) -> f64 {
        self.value.abs() * self.relevance
    }

    /// The witnesses, the most important first.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.detection.squares
    }
}

/// A family of a tree with its detector.
#[derive(Clone, Debug)]
struct FamilyDetector {
    /// Place in the tree.
    family: usize,
    detect: Detector,
    is_searched: bool,
    /// Leaves by variant and the stage they are for.
    leaves: Vec<(String, Option<Stage>, LeafId)>,
}

impl FamilyDetector {
    /// The leaf of a variant; `None` where the tree does not value it in this stage.
    fn leaf(&self, variant: &str, stage: Stage) -> Option<LeafId> {
        let fits = |(name, of, _): &&(String, Option<Stage>, LeafId)| {
            name == variant && of.is_none_or(|of| of == stage)
        };
        self.leaves.iter().find(fits).map(|(_, _, leaf)| *leaf)
    }
}

/// Detectors bound to the families of a tree.
#[derive(Clone, Debug)]
pub struct FactFinder {
    detectors: Vec<FamilyDetector>,
}

/// Relevance of a pawn weakness that the side that profits cannot attack.
const UNATTACKED: f64 = 0.6;

impl FactFinder {
    /// The detectors for the families of a tree.
    #[must_use]
    pub fn new(tree: &EvaluationTree) -> FactFinder {
        let detector = |(id, detect): &(&str, Detector)| {
            let family = tree.families().iter().position(|family| family.id == *id)?;
            let leaves = tree.ids().filter(|leaf| tree.leaf(*leaf).family == family);
            let leaves = leaves.map(|id| (tree.leaf(id).variant.clone(), tree.leaf(id).stage, id));
            let is_searched = tree.families()[family].kind.is_searched();
            Some(FamilyDetector { family, detect: *detect, is_searched, leaves: leaves.collect() })
        };
        FactFinder { detectors: DETECTORS.iter().filter_map(detector).collect() }
    }

    /// Every basic pattern of a position for both sides, by leaf.
    #[must_use]
    pub fn all(&self, tree: &EvaluationTree, features: &PositionFeatures) -> Vec<Fact> {
        self.of(tree, features, |_| true)
    }

    /// The same as far as it is seen without a search: cheap enough to be asked after every move.
    #[must_use]
    pub fn static_facts(&self, tree: &EvaluationTree, features: &PositionFeatures) -> Vec<Fact> {
        self.of(tree, features, |detector| !detector.is_searched)
    }

    /// The basic patterns of one family, given by its place in the tree.
    #[must_use]
    pub fn all_of(
        &self,
        tree: &EvaluationTree,
        features: &PositionFeatures,
        family: usize,
    ) -> Vec<Fact> {
        self.of(tree, features, |detector| detector.family == family)
    }

    fn of(
        &self,
        tree: &EvaluationTree,
        features: &PositionFeatures,
        is_wanted: impl Fn(&FamilyDetector) -> bool,
    ) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut detections = Detections::default();
        for owner in [Color::White, Color::Black] {
            for detector in self.detectors.iter().filter(|detector| is_wanted(detector)) {
                (detector.detect)(Perspectives::of(features, owner), &mut detections);
                for mut detection in detections.list.drain(..) {
                    let Some(leaf) = detector.leaf(detection.variant, features.stage) else {
                        continue;
                    };
                    flip(&mut detection, owner);
                    let value = owner.fold_wb(1.0, -1.0) * tree.leaf(leaf).value;
                    facts.push(Fact { leaf, owner, value, relevance: 1.0, detection });
                }
            }
        }
        facts.sort_by_key(|fact| fact.leaf);
        facts
    }
}

/// Brings the squares of a detection to the real board.
fn flip(detection: &mut Detection, owner: Color) {
    if owner.is_white() {
        return;
    }
    let squares = detection.squares.iter_mut().chain(&mut detection.targets);
    for square in
        squares.chain(&mut detection.to).chain(&mut detection.attacker).chain(&mut detection.behind)
    {
        *square = square.flip_vertical();
    }
    for step in &mut detection.line {
        (step.from, step.to) = (step.from.flip_vertical(), step.to.flip_vertical());
    }
}

/// The facts that count, the most important first, so that their sum counts nothing twice.
///
/// What both sides have alike cancels, unless it is tied to squares. Of the facts of one owner that exclude each other the
/// most important one stays. `turn` is to move and can carry out only one of its threats; `holds` says which of them the
/// opponent has no answer to, and a gain by force is left out where one of these explains it. `can_attack` says whether
/// the side that profits from a pawn weakness can attack it.
#[must_use]
pub fn independent(
    tree: &EvaluationTree,
    turn: Color,
    mut facts: Vec<Fact>,
    mut can_attack: impl FnMut(&Fact) -> bool,
    mut holds: impl FnMut(&Fact) -> bool,
) -> Vec<Fact> {
    let kind = |fact: &Fact| tree.family_of(fact.leaf).kind;
    let is_own_threat = |fact: &Fact| fact.owner == turn && kind(fact) == FamilyKind::Threat;
    facts.retain(|fact| !is_own_threat(fact) || holds(fact));
    if facts.iter().any(is_own_threat) {
        facts.retain(|fact| kind(fact) != FamilyKind::ForcedGain);
    }
    let alike: Vec<(LeafId, Color)> = facts.iter().map(|fact| (fact.leaf, fact.owner)).collect();
    facts.retain(|fact| {
        tree.family_of(fact.leaf).is_located || !alike.contains(&(fact.leaf, !fact.owner))
    });
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
    let mut kept: Vec<Fact> = Vec::new();
    let mut has_threat = false;
    for fact in facts {
        let is_threat = is_own_threat(&fact);
        if is_threat && has_threat {
            continue;
        }
        let family = tree.family_of(fact.leaf);
        let excludes = |other: &Fact| {
            other.owner == fact.owner
                && tree.family_of(other.leaf).group == family.group
                && (!family.is_per_square
                    || other.squares().iter().any(|s| fact.squares().contains(s)))
        };
        if !kept.iter().any(excludes) {
            has_threat |= is_threat;
            kept.push(fact);
        }
    }
    kept
}

/// The squares as the owner sees them: an order that does not depend on colour.
fn owners_squares(fact: &Fact) -> Vec<Square> {
    let flip = |s: &Square| fact.owner.fold_wb(*s, s.flip_vertical());
    fact.squares().iter().map(flip).collect()
}
