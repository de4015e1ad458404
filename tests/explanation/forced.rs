//! Forced gains and losses are facts; threats that have an answer are not.

use morph::chess::MaterialVector;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::PositionFeatures;
use morph::explanation::facts::tree::EvaluationTree;
use shakmaty::{Chess, Move, Position};

use crate::{position, random_positions};

/// The facts of the side to move that speak of a gain at once.
fn threats(explainer: &Explainer, fen: &str) -> Vec<String> {
    let position = position(fen);
    let own = explainer.facts(&position).into_iter().filter(|f| f.owner == position.turn());
    let leaves = own.map(|fact| explainer.tree.leaf(fact.leaf).id.clone());
    leaves.filter(|leaf| leaf.starts_with("threats") && leaf.contains("on-move")).collect()
}

#[test]
fn a_hanging_piece_that_must_not_be_captured_is_no_fact() {
    let explainer = Explainer::load_shipped().unwrap();
    // Capturing the queen on f3 allows mate on the first rank, with one rook and no queen it is free to capture.
    let poisoned = "4k3/5p1Q/6r1/p3P3/1p6/5q2/PPP5/1K3R2 w - - 1 36";
    let free = "4k3/5p2/8/p3P3/1p6/5q2/PPP5/1K3R2 w - - 1 36";
    let hangs = |fen: &str| {
        threats(&explainer, fen).iter().any(|leaf| leaf == "threats/hanging/on-move/queen")
    };
    assert!(!hangs(poisoned));
    assert!(hangs(free));
}

#[test]
fn a_combination_shows_its_line() {
    let explainer = Explainer::load_shipped().unwrap();
    let fen = "1rb3r1/6p1/p3p1k1/2p4q/P6Q/3R4/1PP3PP/5R1K w - - 4 28";
    let explanation = explainer.explain(&position(fen), Settings::default(), None).unwrap();
    let first = &explanation.reasons[0];
    assert_eq!(first.leaf, "threats/forced/on-move/rook");
    let plan = morph::render::explanation::plan(&first.plan);
    assert!(plan.starts_with("play Qh4-"), "{plan}");
}

#[test]
fn lines_are_legal_and_begin_with_a_best_move() {
    let explainer = Explainer::load_shipped().unwrap();
    let mut lines = 0;
    for position in random_positions(300) {
        for fact in explainer.facts(&position) {
            let mut board = position.clone();
            for (place, step) in fact.detection.line.iter().enumerate() {
                let moves = board.legal_moves();
                let is_step = |m: &&Move| m.from() == Some(step.from) && m.to() == step.to;
                let m = *moves.iter().find(is_step).expect("a legal move");
                assert_eq!(m.is_capture(), step.is_capture);
                if place == 0 {
                    lines += 1;
                    assert!(!PositionFeatures::new(&position).search.loses(m));
                }
                board.play_unchecked(m);
            }
        }
    }
    assert!(lines > 40, "{lines}");
}

/// White's material minus Black's.
fn balance(position: &Chess) -> i32 {
    MaterialVector::of_board(position.board()).traditional()
}

#[test]
fn a_forced_loss_follows_every_move() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut moves = 0;
    for leaf in tree.leaves() {
        if !leaf.id.starts_with("threats/forced/waiting") {
            continue;
        }
        let position = position(&leaf.example.fen);
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(m);
            if next.is_checkmate() {
                panic!("{} mates", leaf.example.fen);
            }
            let taken = (balance(&next) - balance(&position)).abs();
            let lost = if next.legal_moves().is_empty() {
                0
            } else {
                PositionFeatures::new(&next).search.gain()
            };
            moves += 1;
            assert!(lost - taken >= 1, "{} {m}: {lost} - {taken}", leaf.example.fen);
        }
    }
    assert!(moves > 50, "{moves}");
}
