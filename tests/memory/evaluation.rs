use morph::chess::Oriented;
use morph::evaluation::{
    CombinationRule, EvaluationSettings, Evaluator, LogOddsMean, LogOddsSum, Mean, Term,
};
use morph::memory::{AnyId, Memory, PositionFeatures, Tombstone};
use morph::pattern::Pattern;
use morph::rng;
use morph::units::Value;
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::database::origin;
use crate::games::random_game;
use crate::learned::{evaluations, learned};

/// The same patterns with the same weights, put in in another order and with others coming and going between.
fn shuffled(memory: &Memory, seed: u64) -> Memory {
    let mut rng = rng::seeded(seed, "shuffle", 0);
    let mut other = Memory::default();
    let mut graphs: Vec<_> = memory.graphs.ids().collect();
    graphs.shuffle(&mut rng);
    for id in graphs {
        let weight = f64::from(memory.graphs.weight(id));
        other.graphs.insert(memory.graphs.get(id).unwrap().clone(), origin());
        if rng.random_bool(0.1) {
            let first = other.graphs.ids().next().unwrap();
            let (again, kept) =
                (other.graphs.get(first).unwrap().clone(), other.graphs.weight(first));
            crate::database::remove(&mut other.graphs, first);
            other.graphs.insert(again.clone(), origin());
            let first = other.graphs.find(&again).unwrap();
            other.graphs.set_weight(first, f64::from(kept));
        }
        let own = other.graphs.find(memory.graphs.get(id).unwrap()).unwrap();
        other.graphs.set_weight(own, weight);
    }
    let mut materials: Vec<_> = memory.materials.ids().collect();
    materials.shuffle(&mut rng);
    for id in materials {
        let pattern = *memory.materials.get(id).unwrap();
        other.materials.insert(pattern, origin());
        let own = other.materials.find(&pattern).unwrap();
        other.materials.set_weight(own, f64::from(memory.materials.weight(id)));
    }
    let mut moves: Vec<_> = memory.moves.ids().collect();
    moves.shuffle(&mut rng);
    for id in moves {
        let pattern = *memory.moves.get(id).unwrap();
        other.moves.insert(pattern, origin());
        let own = other.moves.find(&pattern).unwrap();
        other.moves.set_weight(own, f64::from(memory.moves.weight(id)));
    }
    other
}

/// A learned memory whose log-odds follow from its weights, whichever way those were set.
fn by_weight(mut memory: Memory) -> Memory {
    for id in memory.graphs.ids().collect::<Vec<_>>() {
        let weight = f64::from(memory.graphs.weight(id));
        memory.graphs.set_weight(id, weight);
    }
    for id in memory.materials.ids().collect::<Vec<_>>() {
        let weight = f64::from(memory.materials.weight(id));
        memory.materials.set_weight(id, weight);
    }
    for id in memory.moves.ids().collect::<Vec<_>>() {
        let weight = f64::from(memory.moves.weight(id));
        memory.moves.set_weight(id, weight);
    }
    memory
}

#[test]
fn a_value_does_not_depend_on_the_history_of_the_memory() {
    let memory = by_weight(learned(31, 3));
    let names = |memory: &Memory, id: AnyId| match id {
        AnyId::Graph(id) => memory.graphs.get(id).unwrap().phrase(),
        AnyId::Material(id) => memory.materials.get(id).unwrap().phrase(),
        AnyId::Move(id) => memory.moves.get(id).unwrap().phrase(),
    };
    for seed in 0..3 {
        let other = shuffled(&memory, seed);
        assert_eq!(other.graphs.len(), memory.graphs.len());
        for settings in evaluations() {
            let (mut one, mut two) = (Evaluator::new(settings), Evaluator::new(settings));
            for position in random_game(500 + seed, 90).0.iter().step_by(9) {
                let position = Oriented::new(position);
                let a = one.explain(&memory.snapshot(), &position);
                let b = two.explain(&other.snapshot(), &position);
                assert_eq!(a.value.get().to_bits(), b.value.get().to_bits(), "{settings:?}");
                let parts = |memory: &Memory, evaluation: &morph::evaluation::Evaluation| {
                    let mut parts: Vec<_> = evaluation
                        .contributions
                        .iter()
                        .map(|c| (names(memory, c.id), c.count, c.weight.to_bits()))
                        .collect();
                    parts.sort();
                    parts
                };
                assert_eq!(parts(&memory, &a), parts(&other, &b));
            }
        }
    }
}

#[test]
fn a_colour_flip_changes_no_value() {
    let memory = learned(32, 3).snapshot();
    for settings in evaluations() {
        let mut evaluator = Evaluator::new(settings);
        for position in random_game(600, 90).0.iter().step_by(4) {
            use shakmaty::Position;
            let mut flipped = position.board().clone();
            flipped.mirror();
            let own = evaluator.value(&memory, &Oriented::new(position));
            let turned = Oriented::of_board(&flipped, !position.turn());
            assert_eq!(own, evaluator.value(&memory, &turned));
        }
    }
}

#[test]
fn one_evaluator_can_use_several_memories_in_turn() {
    let memories = [learned(33, 3), learned(34, 1), Memory::default(), learned(35, 2)];
    for settings in evaluations() {
        let mut shared = Evaluator::new(settings);
        for (i, position) in random_game(700, 60).0.iter().enumerate() {
            let (memory, position) = (memories[i % 4].snapshot(), Oriented::new(position));
            let own = Evaluator::new(settings).value(&memory, &position);
            assert_eq!(shared.value(&memory, &position), own);
        }
    }
}

#[test]
fn the_cached_sum_is_that_of_all_activations_whatever_was_valued_before() {
    let mut memory = by_weight(learned(36, 4));
    let mut quick = Evaluator::new(EvaluationSettings::default());
    let mut slow = Evaluator::new(EvaluationSettings::default());
    let positions = random_game(800, 90).0;
    for (round, part) in positions.chunks(15).enumerate() {
        let snapshot = memory.snapshot();
        // Twice, so that the second time everything is cached.
        for position in part.iter().chain(part) {
            let position = Oriented::new(position);
            let value = quick.value(&snapshot, &position);
            let active = slow.activations(&snapshot, &PositionFeatures::new(&position));
            assert_eq!(value, slow.combine(snapshot.weights(), &active).0);
            assert!(value != Value::DRAW && !active.graphs.is_empty());
        }
        // Then some weights change, and in every second round some patterns go.
        for id in snapshot.graphs.ids().skip(round).step_by(7) {
            memory.graphs.set_log_odds(id, f64::from(id.0 % 11) - 5.0);
        }
        for id in snapshot.moves.ids().skip(round).step_by(5) {
            memory.moves.set_log_odds(id, f64::from(id.0 % 7) / 2.0 - 1.5);
        }
        if round % 2 == 1 {
            for id in snapshot.graphs.ids().skip(round).step_by(31) {
                memory.graphs.remove(id, Tombstone { game: 1, utility: 0.0 });
            }
            for id in snapshot.moves.ids().skip(round).step_by(31) {
                memory.moves.remove(id, Tombstone { game: 1, utility: 0.0 });
            }
        }
    }
}

fn any_terms() -> impl Strategy<Value = Vec<Term>> {
    let term = (0.001f32..0.999).prop_map(|weight| Term {
        weight,
        log_odds: Value::new(f64::from(weight)).log_odds() as f32,
    });
    prop::collection::vec(term, 0..60)
}

proptest! {
    #[test]
    fn rules_know_no_order_and_no_colour(
        (terms, shuffled) in any_terms()
            .prop_flat_map(|terms| (Just(terms.clone()), Just(terms).prop_shuffle())),
        beta in 0.0..8.0,
    ) {
        let rules: [&dyn CombinationRule; 3] =
            [&Mean { beta }, &LogOddsMean { beta }, &LogOddsSum];
        for rule in rules {
            let value = rule.combine(&terms);
            prop_assert_eq!(value, rule.combine(&shuffled));
            prop_assert!((0.0..=1.0).contains(&value.get()));
            let opposite: Vec<Term> = terms
                .iter()
                .map(|t| Term { weight: 1.0 - t.weight, log_odds: -t.log_odds })
                .collect();
            let flipped = rule.combine(&opposite).flipped();
            prop_assert!((value.get() - flipped.get()).abs() < 1e-6, "{value} {flipped}");
        }
    }
}
