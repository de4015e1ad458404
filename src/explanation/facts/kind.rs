//! What the explainer treats apart: attributes of the tree's families.

use serde::Deserialize;

/// What a family's facts are, where the explainer treats them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FamilyKind {
    /// A feature of the position like any other.
    #[default]
    Feature,
    /// Weak pawns: they count fully only for a side that can attack them.
    PawnWeakness,
    /// A threat that its owner carries out by a move.
    Threat,
    /// What the side to move wins by force, found by a search.
    ForcedGain,
    /// What the side to move loses by force, found by a search.
    ForcedLoss,
    /// Mate in one: static reasons do not count.
    MateInOne,
    /// The move, which the next move passes on.
    Tempo,
}

impl FamilyKind {
    /// The family's detector searches: it costs more than all others together.
    #[must_use]
    pub fn is_searched(self) -> bool {
        matches!(self, FamilyKind::ForcedGain | FamilyKind::ForcedLoss)
    }
}

/// Whose king the sentences of a family mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingOf {
    /// The king of the side that has the pattern.
    #[default]
    Owner,
    /// The king of the other side.
    Opponent,
}
