//! Predictions of every move of a held-out game, compared with the moves played.

use std::collections::BTreeMap;

use shakmaty::{Chess, Color, Move, Position};

use crate::file_format::LoadError;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::move_model::EngineOpinion;
use crate::opponent_model::move_model::context::GameState;
use crate::opponent_model::packed_game::PackedGame;
use crate::opponent_model::predict::{Method, Predictor};

/// How one method predicted one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodResult {
    /// Probability in `[0, 1]` that the first candidate is the move played: 0 or 1, or a fraction if candidates are tied.
    pub top1: f64,
    /// The same for the first three candidates.
    pub top3: f64,
    /// Probability given to the move played; `None` for methods without probabilities.
    pub probability: Option<f64>,
    /// Number given to the first candidate; `None` if there is no prediction.
    pub confidence: Option<f64>,
}

/// One of the player's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveResult {
    /// The move number, from 1.
    pub move_number: u32,
    /// The result of each method.
    pub methods: BTreeMap<Method, MethodResult>,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResults {
    /// Players, date and round.
    pub title: String,
    /// The player's colour.
    pub color: Color,
    /// The player's moves.
    pub moves: Vec<MoveResult>,
}

/// Predicts every move of `color` in a game from the moves before it, by every method.
#[must_use]
pub fn predict_game(
    predictor: &Predictor<&OpponentModel>,
    game: &PackedGame,
    color: Color,
) -> GameResults {
    let mut state = GameState::initial();
    let mut moves = Vec::new();
    for (position, m) in game.plies() {
        if position.turn() == color {
            let result = |method| (method, method_result(predictor, method, &state, m));
            let methods = predictor.methods().map(result).collect();
            moves.push(MoveResult { move_number: position.fullmoves().get(), methods });
        }
        state.play(m);
    }
    GameResults { title: game.title(), color, moves }
}

/// Predicts every move of the player in held-out games, in their order. With `follow` the model learns each game after it is
/// predicted, as during a match; the weights of the move model stay. With an engine, which has been
/// [asked](EngineOpinion::ask) about [`positions_to_rate`], its methods predict, too. `progress` is called after each game.
///
/// # Errors
///
/// As [`Predictor::new`].
pub fn predict_games(
    model: &mut OpponentModel,
    mut engine: Option<EngineOpinion>,
    games: impl IntoIterator<Item = PackedGame>,
    follow: bool,
    progress: &mut dyn FnMut(),
) -> Result<Vec<GameResults>, LoadError> {
    let mut results = Vec::new();
    if follow {
        for game in games {
            let predictor = Predictor::new(&*model)?.with_engine(engine);
            results
                .extend(model.color_in(&game).map(|color| predict_game(&predictor, &game, color)));
            engine = predictor.into_engine();
            model.learn(game);
            progress();
        }
    } else {
        let predictor = Predictor::new(&*model)?.with_engine(engine);
        for game in games {
            results
                .extend(model.color_in(&game).map(|color| predict_game(&predictor, &game, color)));
            progress();
        }
    }
    Ok(results)
}

/// The positions in which a model predicts the player's moves in these games.
#[must_use]
pub fn positions_to_rate(model: &OpponentModel, games: &[PackedGame]) -> Vec<Chess> {
    let with_color = games.iter().filter_map(|game| Some((game, model.color_in(game)?)));
    with_color.flat_map(|(game, color)| game.positions_of(color)).collect()
}

fn method_result(
    predictor: &Predictor<&OpponentModel>,
    method: Method,
    state: &GameState,
    played: Move,
) -> MethodResult {
    let candidates = predictor.ranked_moves(method, state);
    let number = candidates.iter().find(|(m, _)| *m == played).map(|(_, number)| *number);
    // Ties are broken at random: the expected value counts.
    let better = |n: f64| candidates.iter().filter(|(_, other)| *other > n).count() as f64;
    let tied = |n: f64| candidates.iter().filter(|(_, other)| *other == n).count() as f64;
    let is_in_top = |k: f64| number.map_or(0.0, |n| ((k - better(n)) / tied(n)).clamp(0.0, 1.0));
    MethodResult {
        top1: is_in_top(1.0),
        top3: is_in_top(3.0),
        probability: number.filter(|_| method.is_distribution()),
        confidence: candidates.first().map(|(_, number)| *number),
    }
}
