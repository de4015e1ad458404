//! Definitions carried out word by word.

use std::collections::BTreeSet;

use morph::graph::{EdgeKind, Graph, NodeLabel};
use morph::memory::PatternId;

/// All injective maps of `pattern`'s nodes into `host` that respect labels and keep edges.
pub fn maps(pattern: &Graph, host: &Graph) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    extend(pattern, host, &mut Vec::new(), &mut found);
    found
}

fn extend(pattern: &Graph, host: &Graph, map: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let node = map.len() as u8;
    if map.len() == pattern.len() {
        found.push(map.clone());
        return;
    }
    for target in 0..host.len() as u8 {
        let fits = !map.contains(&target)
            && is_implied_by(pattern.label(node), host.label(target))
            && (0..node).all(|earlier| {
                let there = map[usize::from(earlier)];
                is_edge_kept(pattern.edge(earlier, node), host.edge(there, target))
                    && is_edge_kept(pattern.edge(node, earlier), host.edge(target, there))
            });
        if fits {
            map.push(target);
            extend(pattern, host, map, found);
            map.pop();
        }
    }
}

fn is_implied_by(general: NodeLabel, special: NodeLabel) -> bool {
    fn open<T: PartialEq>(general: Option<T>, special: Option<T>) -> bool {
        general.is_none() || general == special
    }
    general.kind() == special.kind()
        && open(general.file(), special.file())
        && open(general.rank(), special.rank())
        && open(general.attackers(), special.attackers())
        && open(general.defenders(), special.defenders())
        && open(general.mobility(), special.mobility())
        && open(general.pinned(), special.pinned())
        && open(general.attack_balance(), special.attack_balance())
        && open(general.passed(), special.passed())
        && open(general.king_distance(), special.king_distance())
        && open(general.phase(), special.phase())
        && open(general.pawn_context(), special.pawn_context())
}

fn is_edge_kept(wanted: Option<EdgeKind>, there: Option<EdgeKind>) -> bool {
    let Some(wanted) = wanted else { return true };
    // The generic edge kind stands for any edge of the position, not for threats.
    let generic =
        wanted == EdgeKind::Any && !matches!(there, Some(EdgeKind::Threat | EdgeKind::Fork));
    there.is_some() && (generic || there == Some(wanted))
}

/// The maps of `pattern` into `host`, those that differ by a symmetry of the pattern represented by the least.
pub fn occurrences(pattern: &Graph, host: &Graph) -> BTreeSet<Vec<u8>> {
    let symmetries = maps(pattern, pattern);
    maps(pattern, host).iter().map(|map| least(map, &symmetries)).collect()
}

/// The least of the maps that differ from `map` by a symmetry.
pub fn least(map: &[u8], symmetries: &[Vec<u8>]) -> Vec<u8> {
    let image =
        |symmetry: &Vec<u8>| symmetry.iter().map(|s| map[usize::from(*s)]).collect::<Vec<_>>();
    symmetries.iter().map(image).min().unwrap()
}

/// A finite strict order as the list of all its pairs (more general, more special).
pub struct Order {
    pub ids: Vec<PatternId>,
    pub pairs: BTreeSet<(PatternId, PatternId)>,
}

impl Order {
    pub fn new<P>(patterns: &[(PatternId, P)], is_below: impl Fn(&P, &P) -> bool) -> Order {
        let mut pairs = BTreeSet::new();
        for (a, general) in patterns {
            for (b, special) in patterns {
                if a != b && is_below(general, special) {
                    pairs.insert((*a, *b));
                }
            }
        }
        Order { ids: patterns.iter().map(|(id, _)| *id).collect(), pairs }
    }

    /// The pairs with nothing between.
    pub fn reduction(&self) -> BTreeSet<(PatternId, PatternId)> {
        let has = |a: PatternId, b: PatternId| self.pairs.contains(&(a, b));
        let between = |a, b| self.ids.iter().any(|middle| has(a, *middle) && has(*middle, b));
        self.pairs.iter().copied().filter(|(a, b)| !between(*a, *b)).collect()
    }

    pub fn above(&self, id: PatternId) -> Vec<PatternId> {
        self.ids.iter().copied().filter(|other| self.pairs.contains(&(*other, id))).collect()
    }

    pub fn below(&self, id: PatternId) -> Vec<PatternId> {
        self.ids.iter().copied().filter(|other| self.pairs.contains(&(id, *other))).collect()
    }
}
