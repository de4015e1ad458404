use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use shakmaty::Color;

use super::features::{category_name, feature_text};
use super::learning::warn_of;
use crate::arena::pgn::PgnError;
use crate::opponent_model::chunks::chunk::Chunk;
use crate::opponent_model::import::read_game;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::packed_game::PackedGame;
use crate::opponent_model::player_name::PlayerName;
use crate::opponent_model::predict::{
    GameReference, MovePrediction, NoPrediction, PositionPrediction, PredictionReason,
};

/// Why there is no game to predict.
#[derive(Debug, thiserror::Error)]
pub enum NoSuchGame {
    /// The file cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// There is no game with this number, or it is invalid.
    #[error("{file}: game {number} is missing or invalid ({total} games)")]
    Missing {
        /// The file.
        file: String,
        /// The number, from 1.
        number: usize,
        /// Games in the file.
        total: usize,
    },
    /// The player of the model is not one of its players.
    #[error("{game}: no player {player}; use --colour")]
    OtherPlayers {
        /// Players, date and round.
        game: String,
        /// The player.
        player: PlayerName,
    },
}

/// The game with a number, from 1, in a PGN file, and the player's colour in it, if none is given; why a game is skipped is said on
/// standard error.
///
/// # Errors
///
/// The file cannot be read, or has no such game of the player.
pub fn game_to_predict(
    model: &OpponentModel,
    path: &Path,
    number: usize,
    color: Option<Color>,
) -> Result<(PackedGame, Color), NoSuchGame> {
    let (game, total, skipped) = read_game(path, number)?;
    warn_of(&skipped);
    let file = path.display().to_string();
    let game = game.ok_or(NoSuchGame::Missing { file, number, total })?;
    let color = color.or_else(|| model.color_in(&game)).ok_or_else(|| {
        NoSuchGame::OtherPlayers { game: game.title(), player: model.player.clone() }
    })?;
    Ok((game, color))
}

/// Predictions as JSON.
#[must_use]
pub fn prediction_json(predictions: &[PositionPrediction]) -> Value {
    let position = |p: &PositionPrediction| {
        let moves = p.moves.as_deref().unwrap_or_default();
        json!({
            "fen": p.fen,
            "move_number": p.move_number,
            "colour": p.color.to_string(),
            "method": p.method.name(),
            "played": p.played,
            "no_prediction": p.moves.as_ref().err().map(|reason| no_prediction_text(*reason)),
            "predictions": moves.iter().map(|m| move_json(m, p.color)).collect::<Vec<_>>(),
        })
    };
    predictions.iter().map(position).collect()
}

fn move_json(m: &MovePrediction, color: Color) -> Value {
    let reason = |reason: &PredictionReason| json!({ "text": reason_text(reason, color), "log_odds": reason.log_odds });
    json!({
        "san": m.san,
        "probability": m.probability,
        "reasons": m.reasons.iter().map(reason).collect::<Vec<_>>(),
        "opening": opening_text(m),
        "chunks": m.chunks.iter().map(chunk_text).collect::<Vec<_>>(),
        "games": m.games.iter().map(game_text).collect::<Vec<_>>(),
    })
}

/// Predictions for a terminal: one in full, or one line for each move of a game and a summary.
#[must_use]
pub fn prediction_text(predictions: &[PositionPrediction]) -> String {
    match predictions {
        [prediction] => full_text(prediction),
        _ => game_lines(predictions),
    }
}

fn game_lines(predictions: &[PositionPrediction]) -> String {
    let mut text = String::new();
    for p in predictions {
        let dots = p.color.fold_wb(".", "...");
        let played = p.played.as_deref().unwrap_or("?");
        let mark = if p.is_correct() { "=" } else { " " };
        let _ = write!(text, "{:>3}{dots:<3} {played:<8} {mark} ", p.move_number);
        match &p.moves {
            Err(reason) => {
                let _ = writeln!(text, "no prediction: {}", no_prediction_text(*reason));
            }
            Ok(moves) => {
                let percent =
                    |m: &MovePrediction| format!("{} {:.0} %", m.san, 100.0 * m.probability);
                let _ =
                    writeln!(text, "{}", moves.iter().map(percent).collect::<Vec<_>>().join(", "));
            }
        }
    }
    let played = || predictions.iter().filter(|p| p.played.is_some());
    let _ = writeln!(
        text,
        "{} of {} predictions correct, {} moves",
        played().filter(|p| p.is_correct()).count(),
        played().filter(|p| p.moves.is_ok()).count(),
        played().count()
    );
    text
}

fn full_text(prediction: &PositionPrediction) -> String {
    let mut text = format!("{}\n", prediction.fen);
    if let Some(played) = &prediction.played {
        let _ = writeln!(text, "played: {played}");
    }
    let moves = match &prediction.moves {
        Err(reason) => {
            let _ = writeln!(text, "no prediction: {}", no_prediction_text(*reason));
            return text;
        }
        Ok(moves) => moves,
    };
    for m in moves {
        let _ = writeln!(text, "{:<7} {:>5.1} %", m.san, 100.0 * m.probability);
        for reason in &m.reasons {
            let log_odds = format!("{:+.2}", reason.log_odds);
            let _ = writeln!(text, "    {log_odds:>6}  {}", reason_text(reason, prediction.color));
        }
        let chunks =
            m.chunks.iter().map(|chunk| format!("completes the chunk {}", chunk_text(chunk)));
        for line in opening_text(m).into_iter().chain(chunks).chain(m.games.iter().map(game_text)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

fn no_prediction_text(reason: NoPrediction) -> String {
    match reason {
        NoPrediction::GameOver => "the game is over".to_owned(),
        NoPrediction::NoCandidate => {
            "the position resembles nothing in the player's games".to_owned()
        }
        NoPrediction::BelowMinimum { best, min } => {
            let [best, min] = [best, min].map(|probability| 100.0 * probability);
            format!("the most likely move has {best:.0} %, below the minimum of {min:.0} %")
        }
    }
}

fn reason_text(reason: &PredictionReason, color: Color) -> String {
    let category = category_name(reason.category);
    match reason.feature {
        Some(feature) => format!("{category}: {}", feature_text(feature, color)),
        None => category.to_owned(),
    }
}

fn opening_text(m: &MovePrediction) -> Option<String> {
    let opening = m.opening?;
    Some(format!(
        "played {} times in the opening, on move {:.1} on average",
        opening.count,
        opening.mean_move_number()
    ))
}

fn chunk_text(chunk: &Chunk) -> String {
    chunk.diagram().join("/")
}

fn game_text(game: &GameReference) -> String {
    let GameReference { title, move_number, distance } = game;
    match distance {
        0 => format!("same position: {title}, move {move_number}"),
        _ => format!("similar position ({distance} differences): {title}, move {move_number}"),
    }
}
