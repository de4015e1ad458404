//! The evaluation tree as data: names, values and general explanation patterns of the basic patterns.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Color, Square};

use super::features::Stage;
use super::kind::{FamilyKind, KingOf};
use super::tree_text::{FamilyText, LeafText, StageText, TreeText};
use crate::explanation::goal::GoalTemplate;
use crate::explanation::phrase::Template;

const SHIPPED: &str = include_str!("../../../patterns/evaluation-tree.toml");
const SHIPPED_NAME: &str = "patterns/evaluation-tree.toml";

/// A tree must not have fewer nodes and leaves than the one of Kerner 1994, Section 3.
const MIN_NODES: usize = 613;
const MIN_LEAVES: usize = 403;

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
    #[error(
        "{file}: found {nodes} nodes and {leaves} leaves, expected at least {MIN_NODES} and {MIN_LEAVES}"
    )]
    Small {
        /// Name of the file.
        file: String,
        /// Nodes found.
        nodes: usize,
        /// Leaves found.
        leaves: usize,
    },
}

/// A general explanation (Kerner 1994, Section 4.1), its fact and evaluation left to the leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct General {
    /// Why the pattern is good or bad.
    pub belief: Template,
    /// What to strive for.
    pub purpose: Template,
    /// How.
    pub plan: Template,
    /// The plan as steps that can be checked on the board.
    pub goals: Vec<GoalTemplate>,
}

impl General {
    fn read(
        belief: &str,
        purpose: &str,
        plan: &str,
        goals: &[[String; 3]],
    ) -> Result<General, String> {
        Ok(General {
            belief: belief.parse()?,
            purpose: purpose.parse()?,
            plan: plan.parse()?,
            goals: goals.iter().map(GoalTemplate::read).collect::<Result<_, _>>()?,
        })
    }
}

/// What one detector finds: its leaves share group, kind, definition and, with few exceptions, sentences.
#[derive(Clone, Debug)]
pub struct Family {
    /// Path of concepts.
    pub id: String,
    /// What its facts are called together.
    pub name: String,
    /// Facts of one group and owner exclude each other.
    pub group: String,
    /// They do so on shared squares only.
    pub is_per_square: bool,
    /// What the explainer treats apart.
    pub kind: FamilyKind,
    /// Tied to squares: what both sides have of it does not cancel.
    pub is_located: bool,
    /// Whose king the sentences mention.
    pub king: KingOf,
    /// When the pattern holds.
    pub definition: String,
}

/// A basic pattern.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Path of concepts, stage and variant.
    pub id: String,
    /// What its owner has or does, after the name of the side; `{one|many}` chooses by the number of its squares.
    pub phrase: Template,
    /// Place of its family in [`EvaluationTree::families`].
    pub family: usize,
    /// `None`: the stage does not matter.
    pub stage: Option<Stage>,
    /// Which kind of its family.
    pub variant: String,
    /// The id of the leaf it is when the colours are exchanged and the board is turned.
    pub mirrored: String,
    /// Pawns for the side that has it.
    pub value: f64,
    /// Part of the value that counts when the most important facts are chosen, in `[0, 1]`.
    pub relevance: f64,
    /// The general explanation from the owner's and from the opponent's viewpoint.
    pub general: [General; 2],
    /// A position that shows it.
    pub example: Example,
}

/// A position that shows a leaf.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// Who has the pattern.
    pub owner: Color,
    /// Its squares, in any order.
    pub squares: Vec<Square>,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct EvaluationTree {
    names: BTreeMap<String, String>,
    families: Vec<Family>,
    leaves: Vec<Leaf>,
    by_id: FxHashMap<String, LeafId>,
}

/// The value and example of a leaf for one stage of the game.
type GetStageText = fn(&LeafText) -> &Option<StageText>;

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
    /// The text has another shape, an attribute is unknown, a node has no parent or appears twice, a value is no number of pawns between -20
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
        let node =
            |(id, fault): (String, String)| TreeError::Node { file: file.to_owned(), id, fault };
        for family in text.family {
            tree.add_family(family, &text.per_square_groups).map_err(node)?;
        }
        tree.check_parents().map_err(node)?;
        tree.check_mirrored().map_err(node)?;
        let (nodes, leaves) = (tree.node_count(), tree.leaves.len());
        if nodes < MIN_NODES || leaves < MIN_LEAVES {
            return Err(TreeError::Small { file: file.to_owned(), nodes, leaves });
        }
        Ok(tree)
    }

    fn add_family(
        &mut self,
        table: toml::Table,
        per_square_groups: &[String],
    ) -> Result<(), (String, String)> {
        let id = name_of(&table, "id");
        let text: FamilyText = table.try_into().map_err(|e| (id, e.message().to_owned()))?;
        let mut leaves = Vec::new();
        for table in &text.leaf {
            let id = format!("{}/{}", text.id, name_of(table, "variant"));
            let leaf = table.clone().try_into();
            leaves.push(leaf.map_err(|e: toml::de::Error| (id, e.message().to_owned()))?);
        }
        // The leaves of one stage stay together: facts are listed in this order.
        let of_stage: [(Option<Stage>, GetStageText); 3] = [
            (Some(Stage::Middlegame), |leaf| &leaf.middlegame),
            (Some(Stage::Endgame), |leaf| &leaf.endgame),
            (None, |leaf| &leaf.any_stage),
        ];
        for (stage, get) in of_stage {
            for leaf in &leaves {
                if let Some(in_stage) = get(leaf) {
                    self.add_leaf(&text, leaf, stage, in_stage)?;
                }
            }
        }
        self.families.push(Family {
            is_per_square: per_square_groups.contains(&text.group),
            id: text.id,
            name: text.name,
            group: text.group,
            kind: text.kind,
            is_located: text.located,
            king: text.king,
            definition: text.definition,
        });
        Ok(())
    }

    fn add_leaf(
        &mut self,
        family: &FamilyText,
        text: &LeafText,
        stage: Option<Stage>,
        in_stage: &StageText,
    ) -> Result<(), (String, String)> {
        let id = leaf_id(&family.id, stage, &text.variant);
        if !(in_stage.value.is_finite() && in_stage.value.abs() <= 20.0) {
            return Err((id, format!("value = {}, expected -20 to 20", in_stage.value)));
        }
        if !(0.0..=1.0).contains(&text.relevance) {
            return Err((id, format!("relevance = {}, expected 0 to 1", text.relevance)));
        }
        let fault = |fault: String| (id.clone(), fault);
        let general = [
            General::read(
                text.owner_belief.as_ref().unwrap_or(&family.owner_belief),
                text.owner_purpose.as_ref().unwrap_or(&family.owner_purpose),
                text.owner_plan.as_ref().unwrap_or(&family.owner_plan),
                text.owner_goals.as_ref().unwrap_or(&family.owner_goals),
            )
            .map_err(fault)?,
            General::read(
                text.opponent_belief.as_ref().unwrap_or(&family.opponent_belief),
                text.opponent_purpose.as_ref().unwrap_or(&family.opponent_purpose),
                text.opponent_plan.as_ref().unwrap_or(&family.opponent_plan),
                text.opponent_goals.as_ref().unwrap_or(&family.opponent_goals),
            )
            .map_err(fault)?,
        ];
        let phrase = text.phrase.parse().map_err(fault)?;
        let mirrored = text.mirrored.as_ref().unwrap_or(&text.variant);
        let mirrored = leaf_id(&family.id, stage, mirrored);
        let place = LeafId(u16::try_from(self.leaves.len()).unwrap_or(u16::MAX));
        if self.by_id.insert(id.clone(), place).is_some() {
            return Err((id, "appears twice".to_owned()));
        }
        self.leaves.push(Leaf {
            id,
            phrase,
            family: self.families.len(),
            stage,
            variant: text.variant.clone(),
            mirrored,
            value: in_stage.value,
            relevance: text.relevance,
            general,
            example: Example {
                fen: in_stage.fen.clone(),
                owner: in_stage.owner,
                squares: in_stage.squares.clone(),
            },
        });
        Ok(())
    }

    fn check_parents(&self) -> Result<(), (String, String)> {
        let ids = self.names.keys().chain(self.families.iter().map(|family| &family.id));
        for id in ids.filter(|id| *id != ROOT) {
            let parent = parent(id);
            if parent != ROOT && !self.names.contains_key(parent) {
                return Err((id.clone(), format!("its parent {parent} is not in [names]")));
            }
        }
        Ok(())
    }

    fn check_mirrored(&self) -> Result<(), (String, String)> {
        let known = |leaf: &&Leaf| self.by_id.contains_key(&leaf.mirrored);
        self.leaves.iter().find(|leaf| !known(leaf)).map_or(Ok(()), |leaf| {
            Err((
                leaf.id.clone(),
                format!("its mirrored leaf {} is not in the tree", leaf.mirrored),
            ))
        })
    }

    /// Number of nodes: root, concepts, families, their stages, and leaves.
    #[must_use]
    pub fn node_count(&self) -> usize {
        let staged = self.leaves.iter().filter_map(|leaf| Some((leaf.family, leaf.stage?)));
        let stages: FxHashSet<(usize, Stage)> = staged.collect();
        self.names.len() + self.families.len() + stages.len() + self.leaves.len()
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

/// A field of a table whose shape has not been checked.
fn name_of(table: &toml::Table, field: &str) -> String {
    table.get(field).and_then(toml::Value::as_str).unwrap_or("a node without a name").to_owned()
}
