use std::collections::BTreeSet;

use morph::chess::Oriented;
use morph::graph::{Graph, PositionGraph};
use morph::memory::{
    Database, IndexedPattern, Insertion, Operator, Origin, PatternId, Row, Tombstone, TrieCache,
};
use morph::pattern::{GraphPattern, Pattern, is_embedded};
use morph::units::Ply;
use proptest::prelude::*;
use shakmaty::Board;

use crate::brute::{Order, occurrences};
use crate::embedding::embeddings;
use crate::games::random_game;
use crate::graphs::{any_graph, related_patterns};
use crate::learned::learned;

pub fn origin() -> Origin {
    Origin::new(Operator::Edge, 1, Ply(0), &Board::empty(), [])
}

pub fn remove<P: IndexedPattern>(database: &mut Database<P>, id: PatternId) {
    database.remove(id, Tombstone { game: 1, utility: 0.0 });
}

fn contents<P: IndexedPattern>(database: &Database<P>) -> Vec<(PatternId, P)> {
    database.ids().map(|id| (id, database.get(id).unwrap().clone())).collect()
}

/// All that is stored is ordered and found as brute force says.
pub fn check_order(database: &Database<GraphPattern>) -> Order {
    check_index(database, |a, b| is_embedded(a, b.graph()))
}

/// The same for patterns of any kind, with a slow way to tell which is more general.
pub fn check_index<P: IndexedPattern>(
    database: &Database<P>,
    is_more_general: impl Fn(&P, &P) -> bool,
) -> Order {
    let stored = contents(database);
    let order = Order::new(&stored, is_more_general);
    let edges: BTreeSet<_> = database.hierarchy().edges().collect();
    assert_eq!(edges, order.reduction());
    assert_eq!(database.len(), stored.len());
    for (id, pattern) in &stored {
        assert_eq!(database.find(pattern), Some(*id));
        assert_eq!(database.more_general(pattern), order.above(*id));
        assert_eq!(database.more_special(pattern), order.below(*id));
    }
    order
}

/// The trie, embedding of each pattern, and the walk down the hierarchy find the same.
fn check_walk(database: &Database<GraphPattern>, host: &Graph) {
    let mut together = Vec::new();
    database.walk(host, |id, map| together.push((id, map.to_vec())));
    let mut one_by_one = Vec::new();
    for (id, pattern) in contents(database) {
        one_by_one.extend(embeddings(&pattern, host).into_iter().map(|map| (id, map)));
    }
    together.sort();
    one_by_one.sort();
    assert_eq!(together, one_by_one);
    let mut ids: Vec<PatternId> = together.into_iter().map(|(id, _)| id).collect();
    ids.dedup();
    let (found, comparisons) = database.descend(|pattern| is_embedded(pattern, host));
    assert_eq!(found, ids);
    assert!(comparisons <= database.len());
}

/// The cache changes no result, even when patterns are inserted and removed between walks.
fn check_cache(cache: &mut TrieCache, database: &Database<GraphPattern>, host: &Graph) {
    let occurrences = |cache: Option<&mut TrieCache>| {
        let mut found = Vec::new();
        let visit = |row: Row, map: &[u8]| found.push((row, map.to_vec()));
        match cache {
            Some(cache) => database.index().walk_with(cache, host, visit),
            None => drop(database.index().walk(host, visit)),
        }
        found.sort();
        found
    };
    let plain = occurrences(None);
    assert_eq!(occurrences(Some(cache)), plain);
    assert_eq!(occurrences(Some(cache)), plain);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn order_and_index_are_right_after_any_insertions_and_removals(
        patterns in related_patterns(),
        choices in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8), 1..40),
        hosts in prop::collection::vec(any_graph(8, false), 1..4),
    ) {
        let mut database = Database::default();
        let mut cache = TrieCache::default();
        for (choice, action) in choices {
            let pattern = &patterns[choice.index(patterns.len())];
            let known = database.find(pattern);
            match (known, action) {
                (Some(id), 0) => remove(&mut database, id),
                (Some(id), _) => {
                    let again = database.insert(pattern.clone(), origin());
                    prop_assert_eq!(again, Insertion::Known(id));
                }
                (None, _) => {
                    let id = PatternId(database.id_bound());
                    let inserted = database.insert(pattern.clone(), origin());
                    prop_assert_eq!(inserted, Insertion::New(id), "ids are never used again");
                }
            }
            check_order(&database);
            for host in &hosts {
                check_cache(&mut cache, &database, host);
            }
        }
        for host in &hosts {
            check_walk(&database, host);
        }
        for pattern in &patterns {
            // Also for what is not stored.
            let expected: Vec<PatternId> = contents(&database)
                .into_iter()
                .filter(|(_, other)| is_embedded(other, pattern.graph()) && other != pattern)
                .map(|(id, _)| id)
                .collect();
            prop_assert_eq!(database.more_general(pattern), expected);
        }
        for id in database.ids().collect::<Vec<_>>() {
            remove(&mut database, id);
        }
        let empty = database.index().statistics();
        prop_assert_eq!((empty.patterns, empty.nodes, empty.lookups), (0, 1, 0));
        prop_assert_eq!(database.hierarchy().edge_count(), 0);
    }

    #[test]
    fn the_order_of_insertion_does_not_matter(
        (patterns, shuffled) in related_patterns()
            .prop_flat_map(|patterns| (Just(patterns.clone()), Just(patterns).prop_shuffle())),
    ) {
        let edges = |patterns: &[GraphPattern]| {
            let mut database = Database::default();
            for pattern in patterns {
                database.insert(pattern.clone(), origin());
            }
            let get = |id| format!("{:?}", database.get(id).unwrap().graph());
            let named = database.hierarchy().edges().map(|(a, b)| (get(a), get(b)));
            named.collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(edges(&patterns), edges(&shuffled));
    }
}

#[test]
fn order_and_retrieval_of_a_learned_memory_agree_with_brute_force() {
    for seed in 0..2 {
        let memory = learned(seed, 3);
        assert!(memory.graphs.len() > 300, "{}", memory.graphs.len());
        assert!(memory.graphs.forgotten_count() > 0);
        check_order(&memory.graphs);
        for position in random_game(50 + seed, 120).0.iter().step_by(5) {
            check_walk(&memory.graphs, PositionGraph::new(position).graph());
        }
    }
}

/// Thousands of graphs fill the cache, in all its generations.
#[test]
fn a_full_cache_still_gives_right_answers() {
    let memories = [learned(8, 4).graphs, learned(9, 2).graphs];
    let mut cache = TrieCache::default();
    for database in [&memories[0], &memories[1], &memories[0]] {
        for seed in 0..12 {
            for position in random_game(80 + seed, 120).0 {
                check_cache(&mut cache, database, PositionGraph::new(&position).graph());
            }
        }
    }
}

#[test]
fn a_learned_pattern_occurs_where_its_origin_says() {
    let memory = learned(7, 4);
    for id in memory.graphs.ids() {
        let (pattern, origin) = (memory.graphs.get(id).unwrap(), memory.graphs.origin(id).unwrap());
        let mut graph = PositionGraph::default();
        graph.rebuild(&Oriented::of_board(&origin.board(), shakmaty::Color::White));
        let nodes: Vec<u8> =
            origin.squares().iter().map(|square| graph.node_on(*square).unwrap()).collect();
        assert_eq!(nodes.len(), pattern.graph().len(), "{id:?} {origin:?}");
        let here = graph.graph().subgraph(&nodes, |_, label| label, |_, _, _| true);
        let occurs = pattern.graph().labels().iter().zip(here.labels()).all(|(a, b)| a.covers(*b))
            && pattern
                .graph()
                .edges()
                .all(|(a, b, mode)| here.edge(a, b).is_some_and(|found| mode.covers(found)));
        assert!(occurs, "{id:?} {} {:?}", pattern.phrase(), origin.operator);
    }
}

#[test]
fn occurrences_of_small_learned_patterns_in_each_other_agree_with_brute_force() {
    let memory = learned(3, 2);
    let small: Vec<_> =
        contents(&memory.graphs).into_iter().filter(|(_, p)| p.graph().len() <= 3).collect();
    for (_, a) in small.iter().step_by(4) {
        for (_, b) in &small {
            assert_eq!(a.is_more_general_than(b), !occurrences(a.graph(), b.graph()).is_empty());
        }
    }
}
