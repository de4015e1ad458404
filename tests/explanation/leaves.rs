//! Every leaf fires on its example, and its neighbours do not.

use std::collections::BTreeSet;

use morph::explanation::detectors::{DETECTORS, Finds, Found, Views, detector};
use morph::explanation::study::Study;
use morph::explanation::tree::{EvaluationTree, Leaf};
use shakmaty::{CastlingMode, Chess, Color, Square, fen::Fen};

pub fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// What the family of a leaf sees for an owner.
fn found(family: &str, study: &Study, owner: Color) -> Vec<Found> {
    let mut finds = Finds::default();
    let views = Views { me: study.view(owner), foe: study.view(!owner) };
    detector(family).unwrap()(views, &mut finds);
    finds.list
}

fn fires(tree: &EvaluationTree, leaf: &Leaf, study: &Study, owner: Color) -> Vec<Found> {
    if leaf.stage.is_some_and(|stage| stage != study.stage) {
        return Vec::new();
    }
    let family = &tree.families()[leaf.family].id;
    found(family, study, owner).into_iter().filter(|f| f.variant == leaf.variant).collect()
}

#[test]
fn the_shipped_tree_is_complete() {
    let tree = EvaluationTree::load_shipped().unwrap();
    assert_eq!(tree.node_count(), 1063);
    assert_eq!(tree.leaves().len(), 648);
    let families: BTreeSet<&str> = tree.families().iter().map(|f| f.id.as_str()).collect();
    let detectors: BTreeSet<&str> = DETECTORS.iter().map(|(id, _)| *id).collect();
    assert_eq!(families, detectors);
}

#[test]
fn every_leaf_fires_on_its_example() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut silent = Vec::new();
    let mut other_squares = Vec::new();
    for leaf in tree.leaves() {
        let study = Study::new(&position(&leaf.example.fen));
        let owner = leaf.example.owner;
        let found = fires(&tree, leaf, &study, owner);
        if found.is_empty() {
            silent.push(format!("{} {} {}", leaf.id, leaf.example.fen, owner));
            continue;
        }
        let expected: BTreeSet<Square> = leaf.example.squares.iter().copied().collect();
        let turn = |s: &Square| owner.fold_wb(*s, s.flip_vertical());
        let same = |f: &Found| f.squares.iter().map(turn).collect::<BTreeSet<_>>() == expected;
        if !found.iter().any(same) && !expected.is_empty() {
            let seen: Vec<Vec<Square>> =
                found.iter().map(|f| f.squares.iter().map(turn).collect()).collect();
            other_squares.push(format!("{} {} {:?} {seen:?}", leaf.id, leaf.example.fen, expected));
        }
    }
    assert!(silent.is_empty(), "silent: {}\n{}", silent.len(), silent.join("\n"));
    assert!(other_squares.is_empty(), "{}\n{}", other_squares.len(), other_squares.join("\n"));
}
