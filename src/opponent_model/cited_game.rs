//! Games that a report cites as examples.

use serde::Serialize;
use shakmaty::{Chess, Color, Move};

use super::model::OpponentModel;
use super::packed_game::{GameResult, PackedGame};
use crate::chess::line_text;
use crate::terminal_text::{MAX_NAME, printable};

/// Games that are cited for one thing.
const MAX_CITED: usize = 3;

/// A game of the player that a report cites, with its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitedGame {
    /// Its number in the model, from 0: [`OpponentModel::game`].
    pub number: u32,
    /// Players, date and round.
    pub title: String,
    /// The opponent's name.
    pub opponent: String,
    /// The year, `?` if it is not known.
    pub year: String,
    /// The player's colour, `white` or `black`.
    pub colour: String,
    /// `1-0`, `1/2-1/2`, `0-1`, or `*` without a result.
    pub result: String,
    /// Whether the player won, drew or lost it: `won`, `drawn`, `lost`; `None` without a result.
    pub outcome: Option<String>,
    /// All moves: `1. e4 e5 2. Nf3 …`.
    pub moves: String,
}

impl CitedGame {
    /// A game of the player by its number; `None` if there is no such game.
    pub(super) fn new(model: &OpponentModel, number: u32) -> Option<CitedGame> {
        let (game, color) = model.games().get(number as usize)?;
        let moves: Vec<Move> = game.plies().map(|(_, m)| m).collect();
        let opponent = color.fold_wb(&game.black, &game.white);
        let year = game.date.split('.').next().filter(|year| year.parse::<u16>().is_ok());
        let result = match game.result_for(Color::White) {
            Some(GameResult::Won) => "1-0",
            Some(GameResult::Drawn) => "1/2-1/2",
            Some(GameResult::Lost) => "0-1",
            None => "*",
        };
        let outcome = game.result_for(*color).map(|result| match result {
            GameResult::Won => "won",
            GameResult::Drawn => "drawn",
            GameResult::Lost => "lost",
        });
        Some(CitedGame {
            number,
            title: game.title(),
            opponent: printable(opponent, MAX_NAME).into_owned(),
            year: year.unwrap_or("?").to_owned(),
            colour: color.to_string(),
            result: result.to_owned(),
            outcome: outcome.map(str::to_owned),
            moves: line_text(&Chess::default(), &moves),
        })
    }
}

/// Those of the games with these numbers that are cited: the newest, lost ones first if `lost_first`.
pub(super) fn cited(model: &OpponentModel, numbers: &[u32], lost_first: bool) -> Vec<u32> {
    let key = |number: &u32| {
        let found: Option<&(PackedGame, Color)> = model.games().get(*number as usize);
        let is_lost =
            found.and_then(|(game, color)| game.result_for(*color)) == Some(GameResult::Lost);
        let date = found.map_or("", |(game, _)| game.date.as_str());
        std::cmp::Reverse((lost_first && is_lost, date, *number))
    };
    let mut numbers = numbers.to_vec();
    numbers.sort_by_key(key);
    numbers.truncate(MAX_CITED);
    numbers
}
