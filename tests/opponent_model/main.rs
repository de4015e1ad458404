//! Opponent models: chunks, style, prediction, evaluation, files and commands.
#![allow(clippy::unwrap_used)]

#[path = "../common/installed.rs"]
mod installed;

mod chunks;
mod coaching;
mod commands;
mod engine;
mod files;
mod imitation;
mod insights;
mod mistakes;
mod openings;
mod prediction;
mod reading;

use morph::arena::pgn::PgnReader;
use morph::opponent_model::model::{LearnOutcome, OpponentModel};
use morph::opponent_model::move_model::MemoryOpinion;
use morph::opponent_model::packed_game::PackedGame;
use morph::opponent_model::player_name::PlayerName;

const LEARNED: &str = include_str!("learned.pgn");
const LATER: &str = include_str!("later.pgn");
const BROKEN: &str = include_str!("broken.pgn");

fn games(pgn: &str) -> Vec<PackedGame> {
    let mut reader = PgnReader::new(pgn.as_bytes());
    let next = || reader.next_game(&mut |_| true, PackedGame::from_pgn);
    std::iter::from_fn(next).filter_map(|game| game.ok().flatten()).collect()
}

/// A model whose move model is not fitted.
fn unfitted_model(draws: bool, games: &[PackedGame]) -> OpponentModel {
    let mut model = OpponentModel::new(PlayerName::new("Model"), draws);
    for game in games {
        if model.learn(game.clone()) == LearnOutcome::OtherPlayers
            && let Some(slot) = model.sample_other_game()
        {
            model.keep_other_game(slot, game.clone());
        }
    }
    model
}

fn model() -> OpponentModel {
    let mut model = unfitted_model(false, &games(LEARNED));
    model.fit(MemoryOpinion::built_in().unwrap(), &mut |_, _| {});
    model
}
