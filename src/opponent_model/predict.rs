//! Predictions of the player's next move, by several methods, with reasons.

use std::collections::BTreeMap;
use std::ops::Deref;

use serde::Serialize;
use shakmaty::{Chess, Color, Move, MoveList, Position};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::chunks::chunk::Chunk;
use super::iam::{IamKnowledge, Suggestion, suggest};
use super::model::OpponentModel;
use super::move_model::category::FeatureCategory;
use super::move_model::context::{GameState, MoveContext};
use super::move_model::feature::{FeatureId, FeatureVector};
use super::move_model::fit::move_probabilities;
use super::move_model::position_index::{GamePly, PositionIndex};
use super::move_model::{EngineOpinion, MemoryOpinion, Opinions, PriorGames};
use super::packed_game::{PackedGame, PackedMove};
use super::repertoire::OpeningStatistics;
use crate::chess::{fen, san};
use crate::file_format::LoadError;
use crate::uci::EngineError;

/// Maximum number of reasons for a move.
const MAX_REASONS: usize = 4;
/// Minimum magnitude of a reason, in log-odds.
const MIN_LOG_ODDS: f64 = 0.1;
/// Maximum distance of a position that is called similar.
const MAX_SIMILAR_DISTANCE: u32 = 16;
/// Maximum number of games cited for a move.
const MAX_GAMES: usize = 3;
/// Maximum number of chunks cited for a move.
const MAX_CHUNKS: usize = 2;

/// A method of prediction.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
    strum::Display,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// The move model with everything learned about the player.
    Best,
    /// The rules of Walczak (1990).
    #[serde(rename = "iam-1990")]
    #[strum(serialize = "iam-1990")]
    Iam1990,
    /// The player's most frequent move in the same position.
    OwnBook,
    /// A uniformly random legal move.
    Random,
    /// The move model fitted to other players' moves only: the control.
    OtherPlayers,
    /// The move model with everything learned about the player, and with an engine's opinion.
    WithEngine,
    /// As `own-book`, and the engine's best move where that has none.
    OwnBookThenEngine,
}

impl Method {
    /// As commands and files write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether its numbers are a probability distribution over the legal moves.
    #[must_use]
    pub fn is_distribution(self) -> bool {
        !matches!(self, Method::Iam1990 | Method::OwnBook | Method::OwnBookThenEngine)
    }

    /// The best one.
    #[must_use]
    pub fn best(has_engine: bool) -> Method {
        if has_engine { Method::WithEngine } else { Method::Best }
    }

    /// Whether it asks an engine.
    #[must_use]
    pub fn needs_engine(self) -> bool {
        matches!(self, Method::WithEngine | Method::OwnBookThenEngine)
    }

    /// The default of [`PredictionOptions::min_probability`].
    #[must_use]
    pub fn default_min_probability(self) -> f64 {
        if self.is_distribution() { 0.1 } else { 0.0 }
    }
}

/// Candidate moves of a method, the most likely first; empty if it makes no prediction.
///
/// The numbers are probabilities for distributions, shares of the player's games for `own-book`, the engine's expected results
/// where that has none, and unnormalised scores for `iam-1990`.
pub type RankedMoves = Vec<(Move, f64)>;

/// What a category of features contributes to a move.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictionReason {
    /// The category.
    pub category: FeatureCategory,
    /// The feature of the move with the largest contribution in the same direction, if there is one.
    pub feature: Option<FeatureId>,
    /// Contribution to the log-odds of the move, compared with the mean over all legal moves weighted by probability.
    pub log_odds: f64,
}

/// A game of the player in which a move was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReference {
    /// Players, date and round.
    pub title: String,
    /// Move number.
    pub move_number: u32,
    /// Distance to the position there; 0 for the same position.
    pub distance: u32,
}

/// A predicted move with what the prediction rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct MovePrediction {
    /// The move in algebraic notation.
    pub san: String,
    /// As in [`RankedMoves`].
    pub probability: f64,
    /// The strongest reasons first; none for methods other than `best` and `with-engine`.
    pub reasons: Vec<PredictionReason>,
    /// How often it was played as one of the player's first moves, for `iam-1990`.
    pub opening: Option<OpeningStatistics>,
    /// The player's chunks that it completes.
    pub chunks: Vec<Chunk>,
    /// Games in which the player has played it, in this or in a similar position; the newest first.
    pub games: Vec<GameReference>,
}

/// Why a method predicts no move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoPrediction {
    /// There is no legal move.
    GameOver,
    /// The method has no candidate move.
    NoCandidate,
    /// No probability reaches the minimum.
    BelowMinimum {
        /// The largest probability.
        best: f64,
        /// The minimum.
        min: f64,
    },
}

/// How to predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionOptions {
    /// The method.
    pub method: Method,
    /// Maximum number of moves, at least 1.
    pub top: usize,
    /// Minimum probability of the first move, in `[0, 1]`.
    pub min_probability: f64,
}

/// The prediction for one position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionPrediction {
    /// The position.
    pub fen: String,
    /// The move number.
    pub move_number: u32,
    /// The player's colour.
    pub color: Color,
    /// The method.
    pub method: Method,
    /// The move that was played, if known.
    pub played: Option<String>,
    /// The most likely moves first, or why there are none.
    pub moves: Result<Vec<MovePrediction>, NoPrediction>,
}

impl PositionPrediction {
    /// Whether the first predicted move was played.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        let first = self.moves.as_ref().ok().and_then(|moves| moves.first());
        first.is_some_and(|first| Some(&first.san) == self.played.as_ref())
    }
}

/// Predicts with a model, which it borrows or shares.
pub struct Predictor<M> {
    model: M,
    memory: &'static MemoryOpinion,
    engine: Option<EngineOpinion>,
    player_index: PositionIndex,
    general_index: PositionIndex,
}

impl<M: Deref<Target = OpponentModel>> Predictor<M> {
    /// Builds the position indexes of a model.
    ///
    /// # Errors
    ///
    /// As [`MemoryOpinion::built_in`].
    pub fn new(model: M) -> Result<Predictor<M>, LoadError> {
        Ok(Predictor::with_memory(MemoryOpinion::built_in()?, model))
    }

    /// The same with the built-in memory at hand.
    #[must_use]
    pub fn with_memory(memory: &'static MemoryOpinion, model: M) -> Predictor<M> {
        let (player_index, general_index) = model.position_indexes();
        Predictor { model, memory, engine: None, player_index, general_index }
    }

    /// The same with the methods that need an engine. They predict as if without one in positions about which it has not been
    /// [asked](Predictor::ask_engine); without [`OpponentModel::engine_weights`], `with-engine` predicts nothing.
    #[must_use]
    pub fn with_engine(self, engine: Option<EngineOpinion>) -> Predictor<M> {
        Predictor { engine, ..self }
    }

    /// Asks the engine, if there is one, about positions that are to be predicted.
    ///
    /// # Errors
    ///
    /// As [`EngineOpinion::ask`].
    pub fn ask_engine(
        &mut self,
        positions: impl IntoIterator<Item = Chess>,
    ) -> Result<(), EngineError> {
        self.engine.as_mut().map_or(Ok(()), |engine| engine.ask(positions, &mut |_, _| {}))
    }

    /// The engine, to be used again.
    #[must_use]
    pub fn into_engine(self) -> Option<EngineOpinion> {
        self.engine
    }

    /// All methods that can predict.
    pub fn methods(&self) -> impl Iterator<Item = Method> + use<M> {
        let has_engine = self.engine.is_some();
        let methods = Method::VARIANTS.iter().copied();
        methods.filter(move |method| has_engine || !method.needs_engine())
    }

    /// Predicts the player's move in a position.
    #[must_use]
    pub fn predict(
        &self,
        state: &GameState,
        options: &PredictionOptions,
        played: Option<String>,
    ) -> PositionPrediction {
        let position = &state.position;
        let moves = self.explain(options.method, state, options.top.max(1));
        PositionPrediction {
            fen: fen(position),
            move_number: position.fullmoves().get(),
            color: position.turn(),
            method: options.method,
            played,
            moves: match moves.first().map(|first| first.probability) {
                None if position.legal_moves().is_empty() => Err(NoPrediction::GameOver),
                None => Err(NoPrediction::NoCandidate),
                Some(best) if best < options.min_probability => {
                    Err(NoPrediction::BelowMinimum { best, min: options.min_probability })
                }
                Some(_) => Ok(moves),
            },
        }
    }

    /// Predicts the moves of `color` in a game, or only the one with number `only`; and the next move if the game has no
    /// result yet.
    #[must_use]
    pub fn predict_game(
        &self,
        game: &PackedGame,
        color: Color,
        only: Option<u32>,
        options: &PredictionOptions,
    ) -> Vec<PositionPrediction> {
        let is_wanted = |state: &GameState| {
            let move_number = state.position.fullmoves().get();
            state.position.turn() == color && only.is_none_or(|number| number == move_number)
        };
        let mut state = GameState::initial();
        let mut predictions = Vec::new();
        for (position, m) in game.plies() {
            if is_wanted(&state) {
                predictions.push(self.predict(&state, options, Some(san(&position, m))));
            }
            state.play(m);
        }
        let is_unfinished = game.white_half_points.is_none() && !state.position.is_game_over();
        if is_unfinished && is_wanted(&state) {
            predictions.push(self.predict(&state, options, None));
        }
        predictions
    }

    /// The candidate moves of `method`, the most likely first.
    #[must_use]
    pub fn ranked_moves(&self, method: Method, state: &GameState) -> RankedMoves {
        let moves = state.position.legal_moves();
        match method {
            Method::Best | Method::OtherPlayers | Method::WithEngine => {
                ranked(&moves, &self.probabilities(method, state).1)
            }
            Method::Random => ranked(&moves, &vec![1.0 / moves.len() as f32; moves.len()]),
            Method::OwnBook => self.book_moves(state, &moves),
            Method::OwnBookThenEngine => {
                let book = self.book_moves(state, &moves);
                if book.is_empty() { self.engine_moves(state, &moves) } else { book }
            }
            Method::Iam1990 => self.suggest(state).into_iter().map(|s| (s.m, s.score)).collect(),
        }
    }

    /// The `top` most likely moves with what the prediction rests on.
    #[must_use]
    pub fn explain(&self, method: Method, state: &GameState, top: usize) -> Vec<MovePrediction> {
        let moves = state.position.legal_moves();
        let has_reasons = matches!(method, Method::Best | Method::WithEngine);
        let suggested =
            if has_reasons || method == Method::Iam1990 { self.suggest(state) } else { Vec::new() };
        let (features, probabilities) =
            if has_reasons { self.probabilities(method, state) } else { (Vec::new(), Vec::new()) };
        let nearest = if has_reasons {
            self.player_index.similar_moves(&state.position, &moves, None).nearest
        } else {
            vec![None; moves.len()]
        };
        let prediction = |(m, probability): (Move, f64)| {
            let index = moves.iter().position(|other| *other == m).unwrap_or(0);
            let suggestion = suggested.iter().find(|s| s.m == m);
            MovePrediction {
                san: san(&state.position, m),
                probability,
                reasons: if has_reasons {
                    self.reasons(method, index, &features, &probabilities)
                } else {
                    Vec::new()
                },
                opening: suggestion.filter(|_| !has_reasons).and_then(|s| s.opening),
                chunks: suggestion
                    .map(|s| s.chunks.iter().take(MAX_CHUNKS).cloned().collect())
                    .unwrap_or_default(),
                games: self.games_with(state, m, nearest[index]),
            }
        };
        let in_order = if has_reasons {
            ranked(&moves, &probabilities)
        } else {
            self.ranked_moves(method, state)
        };
        in_order.into_iter().take(top).map(prediction).collect()
    }

    /// The weights of a method that is a move model; none if it was not fitted.
    fn weights(&self, method: Method) -> &[f32] {
        match method {
            Method::OtherPlayers => &self.model.move_model.general,
            Method::WithEngine => {
                self.model.engine_weights.as_ref().map_or(&[], |with_engine| &with_engine.weights)
            }
            _ => &self.model.move_model.personal,
        }
    }

    /// Of a method that is a move model; empty if it was not fitted.
    fn probabilities(&self, method: Method, state: &GameState) -> (Vec<FeatureVector>, Vec<f32>) {
        let weights = self.weights(method);
        if weights.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let is_personal = method != Method::OtherPlayers;
        let prior_games = PriorGames {
            player: is_personal.then_some(&self.player_index),
            general: &self.general_index,
            chunks: is_personal.then_some(&self.model.pieces),
            excluded_game: None,
        };
        let engine = self.engine.as_ref().filter(|_| method == Method::WithEngine);
        let opinions = Opinions { memory: self.memory, engine };
        move_probabilities(state, &prior_games, opinions, weights)
    }

    fn suggest(&self, state: &GameState) -> Vec<Suggestion> {
        suggest(&MoveContext::new(state), &IamKnowledge::of(&self.model))
    }

    fn book_moves(&self, state: &GameState, moves: &MoveList) -> RankedMoves {
        let played = self.player_index.moves_in(&state.position, None);
        let count = |m: Move| played.iter().filter(|(_, p)| *p == PackedMove::new(m)).count();
        // One more in the denominator: one game of one must rank below ten games of ten.
        let share = |n: usize| n as f64 / (played.len() + 1) as f64;
        sorted(moves.iter().map(|m| (*m, share(count(*m)))).filter(|(_, s)| *s > 0.0).collect())
    }

    fn engine_moves(&self, state: &GameState, moves: &MoveList) -> RankedMoves {
        let values = self.engine.as_ref().and_then(|engine| engine.values(&state.position));
        let values = values.into_iter().flatten().map(|value| value.get());
        sorted(moves.iter().copied().zip(values).collect())
    }

    /// The contribution of each category to the log-odds of the move at `index`, relative to the expectation over all
    /// legal moves.
    fn reasons(
        &self,
        method: Method,
        index: usize,
        features: &[FeatureVector],
        probabilities: &[f32],
    ) -> Vec<PredictionReason> {
        let weights = self.weights(method);
        let mut contributions: BTreeMap<FeatureId, f64> = BTreeMap::new();
        for (other, (features, probability)) in features.iter().zip(probabilities).enumerate() {
            let factor = f64::from(f32::from(other == index) - probability);
            for (id, value) in features {
                *contributions.entry(*id).or_default() +=
                    f64::from(weights[id.0 as usize] * value) * factor;
            }
        }
        let category = |id: FeatureId| id.parts().0.category();
        let mut sums: BTreeMap<FeatureCategory, f64> = BTreeMap::new();
        for (id, contribution) in &contributions {
            *sums.entry(category(*id)).or_default() += contribution;
        }
        let strongest = |of: FeatureCategory, sum: f64| {
            let ids = features[index].iter().map(|(id, _)| *id).filter(|id| category(*id) == of);
            let signed = |id: &FeatureId| contributions[id] * sum;
            ids.max_by(|a, b| signed(a).total_cmp(&signed(b))).filter(|id| signed(id) > 0.0)
        };
        let mut reasons: Vec<PredictionReason> = sums
            .into_iter()
            .filter(|(_, log_odds)| log_odds.abs() >= MIN_LOG_ODDS)
            .map(|(category, log_odds)| PredictionReason {
                category,
                feature: strongest(category, log_odds),
                log_odds,
            })
            .collect();
        reasons.sort_by(|a, b| b.log_odds.abs().total_cmp(&a.log_odds.abs()));
        reasons.truncate(MAX_REASONS);
        reasons
    }

    fn games_with(
        &self,
        state: &GameState,
        m: Move,
        nearest: Option<(GamePly, u32)>,
    ) -> Vec<GameReference> {
        let packed = PackedMove::new(m);
        let played = self.player_index.moves_in(&state.position, None);
        let reference = |(ply, distance): (GamePly, u32)| GameReference {
            title: self.model.game(ply.game).map(PackedGame::title).unwrap_or_default(),
            move_number: u32::from(ply.ply) / 2 + 1,
            distance,
        };
        let same = played.iter().rev().filter(|(_, p)| *p == packed).map(|(ply, _)| (*ply, 0));
        let same: Vec<GameReference> = same.take(MAX_GAMES).map(reference).collect();
        if !same.is_empty() {
            return same;
        }
        let nearest = nearest.filter(|(_, distance)| *distance <= MAX_SIMILAR_DISTANCE);
        nearest.map(reference).into_iter().collect()
    }
}

fn ranked(moves: &MoveList, probabilities: &[f32]) -> RankedMoves {
    sorted(moves.iter().copied().zip(probabilities.iter().copied().map(f64::from)).collect())
}

fn sorted(mut moves: RankedMoves) -> RankedMoves {
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}
