use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use morph::arena::Opponent;
use morph::chess::{Game, Start};
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::memory::Memory;
use morph::opponent_model::coach::{Coach, CoachSettings, CoachedPlayer, familiarity};
use morph::opponent_model::model::OpponentModel;
use morph::opponent_model::move_model::context::GameState;
use morph::player::{Exploration, PatternPlayer, Player};
use morph::rng;
use morph::training::{Plan, Players, Run};
use shakmaty::Position;
use shakmaty::san::San;

use super::model;

fn player() -> PatternPlayer {
    let evaluator = Evaluator::new(EvaluationSettings::default());
    PatternPlayer::new(Arc::new(Memory::default().snapshot()), evaluator, Exploration::NONE)
}

fn coached(model: &Arc<OpponentModel>) -> CoachedPlayer {
    CoachedPlayer::new(player(), Some(Coach { model: Arc::clone(model), margin: 1.0 }))
}

#[test]
fn a_coached_player_chooses_the_position_least_familiar_to_the_opponent() {
    let model = Arc::new(model());
    let mut game = Game::new(Start::Initial);
    let mut state = GameState::initial();
    for san in ["d4", "d5", "c4", "e6", "Nc3"] {
        let m = san.parse::<San>().unwrap().to_move(game.position()).unwrap();
        state.play(m);
        game.play(m).unwrap();
    }
    let familiarity_after = |m| {
        let mut next = state.clone();
        next.play(m);
        familiarity(&model, &next)
    };
    let minimum =
        game.position().legal_moves().into_iter().map(familiarity_after).fold(1.0, f64::min);
    let mut coached = coached(&model);
    let choice = coached.choose(&game, &mut rng::seeded(1, "test", 0)).unwrap();
    assert_eq!(familiarity_after(choice.m), minimum);
    assert!(!choice.explored);
    assert_eq!(coached.name(), "Morph coached against Model");
}

#[test]
fn a_coached_player_mates_if_it_can() {
    let mut game = Game::new(Start::Initial);
    for san in ["f3", "e5", "g4"] {
        let m = san.parse::<San>().unwrap().to_move(game.position()).unwrap();
        game.play(m).unwrap();
    }
    let mut coached = coached(&Arc::new(model()));
    let choice = coached.choose(&game, &mut rng::seeded(1, "test", 0)).unwrap();
    let mut position = game.position().clone();
    position.play_unchecked(choice.m);
    assert!(position.is_checkmate());
}

#[test]
fn a_plan_can_configure_a_coach() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adv");
    std::fs::write(&path, model().to_bytes().unwrap()).unwrap();
    let head = format!("coach = {{ model = {:?} }}\n", path.display().to_string());
    let mut plan = Plan::parse(&(head + Plan::DEFAULT), Path::new("p.toml")).unwrap();
    assert_eq!(plan.coach.as_ref().unwrap().margin, 0.02);
    plan.games = 2;
    plan.rules.ply_cap = 12;
    plan.opponents = vec![Opponent::Sparring { share: 1, level: "random".parse().unwrap() }];
    let root = folder.path().join("run");
    let run = Run::begin(&root, plan.check(Path::new("p.toml")).unwrap(), Vec::new()).unwrap();
    run.play(&Players::Threads(1), &AtomicBool::new(false), &mut ()).unwrap();
    let games = std::fs::read_to_string(root.join("games.pgn")).unwrap();
    assert_eq!(games.matches("Morph coached against Model").count(), 2, "{games}");
}

#[test]
fn errors_name_an_invalid_margin_and_a_missing_model() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = Plan::parse(Plan::DEFAULT, Path::new("p.toml")).unwrap();
    plan.coach = Some(CoachSettings { model: "missing.adv".into(), margin: 2.0 });
    let error = plan.clone().check(Path::new("p.toml")).unwrap_err().to_string();
    assert!(error.contains("coach.margin = 2"), "{error}");
    plan.coach = Some(CoachSettings { model: "missing.adv".into(), margin: 0.0 });
    let plan = plan.check(Path::new("p.toml")).unwrap();
    let run = Run::begin(&folder.path().join("run"), plan, Vec::new()).unwrap();
    let error =
        run.play(&Players::Threads(1), &AtomicBool::new(false), &mut ()).unwrap_err().to_string();
    assert!(error.contains("missing.adv"), "{error}");
}
