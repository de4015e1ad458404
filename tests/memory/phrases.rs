use std::collections::HashMap;

use morph::memory::{IndexedPattern, Memory, PatternTable};

/// Whoever reads a sentence knows which pattern is meant.
#[test]
fn no_two_patterns_of_the_shipped_memory_share_a_phrase() {
    let memory = Memory::load_shipped().unwrap();
    let mut phrases = HashMap::new();
    collect("g", &memory.graphs, &mut phrases);
    collect("m", &memory.materials, &mut phrases);
    collect("v", &memory.moves, &mut phrases);
    let shared: Vec<_> = phrases.iter().filter(|(_, ids)| ids.len() > 1).take(20).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}

fn collect<P: IndexedPattern>(
    prefix: &str,
    table: &PatternTable<P>,
    phrases: &mut HashMap<String, Vec<String>>,
) {
    for id in table.ids() {
        let phrase = table.get(id).unwrap().phrase();
        phrases.entry(phrase).or_default().push(format!("{prefix}{}", id.0));
    }
}
