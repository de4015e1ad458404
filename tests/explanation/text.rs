//! What is said of men and squares is true of the board.

use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::mirrored;
use morph::explanation::facts::tree::EvaluationTree;
use morph::graph::role_named;
use shakmaty::{Chess, Position, Square};

use crate::{position, random_positions};

/// What a text says of men "on" squares that is not so, and how often it was right.
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
fn every_man_that_is_named_stands_where_it_is_said_to_stand() {
    let explainer = Explainer::load_shipped().unwrap();
    let tree = EvaluationTree::load_shipped().unwrap();
    let examples: Vec<Chess> = tree.leaves().iter().map(|l| position(&l.example.fen)).collect();
    let mut positions: Vec<Chess> = examples.iter().map(mirrored).collect();
    positions.extend(examples);
    positions.extend(random_positions(100));
    let settings = Settings { xps: usize::MAX, ..Settings::default() };
    let mut right = 0;
    for position in positions {
        let Ok(explanation) = explainer.explain(&position, settings, None) else { continue };
        for xp in &explanation.mxp.xps {
            for text in [&xp.fact, &xp.belief, &xp.purpose, &xp.plan] {
                let at = format!("{} {}: {text}", explanation.fen, xp.leaf);
                assert!(!text.contains(['{', '}']), "a slot is left open: {at}");
                let (wrong, more) = untrue(&position, text);
                assert!(wrong.is_none(), "{wrong:?}: {at}");
                right += more;
            }
        }
    }
    assert!(right > 5000, "{right}");
}
