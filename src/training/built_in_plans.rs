//! The texts of the plans that come with the program.

use std::path::Path;

use super::plan::Plan;

/// Names and texts; the names are those of the files.
const PLANS: [(&str, &str); 5] = [
    ("default", Plan::DEFAULT),
    ("morph-1991", include_str!("../../training/plans/morph-1991.toml")),
    ("player-continued", include_str!("../../training/plans/player-continued.toml")),
    ("player-merged", include_str!("../../training/plans/player-merged.toml")),
    ("player-moves", include_str!("../../training/plans/player-moves.toml")),
];

/// The plan of the shipped memory, which is in the folder `player`.
const PLAYER: [&str; 2] = ["player", "player-moves"];

/// The text of the built-in plan of a name.
pub(super) fn text(name: &Path) -> Option<&'static str> {
    let name = name.to_str()?;
    let name = if name == PLAYER[0] { PLAYER[1] } else { name };
    PLANS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

/// Names of the built-in plans.
pub(super) fn names() -> Vec<&'static str> {
    PLANS.iter().map(|(name, _)| *name).collect()
}
