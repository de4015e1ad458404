//! Playing against the memory, and asking why.

use serde::{Deserialize, Serialize};
use shakmaty::Move;
use utoipa::ToSchema;

use super::knowledge::Knowledge;
use super::reasons::MoveReasons;
use super::{Fault, PlayedMoves, read_move};
use crate::chess::{Ending, Game, fen, san, uci};
use crate::explanation::compare::compare;
use crate::explanation::learned::MemoryExplainer;
use crate::player::{Exploration, Player};
use crate::render::explanation::ComparisonRecord;
use crate::rng::seeded;

/// The largest scale of noise that is accepted; the moves are random long before.
const MAX_NOISE: f64 = 10.0;

/// A game in which the memory is to move.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    #[serde(flatten)]
    played: PlayedMoves,
    /// Largest scale of the noise on the log-odds of every move, 0 (the best move) to 10 (any move).
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10)]
    noise: f64,
    /// Of the noise: the same game and seed give the same move.
    #[serde(default)]
    seed: u64,
}

/// What the memory played.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move, as `g1f3`.
    uci: String,
    /// The move, as `Nf3`.
    san: String,
    /// The position after it.
    fen: String,
    /// How the game ended with it: `checkmate`, `stalemate`, `repetition` …
    #[schema(value_type = Option<String>)]
    ending: Option<Ending>,
    /// Why, against the best other move.
    reasons: Option<MoveReasons>,
}

/// Plays a move.
///
/// # Errors
///
/// The noise is out of range, a position or move is illegal, or the game is over.
pub fn play(
    knowledge: &Knowledge,
    explainer: &mut MemoryExplainer,
    request: &MoveRequest,
) -> Result<MoveAnswer, Fault> {
    if !(0.0..=MAX_NOISE).contains(&request.noise) {
        return Err(Fault::Invalid(format!("noise: expected 0 to {MAX_NOISE}")));
    }
    let game = request.played.game()?;
    if let Some(ending) = game.ending() {
        return Err(Fault::Chess(format!("the game is over: {}", ended(ending))));
    }
    let exploration = Exploration { epsilon: 0.0, noise: request.noise };
    let mut rng = seeded(request.seed, "web", game.plies() as u64);
    let choice = knowledge.player(exploration).choose(&game, &mut rng);
    let m = choice.map_err(Fault::internal)?.m;
    answer(knowledge, explainer, game, m)
}

fn answer(
    knowledge: &Knowledge,
    explainer: &mut MemoryExplainer,
    mut game: Game,
    m: Move,
) -> Result<MoveAnswer, Fault> {
    let before = game.position().clone();
    let choice = explainer.compare_moves(&game, m, None);
    let reasons = choice.map(|choice| MoveReasons::new(&knowledge.snapshot, &before, &choice));
    game.play(m).map_err(Fault::internal)?;
    Ok(MoveAnswer {
        uci: uci(m),
        san: san(&before, m),
        fen: fen(game.position()),
        ending: game.ending(),
        reasons,
    })
}

fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without a capture or a pawn move",
        Ending::Repetition => "the position has occurred three times",
    }
}

/// Two moves of a position.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WhyRequest {
    #[serde(flatten)]
    played: PlayedMoves,
    /// The move to explain, as `Nf3` or `g1f3`.
    chosen: String,
    /// The move to compare it with; absent: the best other one.
    other: Option<String>,
}

/// Two moves compared.
pub type WhyAnswer = ComparisonRecord<MoveReasons>;

/// Compares two moves.
///
/// # Errors
///
/// A position or move is illegal, or there is no other move.
pub fn why(
    knowledge: &Knowledge,
    explainer: &mut MemoryExplainer,
    request: &WhyRequest,
) -> Result<WhyAnswer, Fault> {
    let game = request.played.game()?;
    let position = game.position();
    let chosen = read_move(position, &request.chosen)?;
    let other = request.other.as_deref().map(|text| read_move(position, text)).transpose()?;
    let twice = || Fault::Chess("there is no other move to compare it with".to_owned());
    let comparison = compare(&knowledge.explainer, position, chosen, other).ok_or_else(twice)?;
    let [chosen, other] = comparison.moves;
    let choice = explainer.compare_moves(&game, chosen, Some(other));
    let prefer = |choice| explainer.preference(&game, comparison.moves, choice);
    let preferred = choice.as_ref().and_then(prefer);
    let learned = choice.map(|choice| MoveReasons::new(&knowledge.snapshot, position, &choice));
    let tree = &knowledge.explainer.tree;
    Ok(ComparisonRecord::new(tree, &comparison, preferred.as_ref(), learned))
}
