//! What patterns on the same pieces and squares add up to.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Square;

use super::evidence::LearningStatistics;
use crate::graph::{PositionGraph, Relation};
use crate::memory::{Memory, PatternId, Snapshot};
use crate::pattern::GraphPattern;

/// A pattern represents its group only if it has been tried, …
const MIN_RELIABILITY: f64 = 0.25;
const MIN_UPDATES: u32 = 50;
const MIN_AGE: u32 = 5;
/// … is no larger than this, and contains an attack: what pieces of one side do for each other is mostly what having them
/// is worth.
const MAX_NODES: usize = 5;
const MAX_EDGES: usize = 6;

/// The patterns that occur on the same pieces and squares.
///
/// Where weights add up, a pattern holds only what it adds to the more general ones in the same place, so one of them
/// alone is worth little.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PatternGroup {
    /// The weightiest of those that favour the side the group favours.
    pub(super) representative: PatternId,
    /// Where it stands, by slot, from the perspective of the side to move as White.
    pub(super) squares: Vec<Square>,
    /// How many there are.
    pub(super) patterns: u32,
    /// Their log-odds for the side to move.
    pub(super) log_odds: f64,
    /// The same, each times its reliability.
    pub(super) reliable_log_odds: f64,
}

#[derive(Default)]
struct GroupSums {
    patterns: u32,
    log_odds: f64,
    reliable_log_odds: f64,
    /// The weightiest that can represent the group, against the side to move and for it: share, id, nodes.
    representatives: [Option<(f64, PatternId, [u8; MAX_NODES])>; 2],
}

/// All groups of a position that have a representative, in no order; with `is_each_alone` every pattern is its own group.
pub(super) fn pattern_groups(
    memory: &Memory,
    snapshot: &Snapshot,
    position: &PositionGraph,
    excluded: &FxHashSet<PatternId>,
    is_each_alone: bool,
) -> Vec<PatternGroup> {
    let mut groups: FxHashMap<(u64, Option<PatternId>), GroupSums> = FxHashMap::default();
    snapshot.graphs.walk(position.graph(), |id, map| {
        if map.len() < 2 || excluded.contains(&id) {
            return;
        }
        let squares = map.iter().fold(0, |set, node| set | 1u64 << node);
        let group = groups.entry((squares, is_each_alone.then_some(id))).or_default();
        let statistics = LearningStatistics::new(memory, id);
        let log_odds = f64::from(memory.graphs.log_odds(id));
        let share = log_odds * statistics.reliability;
        group.patterns += 1;
        group.log_odds += log_odds;
        group.reliable_log_odds += share;
        let best = &mut group.representatives[usize::from(share > 0.0)];
        if best.is_none_or(|(most, ..)| share.abs() > most)
            && can_represent(memory, id, &statistics)
        {
            let mut nodes = [0; MAX_NODES];
            nodes[..map.len()].copy_from_slice(map);
            *best = Some((share.abs(), id, nodes));
        }
    });
    let finish = |group: GroupSums| {
        let (_, representative, nodes) =
            group.representatives[usize::from(group.reliable_log_odds > 0.0)]?;
        let size = memory.graphs.get(representative)?.graph().len();
        Some(PatternGroup {
            representative,
            squares: nodes[..size].iter().map(|node| position.square(*node)).collect(),
            patterns: group.patterns,
            log_odds: group.log_odds,
            reliable_log_odds: group.reliable_log_odds,
        })
    };
    groups.into_values().filter_map(finish).collect()
}

fn can_represent(memory: &Memory, id: PatternId, statistics: &LearningStatistics) -> bool {
    let Some(graph) = memory.graphs.get(id).map(GraphPattern::graph) else { return false };
    graph.len() <= MAX_NODES
        && graph.edge_count() <= MAX_EDGES
        && graph.edges().any(|(from, to, _)| graph.relation(from, to) == Some(Relation::Attacks))
        && statistics.age >= MIN_AGE
        && statistics.updates >= MIN_UPDATES
        && statistics.reliability >= MIN_RELIABILITY
}
