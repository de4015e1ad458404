//! Chances to win material by force that came up in games: who had them, whether they were taken, and who allowed them.

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position};

use super::packed_game::{PackedGame, PackedMove};
use crate::chess::material_balance;
use crate::chess::search::{MaterialSearch, SearchBudget};

/// What a chance wins at least, and a mistake gives away at least, in pawns.
const MIN_GAIN: i32 = 2;
/// A side that is so many pawns ahead or behind needs no chance any more.
const DECIDED: i32 = 6;
/// Half-moves at the start of a game in which nothing is looked for.
pub(super) const SKIPPED_PLIES: usize = 6;

/// A chance of the side to move to win two pawns or more by force, or to mate.
///
/// A small search ([`SearchBudget::THREAT`]) finds it, so that it is one that a player can see: long combinations are left
/// out, as are captures that answer a capture on the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// Half-moves played before it.
    pub ply: u16,
    /// The move that wins.
    pub best: PackedMove,
    /// The move that was played wins at least two pawns less.
    pub is_missed: bool,
    /// The move before gave away two pawns or more.
    pub is_allowed: bool,
}

impl Chance {
    /// The chances of both sides in a game. A chance that stays, because it is missed and not met, counts once.
    ///
    /// # Cost
    ///
    /// A search for each half-move: about ten milliseconds for a game.
    #[must_use]
    pub fn of_game(game: &PackedGame) -> Vec<Chance> {
        let mut found: Vec<Chance> = Vec::new();
        // The move before, and whether it is a mistake.
        let mut last: Option<(Move, bool)> = None;
        for (ply, (position, m)) in game.plies().enumerate() {
            if ply < SKIPPED_PLIES || position.legal_moves().len() < 2 {
                last = None;
                continue;
            }
            let mut search = MaterialSearch::new(&position, SearchBudget::THREAT);
            let is_mistake = search.loss(m) >= MIN_GAIN;
            if let Some(best) = search.line().first()
                && search.gain() >= MIN_GAIN
                && !is_decided(&position)
                && !last.is_some_and(|(last, _)| last.is_capture() && last.to() == best.to())
            {
                let best = PackedMove::new(*best);
                let stays = |old: &&Chance| usize::from(old.ply) + 2 == ply && old.best == best;
                if !found.iter().rev().take(2).any(|old| stays(&old)) {
                    let is_allowed = last.is_some_and(|(_, is_mistake)| is_mistake);
                    found.push(Chance { ply: ply as u16, best, is_missed: is_mistake, is_allowed });
                }
            }
            last = Some((m, is_mistake));
        }
        found
    }
}

fn is_decided(position: &Chess) -> bool {
    material_balance(position).abs() >= DECIDED
}

/// Whether a game can have these chances; to be checked after reading a file.
pub(super) fn are_possible(chances: &[Chance], game: &PackedGame) -> bool {
    let mut chances = chances.iter().peekable();
    for (ply, (position, _)) in game.plies().enumerate() {
        if let Some(chance) = chances.next_if(|chance| usize::from(chance.ply) == ply)
            && chance.best.unpack(&position).is_none()
        {
            return false;
        }
    }
    chances.next().is_none()
}
