//! The opponent modeller: chunks, style, prediction, evaluation, files and commands.
#![allow(clippy::unwrap_used)]

mod chunks;
mod coaching;
mod commands;
mod files;
mod prediction;
mod reading;

use morph::arena::pgn::PgnReader;
use morph::opponent_model::identity::Identity;
use morph::opponent_model::model::{Model, Taken};
use morph::opponent_model::score::GameScore;

const LEARNED: &str = include_str!("learned.pgn");
const LATER: &str = include_str!("later.pgn");
const BROKEN: &str = include_str!("broken.pgn");

fn games(pgn: &str) -> Vec<GameScore> {
    let mut reader = PgnReader::new(pgn.as_bytes());
    let next = || reader.next_game(&mut |_| true, GameScore::from_pgn);
    std::iter::from_fn(next).filter_map(|game| game.ok().flatten()).collect()
}

/// A model that has not been fitted.
fn taught(draws: bool, games: &[GameScore]) -> Model {
    let mut model = Model::new(Identity::new("Model"), draws);
    for score in games {
        if model.learn(score.clone()) == Taken::NotHis
            && let Some(place) = model.place_for_other()
        {
            model.keep_other(place, score.clone());
        }
    }
    model
}

fn model() -> Model {
    let mut model = taught(false, &games(LEARNED));
    model.fit(&mut |_, _| {});
    model
}
