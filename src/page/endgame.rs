//! Endgames by rules that can be read aloud.

use super::knowledge::Knowledge;
use super::{Fault, PlayedMoves};
use crate::render::endgame::AdviceRecord;

/// Looks up the rule for a position of a few pieces.
///
/// # Errors
///
/// A position or move is illegal, or there is no advice.
pub fn advise(knowledge: &Knowledge, request: &PlayedMoves) -> Result<AdviceRecord, Fault> {
    let game = request.game()?;
    let advice = knowledge.advisor.ask(game.position());
    advice
        .map(|advice| AdviceRecord::new(&game, advice))
        .map_err(|none| Fault::Chess(none.to_string()))
}
