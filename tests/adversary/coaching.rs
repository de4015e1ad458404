use std::sync::Arc;

use morph::adversary::coach::{Coached, familiarity};
use morph::adversary::predict::Situation;
use morph::board::{Game, Start};
use morph::chance;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::memory::Memory;
use morph::player::{Exploration, PatternPlayer, Player};
use shakmaty::Position;
use shakmaty::san::San;

use super::model;

fn player() -> PatternPlayer {
    let evaluator = Evaluator::new(EvaluationSettings::default());
    PatternPlayer::new(Arc::new(Memory::default().snapshot()), evaluator, Exploration::NONE)
}

#[test]
fn a_coached_player_goes_where_the_opponent_knows_least() {
    let model = Arc::new(model());
    let mut game = Game::new(Start::Initial);
    let mut situation = Situation::start();
    for san in ["d4", "d5", "c4", "e6", "Nc3"] {
        let m = san.parse::<San>().unwrap().to_move(game.position()).unwrap();
        situation.play(m);
        game.play(m).unwrap();
    }
    let known = |m| {
        let mut next = situation.clone();
        next.play(m);
        familiarity(&model, &next)
    };
    let least = game.position().legal_moves().into_iter().map(known).fold(1.0, f64::min);
    let mut coached = Coached::new(player(), Arc::clone(&model), 1.0);
    let choice = coached.choose(&game, &mut chance::rng(1, "test", 0)).unwrap();
    assert_eq!(known(choice.m), least);
    assert!(!choice.explored);
    assert_eq!(coached.name(), "Morph coached against Model");
}

#[test]
fn a_mate_is_not_passed_over_for_the_unknown() {
    let mut game = Game::new(Start::Initial);
    for san in ["f3", "e5", "g4"] {
        let m = san.parse::<San>().unwrap().to_move(game.position()).unwrap();
        game.play(m).unwrap();
    }
    let mut coached = Coached::new(player(), Arc::new(model()), 1.0);
    let choice = coached.choose(&game, &mut chance::rng(1, "test", 0)).unwrap();
    let mut position = game.position().clone();
    position.play_unchecked(choice.m);
    assert!(position.is_checkmate());
}
