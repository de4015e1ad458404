use shakmaty::{Chess, Position};

use super::game::{GamePosition, LibraryGame};
use super::index::{Condition, KeyKind, Row};
use super::key::{MoveCode, PositionKeys};
use super::occurrences::{PlayedMove, played_moves};
use super::{Library, LibraryError};

/// Where a game leaves the other games of a library.
#[derive(Clone, Debug)]
pub struct Departure {
    /// The first half-move after which no position of the game is in another game, from 0.
    pub ply: usize,
    /// The position before it, which other games have.
    pub position: Chess,
    /// What these games went on with, the most frequent first; at least one move.
    pub moves: Vec<PlayedMove>,
    /// The game with the highest ratings among those that went on with the most frequent move.
    pub example: Option<LibraryGame>,
}

impl Library {
    /// Where a game leaves the others of the library, which may have the game itself. `None` if no other begins like it, or
    /// if another has its last position.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    ///
    /// # Cost
    ///
    /// Proportional to the number of games with the last common position.
    pub fn departure(&self, game: &LibraryGame) -> Result<Option<Departure>, LibraryError> {
        let places: Vec<GamePosition> = game.continuation(0).collect();
        let Some(last) = places.last() else { return Ok(None) };
        // One row for each game: where only one has the last position, it may be the game itself.
        let own = match self.rows_in(&last.position)?[..] {
            [] => None,
            [row] if self.is_game(row, game)? => Some(row.game),
            _ => return Ok(None),
        };
        // From the end, since late positions are in few games and looked up fast.
        for (ply, GamePosition { position, .. }) in places.into_iter().enumerate().rev() {
            let mut rows = self.rows_in(&position)?;
            rows.retain(|row| Some(row.game) != own);
            let moves = played_moves(&position, &rows);
            if let Some(most) = moves.first() {
                let code = Some(MoveCode::new(most.m, position.turn()));
                rows.retain(|row| row.next == code);
                rows.sort_by_key(|row| std::cmp::Reverse(row.elo));
                let example = rows.first().map(|row| self.searcher.game(row.game)).transpose()?;
                return Ok(Some(Departure { ply, position, moves, example: example.flatten() }));
            }
        }
        Ok(None)
    }

    fn is_game(&self, row: Row, game: &LibraryGame) -> Result<bool, LibraryError> {
        let other = self.searcher.game(row.game)?;
        Ok(other.is_some_and(|other| other.key() == game.key()))
    }

    fn rows_in(&self, position: &Chess) -> Result<Vec<Row>, LibraryError> {
        let key = PositionKeys::new(position).position;
        self.searcher.rows(&[Condition::Key(KeyKind::Position, key)])
    }
}
