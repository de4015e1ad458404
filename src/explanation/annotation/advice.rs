use shakmaty::Move;

use crate::chess::Game;
use crate::chess::search::{MaterialSearch, SearchBudget};
use crate::explanation::learned::MemoryExplainer;

/// The memory's best move among those that lose no material; `None` when the game is over or nothing is known of any.
pub fn sound_choice(learned: &mut MemoryExplainer, game: &Game) -> Option<Move> {
    let position = game.position();
    let mut moves = learned.decide(position)?.alternatives;
    moves.sort_by(|a, b| b.value.get().total_cmp(&a.value.get()));
    let mut search = MaterialSearch::new(position, SearchBudget::FORCE);
    moves.into_iter().map(|alternative| alternative.m).find(|m| search.loses(*m) == Some(false))
}
