//! Games in Portable Game Notation as a request brings them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Fault;
use crate::arena::pgn::{PgnError, PgnGame, PgnReader};

/// Half-moves of a game that is analysed; a longer one would keep others waiting.
const MAX_PLIES: usize = 600;
/// Games that are listed.
const MAX_LISTED: usize = 2000;

/// The tags that the page shows.
const TAGS: [&str; 8] =
    ["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Result"];

/// A game to look at.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GameRequest {
    /// One or more games in Portable Game Notation.
    pgn: String,
    /// Which of them, from 1.
    #[serde(default = "first")]
    #[schema(minimum = 1)]
    number: usize,
}

fn first() -> usize {
    1
}

impl GameRequest {
    /// The game that is asked for; broken games before it do not matter.
    ///
    /// # Errors
    ///
    /// There is no such game, it cannot be read, or it is too long.
    pub fn read(&self) -> Result<PgnGame, Fault> {
        let mut reader = PgnReader::new(self.pgn.as_bytes()).keeping_text();
        for number in 1.. {
            let is_asked_for = number == self.number;
            match reader.next_game(&mut |_| is_asked_for, Ok) {
                None => break,
                Some(Err(PgnError::Game { .. }) | Ok(None)) if !is_asked_for => {}
                Some(Err(fault)) => return Err(Fault::Chess(fault.to_string())),
                Some(Ok(Some(game))) if game.has_no_moves() => break,
                Some(Ok(Some(game))) if game.plies.len() > MAX_PLIES => {
                    return Err(Fault::Chess(format!("more than {MAX_PLIES} half-moves")));
                }
                Some(Ok(Some(game))) => return Ok(game),
                Some(Ok(None)) => break,
            }
        }
        Err(Fault::Chess(match self.number {
            1 => "there is no game in this text".to_owned(),
            number => format!("there is no game {number} in this text"),
        }))
    }
}

/// The tags that the page shows, those that the game has.
pub fn shown_tags(game: &PgnGame) -> Vec<(&'static str, String)> {
    let tag = |name: &'static str| Some((name, game.tags.get(name)?.to_owned()));
    TAGS.into_iter().filter_map(tag).collect()
}

/// Games to choose from.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GamesRequest {
    /// One or more games in Portable Game Notation.
    pgn: String,
}

/// The games of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamesAnswer {
    /// How many there are, broken ones included.
    total: usize,
    /// The first 2000 of them.
    games: Vec<ListedGame>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedGame {
    /// Its number in the text, from 1.
    number: usize,
    /// As in `GameAnswer`; empty if the game is broken.
    #[schema(value_type = Object)]
    tags: Vec<(&'static str, String)>,
    /// Half-moves.
    plies: usize,
    /// Why it cannot be read.
    fault: Option<String>,
}

/// Lists the games of a text.
///
/// # Errors
///
/// There is no game.
pub fn list(request: &GamesRequest) -> Result<GamesAnswer, Fault> {
    let mut reader = PgnReader::new(request.pgn.as_bytes());
    let mut answer = GamesAnswer { total: 0, games: Vec::new() };
    while let Some(game) = reader.next_game(&mut |_| true, Ok) {
        let number = reader.games();
        let game = match game {
            Err(fault @ PgnError::Read { .. }) => return Err(Fault::Chess(fault.to_string())),
            Err(fault) if fault.is_no_game() => continue,
            Err(fault) => {
                let fault = Some(fault.to_string());
                ListedGame { number, tags: Vec::new(), plies: 0, fault }
            }
            Ok(Some(game)) if !game.has_no_moves() => {
                let (tags, plies) = (shown_tags(&game), game.plies.len());
                ListedGame { number, tags, plies, fault: None }
            }
            Ok(_) => continue,
        };
        answer.total += 1;
        if answer.games.len() < MAX_LISTED {
            answer.games.push(game);
        }
    }
    if answer.total == 0 {
        return Err(Fault::Chess("there is no game in this text".to_owned()));
    }
    Ok(answer)
}
