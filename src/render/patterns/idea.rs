//! What variants of a pattern have in common.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::graph::{Graph, MoveComponent, MoveLabel, Mover};
use crate::memory::{AnyId, Memory};

/// An idea: patterns that differ in details only have the same one. Stable for one version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Idea(u64);

impl std::fmt::Display for Idea {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::str::FromStr for Idea {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Idea, Self::Err> {
        u64::from_str_radix(text, 16).map(Idea)
    }
}

impl Idea {
    /// The idea of a pattern: the pieces of a graph pattern and what attacks or defends what, the difference of a material
    /// pattern, the first thing a move does. `None` if there is no such pattern.
    pub fn of(memory: &Memory, id: AnyId) -> Option<Idea> {
        let mut hash = FxHasher::default();
        match id {
            AnyId::Graph(id) => hash_graph(memory.graphs.get(id)?.graph(), &mut hash),
            AnyId::Material(id) => memory.materials.get(id)?.hash(&mut hash),
            AnyId::Move(id) => hash_move(memory.moves.get(id)?.0, &mut hash),
        }
        Some(Idea(hash.finish()))
    }
}

fn hash_graph(graph: &Graph, hash: &mut impl Hasher) {
    let kind = |node: u8| graph.label(node).kind();
    // Numbers of nodes depend on the details that are left out here.
    let digest = |value: &dyn Fn(&mut FxHasher)| {
        let mut hash = FxHasher::default();
        value(&mut hash);
        hash.finish()
    };
    let nodes = (0..graph.len() as u8).map(|node| digest(&|hash| kind(node).hash(hash)));
    let edges = graph.edges().map(|(from, to, edge)| {
        digest(&|hash| (kind(from), kind(to), edge.is_present()).hash(hash))
    });
    for mut part in [nodes.collect::<Vec<u64>>(), edges.collect()] {
        part.sort_unstable();
        part.hash(hash);
    }
}

/// A check and whether it can be met; else what is captured; else what is trapped, threatened, uncovered; else who moves.
fn hash_move(label: MoveLabel, hash: &mut impl Hasher) {
    if let Some(check) = label.check() {
        let can_be_met = check.can_be_captured || check.can_be_blocked == Some(true);
        ("check", check.flight_squares == 0, can_be_met).hash(hash);
    } else if let Some(Some(role)) = label.captured() {
        ("captures", role, label.recapturers() == Some(None)).hash(hash);
    } else {
        let roles =
            |component| label.roles(component).filter(|roles| roles.iter().next().is_some());
        let threats = label.threats().map(|(threats, _)| threats.iter().collect::<Vec<_>>());
        if let Some(roles) = roles(MoveComponent::Traps) {
            ("traps", roles.iter().collect::<Vec<_>>()).hash(hash);
        } else if let Some(threats) = threats.filter(|threats| !threats.is_empty()) {
            ("threatens", threats).hash(hash);
        } else if let Some(roles) = roles(MoveComponent::DiscoveredAttacks) {
            ("discovers", roles.iter().collect::<Vec<_>>()).hash(hash);
        } else {
            let leaves = label.en_prise().map(|left| left.hanging.iter().collect::<Vec<_>>());
            let mover = label.mover().map(|mover| match mover {
                Mover::Piece(role) => Some(role),
                Mover::Promoting => None,
            });
            ("moves", mover, leaves).hash(hash);
        }
    }
}
