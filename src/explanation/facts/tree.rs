//! The evaluation tree as data: names, values and general explanation patterns of the basic patterns.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::features::Stage;
use super::tree_text::{Example, FamilyText, TreeText};

const SHIPPED: &str = include_str!("../../../patterns/evaluation-tree.toml");
const SHIPPED_NAME: &str = "patterns/evaluation-tree.toml";

/// A tree must not have fewer nodes and leaves than the one of Kerner 1994, Section 3.
const FEWEST: (usize, usize) = (613, 403);

/// The place of a leaf in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeafId(u16);

impl LeafId {
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What is wrong with a tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The text is no TOML of the right shape.
    #[error("{file}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Where and what.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// A node is not what it must be.
    #[error("{file}: {id}: {fault}")]
    Node {
        /// Name of the file.
        file: String,
        /// Id of the node.
        id: String,
        /// What is expected of it.
        fault: String,
    },
    /// There are too few nodes or leaves.
    #[error("{file}: found {nodes} nodes and {leaves} leaves, expected at least {} and {}", FEWEST.0, FEWEST.1)]
    Small {
        /// Name of the file.
        file: String,
        /// Nodes found.
        nodes: usize,
        /// Leaves found.
        leaves: usize,
    },
}

/// One step of a plan: verb, object and option, for example `ATTACK`, `{sq}`, `via=file`.
pub type Goal = [String; 3];

/// A general explanation pattern of Kerner 1994, Section 4.1, its fact and evaluation left to the leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralXp {
    /// Why the pattern is good or bad.
    pub belief: String,
    /// What to strive for.
    pub purpose: String,
    /// How.
    pub plan: String,
    /// The plan as steps that can be checked on the board.
    pub goals: Vec<Goal>,
}

/// A detector of the tree: the leaves it tells apart share group and definition.
#[derive(Clone, Debug)]
pub struct Family {
    /// Path of concepts.
    pub id: String,
    /// FactFinder of one group and owner exclude each other.
    pub group: String,
    /// When the pattern holds.
    pub definition: String,
}

/// A basic pattern.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Path of concepts, stage and variant.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Place of its family in [`EvaluationTree::families`].
    pub family: usize,
    /// `None`: the stage does not matter.
    pub stage: Option<Stage>,
    /// Which kind of its family.
    pub variant: String,
    /// Value in pawns for the side that has it.
    pub nm: f64,
    /// The general explanation from the owner's and from the opponent's viewpoint.
    pub xps: [GeneralXp; 2],
    /// A position that shows it.
    pub example: Example,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct EvaluationTree {
    names: BTreeMap<String, String>,
    families: Vec<Family>,
    leaves: Vec<Leaf>,
    by_id: FxHashMap<String, LeafId>,
}

impl EvaluationTree {
    /// The tree the program ships.
    ///
    /// # Errors
    ///
    /// The shipped tree is broken; the tests rule that out.
    pub fn load_shipped() -> Result<EvaluationTree, TreeError> {
        EvaluationTree::parse(SHIPPED_NAME, SHIPPED)
    }

    /// A tree from its text.
    ///
    /// # Errors
    ///
    /// The text has another shape, a node hangs in the air or appears twice, a value is no number of pawns between -20
    /// and 20, a slot is unknown, or there are fewer nodes than in the paper.
    pub fn parse(file: &str, text: &str) -> Result<EvaluationTree, TreeError> {
        let text: TreeText = toml::from_str(text)
            .map_err(|e| TreeError::Syntax { file: file.to_owned(), source: Box::new(e) })?;
        let mut tree = EvaluationTree {
            names: text.names,
            families: Vec::new(),
            leaves: Vec::new(),
            by_id: FxHashMap::default(),
        };
        for family in text.family {
            tree.add_family(family).map_err(|(id, fault)| TreeError::Node {
                file: file.to_owned(),
                id,
                fault,
            })?;
        }
        tree.check_names().map_err(|(id, fault)| TreeError::Node {
            file: file.to_owned(),
            id,
            fault,
        })?;
        let (nodes, leaves) = (tree.node_count(), tree.leaves.len());
        if nodes < FEWEST.0 || leaves < FEWEST.1 {
            return Err(TreeError::Small { file: file.to_owned(), nodes, leaves });
        }
        Ok(tree)
    }

    fn add_family(&mut self, text: FamilyText) -> Result<(), (String, String)> {
        let family = self.families.len();
        let general = |belief: &str, purpose: &str, plan: &str, goals: &[Goal]| GeneralXp {
            belief: belief.to_owned(),
            purpose: purpose.to_owned(),
            plan: plan.to_owned(),
            goals: goals.to_vec(),
        };
        for leaf in text.leaf {
            let stage = match leaf.stage.as_str() {
                "ne" => Some(Stage::Middlegame),
                "e" => Some(Stage::Endgame),
                "any" => None,
                other => {
                    return Err((text.id, format!("stage '{other}', expected ne, e or any")));
                }
            };
            let id = leaf_id(&text.id, stage, &leaf.variant);
            if !(leaf.nm.is_finite() && leaf.nm.abs() <= 20.0) {
                return Err((id, format!("nm = {}, expected -20 to 20", leaf.nm)));
            }
            let owner = general(
                &text.owner_belief,
                &text.owner_purpose,
                leaf.owner_plan.as_ref().unwrap_or(&text.owner_plan),
                leaf.owner_goals.as_ref().unwrap_or(&text.owner_goals),
            );
            let opponent = general(
                &text.opponent_belief,
                &text.opponent_purpose,
                leaf.opponent_plan.as_ref().unwrap_or(&text.opponent_plan),
                leaf.opponent_goals.as_ref().unwrap_or(&text.opponent_goals),
            );
            for xp in [&owner, &opponent] {
                if let Some(slot) = unknown_slot(xp) {
                    return Err((id, format!("slot '{slot}' is unknown")));
                }
            }
            let place = LeafId(u16::try_from(self.leaves.len()).unwrap_or(u16::MAX));
            if self.by_id.insert(id.clone(), place).is_some() {
                return Err((id, "appears twice".to_owned()));
            }
            self.leaves.push(Leaf {
                id,
                name: leaf.name,
                family,
                stage,
                variant: leaf.variant,
                nm: leaf.nm,
                xps: [owner, opponent],
                example: leaf.example,
            });
        }
        self.families.push(Family { id: text.id, group: text.group, definition: text.definition });
        Ok(())
    }

    fn check_names(&self) -> Result<(), (String, String)> {
        let ids = self.names.keys().chain(self.leaves.iter().map(|leaf| &leaf.id));
        for id in ids.filter(|id| *id != ROOT) {
            let parent = parent(id);
            if parent != ROOT && !self.names.contains_key(parent) {
                return Err((id.clone(), format!("its parent {parent} is not in [names]")));
            }
        }
        Ok(())
    }

    /// Number of nodes: root, concepts, stages and leaves.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.names.len() + self.leaves.len()
    }

    /// The detectors' families.
    #[must_use]
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// All leaves in the order of the file.
    #[must_use]
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// A leaf.
    #[must_use]
    pub fn leaf(&self, id: LeafId) -> &Leaf {
        &self.leaves[id.index()]
    }

    /// The places of all leaves, in the same order.
    pub fn ids(&self) -> impl Iterator<Item = LeafId> + '_ {
        (0..self.leaves.len()).filter_map(|place| Some(LeafId(u16::try_from(place).ok()?)))
    }

    /// The family of a leaf.
    #[must_use]
    pub fn family_of(&self, id: LeafId) -> &Family {
        &self.families[self.leaf(id).family]
    }

    /// The leaf with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<LeafId> {
        self.by_id.get(id).copied()
    }

    /// What an inner node is called.
    #[must_use]
    pub fn name(&self, id: &str) -> Option<&str> {
        self.names.get(id).map(String::as_str)
    }

    /// How near two leaves are: levels from the leaf up to the common ancestor, 0 for the same leaf.
    #[must_use]
    pub fn levels(a: &str, b: &str) -> usize {
        let (a, b): (Vec<&str>, Vec<&str>) = (a.split('/').collect(), b.split('/').collect());
        let common = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
        a.len().max(b.len()) - common
    }
}

const ROOT: &str = "static-evaluation";

/// The id of a leaf.
#[must_use]
pub fn leaf_id(family: &str, stage: Option<Stage>, variant: &str) -> String {
    match stage {
        Some(stage) => format!("{family}/{}/{variant}", stage.name()),
        None => format!("{family}/{variant}"),
    }
}

/// The node above: concepts of the first level hang on the root.
fn parent(id: &str) -> &str {
    id.rsplit_once('/').map_or(ROOT, |(parent, _)| parent)
}

/// The slots that a detector binds.
pub const SLOTS: [&str; 22] = [
    "side", "opp", "n", "sq", "sqs", "file", "rank", "via", "colour", "piece", "hsq", "title",
    "wing", "tsq", "tsqs", "tpiece", "asq", "bsq", "ksq", "files", "luft", "line",
];

fn unknown_slot(xp: &GeneralXp) -> Option<String> {
    let goals = xp.goals.iter().flatten();
    for text in [&xp.belief, &xp.purpose, &xp.plan].into_iter().chain(goals) {
        for part in text.split('{').skip(1) {
            let slot = part.split('}').next().unwrap_or_default();
            if !SLOTS.contains(&slot) {
                return Some(slot.to_owned());
            }
        }
    }
    None
}
