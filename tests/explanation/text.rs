//! What explanations say about pieces and squares is true of the board.

use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::mirrored;
use morph::explanation::facts::tree::EvaluationTree;
use morph::graph::role_named;
use morph::render::explanation::plan;
use shakmaty::{Chess, Position, Square};

use crate::{position, random_positions};

/// A claim that a piece stands "on" a square that is false, and how many are true.
fn untrue(position: &Chess, text: &str) -> (Option<String>, usize) {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let mut right = 0;
    for said in words.windows(3) {
        let &[what, "on", place] = said else { continue };
        let (Some(role), Ok(square)) = (role_named(what), place.parse::<Square>()) else {
            continue;
        };
        if position.board().role_at(square) != Some(role) {
            return (Some(said.join(" ")), right);
        }
        right += 1;
    }
    (None, right)
}

#[test]
fn plans_go_on_after_should() {
    let tree = EvaluationTree::load_shipped().unwrap();
    for leaf in tree.leaves() {
        for general in &leaf.general {
            let plan = general.plan.with_number(1);
            let goes_on = !["do not ", "if ", "to ", "should "].iter().any(|w| plan.starts_with(w));
            assert!(goes_on && !plan.contains("; do not"), "{}: {plan}", leaf.id);
        }
    }
}

#[test]
fn every_piece_named_stands_on_the_square_named() {
    let explainer = Explainer::load_shipped().unwrap();
    let tree = EvaluationTree::load_shipped().unwrap();
    let examples: Vec<Chess> = tree.leaves().iter().map(|l| position(&l.example.fen)).collect();
    let mut positions: Vec<Chess> = examples.iter().map(mirrored).collect();
    positions.extend(examples);
    positions.extend(random_positions(100));
    let settings = Settings { reasons: usize::MAX, ..Settings::QUICK };
    let mut right = 0;
    for position in positions {
        let Ok(explanation) = explainer.explain(&position, settings, None) else { continue };
        for reason in &explanation.reasons {
            let [fact, belief, purpose] =
                [&reason.fact, &reason.belief, &reason.purpose].map(|phrase| phrase.to_string());
            for text in [fact, belief, purpose, plan(&reason.plan)] {
                let at = format!("{} {}: {text}", explanation.fen, reason.leaf);
                assert!(!text.contains(['{', '}']), "a slot is left open: {at}");
                let (wrong, more) = untrue(&position, &text);
                assert!(wrong.is_none(), "{wrong:?}: {at}");
                right += more;
            }
        }
    }
    assert!(right > 5000, "{right}");
}
