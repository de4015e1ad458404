//! Why the memory prefers a move, with boards.

use serde::Serialize;
use shakmaty::{Chess, Position};
use utoipa::ToSchema;

use super::drawing::Drawing;
use crate::chess::legal_move;
use crate::explanation::compare::{MoveChoice, PatternDifference};
use crate::memory::Snapshot;
use crate::render::explanation::Choice;

/// A move compared with another one by the learned patterns that differ.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveReasons {
    /// The moves, the expected results for the mover, the patterns and a sentence: `choice` in `patterns/EXPLANATION.md`.
    #[schema(value_type = Object)]
    pub choice: Choice,
    /// For each pattern of `choice`, in the same order, where it is after its move.
    pub drawings: Vec<Drawing>,
}

impl MoveReasons {
    /// `before` is the position in which the choice was made.
    #[must_use]
    pub fn new(snapshot: &Snapshot, before: &Chess, choice: &MoveChoice) -> MoveReasons {
        let told = choice.weightiest().into_iter().flatten();
        let drawings = told.map(|told| drawing(snapshot, before, choice, told)).collect();
        MoveReasons { choice: Choice::new(choice), drawings }
    }
}

fn drawing(
    snapshot: &Snapshot,
    before: &Chess,
    choice: &MoveChoice,
    told: &PatternDifference,
) -> Drawing {
    let mut after = before.clone();
    if let Some(m) = legal_move(before, &choice.move_of(told).to_string()) {
        after.play_unchecked(m);
    }
    let reply = told.reply.as_ref().and_then(|reply| legal_move(&after, &reply.to_string()));
    if let Some(reply) = reply {
        return Drawing::of_move(reply);
    }
    let squares: Vec<_> = told.phrase.squares().collect();
    Drawing::in_position(snapshot, &after, told.id, &squares)
}
