//! The explanation of the mirrored position is the mirrored explanation.

use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::mirrored;
use shakmaty::{Chess, Position, Square};

use crate::random_positions;

/// Leaf with light and dark exchanged where it names squares of a colour, seen by the owner, and value.
fn facts(
    explainer: &Explainer,
    position: &Chess,
    turn: bool,
) -> Vec<(String, bool, Vec<Square>, i64)> {
    let swap = |id: &str| {
        if !turn || !id.contains("colour-complex") {
            return id.to_owned();
        }
        match id.rsplit_once('/') {
            Some((head, "light")) => format!("{head}/dark"),
            Some((head, "dark")) => format!("{head}/light"),
            _ => id.to_owned(),
        }
    };
    let mut facts: Vec<_> = explainer
        .facts(position)
        .iter()
        .map(|fact| {
            let squares = fact.squares().iter();
            let squares = squares.map(|s| if turn { s.flip_vertical() } else { *s }).collect();
            let nm = (if turn { -fact.value } else { fact.value } * 1000.0).round() as i64;
            (swap(&explainer.tree.leaf(fact.leaf).id), fact.owner.is_white() != turn, squares, nm)
        })
        .collect();
    facts.sort();
    facts
}

#[test]
fn colours_can_be_exchanged() {
    let explainer = Explainer::load_shipped().unwrap();
    for position in random_positions(3000) {
        let mirror = mirrored(&position);
        assert_ne!(position.turn(), mirror.turn());
        assert_eq!(
            facts(&explainer, &position, false),
            facts(&explainer, &mirror, true),
            "{position:?}"
        );
    }
}

#[test]
fn explanations_can_be_mirrored() {
    use morph::explanation::reason::Reason;
    let explainer = Explainer::load_shipped().unwrap();
    let worked = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";
    let mut positions = random_positions(60);
    positions.push(crate::position(worked));
    let told = |reason: &Reason, turn: bool| {
        let turned = |s: &Square| if turn { s.flip_vertical() } else { *s };
        let squares: Vec<Square> = reason.squares.iter().map(turned).collect();
        let plan = reason
            .validation
            .as_ref()
            .map(|plan| (turned(&plan.target), plan.routes.len(), plan.attackers, plan.defenders));
        let source = std::mem::discriminant(&reason.source);
        let value = (reason.value * 100.0).abs() as i64;
        (reason.owner.is_white() != turn, squares, value, source, plan)
    };
    for position in positions {
        let there = explainer.explain(&position, Settings::QUICK, None);
        let back = explainer.explain(&mirrored(&position), Settings::QUICK, None);
        let (Ok(there), Ok(back)) = (there, back) else { continue };
        let first: Vec<_> = there.reasons.iter().map(|reason| told(reason, false)).collect();
        let second: Vec<_> = back.reasons.iter().map(|reason| told(reason, true)).collect();
        assert_eq!(first, second, "{position:?}");
    }
}

#[test]
fn facts_that_exclude_each_other_are_counted_once() {
    let explainer = Explainer::load_shipped().unwrap();
    for position in random_positions(100) {
        let Ok(explanation) = explainer.explain(&position, Settings::QUICK, None) else {
            continue;
        };
        for (place, a) in explanation.facts.iter().enumerate() {
            for b in &explanation.facts[place + 1..] {
                let group = &explainer.tree.family_of(a.leaf).group;
                if a.owner == b.owner && *group == explainer.tree.family_of(b.leaf).group {
                    assert!(group.ends_with("-unit"));
                    assert!(a.squares().iter().all(|s| !b.squares().contains(s)));
                }
            }
        }
    }
}
