use std::path::PathBuf;
use std::slice;

use anyhow::ensure;
use clap::Args;
use shakmaty::Color;

use super::EngineArgument;
use crate::arena::Subject;
use crate::cli::output::{FormatArgument, described};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::move_model::context::GameState;
use crate::opponent_model::predict::{Method, PredictionOptions, Predictor};
use crate::render::opponent_model::{
    game_to_predict, prediction_json, prediction_text, start_engine,
};
use crate::units::parse_share;

#[derive(Debug, Args)]
pub(super) struct PredictArguments {
    /// Model written by `learn`
    model: PathBuf,

    /// Position in Forsyth-Edwards notation, quoted or not, `startpos`, or `-` for standard input; the player is to move
    #[arg(value_name = "FEN", required_unless_present_any = ["pgn", "fen"], conflicts_with_all = ["pgn", "fen"])]
    position: Vec<String>,

    /// The position as one argument
    #[arg(long, value_name = "FEN", conflicts_with = "pgn", hide = true)]
    fen: Option<String>,

    /// PGN file with a game: predict each of the player's moves, and the next one if the game has no result
    #[arg(long)]
    pgn: Option<PathBuf>,

    /// Number of the game in the file, from 1
    #[arg(long, default_value_t = 1, requires = "pgn")]
    game: usize,

    /// Predict and explain only the move with this number
    #[arg(long = "move", value_name = "N", requires = "pgn")]
    number: Option<u32>,

    /// The player's colour, white or black, if the game does not name the player
    #[arg(long, value_name = "COLOUR", requires = "pgn")]
    colour: Option<Color>,

    /// Prediction method [default: best; with --engine with-engine]
    #[arg(long, value_parser = described::<Method>())]
    method: Option<Method>,

    #[command(flatten)]
    engine: EngineArgument,

    /// Maximum number of moves shown for a position
    #[arg(long, default_value_t = 3, value_name = "N")]
    top: usize,

    /// Minimum probability of the first move, from 0 to 1 [default: 0.1; 0 for iam-1990 and own-book]
    #[arg(long, value_name = "P", value_parser = parse_share)]
    at_least: Option<f64>,

    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &PredictArguments) -> anyhow::Result<()> {
    let has_engine = arguments.engine.command.is_some();
    let method = arguments.method.unwrap_or(Method::best(has_engine));
    ensure!(has_engine || !method.needs_engine(), "--method {method} needs --engine");
    let min_probability = arguments.at_least.unwrap_or_else(|| method.default_min_probability());
    let options = PredictionOptions { method, top: arguments.top, min_probability };
    let model = OpponentModel::load(&arguments.model)?;
    let engine = start_engine(&model, arguments.engine.command.as_deref(), 1)?;
    let mut predictor = Predictor::new(&model)?.with_engine(engine);
    let predictions = match &arguments.pgn {
        None => {
            let words = arguments.fen.as_ref().map_or(&arguments.position[..], slice::from_ref);
            let state = GameState::of(Subject::position_of(words)?);
            predictor.ask_engine([state.position.clone()])?;
            vec![predictor.predict(&state, &options, None)]
        }
        Some(path) => {
            let (game, color) = game_to_predict(&model, path, arguments.game, arguments.colour)?;
            predictor.ask_engine(game.positions_of(color))?;
            let predictions = predictor.predict_game(&game, color, arguments.number, &options);
            ensure!(!predictions.is_empty(), "{}: {color} has no such move", game.title());
            predictions
        }
    };
    arguments.format.print(|| prediction_text(&predictions), &prediction_json(&predictions))
}
