//! What the program computes stays the same, to the last bit, until somebody means to change it.
//!
//! Both numbers depend on the platform's `exp` and `ln`; they hold for x86-64 Linux with glibc.

#![allow(clippy::unwrap_used)]
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use morph::memory::{Database, IndexedPattern, Memory};
use morph::player::bench;
use morph::training::journal;
use morph::training::run_folder::RunPaths;
use morph::training::{Plan, Players, Run};
use sha2::{Digest, Sha256};

#[test]
fn the_shipped_memory_values_the_bench_positions_as_ever() {
    let memory = Memory::load_shipped().unwrap();
    let report = bench(&memory.snapshot(), Default::default(), 1);
    assert_eq!(format!("{:016x}", report.signature), "72aedb8c42691637");
}

/// Ids, weights, statistics and origins of all patterns, and what the journal counts; names of fields may change.
#[test]
fn two_hundred_games_of_the_players_plan_teach_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("training/plans/player-moves.toml");
    let mut plan = Plan::load(&path).unwrap();
    plan.games = 200;
    let stop = AtomicBool::new(false);
    let run = Run::begin(&folder.path().join("run"), plan.check(&path).unwrap(), vec![]).unwrap();
    let memory = run.play(&Players::Threads(2), &stop, &mut ()).unwrap().memory;

    let mut digest = Sha256::new();
    weights(&memory.graphs, &mut digest);
    weights(&memory.materials, &mut digest);
    weights(&memory.moves, &mut digest);
    let journal = RunPaths::new(folder.path().join("run")).journal();
    for entry in journal::read(&journal).unwrap() {
        numbers(&mut digest, &[entry.game, entry.plies, entry.created, entry.forgotten]);
        numbers(&mut digest, &[entry.captured_by_memory, entry.captured_by_opponent]);
        let patterns = [entry.graph_patterns, entry.material_patterns, entry.move_patterns];
        numbers(&mut digest, &patterns);
        digest.update(entry.td_error.to_bits().to_le_bytes());
        digest.update(entry.result.as_str());
    }
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "ea1e02ef16a05ba0fa80d3489df9025797f4b10ff6573ab1b0a785c7e22ca852");
}

fn weights<P: IndexedPattern>(database: &Database<P>, digest: &mut Sha256) {
    for id in database.table().ids() {
        let statistics = database.statistics(id);
        let bits = [database.weight(id), database.log_odds(id), statistics.squared_error];
        numbers(digest, &[id.0, statistics.updates, statistics.uses, statistics.born]);
        numbers(digest, &bits.map(f32::to_bits));
    }
}

fn numbers(digest: &mut Sha256, numbers: &[u32]) {
    for number in numbers {
        digest.update(number.to_le_bytes());
    }
}
