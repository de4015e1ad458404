//! Rows of forgotten patterns are given up; nothing else changes. The oracle is a database that never renumbers its rows.

use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::learning::{Learner, TrainingSample};
use morph::memory::{
    Database, Forgotten, IndexedPattern, Insertion, Memory, PatternId, PositionFeatures, Retriever,
    Tombstone,
};
use morph::pattern::{GraphPattern, MaterialPattern};
use morph::units::Value;
use morph::{chess::MaterialVector, rng};
use proptest::prelude::*;

use crate::database::{check_order, origin};
use crate::games::random_game;
use crate::graphs::{any_graph, related_patterns};
use crate::learned::{learned, settings};

/// Everything there is to know of a database, by id.
fn contents<P: IndexedPattern>(database: &Database<P>, ids: u32) -> String {
    let edges = {
        let mut edges: Vec<_> = database.hierarchy().edges().collect();
        edges.sort_unstable();
        edges
    };
    let of = |id: u32| {
        let id = PatternId(id);
        let numbers = (database.weight(id).to_bits(), database.log_odds(id).to_bits());
        let found = database.get(id).map(|pattern| database.find(pattern));
        let rest = (database.statistics(id), database.origin(id), database.forgotten(id));
        format!("{id:?} {:?} {found:?} {numbers:?} {rest:?}", database.get(id))
    };
    let all: Vec<String> = (0..ids).map(of).collect();
    let ids: Vec<_> = database.ids().collect();
    let counts = (database.len(), database.id_bound(), database.forgotten_count());
    format!("{ids:?} {counts:?} {edges:?}\n{}", all.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn renumbering_rows_changes_no_answer(
        patterns in related_patterns(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0..5u8, 0.01..0.99f64), 1..60),
        hosts in prop::collection::vec(any_graph(8, false), 1..3),
    ) {
        let mut compacted = Database::<GraphPattern>::default();
        let mut oracle = Database::<GraphPattern>::default();
        let mut given = 0;
        for (game, (choice, action, number)) in (1..).zip(steps) {
            let pattern = &patterns[choice.index(patterns.len())];
            let known = oracle.find(pattern);
            prop_assert_eq!(compacted.find(pattern), known);
            for database in [&mut compacted, &mut oracle] {
                match (known, action) {
                    (Some(id), 0 | 1) => {
                        database.remove(id, Tombstone { game, utility: number as f32 });
                    }
                    (Some(id), 2) => {
                        database.set_weight(id, number);
                        database.statistics_mut(id).unwrap().uses += 1;
                    }
                    _ => _ = database.insert(pattern.clone(), origin()),
                }
            }
            compacted.compact();
            given = given.max(oracle.id_bound());
            prop_assert_eq!(contents(&compacted, given + 1), contents(&oracle, given + 1));
        }
        check_order(&compacted);
        for host in &hosts {
            let walk = |database: &Database<GraphPattern>| {
                let mut found = Vec::new();
                database.walk(host, |id, map| found.push((id, map.to_vec())));
                found
            };
            prop_assert_eq!(walk(&compacted), walk(&oracle));
        }
        for pattern in &patterns {
            prop_assert_eq!(compacted.more_general(pattern), oracle.more_general(pattern));
            prop_assert_eq!(compacted.more_special(pattern), oracle.more_special(pattern));
        }
    }
}

/// All that a memory says of some positions, asked with the same caches before and after.
fn answers(memory: &Memory, evaluator: &mut Evaluator, retriever: &mut Retriever) -> Vec<String> {
    let snapshot = memory.snapshot();
    let positions = random_game(71, 40).0;
    let answer = |position| {
        let position = Oriented::new(position);
        let value = evaluator.value(&snapshot, &position).get().to_bits();
        let explained = evaluator.explain(&snapshot, &position);
        let matches = retriever.matches(&snapshot, &PositionFeatures::new(&position));
        format!("{value} {explained:?} {matches:?}")
    };
    positions[..positions.len() - 1].iter().map(answer).collect()
}

#[test]
fn caches_do_not_mix_up_rows_and_snapshots_keep_theirs() {
    let mut memory = learned(61, 4);
    assert!(memory.graphs.forgotten_count() > 100 && memory.moves.forgotten_count() > 10);
    let mut evaluator = Evaluator::new(EvaluationSettings::default());
    let mut retriever = Retriever::default();
    let before = answers(&memory, &mut evaluator, &mut retriever);
    let old = memory.clone();
    memory.graphs.compact();
    memory.materials.compact();
    memory.moves.compact();
    let last = memory.graphs.ids().last().unwrap();
    assert!(memory.graphs.row(last) < old.graphs.row(last));
    assert_eq!(answers(&memory, &mut evaluator, &mut retriever), before);
    assert_eq!(answers(&old, &mut evaluator, &mut retriever), before);
    assert_eq!(memory.to_bytes().unwrap(), old.to_bytes().unwrap());
}

#[test]
fn learning_goes_on_identically_after_renumbering() {
    let learn = |compact: bool| {
        let mut memory = Memory::default();
        for game in 1..=5 {
            let mut learner = Learner::new(memory, settings(1), EvaluationSettings::default(), 5);
            let (positions, moves) = random_game(62_000 + u64::from(game), 30);
            let (start, explored) = (positions[0].clone(), vec![false; moves.len()]);
            let sample = TrainingSample::new(game, start, moves, explored, Value::LOSS).unwrap();
            learner.learn(&sample, &mut rng::seeded(2, "learning", u64::from(game)));
            memory = learner.into_memory();
            if compact {
                memory.graphs.compact();
                memory.moves.compact();
            }
        }
        memory.to_bytes().unwrap()
    };
    assert_eq!(learn(true), learn(false));
}

fn material(number: u32) -> MaterialPattern {
    let digit = |place: u32| (number / 9_u32.pow(place) % 9) as i8 - 4;
    MaterialPattern(MaterialVector([0, 1, 2, 3, 4].map(digit)))
}

#[test]
fn a_database_is_as_large_as_what_it_holds() {
    let mut database = Database::<MaterialPattern>::default();
    let held = 300;
    let mut most = 0;
    for number in 0..40_000_u32 {
        // 59,049 patterns there are; each is new.
        database.insert(material(number), origin());
        if let Some(oldest) = number.checked_sub(held) {
            database.remove(PatternId(oldest), Tombstone { game: number, utility: 0.0 });
        }
        most = most.max(database.row_count());
    }
    assert!(most < 1500, "{most} rows for {held} patterns");
    assert_eq!(database.len(), held as usize);
    assert_eq!(database.forgotten_count(), 40_000 - held as usize);
    // Its file, too, from which the next pattern gets the same id.
    let memory = Memory { materials: database.clone(), ..Memory::default() };
    let bytes = memory.to_bytes().unwrap();
    assert!(bytes.len() < 100 * held as usize + 12 * Tombstone::KEPT, "{} bytes", bytes.len());
    let mut again = Memory::from_bytes(&bytes, Path::new("some.morph")).unwrap();
    assert_eq!(again.to_bytes().unwrap(), bytes);
    let next = again.materials.insert(material(40_000), origin());
    assert_eq!(next, Insertion::New(PatternId(40_000)));
    // And tombstones: those of the last games.
    let last = 39_999 - held;
    let forgotten = |id: u32| database.forgotten(PatternId(id));
    let tombstone = |game| Some(Forgotten::Recently(Tombstone { game, utility: 0.0 }));
    let kept = Tombstone::KEPT as u32;
    assert_eq!(forgotten(last), tombstone(39_999));
    assert_eq!(forgotten(last + 1 - kept), tombstone(40_000 - kept));
    assert_eq!([last - kept, 0].map(forgotten), [Some(Forgotten::LongAgo); 2]);
    assert_eq!([last + 1, 40_000, u32::MAX].map(forgotten), [None; 3]);
}
