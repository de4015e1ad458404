//! What is kept of forgotten patterns, as files have it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::memory::PatternId;
use crate::memory::database::Tombstones;

/// The patterns forgotten after a game.
#[derive(Serialize, Deserialize)]
pub(super) struct Forgotten {
    game: u32,
    /// Ascending: the difference of each id from the one before, and the utility.
    patterns: Vec<(u32, f32)>,
}

pub(super) fn forgotten(tombstones: &Tombstones) -> Vec<Forgotten> {
    let mut by_game: BTreeMap<u32, (u32, Vec<(u32, f32)>)> = BTreeMap::new();
    for ((game, id), utility) in tombstones {
        let (last, patterns) = by_game.entry(*game).or_default();
        patterns.push((id.0 - *last, *utility));
        *last = id.0;
    }
    by_game.into_iter().map(|(game, (_, patterns))| Forgotten { game, patterns }).collect()
}

pub(super) fn tombstones(forgotten: Vec<Forgotten>) -> Result<Tombstones, String> {
    let mut tombstones = BTreeMap::new();
    for Forgotten { game, patterns } in forgotten {
        let mut last = 0_u32;
        for (step, utility) in patterns {
            last = last.checked_add(step).ok_or("an id out of range")?;
            tombstones.insert((game, PatternId(last)), utility);
        }
    }
    Ok(tombstones)
}
