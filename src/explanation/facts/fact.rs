//! All basic patterns of a position, and those that count once.

use shakmaty::{Color, Square};

use super::detectors::{DETECTORS, Detection, Detections, Detector, Perspectives};
use super::features::{PositionFeatures, Stage};
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

    /// The basic patterns of the families that `is_wanted` accepts, each given by its place in the tree.
    #[must_use]
    pub fn all_of(
        &self,
        tree: &EvaluationTree,
        features: &PositionFeatures,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<Fact> {
        self.of(tree, features, |detector| is_wanted(detector.family))
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
