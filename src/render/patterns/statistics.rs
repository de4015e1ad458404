//! A memory in numbers, and the cost of retrieval from it.

use std::collections::BTreeMap;
use std::fmt;

use petgraph::Direction;
use rustc_hash::FxHashMap;
use serde::Serialize;
use shakmaty::Chess;

use super::positions::Sample;
use crate::chess::Oriented;
use crate::memory::{
    Database, Hierarchy, IndexedPattern, Memory, PatternId, PositionFeatures, Retriever, Snapshot,
};
use crate::pattern::is_embedded;
use crate::render::table;
use crate::units::counted;

/// Number of bins of the weight histogram.
const BINS: usize = 10;

/// A memory in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemoryStatistics {
    /// Number of training games.
    pub games: u32,
    /// Names and seeds of the plans it was trained with; empty if it was not trained.
    pub plans: String,
    /// Graph patterns.
    pub graph: DatabaseStatistics,
    /// Material patterns.
    pub material: DatabaseStatistics,
    /// Move patterns.
    #[serde(rename = "move")]
    pub moves: DatabaseStatistics,
    /// The index of the graph patterns.
    pub index: IndexStatistics,
}

/// One database in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatabaseStatistics {
    /// Number of patterns.
    pub patterns: usize,
    /// Number of patterns that were forgotten.
    pub forgotten: usize,
    /// Patterns by the operator that created them.
    pub operators: BTreeMap<&'static str, usize>,
    /// Patterns by size.
    pub sizes: BTreeMap<usize, usize>,
    /// Patterns by weight, in ten bins of equal width from 0 to 1.
    pub weights: [usize; BINS],
    /// The hierarchy of the patterns.
    pub hierarchy: HierarchyStatistics,
}

/// The order "more general than" in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HierarchyStatistics {
    /// Immediate relations.
    pub edges: usize,
    /// Patterns in the longest chain from general to special.
    pub depth: usize,
    /// Patterns without a more general one.
    pub roots: usize,
    /// Patterns without a more special one.
    pub leaves: usize,
}

/// Size of the index of the graph patterns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IndexStatistics {
    /// Nodes of the trie.
    pub nodes: usize,
    /// Lookups stored at its nodes.
    pub lookups: usize,
    /// Bytes of the trie.
    pub tree_bytes: usize,
    /// Bytes of the lists that are needed for insertion.
    pub postings_bytes: usize,
    /// Bytes of both per pattern; 0 without patterns.
    pub bytes_per_pattern: f64,
}

impl MemoryStatistics {
    /// Counts patterns, relations and bytes.
    #[must_use]
    pub fn new(memory: &Memory) -> MemoryStatistics {
        let trie = memory.graphs.index().statistics();
        let bytes = (trie.tree_bytes + trie.postings_bytes) as f64;
        MemoryStatistics {
            games: memory.games,
            plans: memory.plan.label(),
            graph: DatabaseStatistics::new(&memory.graphs),
            material: DatabaseStatistics::new(&memory.materials),
            moves: DatabaseStatistics::new(&memory.moves),
            index: IndexStatistics {
                nodes: trie.nodes,
                lookups: trie.lookups,
                tree_bytes: trie.tree_bytes,
                postings_bytes: trie.postings_bytes,
                bytes_per_pattern: (bytes / trie.patterns.max(1) as f64).round(),
            },
        }
    }
}

impl DatabaseStatistics {
    fn new<P: IndexedPattern>(database: &Database<P>) -> DatabaseStatistics {
        let mut statistics = DatabaseStatistics {
            patterns: database.len(),
            forgotten: database.forgotten_count(),
            operators: BTreeMap::new(),
            sizes: BTreeMap::new(),
            weights: [0; BINS],
            hierarchy: HierarchyStatistics::new(database.hierarchy()),
        };
        for id in database.ids() {
            if let (Some(pattern), Some(origin)) = (database.get(id), database.origin(id)) {
                *statistics.operators.entry(origin.operator.into()).or_default() += 1;
                *statistics.sizes.entry(pattern.size()).or_default() += 1;
                let bin = (database.weight(id) * BINS as f32) as usize;
                statistics.weights[bin.min(BINS - 1)] += 1;
            }
        }
        statistics
    }
}

impl HierarchyStatistics {
    fn new(hierarchy: &Hierarchy) -> HierarchyStatistics {
        let graph = hierarchy.graph();
        let without = |direction: Direction| {
            let alone = |id: &PatternId| graph.neighbors_directed(*id, direction).next().is_none();
            graph.nodes().filter(alone).count()
        };
        // The order has no cycles, so that sorting it succeeds.
        let sorted = petgraph::algo::toposort(graph, None).unwrap_or_default();
        let mut depths: FxHashMap<PatternId, usize> = FxHashMap::default();
        for id in sorted {
            let above = hierarchy.predecessors(id).filter_map(|up| depths.get(&up)).max();
            let depth = above.map_or(1, |depth| depth + 1);
            depths.insert(id, depth);
        }
        HierarchyStatistics {
            edges: hierarchy.edge_count(),
            depth: depths.into_values().max().unwrap_or(0),
            roots: without(Direction::Incoming),
            leaves: without(Direction::Outgoing),
        }
    }
}

/// Cost of retrieving the graph patterns of a position, over a sample of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueryCosts {
    /// Number of positions.
    pub positions: usize,
    /// Patterns compared with the position when the hierarchy is walked from the top, as the 1991 system did: "on a
    /// database of 600 patterns rarely are more than 10 to 20 comparisons required".
    pub comparisons: Spread,
    /// Lookups in the index, which gives the same answer during play.
    pub lookups: Spread,
    /// Patterns that occur.
    pub occurring: Spread,
    /// Patterns that occur and of which no immediate successor occurs.
    pub most_specific: Spread,
}

/// Median and 95th percentile of a sample; zeros for an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// 50th percentile, nearest rank.
    pub median: u64,
    /// 95th percentile, nearest rank.
    pub percentile_95: u64,
}

impl Spread {
    fn of(mut sample: Vec<u64>) -> Spread {
        sample.sort_unstable();
        let at = |percent: usize| {
            let rank = (sample.len() * percent).div_ceil(100);
            sample.get(rank.saturating_sub(1)).copied().unwrap_or(0)
        };
        Spread { median: at(50), percentile_95: at(95) }
    }
}

impl QueryCosts {
    /// Retrieves the patterns of every position.
    #[must_use]
    pub fn measure(memory: &Snapshot, positions: &[Chess]) -> QueryCosts {
        let mut retriever = Retriever::default();
        let mut features = PositionFeatures::default();
        let [mut comparisons, mut lookups, mut occurring, mut specific] = [const { Vec::new() }; 4];
        for position in positions {
            features.rebuild(&Oriented::new(position), false);
            let graph = features.graph().graph();
            let (found, compared) = memory.graphs.descend(|p| is_embedded(p, graph));
            comparisons.push(compared as u64);
            occurring.push(found.len() as u64);
            lookups.push(memory.graphs.index().walk(graph, |_, _| {}));
            let active = retriever.activations(memory, &features);
            active.keep_most_specific(memory);
            specific.push(active.graphs.len() as u64);
        }
        QueryCosts {
            positions: positions.len(),
            comparisons: Spread::of(comparisons),
            lookups: Spread::of(lookups),
            occurring: Spread::of(occurring),
            most_specific: Spread::of(specific),
        }
    }
}

/// A memory in numbers, and the cost of retrieval from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemoryReport {
    /// The memory in numbers.
    pub memory: MemoryStatistics,
    /// The cost of retrieval.
    pub query: QueryCosts,
    /// Where the positions of the retrievals come from.
    pub positions: String,
}

impl MemoryReport {
    /// Counts what is in a memory, and retrieves the patterns of a sample of positions.
    #[must_use]
    pub fn new(memory: &Memory, sample: Sample) -> MemoryReport {
        MemoryReport {
            memory: MemoryStatistics::new(memory),
            query: QueryCosts::measure(&memory.snapshot(), &sample.positions),
            positions: sample.name,
        }
    }
}

impl fmt::Display for MemoryReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryReport { memory: statistics, query: costs, positions: source } = self;
        write!(out, "Memory after {}", counted(statistics.games, "game"))?;
        if !statistics.plans.is_empty() {
            write!(out, " ({})", statistics.plans)?;
        }
        writeln!(out)?;
        let databases = [
            ("Graph", &statistics.graph),
            ("Material", &statistics.material),
            ("Move", &statistics.moves),
        ];
        for (name, database) in databases {
            let order = database.hierarchy;
            writeln!(
                out,
                "\n{name} patterns: {}, forgotten: {}",
                database.patterns, database.forgotten
            )?;
            writeln!(
                out,
                "  hierarchy    {} edges, depth {}, {} roots, {} leaves",
                order.edges, order.depth, order.roots, order.leaves
            )?;
            writeln!(out, "  by operator  {}", pairs(&database.operators))?;
            writeln!(out, "  by size      {}", pairs(&database.sizes))?;
            writeln!(out, "  by weight")?;
            histogram(out, &database.weights)?;
        }
        let index = statistics.index;
        writeln!(
            out,
            "\nIndex: {} nodes, {} lookups, {} bytes of trie, {} bytes for insertion, {} bytes per pattern",
            index.nodes,
            index.lookups,
            index.tree_bytes,
            index.postings_bytes,
            index.bytes_per_pattern
        )?;
        writeln!(out, "\nRetrieval of graph patterns from {} {source}", costs.positions)?;
        let mut table = table::plain(["", "median", "95 %"], &[1, 2]);
        table.add_rows(
            [
                ("  pattern comparisons in the hierarchy", costs.comparisons),
                ("  lookups in the index", costs.lookups),
                ("  patterns that occur", costs.occurring),
                ("  most specific patterns that occur", costs.most_specific),
            ]
            .map(|(name, spread)| {
                [name.to_owned(), spread.median.to_string(), spread.percentile_95.to_string()]
            }),
        );
        writeln!(out, "{}", table.trim_fmt())
    }
}

fn pairs(counts: &BTreeMap<impl ToString, usize>) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let pairs = counts.iter().map(|(name, count)| format!("{}: {count}", name.to_string()));
    pairs.collect::<Vec<_>>().join(", ")
}

fn histogram(out: &mut fmt::Formatter<'_>, weights: &[usize; BINS]) -> fmt::Result {
    const MAX_LENGTH: usize = 40;
    let most = weights.iter().copied().max().unwrap_or(0).max(1);
    for (bin, count) in weights.iter().enumerate() {
        let (low, high) = (bin as f64 / BINS as f64, (bin + 1) as f64 / BINS as f64);
        let bar = "#".repeat((count * MAX_LENGTH).div_ceil(most));
        writeln!(out, "{}", format!("    {low:.1}–{high:.1} {count:>7} {bar}").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_sample() {
        let spread = Spread::of((1..=100).rev().collect());
        assert_eq!(spread, Spread { median: 50, percentile_95: 95 });
        assert_eq!(Spread::of(vec![7]), Spread { median: 7, percentile_95: 7 });
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
