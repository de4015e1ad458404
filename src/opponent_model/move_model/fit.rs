//! Fitting the move model: first to other players' moves, then to the player's, regularised towards the first.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Position};

use super::context::{GameState, MoveContext, game_states};
use super::engine_opinion::EngineOpinion;
use super::extract::feature_vectors;
use super::feature::{FEATURES, FEATURES_WITHOUT_ENGINE, FEATURES_WITHOUT_MEMORY, FeatureVector};
use super::memory_opinion::MemoryOpinion;
use super::opinion::Opinions;
use super::position_index::PositionIndex;
use super::prior_games::PriorGames;
use super::softmax_regression::{FitSettings, TrainingSet, fit, logit, softmax};
use crate::opponent_model::chunks::table::ChunkTable;
use crate::opponent_model::packed_game::PackedGame;

/// Number of the newest games whose moves are fitted; older ones are still in the position index.
const MAX_FITTED_GAMES: usize = 600;

/// Chosen on games of Tal, Spassky, Caruana and Anand, not on those the results are reported for.
const GENERAL: FitSettings = FitSettings { epochs: 4, learning_rate: 0.03, regularisation: 0.05 };
const PERSONAL: FitSettings = FitSettings { epochs: 4, learning_rate: 0.03, regularisation: 0.02 };
const SEED: u64 = 1;

/// Of the magnitude of a weight, in log-odds; fitted weights are below ten.
const MAX_WEIGHT: f32 = 1e6;

/// The weights of two models: other players in general, and the player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveModel {
    /// Fitted to other players' moves only.
    pub general: Vec<f32>,
    /// Fitted to the player's moves, starting from the general weights.
    pub personal: Vec<f32>,
    /// Number of moves the general weights were fitted to.
    pub general_moves: u32,
    /// Number of moves the personal weights were fitted to.
    pub personal_moves: u32,
}

/// Weights that ask an engine, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineWeights {
    /// The engine's name, as it announces it.
    pub engine: String,
    /// Plies that it searched.
    pub depth: NonZeroU32,
    /// Fitted to the player's moves, starting from the general weights; of all features.
    pub weights: Vec<f32>,
}

impl EngineWeights {
    /// As [`MoveModel::is_valid`].
    pub(in crate::opponent_model) fn is_valid(&self) -> bool {
        are_valid(&self.weights, FEATURES)
    }
}

/// The games of a fit. Game `n` of the player is game `n` of both indexes; `others` follow in the general index.
pub struct TrainingGames<'a> {
    /// The player's games with the player's colour.
    pub games: &'a [(PackedGame, Color)],
    /// Games between other players.
    pub others: &'a [PackedGame],
    /// The player's moves.
    pub player_index: &'a PositionIndex,
    /// All other moves.
    pub general_index: &'a PositionIndex,
    /// The player's chunks.
    pub chunks: &'a ChunkTable,
    /// What the memory thinks of moves.
    pub memory: &'a MemoryOpinion,
}

impl MoveModel {
    /// Fits both models. `progress` is called with the games done and the total.
    #[must_use]
    pub fn fit(games: &TrainingGames<'_>, progress: &mut dyn FnMut(usize, usize)) -> MoveModel {
        let opinions = Opinions { memory: games.memory, engine: None };
        let newest = || newest(games.games);
        let total = 2 * newest().count() + games.others.len();
        let mut tick = counter(total, progress);
        let mut set = TrainingSet::default();
        for (number, (game, color)) in newest() {
            add_moves(&mut set, game, Some(!*color), &games.general(number), opinions);
            tick();
        }
        for (number, game) in games.others.iter().enumerate() {
            let number = games.games.len() + number;
            add_moves(&mut set, game, None, &games.general(number), opinions);
            tick();
        }
        let general = fit(&set, &[0.0; FEATURES_WITHOUT_ENGINE], &GENERAL, SEED);
        let general_moves = set.len() as u32;
        let set = games.players_moves(opinions, &mut tick);
        let personal = fit(&set, &general, &PERSONAL, SEED);
        MoveModel { general, personal, general_moves, personal_moves: set.len() as u32 }
    }

    /// Fits weights that ask an engine, too, which has been [asked](EngineOpinion::ask) about [`players_positions`].
    /// `progress` is called with the games done and the total.
    #[must_use]
    pub fn fit_with_engine(
        &self,
        games: &TrainingGames<'_>,
        engine: &EngineOpinion,
        progress: &mut dyn FnMut(usize, usize),
    ) -> EngineWeights {
        let mut tick = counter(newest(games.games).count(), progress);
        let opinions = Opinions { memory: games.memory, engine: Some(engine) };
        let set = games.players_moves(opinions, &mut tick);
        let mut general = self.general.clone();
        general.resize(FEATURES, 0.0);
        let weights = fit(&set, &general, &PERSONAL, SEED);
        EngineWeights { engine: engine.name().to_owned(), depth: engine.depth(), weights }
    }

    /// Of a model that was fitted without the memory: as before, the memory has no say.
    pub(in crate::opponent_model) fn without_memory(mut self) -> MoveModel {
        for weights in [&mut self.general, &mut self.personal] {
            if weights.len() == FEATURES_WITHOUT_MEMORY {
                weights.resize(FEATURES_WITHOUT_ENGINE, 0.0);
            }
        }
        self
    }

    /// Whether the weights are complete, finite, and small enough for sums of them to be finite.
    pub(in crate::opponent_model) fn is_valid(&self) -> bool {
        [&self.general, &self.personal].iter().all(|w| are_valid(w, FEATURES_WITHOUT_ENGINE))
    }
}

fn are_valid(weights: &[f32], features: usize) -> bool {
    weights.len() == features && weights.iter().all(|weight| weight.abs() <= MAX_WEIGHT)
}

/// The games whose moves are fitted, with their numbers.
fn newest(
    games: &[(PackedGame, Color)],
) -> impl Iterator<Item = (usize, &(PackedGame, Color))> + use<'_> {
    let skipped = games.len().saturating_sub(MAX_FITTED_GAMES);
    games.iter().enumerate().skip(skipped)
}

/// The positions in which the player has a choice, in the games whose moves are fitted.
#[must_use]
pub fn players_positions(games: &[(PackedGame, Color)]) -> Vec<Chess> {
    let positions = newest(games).flat_map(|(_, (game, color))| game.positions_of(*color));
    positions.filter(|position| position.legal_moves().len() > 1).collect()
}

/// Counts games, and tells how many of all are done.
fn counter(total: usize, progress: &mut dyn FnMut(usize, usize)) -> impl FnMut() {
    let mut done = 0;
    move || {
        done += 1;
        progress(done, total);
    }
}

impl TrainingGames<'_> {
    fn general(&self, excluded: usize) -> PriorGames<'_> {
        PriorGames {
            player: None,
            general: self.general_index,
            chunks: None,
            excluded_game: Some(excluded as u32),
        }
    }

    fn personal(&self, excluded: usize) -> PriorGames<'_> {
        PriorGames {
            player: Some(self.player_index),
            chunks: Some(self.chunks),
            ..self.general(excluded)
        }
    }

    /// The player's moves in the newest games; `tick` is called after each game.
    fn players_moves(&self, opinions: Opinions<'_>, tick: &mut dyn FnMut()) -> TrainingSet {
        let mut set = TrainingSet::default();
        for (number, (game, color)) in newest(self.games) {
            add_moves(&mut set, game, Some(*color), &self.personal(number), opinions);
            tick();
        }
        set
    }
}

/// Adds the moves of a game, of one colour or of both. A forced move is no example of a choice.
fn add_moves(
    set: &mut TrainingSet,
    game: &PackedGame,
    color: Option<Color>,
    prior_games: &PriorGames<'_>,
    opinions: Opinions<'_>,
) {
    for (state, m) in game_states(game) {
        let moves = state.position.legal_moves();
        if moves.len() < 2 || color.is_some_and(|color| state.position.turn() != color) {
            continue;
        }
        if let Some(played) = moves.iter().position(|other| *other == m) {
            let context = MoveContext::new(&state);
            set.push(&feature_vectors(&context, &moves, prior_games, opinions), played);
        }
    }
}

/// Feature vectors and probabilities of the legal moves of a position, in their order.
#[must_use]
pub fn move_probabilities(
    state: &GameState,
    prior_games: &PriorGames<'_>,
    opinions: Opinions<'_>,
    weights: &[f32],
) -> (Vec<FeatureVector>, Vec<f32>) {
    let moves = state.position.legal_moves();
    let features = feature_vectors(&MoveContext::new(state), &moves, prior_games, opinions);
    let mut probabilities: Vec<f32> = features.iter().map(|f| logit(weights, f)).collect();
    softmax(&mut probabilities);
    (features, probabilities)
}
