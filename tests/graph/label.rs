//! The lattice of labels, on the labels of real positions.

use morph::graph::{Component, Components, NodeLabel, PositionGraph};
use proptest::prelude::*;

use crate::games::random_game;

/// What a label says of one component, as text.
fn said(label: NodeLabel, component: Component) -> Option<String> {
    match component {
        Component::File => label.file().map(|file| file.to_string()),
        Component::Rank => label.rank().map(|rank| rank.to_string()),
        Component::Attackers => label.attackers().map(|kinds| kinds.to_string()),
        Component::Defenders => label.defenders().map(|kinds| kinds.to_string()),
        Component::Mobility => label.mobility().map(str::to_owned),
        Component::Pinned => label.pinned().map(|pinned| pinned.to_string()),
        Component::AttackBalance => label.attack_balance().map(|balance| balance.to_string()),
        Component::Passed => label.passed().map(|passed| passed.to_string()),
        Component::KingDistance => label.king_distance().map(str::to_owned),
        Component::Phase => label.phase().map(str::to_owned),
        Component::PawnContext => label.pawn_context().map(|context| context.to_string()),
    }
}

fn labels() -> Vec<NodeLabel> {
    let positions = (0..4).flat_map(|seed| random_game(seed, 60).0.into_iter().step_by(7));
    positions.flat_map(|position| PositionGraph::new(&position).graph().labels().to_vec()).collect()
}

fn any_components() -> impl Strategy<Value = Components> {
    prop::sample::subsequence(Component::ALL.to_vec(), 0..=Component::ALL.len())
        .prop_map(Components::from_iter)
}

#[test]
fn all_components_are_every_component() {
    let listed: Components = Component::ALL.iter().copied().collect();
    assert_eq!(Components::ALL, listed);
    assert!(labels().iter().any(|label| label.components() == Components::ALL));
}

proptest! {
    #[test]
    fn a_label_covers_what_it_says_the_same_of(
        pick in prop::sample::select(labels()),
        other in prop::sample::select(labels()),
        kept in any_components(),
        known in any_components(),
    ) {
        let (general, special) = (pick.keep(kept), other.keep(known));
        for &component in Component::ALL {
            let said = (said(general, component), said(pick, component));
            prop_assert_eq!(said.0.is_some(), said.1.is_some() && kept.contains(component));
            prop_assert!(said.0.is_none() || said.0 == said.1);
        }
        let agrees = general.kind() == special.kind() && Component::ALL.iter().copied().all(|c| {
            said(general, c).is_none_or(|mine| said(special, c) == Some(mine))
        });
        prop_assert_eq!(general.covers(special), agrees);
        prop_assert!(general.covers(pick));
    }
}
