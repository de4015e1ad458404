//! Learning from PGN.

use std::io::Read;

use super::model::{LearnOutcome, OpponentModel};
use super::packed_game::PackedGame;
use crate::arena::pgn::{PgnError, PgnReader, Tags};

/// Number of games by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Games read, by any players.
    pub games: usize,
    /// Invalid games.
    pub invalid: usize,
    /// Games of the player learned, chunks included.
    pub studied: usize,
    /// Games of the player learned for the move model only.
    pub moves_only: usize,
    /// Games of the player learned before.
    pub duplicates: usize,
}

/// What an import reports while it runs.
#[derive(Debug)]
pub enum ImportEvent {
    /// One more game, before its moves are read.
    Game,
    /// An invalid game was skipped.
    Invalid(PgnError),
    /// A game was skipped because both names match the player.
    BothPlayers {
        /// Name of White.
        white: String,
        /// Name of Black.
        black: String,
    },
}

impl OpponentModel {
    /// Learns the games of a reader: those of the player, and a sample of all others. With `only_others` games of the player
    /// are skipped. Call [`OpponentModel::fit`] after the last reader.
    ///
    /// # Errors
    ///
    /// [`PgnError::Read`]: reading failed; the games before are learned.
    pub fn import<R: Read>(
        &mut self,
        mut reader: PgnReader<R>,
        only_others: bool,
        counts: &mut ImportCounts,
        observe: &mut dyn FnMut(ImportEvent),
    ) -> Result<(), PgnError> {
        loop {
            let mut slot = None;
            let mut is_wanted = |tags: &Tags| {
                observe(ImportEvent::Game);
                let [white, black] = player_names(tags);
                match (self.player.matches(white), self.player.matches(black)) {
                    (false, false) => {
                        slot = self.sample_other_game();
                        slot.is_some()
                    }
                    (true, true) if !only_others => {
                        let (white, black) = (white.to_owned(), black.to_owned());
                        observe(ImportEvent::BothPlayers { white, black });
                        false
                    }
                    _ => !only_others,
                }
            };
            let Some(game) = reader.next_game(&mut is_wanted, PackedGame::from_pgn) else {
                return Ok(());
            };
            counts.games += 1;
            match (game, slot) {
                (Ok(Some(game)), Some(slot)) => self.keep_other_game(slot, game),
                (Ok(Some(game)), None) => match self.learn(game) {
                    LearnOutcome::Studied => counts.studied += 1,
                    LearnOutcome::MovesOnly => counts.moves_only += 1,
                    LearnOutcome::Duplicate => counts.duplicates += 1,
                    LearnOutcome::OtherPlayers => {}
                },
                (Ok(None), _) => {}
                (Err(error @ PgnError::Game { .. }), _) => {
                    counts.invalid += 1;
                    observe(ImportEvent::Invalid(error));
                }
                (Err(error), _) => return Err(error),
            }
        }
    }
    /// Whether a game with these tags is one of the player.
    #[must_use]
    pub fn is_players(&self, tags: &Tags) -> bool {
        let [white, black] = player_names(tags);
        self.player.color(white, black).is_some()
    }
}

/// Names of White and Black; `?` where a tag is missing.
fn player_names(tags: &Tags) -> [&str; 2] {
    ["White", "Black"].map(|name| tags.get(name).unwrap_or("?"))
}

/// The games of a reader that `is_wanted` accepts, and the number of all games. Invalid games are passed to `invalid` and
/// skipped.
///
/// # Errors
///
/// [`PgnError::Read`]: reading failed.
pub fn read_games<R: Read>(
    mut reader: PgnReader<R>,
    is_wanted: &mut dyn FnMut(&Tags) -> bool,
    invalid: &mut dyn FnMut(PgnError),
) -> Result<(Vec<PackedGame>, usize), PgnError> {
    let mut games = Vec::new();
    while let Some(game) = reader.next_game(is_wanted, PackedGame::from_pgn) {
        match game {
            Ok(game) => games.extend(game),
            Err(error @ PgnError::Game { .. }) => invalid(error),
            Err(error) => return Err(error),
        }
    }
    Ok((games, reader.games()))
}
