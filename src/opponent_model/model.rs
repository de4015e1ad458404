//! The model of one player: everything that is learned from their games.

use std::collections::{BTreeMap, HashSet};

use rand::RngExt;
use shakmaty::{Chess, Color};

use super::chances::Chance;
use super::chunks::in_game::GameChunks;
use super::chunks::table::ChunkTable;
use super::move_model::fit::{EngineWeights, MoveModel, TrainingGames, players_positions};
use super::move_model::position_index::PositionIndex;
use super::move_model::{EngineOpinion, MemoryOpinion};
use super::packed_game::{GameResult, PackedGame};
use super::player_name::PlayerName;
use super::repertoire::OpeningRepertoire;
use super::statistics::PlayerStatistics;
use crate::rng;
use crate::uci::StartError;

/// Maximum number of games between other players that are kept: a uniform sample of all that were offered.
pub const MAX_OTHER_GAMES: usize = 1500;

/// A model of a player, learned from their games.
///
/// Chunks, opening moves and statistics come from decisive games (with `draws`, also from drawn ones); the move model and
/// the position index from all games.
#[derive(Clone, Debug)]
pub struct OpponentModel {
    /// The player.
    pub player: PlayerName,
    /// Whether chunks, opening moves and statistics are learned from drawn games too.
    pub draws: bool,
    pub(super) games: Vec<(PackedGame, Color)>,
    pub(super) others: Vec<PackedGame>,
    pub(super) others_offered: u64,
    /// Of the first games; those learned since the last [`OpponentModel::find_chances`] have none yet.
    pub(super) chances: Vec<Vec<Chance>>,
    /// Chunks of the player's pieces.
    pub pieces: ChunkTable,
    /// Pawn structures of both colours.
    pub pawns: ChunkTable,
    /// The player's first moves.
    pub repertoire: OpeningRepertoire,
    /// What the style rules and the report count.
    pub statistics: PlayerStatistics,
    /// The move model.
    pub move_model: MoveModel,
    /// The same with an engine's opinion, if it was fitted with one.
    pub engine_weights: Option<EngineWeights>,
    /// Chunks in all studied games, counted after each move, once for each appearance, and once a game.
    pub chunk_counts: [u32; 3],
    pub(super) known: HashSet<u64>,
}

/// Why a model cannot ask an engine.
#[derive(Debug, thiserror::Error)]
pub enum NoEngine {
    /// It has no weights for that.
    #[error("the model was learned without an engine; give --engine to `learn`, too")]
    NotLearned,
    /// The engine cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// What became of a game offered to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnOutcome {
    /// Learned, chunks included.
    Studied,
    /// Learned for the move model only: it was drawn or has no result.
    MovesOnly,
    /// Learned before.
    Duplicate,
    /// Not a game of the player, or one in which both names match.
    OtherPlayers,
}

impl OpponentModel {
    /// A model without games.
    #[must_use]
    pub fn new(player: PlayerName, draws: bool) -> OpponentModel {
        OpponentModel {
            player,
            draws,
            games: Vec::new(),
            others: Vec::new(),
            others_offered: 0,
            chances: Vec::new(),
            pieces: ChunkTable::default(),
            pawns: ChunkTable::default(),
            repertoire: OpeningRepertoire::default(),
            statistics: PlayerStatistics::default(),
            move_model: MoveModel::default(),
            engine_weights: None,
            chunk_counts: [0; 3],
            known: HashSet::new(),
        }
    }

    /// Learns a game of the player. Call [`OpponentModel::fit`] after the last one.
    pub fn learn(&mut self, game: PackedGame) -> LearnOutcome {
        let Some(color) = self.color_in(&game) else {
            return LearnOutcome::OtherPlayers;
        };
        if !self.known.insert(fingerprint(&game)) {
            return LearnOutcome::Duplicate;
        }
        let number = self.games.len() as u32;
        let result = game.result_for(color);
        let studied = result.filter(|result| self.draws || *result != GameResult::Drawn);
        if let Some(result) = studied {
            let chunks = GameChunks::of(&game, color);
            let counts = [chunks.occurrences, chunks.appearances, chunks.pieces.len() as u32];
            for (sum, count) in self.chunk_counts.iter_mut().zip(counts) {
                *sum = sum.saturating_add(count);
            }
            self.pieces.add(&chunks.pieces, number, color, result);
            self.pawns.add(&chunks.pawns, number, color, result);
            self.repertoire.add(&game, color, result);
            self.statistics.add(&game, color, result, &chunks);
        }
        self.games.push((game, color));
        if studied.is_some() { LearnOutcome::Studied } else { LearnOutcome::MovesOnly }
    }

    /// Whether to keep the next game between other players, and in which slot. Every game offered has the same
    /// probability to be kept (J. S. Vitter, "Random sampling with a reservoir", 1985, algorithm R).
    pub fn sample_other_game(&mut self) -> Option<usize> {
        self.others_offered = self.others_offered.saturating_add(1);
        if self.others.len() < MAX_OTHER_GAMES {
            return Some(self.others.len());
        }
        let mut rng = rng::seeded(1, "other players", self.others_offered);
        let slot = rng.random_range(0..self.others_offered) as usize;
        (slot < MAX_OTHER_GAMES).then_some(slot)
    }

    /// Keeps a game between other players in a slot given by [`OpponentModel::sample_other_game`], unless it is a duplicate.
    pub fn keep_other_game(&mut self, slot: usize, game: PackedGame) {
        if self.others.contains(&game) {
            return;
        }
        match self.others.get_mut(slot) {
            Some(kept) => *kept = game,
            None => self.others.push(game),
        }
    }

    /// Fits the move model to all games; weights with an engine's opinion, which would be of fewer games, are dropped. `progress`
    /// is called with the games done and the total.
    ///
    /// # Cost
    ///
    /// Some 20 to 30 ms for each of the newest 600 games, and of those between other players.
    pub fn fit(&mut self, memory: &MemoryOpinion, progress: &mut dyn FnMut(usize, usize)) {
        let indexes = self.position_indexes();
        self.move_model = MoveModel::fit(&self.training_games(&indexes, memory), progress);
        self.engine_weights = None;
    }

    /// Fits, after [`OpponentModel::fit`], weights with the opinion of an engine that has been [asked](EngineOpinion::ask)
    /// about [`OpponentModel::positions_to_rate`]. `progress` is called with the games done and the total.
    ///
    /// # Cost
    ///
    /// Some 15 ms for each of the newest 600 games.
    pub fn fit_with_engine(
        &mut self,
        memory: &MemoryOpinion,
        engine: &EngineOpinion,
        progress: &mut dyn FnMut(usize, usize),
    ) {
        let indexes = self.position_indexes();
        let games = self.training_games(&indexes, memory);
        self.engine_weights = Some(self.move_model.fit_with_engine(&games, engine, progress));
    }

    /// The positions whose moves an engine has to rate for [`OpponentModel::fit_with_engine`].
    #[must_use]
    pub fn positions_to_rate(&self) -> Vec<Chess> {
        players_positions(&self.games)
    }

    /// Starts the engine that `with-engine` asks, in so many processes, with the depth at which the model has learned to use it.
    ///
    /// # Errors
    ///
    /// The model was learned without an engine, or the engine cannot be started.
    pub fn start_engine(&self, command: &str, processes: usize) -> Result<EngineOpinion, NoEngine> {
        let weights = self.engine_weights.as_ref().ok_or(NoEngine::NotLearned)?;
        Ok(EngineOpinion::start(command, weights.depth, processes)?)
    }

    fn training_games<'a>(
        &'a self,
        (player_index, general_index): &'a (PositionIndex, PositionIndex),
        memory: &'a MemoryOpinion,
    ) -> TrainingGames<'a> {
        let (games, others, chunks) = (&self.games, &self.others, &self.pieces);
        TrainingGames { games, others, player_index, general_index, chunks, memory }
    }

    /// Finds the chances in the games in which they have not been looked for. `progress` is called with the games done and
    /// the total.
    ///
    /// # Cost
    ///
    /// As [`Chance::of_game`] for each of these games.
    pub fn find_chances(&mut self, progress: &mut dyn FnMut(usize, usize)) {
        let first = self.chances.len();
        let total = self.games.len() - first;
        for (done, (game, _)) in (1..).zip(&self.games[first..]) {
            self.chances.push(Chance::of_game(game));
            progress(done, total);
        }
    }

    /// The chances of both sides to win material by force, game by game in the order of [`OpponentModel::games`]; fewer than
    /// these if they have not been looked for in the last ones.
    #[must_use]
    pub fn chances(&self) -> &[Vec<Chance>] {
        &self.chances
    }

    /// The player's moves, and all other moves, by position. Game `n` of both is [`OpponentModel::game`]`(n)`.
    #[must_use]
    pub fn position_indexes(&self) -> (PositionIndex, PositionIndex) {
        let is_players = |game: &PackedGame, color| self.color_in(game) == Some(color);
        let games = self.games.iter().map(|(game, _)| game);
        let player_index = PositionIndex::new(games.clone(), &is_players);
        let general_index =
            PositionIndex::new(games.chain(&self.others), &|game, color| !is_players(game, color));
        (player_index, general_index)
    }

    /// The player's games in the order in which they were learned, with the player's colour.
    #[must_use]
    pub fn games(&self) -> &[(PackedGame, Color)] {
        &self.games
    }

    /// The games between other players that are kept.
    #[must_use]
    pub fn others(&self) -> &[PackedGame] {
        &self.others
    }

    /// A game by its number: the player's games first, then those between other players.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<&PackedGame> {
        let number = number as usize;
        match self.games.get(number) {
            Some((game, _)) => Some(game),
            None => self.others.get(number - self.games.len()),
        }
    }

    /// The player's colour in a game; `None` if the name matches neither or both players.
    #[must_use]
    pub fn color_in(&self, game: &PackedGame) -> Option<Color> {
        self.player.color(&game.white, &game.black)
    }

    /// Whether this game has been learned.
    #[must_use]
    pub fn knows(&self, game: &PackedGame) -> bool {
        self.known.contains(&fingerprint(game))
    }

    /// The spellings of the player's name in the games, with the number of games.
    #[must_use]
    pub fn spellings(&self) -> BTreeMap<&str, u32> {
        let mut spellings = BTreeMap::new();
        for (game, color) in &self.games {
            let name = color.fold_wb(game.white.as_str(), game.black.as_str());
            *spellings.entry(name).or_default() += 1;
        }
        spellings
    }
}

/// Hash of players, date, round and moves: FNV-1a, the same on every machine.
pub(super) fn fingerprint(game: &PackedGame) -> u64 {
    let moves = game.moves.iter().flat_map(|m| m.bits().to_le_bytes());
    let tags = [&game.white, &game.black, &game.date, &game.round];
    let text = tags.into_iter().flat_map(|tag| tag.bytes().chain([0]));
    text.chain(moves).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
