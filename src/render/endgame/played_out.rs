use shakmaty::{Chess, Color};

use crate::chess::tablebase::EndgamePosition;
use crate::endgame::advisor::Advisor;
use crate::endgame::game_graph::{GameGraph, PlayedMove, TableOutcome, end_of_game};
use crate::endgame::interpreter::SubgameSearch;
use crate::endgame::no_advice::{NoAdvice, why_no_advice};
use crate::render::progress::WorkProgress;

/// The greatest number of plies of a game that is played out.
const MAX_GAME_PLIES: usize = 400;

/// A game of a table against the longest defence.
#[derive(Clone, Debug)]
pub struct PlayedOut {
    /// Black is the stronger side, and is shown as White.
    pub swapped: bool,
    /// The moves of both sides.
    pub game: Vec<PlayedMove>,
    /// How it ends.
    pub outcome: TableOutcome,
}

impl PlayedOut {
    /// The game from `start` by the tables of `advisor`, after a promotion or capture by any of `all`. Shows on standard error
    /// how far the preparation is, which takes up to a minute with four pieces, kings included.
    ///
    /// # Errors
    ///
    /// The game is over, or no table of `advisor` covers the position.
    pub fn new(all: &Advisor, advisor: &Advisor, start: &Chess) -> Result<PlayedOut, NoAdvice> {
        advisor.stronger_side(start)?;
        let found = EndgamePosition::from_chess(start).zip(advisor.table_for(start));
        let Some(((position, strong), table)) = found else {
            return Err(why_no_advice(advisor.tables(), start));
        };
        let mut graph = GameGraph::new(table, all.tables(), SubgameSearch::Deepening);
        let mut progress = WorkProgress::new();
        let rules = table.rules.len() as f64;
        graph.work_out_choices(|done| {
            progress.share(done as f64 / rules, format!("working out {}", table.name));
        });
        progress.finish();
        let mut game = graph.play_out(&position, MAX_GAME_PLIES);
        let outcome = end_of_game(&mut game);
        Ok(PlayedOut { swapped: strong == Color::Black, game, outcome })
    }
}
