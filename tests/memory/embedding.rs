use std::collections::BTreeSet;
use std::ops::ControlFlow;

use morph::graph::{Graph, PositionGraph};
use morph::pattern::{GraphPattern, Pattern, embed, find_embedding, is_embedded};
use proptest::prelude::*;

use crate::brute::{least, maps, occurrences};
use crate::games::random_game;
use crate::graphs::{any_graph, related_patterns, symmetrical_graph};
use crate::learned::learned;
use crate::vf2_host::{Vf2Host, vf2_maps};

pub fn embeddings(pattern: &GraphPattern, host: &Graph) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    embed(pattern, host, |map| {
        found.push(map.to_vec());
        ControlFlow::Continue(())
    });
    found
}

fn vf2_occurrences(pattern: &Graph, host: &Graph) -> (usize, BTreeSet<Vec<u8>>) {
    let symmetries = maps(pattern, pattern);
    let (mut count, mut found) = (0, BTreeSet::new());
    vf2_maps(&Vf2Host::new(pattern), &Vf2Host::new(host), |map| {
        let map: Vec<u8> = map.iter().map(|node| *node as u8).collect();
        found.insert(least(&map, &symmetries));
        count += 1;
        true
    });
    (count, found)
}

/// `embed` visits every occurrence once, as brute force and the other crate find them.
fn check(pattern: &GraphPattern, host: &Graph) -> Result<(), TestCaseError> {
    let symmetries = maps(pattern.graph(), pattern.graph());
    let all = maps(pattern.graph(), host);
    let found = embeddings(pattern, host);
    prop_assert_eq!(found.len(), all.len() / symmetries.len(), "{:?}", pattern);
    prop_assert_eq!(all.len() % symmetries.len(), 0);
    let places: BTreeSet<Vec<u8>> = found.iter().map(|map| least(map, &symmetries)).collect();
    prop_assert_eq!(places.len(), found.len(), "an occurrence was found twice");
    prop_assert_eq!(&places, &occurrences(pattern.graph(), host));
    let (count, others) = vf2_occurrences(pattern.graph(), host);
    prop_assert_eq!(count, all.len());
    prop_assert_eq!(places, others);
    prop_assert_eq!(is_embedded(pattern, host), !found.is_empty());
    prop_assert_eq!(find_embedding(pattern, host), found.first().cloned());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn occurrences_are_the_maps_up_to_symmetry(
        pattern in prop_oneof![any_graph(5, true), symmetrical_graph()],
        host in prop_oneof![any_graph(8, false), symmetrical_graph()],
    ) {
        if pattern.len() <= 7 && let Ok(canonised) = GraphPattern::canonise(&pattern) {
            check(&canonised.pattern, &host)?;
            check(&canonised.pattern, &pattern)?;
        }
    }

    #[test]
    fn more_general_is_an_order(patterns in related_patterns()) {
        let below = |a: &GraphPattern, b: &GraphPattern| a.is_more_general_than(b);
        for a in &patterns {
            prop_assert!(below(a, a));
            for b in &patterns {
                prop_assert!(a == b || !(below(a, b) && below(b, a)));
                for c in &patterns {
                    prop_assert!(!(below(a, b) && below(b, c)) || below(a, c));
                }
            }
        }
    }
}

#[test]
fn occurrences_of_learned_patterns_in_positions_agree_with_brute_force() {
    let memory = learned(5, 3);
    let positions = random_game(99, 60).0;
    for position in positions.iter().step_by(12) {
        let host = PositionGraph::new(position);
        for id in memory.graphs.ids().step_by(3) {
            let pattern = memory.graphs.get(id).unwrap();
            if pattern.graph().len() <= 6 {
                check(pattern, host.graph()).unwrap();
            }
        }
    }
}
