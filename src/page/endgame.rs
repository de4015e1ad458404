//! Endgames by rules that can be read aloud.

use serde::Serialize;
use shakmaty::Position;
use utoipa::ToSchema;

use super::knowledge::Knowledge;
use super::{Fault, PlayedMoves};
use crate::chess::{Ending, Game, fen, line_san, san, uci};
use crate::endgame::advisor::Advice;

/// What a table advises.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdviceAnswer {
    /// Name of the table, such as `krk`.
    table: String,
    /// Name of the rule.
    rule: String,
    /// The rule in a sentence.
    sentence: String,
    /// The move, as `a1a5`.
    uci: String,
    /// The move, as `Ra5`.
    san: String,
    /// The position after it.
    fen: String,
    /// How the game ended with it.
    #[schema(value_type = Option<String>)]
    ending: Option<Ending>,
    /// The move, the reply that delays the goal of the rule longest, and so on until it is reached.
    line: Vec<String>,
}

/// Looks up the rule for a position with a bare king.
///
/// # Errors
///
/// A position or move is illegal, or there is no advice.
pub fn advise(knowledge: &Knowledge, request: &PlayedMoves) -> Result<AdviceAnswer, Fault> {
    let game = request.game()?;
    let advice = knowledge.advisor.ask(game.position());
    advice.map(|advice| answer(game, advice)).map_err(|none| Fault::Chess(none.to_string()))
}

fn answer(game: Game, advice: Advice) -> AdviceAnswer {
    let before = game.position();
    let mut after = before.clone();
    after.play_unchecked(advice.m);
    AdviceAnswer {
        uci: uci(advice.m),
        san: san(before, advice.m),
        fen: fen(&after),
        ending: game.ending_after(&after),
        line: line_san(before, &advice.line),
        table: advice.table,
        rule: advice.rule,
        sentence: advice.sentence,
    }
}
