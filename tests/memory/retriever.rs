use std::collections::BTreeSet;

use morph::chess::{MaterialVector, Oriented};
use morph::graph::{EdgeKind, Graph, GraphBuilder, NodeKind, NodeLabel};
use morph::memory::{
    IndexedPattern, Memory, PatternId, PatternTable, PositionFeatures, Retriever, Row,
};
use morph::pattern::{GraphPattern, Pattern, is_embedded};
use shakmaty::fen::Fen;
use shakmaty::{Board, Color, Position};

use crate::brute::{least, maps, occurrences};
use crate::database::origin;
use crate::games::random_game;
use crate::learned::learned;

/// Occurrences that are part of no occurrence of a more special pattern, each as the least of its variants.
fn most_specific(memory: &Memory, host: &Graph) -> BTreeSet<(PatternId, Vec<u8>)> {
    let stored: Vec<(PatternId, &GraphPattern)> =
        memory.graphs.ids().map(|id| (id, memory.graphs.get(id).unwrap())).collect();
    let mut covered = BTreeSet::new();
    let mut all = BTreeSet::new();
    let present: Vec<_> = stored
        .iter()
        .map(|(id, pattern)| (*id, *pattern, occurrences(pattern.graph(), host)))
        .filter(|(_, _, places)| !places.is_empty())
        .collect();
    for (id, general, places) in &present {
        let symmetries = maps(general.graph(), general.graph());
        all.extend(places.iter().map(|place| (*id, place.clone())));
        for (_, special, places) in &present {
            if general == special || !is_embedded(general, special.graph()) {
                continue;
            }
            for inner in maps(general.graph(), special.graph()) {
                for place in places {
                    let part: Vec<u8> = inner.iter().map(|n| place[usize::from(*n)]).collect();
                    covered.insert((*id, least(&part, &symmetries)));
                }
            }
        }
    }
    all.difference(&covered).cloned().collect()
}

fn check(memory: &Memory, position: &Oriented) {
    let features = PositionFeatures::new(position);
    let matches = Retriever::default().matches(&memory.snapshot(), &features);
    let host = features.graph().graph();
    let place = |id: PatternId, nodes: &[u8]| {
        let graph = memory.graphs.get(id).unwrap().graph();
        least(nodes, &maps(graph, graph))
    };
    let found: BTreeSet<_> = matches
        .graphs
        .iter()
        .filter(|o| o.most_specific)
        .map(|o| (o.id, place(o.id, &o.nodes)))
        .collect();
    let wanted = most_specific(memory, host);
    let name = |id: &PatternId| memory.graphs.get(*id).unwrap().phrase();
    let more: Vec<_> = found.difference(&wanted).map(|(id, at)| (id, at, name(id))).collect();
    let less: Vec<_> = wanted.difference(&found).map(|(id, at)| (id, at, name(id))).collect();
    assert!(
        more.is_empty() && less.is_empty(),
        "{}\nnot most specific: {more:#?}\nmissing: {less:#?}",
        position.board()
    );

    let material = MaterialVector::of_board(position.board());
    for (id, specific) in &matches.materials {
        let own = memory.materials.get(*id).unwrap();
        let covered = memory.materials.ids().any(|other| {
            let pattern = memory.materials.get(other).unwrap();
            other != *id
                && own.is_more_general_than(pattern)
                && pattern.is_more_general_than(&morph::pattern::MaterialPattern(material))
        });
        assert_eq!(*specific, !covered);
    }

    let mut retriever = Retriever::default();
    let active = retriever.activations(&memory.snapshot(), &features);
    let mut occurring = ids(&memory.graphs, &active.graphs);
    assert_eq!(occurring, matches.graphs.iter().map(|o| o.id).collect::<Vec<_>>());
    active.keep_once();
    occurring.dedup();
    assert_eq!(ids(&memory.graphs, &active.graphs), occurring);
    active.keep_most_specific(&memory.snapshot());
    // Patterns none of whose more special ones occur.
    let tops: Vec<PatternId> = occurring
        .iter()
        .copied()
        .filter(|id| {
            let own = memory.graphs.get(*id).unwrap();
            !occurring.iter().any(|other| {
                other != id && is_embedded(own, memory.graphs.get(*other).unwrap().graph())
            })
        })
        .collect();
    assert_eq!(ids(&memory.graphs, &active.graphs), tops);
    let mut materials: Vec<PatternId> =
        matches.materials.iter().filter(|(_, specific)| *specific).map(|(id, _)| *id).collect();
    materials.sort();
    assert_eq!(ids(&memory.materials, &active.materials), materials);
}

fn ids<P: IndexedPattern>(table: &PatternTable<P>, rows: &[Row]) -> Vec<PatternId> {
    let mut ids = table.ids_of(rows);
    ids.sort();
    ids
}

#[test]
fn the_most_specific_occurrences_are_those_of_the_definition() {
    for seed in 20..24 {
        let mut memory = learned(seed, 1);
        // Large patterns take brute force too long.
        let large: Vec<PatternId> = memory
            .graphs
            .ids()
            .filter(|id| memory.graphs.get(*id).unwrap().graph().len() > 4)
            .collect();
        for id in large {
            crate::database::remove(&mut memory.graphs, id);
        }
        let own = random_game(seed * 1000 + 1, 30).0;
        let other = random_game(seed, 80).0;
        for position in own.iter().step_by(10).chain(other.iter().step_by(40)) {
            check(&memory, &Oriented::new(position));
        }
    }
}

/// One pattern as a graph: kinds of nodes, and direct edges.
fn insert(memory: &mut Memory, kinds: &[NodeKind], edges: &[(u8, u8)]) {
    let mut builder = GraphBuilder::default();
    for kind in kinds {
        builder.node(NodeLabel::new(*kind));
    }
    for (from, to) in edges {
        builder.edge(*from, *to, EdgeKind::Direct);
    }
    let pattern = GraphPattern::canonise(&builder.build()).unwrap().pattern;
    memory.graphs.insert(pattern, origin());
}

#[test]
fn an_occurrence_is_covered_if_only_a_distant_successor_contains_it() {
    let (knight, pawn) =
        (NodeKind::Piece(Color::White.knight()), NodeKind::Piece(Color::Black.pawn()));
    let mut memory = Memory::default();
    // The knight alone, a knight that attacks a pawn, and that knight defended by another: the last holds two knights,
    // and only one of them is held by the one between.
    insert(&mut memory, &[knight], &[]);
    insert(&mut memory, &[knight, pawn], &[(0, 1)]);
    insert(&mut memory, &[knight, pawn, knight], &[(0, 1), (2, 0)]);
    let fen: Fen = "k7/8/8/3p4/5N2/8/6N1/K6R w - - 0 1".parse().unwrap();
    let board: Board = fen.as_setup().board.clone();
    check(&memory, &Oriented::of_board(&board, Color::White));
}

/// Caches change no result over whole games with all their successors.
#[test]
fn a_used_retriever_finds_the_same_as_a_new_one() {
    let memory = learned(26, 3).snapshot();
    let mut used = Retriever::default();
    let sorted = |retriever: &mut Retriever, features: &PositionFeatures| {
        let mut rows = retriever.activations(&memory, features).graphs.clone();
        rows.sort();
        rows
    };
    for seed in 0..3 {
        for position in random_game(seed, 40).0.iter().step_by(4) {
            for m in position.legal_moves() {
                let mut successor = position.clone();
                successor.play_unchecked(m);
                let features = PositionFeatures::new(&Oriented::new(&successor));
                let new = sorted(&mut Retriever::default(), &features);
                assert_eq!(sorted(&mut used, &features), new);
            }
        }
    }
}
