//! A small memory, learned from random games by the default plan.

use std::path::Path;

use morph::learning::{Learner, TrainingSample};
use morph::memory::Memory;
use morph::rng;
use morph::training::Plan;
use morph::units::Value;

pub use games::random_game;

#[path = "../../common/games.rs"]
mod games;

/// Learns from random games of so many plies that White, Black and nobody win in turn.
pub fn learn(memory: Memory, games: u32, plies: usize) -> Memory {
    let plan = Plan::parse(Plan::DEFAULT, Path::new("the default plan")).unwrap();
    let mut game = memory.games;
    let mut learner = Learner::new(memory, plan.learning, plan.evaluation, games);
    for index in 0..games {
        game = game.saturating_add(1);
        let (positions, moves) = random_game(u64::from(index), plies);
        let explored = vec![false; moves.len()];
        let outcome = [Value::WIN, Value::LOSS, Value::DRAW][index as usize % 3];
        let sample = TrainingSample::new(game, positions[0].clone(), moves, explored, outcome);
        learner.learn(&sample.unwrap(), &mut rng::seeded(1, "fuzz", u64::from(index)));
    }
    learner.into_memory()
}
