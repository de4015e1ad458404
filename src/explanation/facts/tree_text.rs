//! The evaluation tree as it stands in its file.

use std::collections::BTreeMap;

use serde::Deserialize;
use shakmaty::{Color, Square};

use super::tree::Goal;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeText {
    pub(super) names: BTreeMap<String, String>,
    pub(super) family: Vec<FamilyText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FamilyText {
    pub(super) id: String,
    pub(super) group: String,
    pub(super) definition: String,
    pub(super) owner_belief: String,
    pub(super) owner_purpose: String,
    pub(super) owner_plan: String,
    pub(super) owner_goals: Vec<Goal>,
    pub(super) opponent_belief: String,
    pub(super) opponent_purpose: String,
    pub(super) opponent_plan: String,
    pub(super) opponent_goals: Vec<Goal>,
    pub(super) leaf: Vec<LeafText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeafText {
    pub(super) stage: String,
    pub(super) variant: String,
    pub(super) name: String,
    pub(super) nm: f64,
    pub(super) example: Example,
    pub(super) owner_plan: Option<String>,
    pub(super) owner_goals: Option<Vec<Goal>>,
    pub(super) opponent_plan: Option<String>,
    pub(super) opponent_goals: Option<Vec<Goal>>,
}

/// A position that shows a leaf.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// Who has the pattern.
    #[serde(deserialize_with = "colour")]
    pub owner: Color,
    /// Its witnesses.
    #[serde(deserialize_with = "squares")]
    pub squares: Vec<Square>,
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
