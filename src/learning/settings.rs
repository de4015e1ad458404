use std::num::NonZero;

use serde::{Deserialize, Serialize};

use super::{CreationRule, ForgettingSettings, LookaheadSettings, TargetSettings, UpdateSettings};
use crate::graph::MoveComponent;

/// The settings of learning in a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningSettings {
    /// How target values are computed.
    pub targets: TargetSettings,
    /// How weights move towards them.
    pub update: UpdateSettings,
    /// What is learned from moves that were not played; absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookahead: Option<LookaheadSettings>,
    /// How patterns are created.
    pub creation: CreationSettings,
    /// How patterns are forgotten; absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forgetting: Option<ForgettingSettings>,
}

/// How patterns are created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreationSettings {
    /// Graph and move patterns are created from every Nth game, ≥ 1 (1991: 7). Material patterns are few and created
    /// from every game: the paper's Table 1 has ages that are no multiples of 7.
    pub every: u32,
    /// How often a candidate must come up before it becomes a pattern, 1 to 255.
    #[serde(alias = "sightings")]
    pub min_count: u8,
    /// Games after which the counts of candidates are halved, so that rare ones never become patterns, however long the
    /// run. Absent: counts are never halved.
    #[serde(default, alias = "half_life", skip_serializing_if = "Option::is_none")]
    pub count_half_life: Option<NonZero<u32>>,
    /// Maximum number of nodes of a pattern, 1 to 48.
    pub max_nodes: usize,
    /// Maximum number of pieces in a material pattern, 0 to 30.
    pub max_material: u32,
    /// Number of one-step generalisations of the new patterns of a game.
    #[serde(default)]
    pub generalise: u32,
    /// Number of specialisations created in a game, in the positions with the largest errors.
    #[serde(default)]
    pub specialise: u32,
    /// How patterns are created from a move.
    #[serde(default)]
    pub rules: Vec<CreationRule>,
    /// Sets of components: every legal move of a game gives a candidate for a move pattern with each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Vec<MoveComponent>>,
}

impl LearningSettings {
    /// An error that names the first invalid setting.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.targets.check()?;
        self.update.check()?;
        self.lookahead.map_or(Ok(()), LookaheadSettings::check)?;
        let creation = &self.creation;
        if creation.every == 0 {
            return Err("learning.creation.every = 0: expected 1 or more".to_owned());
        }
        if creation.min_count == 0 {
            return Err("learning.creation.min_count = 0: expected 1 to 255".to_owned());
        }
        if !(1..=crate::graph::MAX_NODES).contains(&creation.max_nodes) {
            return Err(format!(
                "learning.creation.max_nodes = {}: expected 1 to {}",
                creation.max_nodes,
                crate::graph::MAX_NODES
            ));
        }
        if creation.max_material > 30 {
            return Err(format!(
                "learning.creation.max_material = {}: expected 0 to 30",
                creation.max_material
            ));
        }
        if creation.moves.iter().any(Vec::is_empty) {
            return Err("learning.creation.moves: a set of components is empty".to_owned());
        }
        creation.rules.iter().try_for_each(CreationRule::check)?;
        self.forgetting.as_ref().map_or(Ok(()), ForgettingSettings::check)
    }
}
