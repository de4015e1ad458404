//! Forced gains and losses are facts; threats that have an answer are not.

use morph::chess::material_balance;
use morph::explanation::explained::Alert;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::PositionFeatures;
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::reason::Reason;
use shakmaty::{Move, Position};

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
    // Capturing the queen on f3 allows mate on the first rank, with two rooks and no queen it is free to capture.
    let poisoned = "4k3/5p1Q/6r1/p3P3/1p6/5q2/PPP5/1K3R2 w - - 1 36";
    let free = "4k3/5p2/8/p3P3/1p6/5q2/PPP5/1KR2R2 w - - 1 36";
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
    assert_eq!(first.leaf, "threats/forced/on-move/piece");
    let plan = morph::render::explanation::plan(&first.plan);
    // 28. Qg3+ as well as 28. Rg3+.
    assert!(plan.starts_with("play 28. ") && plan.ends_with(" Qxb8"), "{plan}");
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
                    let search = PositionFeatures::new(&position).search;
                    assert!(search.costs_at_most(m, 30), "{position:?} {m}");
                }
                board.play_unchecked(m);
            }
        }
    }
    assert!(lines > 40, "{lines}");
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
            let taken = (material_balance(&next) - material_balance(&position)).abs();
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

#[test]
fn what_the_search_cannot_find_out_is_said_and_not_claimed() {
    let explainer = Explainer::load_shipped().unwrap();
    for fen in [
        "QN1b2b1/5r1P/2B3n1/1RBKQ3/2PbQ1Rn/1p2p3/pbrQ3k/Nq1n1b1n b - - 0 1",
        "6qq/1pnk1PP1/b1qn1rQ1/KQ2B3/1Q6/1RQr2Qp/3N1Q2/1q2Bq2 w - - 0 1",
        "3k1r1q/2r1r3/1P1NQQQp/5qQq/N1Q1q1N1/1qK2RP1/Q2r3q/1b6 w - - 0 1",
    ] {
        let position = position(fen);
        let explanation = explainer.explain(&position, Settings::QUICK, None).unwrap();
        assert!(explanation.alerts.contains(&Alert::NoSearch), "{fen}");
        let is_claim = |leaf: &String| leaf.starts_with("threats/forced");
        assert!(!explanation.reasons.iter().any(|reason| is_claim(&reason.leaf)), "{fen}");
        // A plan that begins at once would have to be searched.
        let is_begun = |reason: &Reason| {
            reason.validation.as_ref().is_some_and(|found| found.first_step().is_some())
        };
        assert!(!explanation.reasons.iter().any(is_begun), "{fen}");
    }
}
