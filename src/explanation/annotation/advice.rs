use shakmaty::Move;

use crate::chess::Game;
use crate::chess::search::{MaterialSearch, SearchBudget};
use crate::explanation::learned::MemoryExplainer;

/// The memory's best move among those that lose no material; `None` when the game is over or nothing is known of any.
pub fn sound_choice(learned: &mut MemoryExplainer, game: &Game) -> Option<Move> {
    let position = game.position();
    let decision = learned.decide(position)?;
    let mut search = MaterialSearch::new(position, SearchBudget::FORCE);
    let mut best = decision.best_first().into_iter().map(|best| best.m);
    best.find(|m| search.loses(*m) == Some(false))
}
