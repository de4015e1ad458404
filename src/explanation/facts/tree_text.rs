//! The evaluation tree as it stands in its file.

use std::collections::BTreeMap;

use serde::Deserialize;
use shakmaty::{Color, Square};

use super::kind::{FamilyKind, KingOf};

/// A goal as the file has it: verb, target and manner.
type Goal = [String; 3];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeText {
    pub(super) per_square_groups: Vec<String>,
    pub(super) names: BTreeMap<String, String>,
    /// Read one by one, so that an error can name the family.
    pub(super) family: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FamilyText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) group: String,
    #[serde(default)]
    pub(super) kind: FamilyKind,
    #[serde(default)]
    pub(super) located: bool,
    #[serde(default)]
    pub(super) king: KingOf,
    pub(super) definition: String,
    pub(super) owner_belief: String,
    pub(super) owner_purpose: String,
    pub(super) owner_plan: String,
    pub(super) owner_goals: Vec<Goal>,
    pub(super) opponent_belief: String,
    pub(super) opponent_purpose: String,
    pub(super) opponent_plan: String,
    pub(super) opponent_goals: Vec<Goal>,
    /// Read one by one, so that an error can name the leaf.
    pub(super) leaf: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeafText {
    pub(super) variant: String,
    pub(super) phrase: String,
    #[serde(default = "full")]
    pub(super) relevance: f64,
    pub(super) mirrored: Option<String>,
    pub(super) middlegame: Option<StageText>,
    pub(super) endgame: Option<StageText>,
    #[serde(rename = "any-stage")]
    pub(super) any_stage: Option<StageText>,
    pub(super) owner_belief: Option<String>,
    pub(super) owner_purpose: Option<String>,
    pub(super) owner_plan: Option<String>,
    pub(super) owner_goals: Option<Vec<Goal>>,
    pub(super) opponent_belief: Option<String>,
    pub(super) opponent_purpose: Option<String>,
    pub(super) opponent_plan: Option<String>,
    pub(super) opponent_goals: Option<Vec<Goal>>,
}

fn full() -> f64 {
    1.0
}

/// What a leaf is in one stage.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageText {
    pub(super) value: f64,
    pub(super) fen: String,
    #[serde(deserialize_with = "colour")]
    pub(super) owner: Color,
    #[serde(deserialize_with = "squares")]
    pub(super) squares: Vec<Square>,
}

fn colour<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Color, D::Error> {
    match String::deserialize(text)?.as_str() {
        "White" => Ok(Color::White),
        "Black" => Ok(Color::Black),
        other => Err(serde::de::Error::custom(format!("'{other}', expected White or Black"))),
    }
}

fn squares<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Vec<Square>, D::Error> {
    Vec::<String>::deserialize(text)?
        .into_iter()
        .map(|name| name.parse().map_err(|_| serde::de::Error::custom(format!("square '{name}'"))))
        .collect()
}
