use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;

use super::note;
use crate::opponent_model::read::{ReadError, Reading, ScoreReader};
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

/// Opens a file of games: plain, or packed by gzip (`.gz`) or Zstandard (`.zst`).
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    let context = || format!("reading {}", path.display());
    let file = File::open(path).with_context(context)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    Ok(match extension {
        Some("gz") => Box::new(flate2::read::MultiGzDecoder::new(file)),
        Some("zst") => Box::new(zstd::stream::read::Decoder::new(file).with_context(context)?),
        _ => Box::new(file),
    })
}

/// Reads the games of a file one after the other; `wanted` is asked by the names of White and Black.
///
/// A broken game is named on standard error and passed over.
pub(super) fn each_game(
    path: &Path,
    wanted: &mut dyn FnMut(&str, &str) -> bool,
    take: &mut dyn FnMut(GameScore),
) -> anyhow::Result<Met> {
    let mut reader = ScoreReader::new(open(path)?);
    let mut met = Met::default();
    while let Some(game) = reader.next(wanted) {
        match game {
            Ok(Reading::Wanted(score)) => take(score),
            Ok(Reading::PassedOver) => {}
            Err(broken @ ReadError::Game { .. }) => {
                met.broken += 1;
                note(&format!("warning: {}: {broken}", path.display()));
            }
            Err(error) => {
                return Err(error).with_context(|| format!("reading {}", path.display()));
            }
        }
    }
    met.games = reader.games();
    Ok(met)
}
