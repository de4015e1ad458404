//! What the patterns on the same men say together.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Square;

use super::evidence::Evidence;
use crate::graph::{PositionGraph, Relation};
use crate::memory::{Memory, PatternId, Snapshot};
use crate::pattern::GraphPattern;

/// What a pattern needs to be told: to have been tried, …
const LEAST_RELIABLE: f64 = 0.25;
const LEAST_UPDATES: u32 = 50;
const LEAST_AGE: u32 = 5;
/// … to be no larger than this, and to tell of an attack: what men of one side do for each other is for the larger part
/// what having them is worth.
const MOST_NODES: usize = 5;
const MOST_EDGES: usize = 6;

/// The patterns that occur on the same men and squares, told by one of them.
///
/// Where weights add up, a pattern holds only what it says beyond the more general ones in the same place, so one of
/// them alone is worth little.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Together {
    /// Of those that can be told and that say which side it is good for, the weightiest.
    pub(super) told: PatternId,
    /// Where it stands, by slot, in the view with White to move.
    pub(super) squares: Vec<Square>,
    /// How many there are.
    pub(super) patterns: u32,
    /// Their log-odds for the side to move.
    pub(super) log_odds: f64,
    /// The same, each as far as it is reliable.
    pub(super) reliable: f64,
}

#[derive(Default)]
struct Gathered {
    patterns: u32,
    log_odds: f64,
    reliable: f64,
    /// The weightiest that can be told, against the side to move and for it: its share, itself, its nodes.
    told: [Option<(f64, PatternId, [u8; MOST_NODES])>; 2],
}

/// All groups of a position that can be told, in no order. With `apart` every pattern is a group of its own.
pub(super) fn together(
    memory: &Memory,
    snapshot: &Snapshot,
    position: &PositionGraph,
    left_out: &FxHashSet<PatternId>,
    apart: bool,
) -> Vec<Together> {
    let mut groups: FxHashMap<(u64, Option<PatternId>), Gathered> = FxHashMap::default();
    snapshot.graphs.index().walk(position.graph(), |id, map| {
        if map.len() < 2 || left_out.contains(&id) {
            return;
        }
        let men = map.iter().fold(0, |men, node| men | 1u64 << node);
        let group = groups.entry((men, apart.then_some(id))).or_default();
        let evidence = Evidence::new(memory, id);
        let log_odds = f64::from(memory.graphs.weights().log_odds(id));
        let share = log_odds * evidence.reliability;
        group.patterns += 1;
        group.log_odds += log_odds;
        group.reliable += share;
        let told = &mut group.told[usize::from(share > 0.0)];
        if told.is_none_or(|(most, ..)| share.abs() > most) && can_be_told(memory, id, &evidence) {
            let mut nodes = [0; MOST_NODES];
            nodes[..map.len()].copy_from_slice(map);
            *told = Some((share.abs(), id, nodes));
        }
    });
    let tell = |group: Gathered| {
        let (_, told, nodes) = group.told[usize::from(group.reliable > 0.0)]?;
        let size = memory.graphs.get(told)?.graph().len();
        Some(Together {
            told,
            squares: nodes[..size].iter().map(|node| position.square(*node)).collect(),
            patterns: group.patterns,
            log_odds: group.log_odds,
            reliable: group.reliable,
        })
    };
    groups.into_values().filter_map(tell).collect()
}

fn can_be_told(memory: &Memory, id: PatternId, evidence: &Evidence) -> bool {
    let Some(graph) = memory.graphs.get(id).map(GraphPattern::graph) else { return false };
    graph.len() <= MOST_NODES
        && graph.edge_count() <= MOST_EDGES
        && graph.edges().any(|(from, to, _)| graph.relation(from, to) == Some(Relation::Attacks))
        && evidence.age >= LEAST_AGE
        && evidence.updates >= LEAST_UPDATES
        && evidence.reliability >= LEAST_RELIABLE
}
