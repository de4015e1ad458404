//! Numbers at the ends of their range.

use std::path::Path;

use morph::evaluation::EvaluationSettings;
use morph::learning::{Learner, TrainingSample, UpdateSettings};
use morph::memory::{Memory, Statistics, Tombstone};
use morph::rng;
use morph::units::Value;

use crate::games::random_game;
use crate::learned::{learned, settings};

fn read_back(memory: &Memory) -> Result<Memory, String> {
    let bytes = memory.to_bytes().unwrap();
    Memory::from_bytes(&bytes, Path::new("some.morph")).map_err(|error| error.to_string())
}

#[test]
fn statistics_that_no_games_can_give_are_refused_with_the_pattern() {
    let memory = learned(31, 2);
    let id = memory.graphs.ids().nth(3).unwrap();
    let changes: [fn(&mut Statistics); 8] = [
        |s| s.variance = f32::NAN,
        |s| s.variance = f32::INFINITY,
        |s| s.variance = -0.5,
        |s| s.squared_error = f32::NAN,
        |s| s.squared_error = -1.0,
        |s| s.squared_error = 3e38,
        |s| s.error = f32::NAN,
        |s| s.error = f32::NEG_INFINITY,
    ];
    for change in changes {
        let mut memory = memory.clone();
        change(memory.graphs.statistics_mut(id).unwrap());
        let error = read_back(&memory).unwrap_err();
        let expected = format!("the statistics of pattern {} are out of range", id.0);
        assert!(error.contains("some.morph") && error.contains(&expected), "{error}");
    }
    for utility in [f32::NAN, f32::INFINITY, -0.1, 1.5] {
        let mut memory = memory.clone();
        memory.graphs.remove(id, Tombstone { game: 2, utility });
        let error = read_back(&memory).unwrap_err();
        let expected = format!("the utility of forgotten pattern {} is out of range", id.0);
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn counters_stay_at_their_maximum() {
    let full = |memory: &mut Memory| {
        let statistics = Statistics {
            updates: u32::MAX,
            uses: u32::MAX,
            variance: u32::MAX as f32,
            born: u32::MAX,
            squared_error: u32::MAX as f32,
            error: u32::MAX as f32,
        };
        memory.games = u32::MAX;
        for id in memory.graphs.ids().collect::<Vec<_>>() {
            *memory.graphs.statistics_mut(id).unwrap() = statistics;
        }
        for id in memory.moves.ids().collect::<Vec<_>>() {
            *memory.moves.statistics_mut(id).unwrap() = statistics;
        }
    };
    let mut memory = learned(32, 2);
    full(&mut memory);
    let errors = UpdateSettings::Error { eta: 0.5, step_half_life: None };
    for update in [errors, UpdateSettings::TowardTarget { rate: 0.1 }] {
        let settings = morph::learning::LearningSettings { update, ..settings(1) };
        let mut learner =
            Learner::new(memory.clone(), settings, EvaluationSettings::default(), u32::MAX);
        let (positions, moves) = random_game(32_001, 30);
        let (start, explored) = (positions[0].clone(), vec![false; moves.len()]);
        let sample = TrainingSample::new(u32::MAX, start, moves, explored, Value::LOSS).unwrap();
        learner.learn(&sample, &mut rng::seeded(1, "learning", 0));
        let learned = learner.into_memory();
        let old = memory.graphs.ids().find(|id| learned.graphs.get(*id).is_some()).unwrap();
        let statistics = learned.graphs.statistics(old);
        assert_eq!((statistics.updates, statistics.uses), (u32::MAX, u32::MAX));
        assert_eq!(statistics.age(learned.games), 0);
        assert_eq!(learned.games, u32::MAX);
        assert!(read_back(&learned).is_ok());
    }
    let merged = Memory::merged(vec![memory.clone(), memory]).unwrap();
    assert_eq!(merged.games, u32::MAX);
    assert!(read_back(&merged).is_ok(), "sums stay in the range that is read");
}
