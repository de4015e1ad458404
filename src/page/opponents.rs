//! What to know about an opponent: the preparation sheet, the openings position by position, the next move.

use serde::{Deserialize, Serialize};
use serde_json::Value as JsonValue;
use shakmaty::{Chess, Color, Move, Position};
use utoipa::ToSchema;

use super::knowledge::Knowledge;
use super::opponent::Opponent;
use super::{Fault, PlayedMoves};
use crate::chess::{Game, fen, line_san, san, uci};
use crate::opponent_model::coach::{CoachedMove, game_state};
use crate::opponent_model::mistakes::MistakeExample;
use crate::opponent_model::opening_tree::{OpeningBranch, WeakLine};
use crate::opponent_model::packed_game::{ResultCounts, ScoredResults};
use crate::opponent_model::predict::{Method, PredictionOptions};
use crate::opponent_model::report::Report;
use crate::player::Exploration;
use crate::render::opponent_model::{
    insights_text, mistakes_with_examples, prediction_json, style_text,
};

/// Predicted moves of one answer.
const MAX_PREDICTED: usize = 20;
/// Games of a position that are named, the newest of the model.
const GAMES: usize = 6;

/// A player of whom there is a model.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpponentSummary {
    /// For the other addresses, from 1: the order in which `morph serve` was given them.
    number: usize,
    /// Name. Text of others: never to be shown as markup.
    player: String,
    /// Games that the model has learned.
    games: usize,
}

/// The players of whom there are models.
#[must_use]
pub fn list(knowledge: &Knowledge) -> Vec<OpponentSummary> {
    let summary = |(number, opponent): (usize, &Opponent)| OpponentSummary {
        number,
        player: opponent.model().player.to_string(),
        games: opponent.model().games().len(),
    };
    (1..).zip(&knowledge.opponents).map(summary).collect()
}

/// The opponent of a number.
fn numbered(knowledge: &Knowledge, number: usize) -> Result<&Opponent, Fault> {
    let opponent = number.checked_sub(1).and_then(|index| knowledge.opponents.get(index));
    opponent.ok_or_else(|| {
        Fault::NotFound(format!(
            "there is no opponent {number}: `morph opponent learn games.pgn --player NAME -o name.adv` makes a model, \
             `morph serve --opponent name.adv` opens it"
        ))
    })
}

/// What to know before a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpponentSheet {
    /// As `morph opponent report --format json` writes it.
    #[schema(value_type = Object)]
    report: Report,
    /// Groups of games in which the player scores more or less than in the others, and who wins material first: a sentence each.
    stands_out: Vec<String>,
    /// How often they fall for tactics, and for which more or less often than others.
    mistakes: Vec<MistakeAnswer>,
    /// Open or closed positions, and how each rule of style votes: as `morph opponent style` writes it.
    style: String,
    /// Lines in which the player, with White, scores least.
    weak_with_white: Vec<LineAnswer>,
    /// Lines in which the player, with Black, scores least.
    weak_with_black: Vec<LineAnswer>,
}

/// What is to be said of the player's mistakes.
#[derive(Debug, Serialize, ToSchema)]
pub struct MistakeAnswer {
    /// In words.
    sentence: String,
    /// Mistakes of the kind: `game`, the number of the game; `ply`, the half-moves before the mistake; `title`, players, date and
    /// round; `line`, the mistake and the reply that wins.
    #[schema(value_type = Vec<Object>)]
    examples: Vec<MistakeExample>,
}

/// A line from the initial position.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineAnswer {
    /// The moves, as `Nf3`.
    san: Vec<String>,
    /// The moves, as `g1f3`.
    uci: Vec<String>,
    /// `won`, `drawn`, `lost`, and `score` with `estimate`, `low` and `high`: the player's share of the points and its
    /// 95 % interval.
    #[schema(value_type = Object)]
    results: ScoredResults,
    /// The whole interval lies below what the player scores with this colour.
    is_below_usual: bool,
}

impl LineAnswer {
    fn new(line: &WeakLine) -> LineAnswer {
        LineAnswer {
            san: line_san(&Chess::default(), &line.moves),
            uci: line.moves.iter().map(|m| uci(*m)).collect(),
            results: line.results.into(),
            is_below_usual: line.is_below_usual,
        }
    }
}

/// The preparation sheet of an opponent.
///
/// # Errors
///
/// There is no such opponent.
pub fn sheet(knowledge: &Knowledge, number: usize) -> Result<OpponentSheet, Fault> {
    let opponent = numbered(knowledge, number)?;
    let weak = |color: Color| {
        let lines = opponent.prepared().tree(color).weak_lines();
        lines.iter().map(LineAnswer::new).collect()
    };
    let report = Report::of(opponent.model(), &knowledge.memory);
    Ok(OpponentSheet {
        stands_out: insights_text(&report.insights),
        mistakes: mistakes_with_examples(&report.mistakes)
            .map(|(sentence, examples)| MistakeAnswer { sentence, examples: examples.to_vec() })
            .collect(),
        style: style_text(&report.style),
        report,
        weak_with_white: weak(Color::White),
        weak_with_black: weak(Color::Black),
    })
}

/// A game of the player.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpponentGame {
    /// In Portable Game Notation.
    pgn: String,
}

/// A game of an opponent, by its number in the model.
///
/// # Errors
///
/// There is no such opponent or game.
pub fn game(knowledge: &Knowledge, number: usize, game: u32) -> Result<OpponentGame, Fault> {
    let own = numbered(knowledge, number)?.model().games().get(game as usize);
    let none = || Fault::NotFound(format!("there is no game {game}"));
    own.map(|(game, _)| OpponentGame { pgn: game.to_pgn() }).ok_or_else(none)
}

/// A side of a game.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first to move.
    White,
    /// The second.
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// A position to prepare.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreparationRequest {
    /// How it comes about.
    #[serde(flatten)]
    played: PlayedMoves,
    /// The opponent's colour.
    side: Side,
}

/// What the opponent's games tell about a position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreparationAnswer {
    /// The position.
    fen: String,
    /// The opponent is to move.
    is_opponent_to_move: bool,
    /// Games of the opponent with this position.
    games: usize,
    /// The opponent's results in them: `won`, `drawn`, `lost`, and `score` with its 95 % interval.
    #[schema(value_type = Object)]
    results: ScoredResults,
    /// What was played, the most frequent first.
    moves: Vec<BranchAnswer>,
    /// What the memory would play against this opponent: its best move, and others that cost at most 0.02 of the points;
    /// the recommended one first. Empty if the opponent is to move or the game is over.
    candidates: Vec<CandidateAnswer>,
    /// The newest games with this position.
    examples: Vec<ExampleGame>,
}

/// A move that was played.
#[derive(Debug, Serialize, ToSchema)]
pub struct BranchAnswer {
    san: String,
    uci: String,
    /// Games in which it was played.
    games: u32,
    /// The opponent's results in them.
    #[schema(value_type = Object)]
    results: ScoredResults,
}

/// A move to play against the opponent.
#[derive(Debug, Serialize, ToSchema)]
pub struct CandidateAnswer {
    san: String,
    uci: String,
    /// What the memory expects from it, in `[0, 1]`.
    expected: f64,
    /// How much of the position after it the opponent knows from earlier games, in `[0, 1]`: the less, the better.
    familiarity: f64,
    /// The opponent's results against it.
    #[schema(value_type = Object)]
    results: ScoredResults,
}

/// A game of the opponent.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExampleGame {
    /// For `/opponents/{number}/games/{game}`.
    game: u32,
    /// Players, date and round. Text of others.
    title: String,
}

/// Looks a position up in the openings of an opponent.
///
/// # Errors
///
/// There is no such opponent, or a position or move is illegal.
pub fn position(
    knowledge: &Knowledge,
    number: usize,
    request: &PreparationRequest,
) -> Result<PreparationAnswer, Fault> {
    let opponent = numbered(knowledge, number)?;
    let game = request.played.game()?;
    Ok(prepared(knowledge, opponent, &game, request.side.into()))
}

fn prepared(
    knowledge: &Knowledge,
    opponent: &Opponent,
    game: &Game,
    color: Color,
) -> PreparationAnswer {
    let position = game.position();
    let node = opponent.prepared().tree(color).node(position);
    let results_of = |m: Move| -> ResultCounts {
        let branch = node.branches.iter().find(|branch| branch.m == m);
        branch.map(|branch| branch.results).unwrap_or_default()
    };
    let branch = |branch: &OpeningBranch| BranchAnswer {
        san: san(position, branch.m),
        uci: uci(branch.m),
        games: branch.games,
        results: branch.results.into(),
    };
    let candidate = |candidate: CoachedMove| CandidateAnswer {
        san: san(position, candidate.m),
        uci: uci(candidate.m),
        expected: candidate.value.get(),
        familiarity: candidate.familiarity,
        results: results_of(candidate.m).into(),
    };
    let is_opponent_to_move = position.turn() == color;
    let candidates =
        if is_opponent_to_move { Vec::new() } else { candidates(knowledge, opponent, game) };
    let title = |game: &u32| ExampleGame {
        game: *game,
        title: opponent.model().game(*game).map(|game| game.title()).unwrap_or_default(),
    };
    PreparationAnswer {
        fen: fen(position),
        is_opponent_to_move,
        games: node.games.len(),
        results: node.results.into(),
        moves: node.branches.iter().map(branch).collect(),
        candidates: candidates.into_iter().map(candidate).collect(),
        examples: node.games.iter().rev().take(GAMES).map(title).collect(),
    }
}

/// What the coach chooses among, the least familiar first.
fn candidates(knowledge: &Knowledge, opponent: &Opponent, game: &Game) -> Vec<CoachedMove> {
    let Some(decision) = knowledge.player(Exploration::NONE).decide(game) else {
        return Vec::new();
    };
    let mut candidates = opponent.coach.candidates(&decision, &game_state(game));
    candidates.sort_by(|a, b| a.familiarity.total_cmp(&b.familiarity));
    candidates
}

/// A position, and whose move is to be predicted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PredictRequest {
    /// Number of the opponent, who is taken to be the side to move.
    opponent: usize,
    /// The game so far.
    #[serde(flatten)]
    played: PlayedMoves,
    /// Moves to name, 20 at most.
    #[serde(default = "a_few")]
    top: usize,
}

fn a_few() -> usize {
    5
}

/// Predicts an opponent's next move: the element of what `morph opponent predict --format json` writes.
///
/// # Errors
///
/// There is no such opponent, or a position or move is illegal.
pub fn predict(knowledge: &Knowledge, request: &PredictRequest) -> Result<JsonValue, Fault> {
    let opponent = numbered(knowledge, request.opponent)?;
    let game = request.played.game()?;
    let top = request.top.clamp(1, MAX_PREDICTED);
    let options = PredictionOptions { method: Method::Best, top, min_probability: 0.0 };
    let predictor = &opponent.prepared().predictor;
    let prediction = predictor.predict(&game_state(&game), &options, None);
    Ok(prediction_json(&[prediction])[0].take())
}
