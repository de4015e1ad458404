use shakmaty::Color;

use crate::explanation::phrase::{Phrase, side_name};
use crate::memory::{AnyId, Memory, PatternId};
use crate::pattern::{MaterialPattern, Pattern};

/// What a pattern says where this side is to move; `None` if there is none with this id.
#[must_use]
pub fn phrase_for(memory: &Memory, id: AnyId, turn: Color) -> Option<String> {
    let phrase = memory.phrase(id)?;
    Some(match id {
        AnyId::Material(_) => format!("{} is {phrase}", side_name(turn)),
        AnyId::Graph(_) | AnyId::Move(_) => told(&phrase, turn),
    })
}

/// What a material pattern says that occurs for the other side once `turn` has moved, as `turn` sees it: `Black is up a rook
/// after its best moves`.
#[must_use]
pub fn phrase_after_moves(memory: &Memory, id: PatternId, turn: Color) -> Option<String> {
    let own = MaterialPattern(memory.materials.get(id)?.0.flipped());
    Some(format!("{} is {} after its best moves", side_name(turn), own.phrase()))
}

/// A phrase in which White is to move, where this side is.
#[must_use]
pub fn told(phrase: &str, turn: Color) -> String {
    let phrase = Phrase::recognised(phrase);
    if turn.is_white() { phrase } else { phrase.mirrored() }.to_string()
}
