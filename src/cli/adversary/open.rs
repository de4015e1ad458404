use std::path::Path;

use super::note;
use crate::arena::pgn::{PgnError, PgnReader, Tags};
use crate::opponent_model::score::GameScore;

/// What was met in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    /// Games, whether wanted or not.
    pub games: usize,
    /// Games that could not be read; each has been named.
    pub broken: usize,
}

impl std::ops::AddAssign for Met {
    fn add_assign(&mut self, other: Met) {
        self.games += other.games;
        self.broken += other.broken;
    }
}

/// Reads the games of a file one after the other; `wanted` is asked by the names of White and Black.
///
/// A broken game is named on standard error and passed over.
pub(super) fn each_game(
    path: &Path,
    wanted: &mut dyn FnMut(&str, &str) -> bool,
    take: &mut dyn FnMut(GameScore),
) -> anyhow::Result<Met> {
    let mut reader = PgnReader::open(path)?;
    let mut met = Met::default();
    let mut wanted = |tags: &Tags| {
        let name = |tag| tags.get(tag).unwrap_or("?");
        wanted(name("White"), name("Black"))
    };
    while let Some(game) = reader.next_game(&mut wanted, GameScore::from_pgn) {
        match game {
            Ok(Some(score)) => take(score),
            Ok(None) => {}
            Err(broken @ PgnError::Game { .. }) => {
                met.broken += 1;
                note(&format!("warning: {broken}"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    met.games = reader.games();
    Ok(met)
}
