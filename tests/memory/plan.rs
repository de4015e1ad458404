use std::path::Path;

use morph::memory::Memory;
use morph::training::Plan;

/// The shipped memory keeps its plan under the names that keys and components had when it was trained.
#[test]
fn the_plan_inside_the_shipped_memory_still_loads() {
    let memory = Memory::load_shipped().unwrap();
    let stored = Plan::parse(memory.plan.text(), Path::new("memory.morph")).unwrap();
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("training/plans");
    assert_eq!(stored, Plan::load(&plans.join("player-moves.toml")).unwrap());
}
