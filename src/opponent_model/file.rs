//! Model files: a checked header and a body in bincode, which stores fields by position.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::chunks::table::ChunkTable;
use super::model::{OpponentModel, fingerprint};
use super::move_model::fit::MoveModel;
use super::packed_game::PackedGame;
use super::player_name::PlayerName;
use super::repertoire::OpeningRepertoire;
use super::statistics::PlayerStatistics;
use crate::file_format::{FileFormat, LoadError};

const FORMAT: FileFormat = FileFormat {
    magic: *b"MORPHADV",
    versions: 1..=1,
    max_body: 1 << 30,
    name: "a model of an opponent",
};

/// What is stored. The order of the fields is the format: a change needs a new version.
#[derive(Serialize, Deserialize)]
struct Body {
    player: PlayerName,
    draws: bool,
    games: Vec<PackedGame>,
    others: Vec<PackedGame>,
    others_offered: u64,
    pieces: ChunkTable,
    pawns: ChunkTable,
    repertoire: OpeningRepertoire,
    statistics: PlayerStatistics,
    move_model: MoveModel,
    chunk_counts: [u32; 3],
}

impl OpponentModel {
    /// The model as the bytes of a file. Equal models give equal bytes.
    ///
    /// # Errors
    ///
    /// The body cannot be encoded; does not happen for models made by this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let body = Body {
            player: self.player.clone(),
            draws: self.draws,
            games: self.games.iter().map(|(game, _)| game.clone()).collect(),
            others: self.others.clone(),
            others_offered: self.others_offered,
            pieces: self.pieces.clone(),
            pawns: self.pawns.clone(),
            repertoire: self.repertoire.clone(),
            statistics: self.statistics.clone(),
            move_model: self.move_model.clone(),
            chunk_counts: self.chunk_counts,
        };
        FORMAT.encode(&body)
    }

    /// Reads the bytes of a model file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are not a model file, or are of another version, truncated or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<OpponentModel, LoadError> {
        FORMAT.check(bytes, path)?.decode(Body::into_model)
    }

    /// Reads a model file.
    ///
    /// # Errors
    ///
    /// As [`OpponentModel::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<OpponentModel, LoadError> {
        OpponentModel::from_bytes(&FORMAT.read(path)?, path)
    }
}

/// A model that cannot learn the games asked for.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// The file cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// It is a model of another player, or learned with other settings.
    #[error("{path} is a model of {player}, learned {} drawn games; use --fresh to replace it", if *draws { "with" } else { "without" })]
    Different {
        /// The file.
        path: PathBuf,
        /// The player of the model.
        player: String,
        /// Whether the model studies drawn games.
        draws: bool,
    },
}

impl OpponentModel {
    /// The model in a file if there is one and not `fresh`, else a model without games.
    ///
    /// # Errors
    ///
    /// The file is not a model, even if `fresh`, so that no other file is overwritten; or it is to be extended and is
    /// damaged, or a model of another player or with other settings.
    pub fn load_or_new(
        path: &Path,
        player: PlayerName,
        draws: bool,
        fresh: bool,
    ) -> Result<OpponentModel, UpdateError> {
        let loaded = OpponentModel::load(path);
        if fresh || !path.exists() {
            return match loaded {
                Err(error @ LoadError::WrongFormat { .. }) => Err(error.into()),
                _ => Ok(OpponentModel::new(player, draws)),
            };
        }
        let model = loaded?;
        if model.player == player && model.draws == draws {
            return Ok(model);
        }
        let (path, player) = (path.to_owned(), model.player.name);
        Err(UpdateError::Different { path, player, draws: model.draws })
    }
}

impl Body {
    /// Checks what a correct checksum does not guarantee.
    fn into_model(self) -> Result<OpponentModel, String> {
        if !self.move_model.is_valid() {
            return Err(
                "the move model has the wrong number of weights or weights that are not finite"
                    .to_owned(),
            );
        }
        let mut games = Vec::with_capacity(self.games.len());
        for (number, game) in (1..).zip(self.games) {
            if has_illegal_move(&game) {
                return Err(format!("game {number} has an illegal move"));
            }
            let color = self.player.color(&game.white, &game.black);
            let color = color
                .ok_or_else(|| format!("game {number} is not a game of {}", self.player.name))?;
            games.push((game, color));
        }
        if self.others.iter().any(has_illegal_move) {
            return Err("a game between other players has an illegal move".to_owned());
        }
        for (chunk, statistics) in self.pieces.iter().chain(self.pawns.iter()) {
            let is_known = statistics.games.iter().all(|game| (*game as usize) < games.len());
            if !chunk.is_valid() || !is_known || statistics.games.is_empty() {
                return Err(
                    "a chunk has invalid pieces or refers to a game that is missing".to_owned()
                );
            }
        }
        let known = games.iter().map(|(game, _)| fingerprint(game)).collect();
        Ok(OpponentModel {
            player: self.player,
            draws: self.draws,
            games,
            others: self.others,
            others_offered: self.others_offered,
            pieces: self.pieces,
            pawns: self.pawns,
            repertoire: self.repertoire,
            statistics: self.statistics,
            move_model: self.move_model,
            chunk_counts: self.chunk_counts,
            known,
        })
    }
}

fn has_illegal_move(game: &PackedGame) -> bool {
    game.plies().count() != game.moves.len()
}
