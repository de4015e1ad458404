//! Model files: a checked header and a body in bincode, which stores fields by position.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::chances::{Chance, are_possible};
use super::chunks::table::ChunkTable;
use super::model::{MAX_OTHER_GAMES, OpponentModel, fingerprint};
use super::move_model::fit::{EngineWeights, MoveModel};
use super::packed_game::PackedGame;
use super::player_name::PlayerName;
use super::repertoire::OpeningRepertoire;
use super::statistics::PlayerStatistics;
use crate::arena::pgn::MAX_PLIES;
use crate::file_format::{FileFormat, LoadError};

const FORMAT: FileFormat = FileFormat {
    magic: *b"MORPHADV",
    versions: 1..=4,
    max_body: 1 << 30,
    name: "a model of an opponent",
};

/// What is stored, followed by the chances of each game since version 2, and by the weights with an engine's opinion since
/// version 4; since version 3 the memory has a say in the move model. The order of the fields is the format: a change needs a new version.
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

/// Of each game.
type Chances = Vec<Vec<Chance>>;

impl OpponentModel {
    /// The model as the bytes of a file. Equal models give equal bytes.
    ///
    /// # Errors
    ///
    /// A value of the model is impossible, so that a file with it could not be read; does not happen for models made by
    /// this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.check()?;
        FORMAT.encode(&(self.body(), &self.chances, &self.engine_weights))
    }

    fn body(&self) -> Body {
        Body {
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
        }
    }

    /// Reads the bytes of a model file; `path` is for messages. In a file of version 1 chances are still to be looked for.
    ///
    /// # Errors
    ///
    /// The bytes are not a model file, or are of another version, truncated or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<OpponentModel, LoadError> {
        let body = FORMAT.check(bytes, path)?;
        match body.version {
            1 => body.decode(|body: Body| body.without_memory().into_model(Vec::new(), None)),
            2 => body.decode(|(body, chances): (Body, Chances)| {
                body.without_memory().into_model(chances, None)
            }),
            3 => body.decode(|(body, chances): (Body, Chances)| body.into_model(chances, None)),
            _ => body.decode(|(body, chances, engine): (Body, Chances, Option<EngineWeights>)| {
                body.into_model(chances, engine)
            }),
        }
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
        let (path, player) = (path.to_owned(), model.player.to_string());
        Err(UpdateError::Different { path, player, draws: model.draws })
    }
}

impl Body {
    fn without_memory(self) -> Body {
        Body { move_model: self.move_model.without_memory(), ..self }
    }

    fn into_model(
        self,
        chances: Chances,
        engine_weights: Option<EngineWeights>,
    ) -> Result<OpponentModel, String> {
        let mut games = Vec::with_capacity(self.games.len());
        for (number, game) in (1..).zip(self.games) {
            let color = self.player.color(&game.white, &game.black);
            let color =
                color.ok_or_else(|| format!("game {number} is not a game of {}", self.player))?;
            games.push((game, color));
        }
        let known = games.iter().map(|(game, _)| fingerprint(game)).collect();
        let model = OpponentModel {
            player: self.player,
            draws: self.draws,
            games,
            others: self.others,
            others_offered: self.others_offered,
            chances,
            pieces: self.pieces,
            pawns: self.pawns,
            repertoire: self.repertoire,
            statistics: self.statistics,
            move_model: self.move_model,
            engine_weights,
            chunk_counts: self.chunk_counts,
            known,
        };
        model.check()?;
        Ok(model)
    }
}

impl OpponentModel {
    /// Checks what a correct checksum does not guarantee: legal moves, finite weights, and counts that the games allow, so
    /// that none can overflow and none refers to what is missing.
    fn check(&self) -> Result<(), String> {
        let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        ensure(
            self.move_model.is_valid()
                && self.engine_weights.as_ref().is_none_or(EngineWeights::is_valid),
            "the move model has the wrong number of weights or weights that are not finite",
        )?;
        for (number, (game, _)) in (1..).zip(&self.games) {
            ensure(is_possible(game), &format!("game {number} has an illegal move or result"))?;
        }
        let mut with_chances = self.games.iter().zip(&self.chances);
        ensure(
            self.chances.len() <= self.games.len()
                && with_chances.all(|((game, _), chances)| are_possible(chances, game)),
            "a chance has an illegal move, or its game is missing",
        )?;
        let others = &self.others;
        ensure(
            others.iter().all(is_possible) && others.len() <= MAX_OTHER_GAMES,
            "a game between other players has an illegal move or result, or there are too many",
        )?;
        let games = self.games.len() as u64;
        let plies: u64 = self.games.iter().map(|(game, _)| game.moves.len() as u64).sum();
        for (chunk, statistics) in self.pieces.iter().chain(self.pawns.iter()) {
            ensure(
                chunk.is_valid() && statistics.is_possible(games),
                "a chunk has invalid pieces or counts, or refers to a game that is missing",
            )?;
        }
        ensure(
            self.chunk_counts.iter().all(|count| u64::from(*count) <= 32 * plies),
            "there are more chunks than the games can have",
        )?;
        ensure(
            self.repertoire.is_possible(games),
            "an opening move is no move, is out of order or has impossible counts",
        )?;
        let is_possible = self.statistics.is_possible(games, plies);
        ensure(is_possible, "the statistics have counts that the games do not allow")
    }
}

/// Moves are legal, neither none nor more than a game can have, and the result is one.
fn is_possible(game: &PackedGame) -> bool {
    (1..=MAX_PLIES).contains(&game.moves.len())
        && game.plies().count() == game.moves.len()
        && game.white_half_points.is_none_or(|half_points| half_points <= 2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::arena::pgn::PgnReader;
    use crate::opponent_model::import::{ImportCounts, SkippedGames};
    use crate::opponent_model::move_model::MemoryOpinion;
    use std::num::NonZeroU32;

    use crate::opponent_model::move_model::feature::{FEATURES, FEATURES_WITHOUT_MEMORY};

    fn model() -> OpponentModel {
        let mut model = OpponentModel::new(PlayerName::new("Model"), false);
        let pgn = include_str!("../../tests/opponent_model/learned.pgn");
        let (mut counts, mut skipped) = (ImportCounts::default(), SkippedGames::default());
        let reader = PgnReader::new(pgn.as_bytes());
        model.import(reader, (false, None), &mut counts, &mut skipped, &mut || {}).unwrap();
        model.fit(MemoryOpinion::built_in().unwrap(), &mut |_, _| {});
        model.find_chances(&mut |_, _| {});
        model
    }

    #[test]
    fn impossible_values_are_neither_read_nor_written() {
        let path = Path::new("anna.adv");
        let whole = model();
        let bytes = whole.to_bytes().unwrap();
        assert!(OpponentModel::from_bytes(&bytes, path).is_ok());
        type Change = (&'static str, fn(&mut OpponentModel));
        let changes: [Change; 16] = [
            ("weights", |model| model.move_model.personal[3] = f32::NAN),
            ("weights", |model| model.move_model.general[0] = f32::NEG_INFINITY),
            ("weights", |model| model.move_model.general[0] = f32::MAX),
            ("weights", |model| model.move_model.personal.clear()),
            ("game 1", |model| model.games[0].0.moves.clear()),
            ("game 2", |model| model.games[1].0.white_half_points = Some(3)),
            ("game 1", |model| model.games[0].0.moves.reverse()),
            ("chunk", |model| {
                model.games.truncate(1);
                model.chances.truncate(1);
            }),
            ("chunks", |model| model.chunk_counts[1] = u32::MAX),
            ("statistics", |model| model.statistics.games = u32::MAX),
            ("statistics", |model| model.statistics.results[0].won = u32::MAX),
            ("statistics", |model| model.statistics.moves = u32::MAX),
            ("statistics", |model| model.statistics.blocked_pawns = u32::MAX),
            ("statistics", |model| model.statistics.castled = [u32::MAX, 1]),
            ("a chance", |model| model.chances.push(Vec::new())),
            ("a chance", |model| {
                let best = model.games[0].0.moves[0];
                let ply = model.games[0].0.moves.len() as u16;
                model.chances[0].push(Chance { ply, best, is_missed: true, is_allowed: false });
            }),
        ];
        for (expected, change) in changes {
            let mut model = whole.clone();
            change(&mut model);
            let error = model.to_bytes().unwrap_err();
            assert!(error.contains(expected), "{error}");
            let bytes =
                FORMAT.encode(&(model.body(), &model.chances, &model.engine_weights)).unwrap();
            let error = OpponentModel::from_bytes(&bytes, path).unwrap_err().to_string();
            assert!(error.contains("damaged") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_file_of_version_1_loads_and_its_chances_can_be_found_later() {
        let whole = model();
        let former = FileFormat { versions: 1..=1, ..FORMAT };
        let bytes = former.encode(&body_without_memory(&whole)).unwrap();
        let mut read = OpponentModel::from_bytes(&bytes, Path::new("anna.adv")).unwrap();
        assert!(read.chances().is_empty());
        read.find_chances(&mut |_, _| {});
        assert_eq!(
            read.to_bytes().unwrap(),
            in_which_the_memory_has_no_say(whole).to_bytes().unwrap()
        );
    }

    fn body_without_memory(model: &OpponentModel) -> Body {
        let mut body = model.body();
        body.move_model.general.truncate(FEATURES_WITHOUT_MEMORY);
        body.move_model.personal.truncate(FEATURES_WITHOUT_MEMORY);
        body
    }

    fn in_which_the_memory_has_no_say(mut model: OpponentModel) -> OpponentModel {
        model.move_model.general[FEATURES_WITHOUT_MEMORY..].fill(0.0);
        model.move_model.personal[FEATURES_WITHOUT_MEMORY..].fill(0.0);
        model
    }

    #[test]
    fn in_a_file_of_version_2_the_memory_has_no_say() {
        let whole = model();
        let former = FileFormat { versions: 2..=2, ..FORMAT };
        let bytes = former.encode(&(body_without_memory(&whole), &whole.chances)).unwrap();
        let read = OpponentModel::from_bytes(&bytes, Path::new("anna.adv")).unwrap();
        assert_eq!(
            read.to_bytes().unwrap(),
            in_which_the_memory_has_no_say(whole).to_bytes().unwrap()
        );
    }

    #[test]
    fn a_file_of_version_3_has_no_opinion_of_an_engine() {
        let whole = model();
        let former = FileFormat { versions: 3..=3, ..FORMAT };
        let bytes = former.encode(&(whole.body(), &whole.chances)).unwrap();
        let read = OpponentModel::from_bytes(&bytes, Path::new("anna.adv")).unwrap();
        assert_eq!(read.to_bytes().unwrap(), whole.to_bytes().unwrap());
    }

    #[test]
    fn weights_with_an_engine_are_kept_if_they_are_complete() {
        let mut whole = model();
        let engine_weights = |features: usize| {
            let (engine, depth) = ("Stockfish 15.1".to_owned(), NonZeroU32::MIN);
            Some(EngineWeights { engine, depth, weights: vec![0.5; features] })
        };
        whole.engine_weights = engine_weights(FEATURES);
        let bytes = whole.to_bytes().unwrap();
        let read = OpponentModel::from_bytes(&bytes, Path::new("anna.adv")).unwrap();
        assert_eq!(read.engine_weights, whole.engine_weights);
        whole.engine_weights = engine_weights(FEATURES - 1);
        assert!(whole.to_bytes().unwrap_err().contains("weights"));
    }

    #[test]
    fn a_string_that_claims_more_than_the_file_holds_is_refused() {
        // 300 kB with a name of 808 MB: the length as bincode has it, then what there is of the name.
        let mut body = vec![253];
        body.extend_from_slice(&808_000_000_u64.to_le_bytes());
        body.resize(300_000, b'x');
        let mut bytes = b"MORPHADV".to_vec();
        bytes.extend_from_slice(&1_u32.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        let error = OpponentModel::from_bytes(&bytes, Path::new("anna.adv")).unwrap_err();
        assert!(matches!(error, LoadError::Damaged { .. }), "{error}");
    }
}
