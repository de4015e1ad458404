//! Memories made by the real learner from random games.

use std::num::NonZero;

use morph::evaluation::{Counting, EvaluationSettings, RuleSettings, Selection};
use morph::graph::{Component, EdgeKind, MoveComponent, Relation};
use morph::learning::{
    CreationRule, CreationSettings, Exponents, ForgettingSettings, Learner, LearningSettings,
    LookaheadSettings, TargetSettings, TrainingSample, UpdateSettings,
};
use morph::memory::{Memory, Operator};
use morph::rng;
use morph::units::Value;

use crate::games::random_game;

fn rule(operator: Operator, keep: &[Component]) -> CreationRule {
    CreationRule {
        operator,
        keep: keep.to_vec(),
        other: Vec::new(),
        edge_kinds: None,
        relation: None,
    }
}

fn threats(operator: Operator, keep: &[Component]) -> CreationRule {
    let edge_kinds = Some(vec![EdgeKind::Threat, EdgeKind::Fork]);
    CreationRule { edge_kinds, relation: Some(Relation::Attacks), ..rule(operator, keep) }
}

/// Every operator there is, and forgetting.
pub fn settings(min_count: u8) -> LearningSettings {
    use Component::{
        AttackBalance, Attackers, Defenders, File, KingDistance, Mobility, Passed, Phase, Pinned,
        Rank,
    };
    let rules = vec![
        rule(Operator::EbgBefore, &[]),
        rule(Operator::EbgAfter, &[]),
        rule(Operator::Place, &[File, Rank]),
        rule(Operator::Guard, &[Attackers, Defenders]),
        rule(Operator::Mobility, &[Mobility, Pinned]),
        rule(Operator::Edge, &[]),
        rule(Operator::Edge, &[Attackers]),
        rule(Operator::Pair, &[]),
        rule(Operator::Guard, &[AttackBalance, KingDistance, Passed, Phase]),
        threats(Operator::Edge, &[AttackBalance]),
        threats(Operator::Pair, &[]),
    ];
    LearningSettings {
        targets: TargetSettings::Lambda { lambda: 0.7, discount: 0.99 },
        update: UpdateSettings::Error { eta: 0.5, step_half_life: None },
        lookahead: Some(LookaheadSettings { positions: 3, moves: 2, step: 0.5 }),
        creation: CreationSettings {
            every: 1,
            min_count,
            count_half_life: NonZero::new(7),
            max_nodes: 48,
            max_material: 30,
            generalise: 20,
            specialise: 5,
            rules,
            moves: move_rules(),
        },
        forgetting: Some(ForgettingSettings {
            every: 2,
            grace: 1,
            below: 0.05,
            capacity: 1000,
            exponents: Exponents::default(),
        }),
    }
}

/// Some overlap, and some are more special than others.
fn move_rules() -> Vec<Vec<MoveComponent>> {
    use MoveComponent::{
        Arrival, AttackedEnemies, Captured, Check, EnPrise, Mover, Recapturers, Square, Threats,
    };
    vec![
        vec![Mover, Captured],
        vec![Mover, Captured, Arrival],
        vec![Mover, Captured, Recapturers],
        vec![Mover, Square],
        vec![Mover, Threats],
        vec![Check],
        vec![EnPrise, Captured],
        vec![EnPrise, AttackedEnemies, Arrival],
    ]
}

pub fn evaluations() -> Vec<EvaluationSettings> {
    let rules = [
        RuleSettings::Mean { beta: 4.5 },
        RuleSettings::LogOddsMean { beta: 1.0 },
        RuleSettings::LogOddsSum,
    ];
    let mut all = Vec::new();
    for rule in rules {
        for counting in [Counting::Each, Counting::Once] {
            for patterns in [Selection::All, Selection::MostSpecific] {
                all.push(EvaluationSettings { rule, counting, patterns });
            }
        }
    }
    all
}

/// What is learned from a few random games of 30 plies, with scores made up.
pub fn learned(seed: u64, games: u32) -> Memory {
    learned_after(seed, games, 1)
}

/// The same with candidates that must come up `min_count` times.
pub fn learned_after(seed: u64, games: u32, min_count: u8) -> Memory {
    let memory = Memory::default();
    let settings = settings(min_count);
    let mut learner = Learner::new(memory, settings, EvaluationSettings::default(), games);
    let mut rng = rng::seeded(seed, "learning", 0);
    for game in 1..=games {
        let (positions, moves) = random_game(seed * 1000 + u64::from(game), 30);
        let explored = vec![false; moves.len()];
        let outcome = [Value::LOSS, Value::DRAW, Value::WIN][game as usize % 3];
        let start = positions[0].clone();
        let sample = TrainingSample::new(game, start, moves, explored, outcome).unwrap();
        learner.learn(&sample, &mut rng);
    }
    learner.into_memory()
}
