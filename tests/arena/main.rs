//! Players, referee, openings, PGN and matches from outside the library.
#![allow(clippy::unwrap_used)]

mod clocks;
mod matches;
mod openings;
mod pgn;
mod players;
mod referee;

use morph::arena::{GameRecord, OpeningSource, Openings, PlyRange, Rules, play_game};
use morph::chess::Game;
use morph::player::{Choice, Player, PlayerError, Sparring};
use morph::rng;
use shakmaty::uci::UciMove;

fn sparring(level: &str) -> Box<dyn Player> {
    Box::new(Sparring::new(level.parse().unwrap()))
}

fn random_openings(least: u32, most: u32) -> Openings {
    let plies = PlyRange::new(least, most).unwrap();
    OpeningSource::Random { plies }.load().unwrap()
}

fn played(white: &str, black: &str, seed: u64, ply_cap: usize) -> GameRecord {
    let opening = random_openings(0, 6).opening(seed, 1);
    let mut rng = rng::seeded(seed, "test", 0);
    let (mut white, mut black) = (sparring(white), sparring(black));
    play_game(&mut *white, &mut *black, &opening, &Rules { ply_cap }, &mut rng)
}

/// Plays the given moves, then fails as told.
struct Scripted {
    moves: Vec<&'static str>,
    recovered: bool,
}

impl Player for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn rand::Rng) -> Result<Choice, PlayerError> {
        let uci = self.moves.get(game.plies() / 2).ok_or_else(|| PlayerError {
            player: self.name(),
            what: "ran \"out\" of\nmoves".to_owned(),
            recovered: self.recovered,
        })?;
        let m = uci.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
        Ok(Choice { m, value: None, explored: false, best: None })
    }
}

/// A scripted game from the initial position.
fn scripted(white: &[&'static str], black: &[&'static str]) -> GameRecord {
    let player = |moves: &[&'static str]| Scripted { moves: moves.to_vec(), recovered: true };
    let (mut white, mut black) = (player(white), player(black));
    let mut rng = rng::seeded(1, "test", 0);
    play_game(
        &mut white,
        &mut black,
        &Openings::default().opening(0, 1),
        &Rules::default(),
        &mut rng,
    )
}
