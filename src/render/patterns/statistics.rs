//! A memory in numbers, and what a query of it costs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use petgraph::Direction;
use rustc_hash::FxHashMap;
use serde::Serialize;
use shakmaty::Chess;

use super::operator_name;
use crate::chess::Oriented;
use crate::graph::PositionGraph;
use crate::memory::{Database, Hierarchy, IndexedPattern, Memory, PatternId, Retriever, Snapshot};
use crate::pattern::is_embedded;

/// Weights are counted in so many classes of equal width.
const CLASSES: usize = 10;

/// A memory in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemoryStatistics {
    /// Games from which it has learned.
    pub games: u32,
    /// Graph patterns.
    pub graph: DatabaseStatistics,
    /// Material patterns.
    pub material: DatabaseStatistics,
    /// Move patterns.
    #[serde(rename = "move")]
    pub moves: DatabaseStatistics,
    /// The index of the graph patterns.
    pub net: NetRecord,
}

/// One database in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatabaseStatistics {
    /// Patterns known.
    pub patterns: usize,
    /// Patterns that were known and are no more.
    pub forgotten: usize,
    /// Patterns by the operator that made them.
    pub operators: BTreeMap<&'static str, usize>,
    /// Patterns by size.
    pub sizes: BTreeMap<usize, usize>,
    /// Patterns by weight, in ten classes of equal width from 0 to 1.
    pub weights: [usize; CLASSES],
    /// The order of the patterns.
    pub hierarchy: HierarchyStatistics,
}

/// The order "more general than" in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HierarchyStatistics {
    /// Immediate relations.
    pub edges: usize,
    /// Patterns in the longest chain from general to special.
    pub depth: usize,
    /// Patterns with none more general.
    pub roots: usize,
    /// Patterns with none more special.
    pub leaves: usize,
}

/// How large the index of the graph patterns is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NetRecord {
    /// Places of the tree.
    pub places: usize,
    /// Groups of steps that are asked together.
    pub probes: usize,
    /// Bytes of the tree.
    pub tree_bytes: usize,
    /// Bytes of the lists that insertion needs.
    pub postings_bytes: usize,
    /// Bytes of both for each pattern; 0 without patterns.
    pub bytes_per_pattern: f64,
}

impl MemoryStatistics {
    /// Counts.
    #[must_use]
    pub fn new(memory: &Memory) -> MemoryStatistics {
        let net = memory.graphs.index().statistics();
        let bytes = (net.tree_bytes + net.postings_bytes) as f64;
        MemoryStatistics {
            games: memory.games,
            graph: DatabaseStatistics::new(&memory.graphs),
            material: DatabaseStatistics::new(&memory.materials),
            moves: DatabaseStatistics::new(&memory.moves),
            net: NetRecord {
                places: net.places,
                probes: net.probes,
                tree_bytes: net.tree_bytes,
                postings_bytes: net.postings_bytes,
                bytes_per_pattern: if net.patterns == 0 {
                    0.0
                } else {
                    (bytes / net.patterns as f64).round()
                },
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
            weights: [0; CLASSES],
            hierarchy: HierarchyStatistics::new(database.hierarchy()),
        };
        for id in database.ids() {
            if let (Some(pattern), Some(origin)) = (database.get(id), database.origin(id)) {
                *statistics.operators.entry(operator_name(origin.operator)).or_default() += 1;
                *statistics.sizes.entry(pattern.size()).or_default() += 1;
                let class = (database.weights().weight(id) * CLASSES as f32) as usize;
                statistics.weights[class.min(CLASSES - 1)] += 1;
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

/// What it costs to ask for the graph patterns of a position, over a sample of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueryCosts {
    /// Positions asked for.
    pub positions: usize,
    /// Patterns compared with the position when the hierarchy is walked from the top, as the 1991 system did: "on a
    /// database of 600 patterns rarely are more than 10 to 20 comparisons required".
    pub comparisons: Spread,
    /// Look-ups of the net, which answers the same question in play.
    pub probes: Spread,
    /// Patterns that occur.
    pub occurring: Spread,
    /// Patterns that occur and none of whose immediate successors does.
    pub most_specific: Spread,
}

/// The middle and the upper end of a sample; zeros for an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// Half of the sample is not above this.
    pub median: u64,
    /// 95 % of the sample are not above this.
    pub percentile_95: u64,
}

impl Spread {
    fn of(mut sample: Vec<u64>) -> Spread {
        sample.sort_unstable();
        // Nearest rank: the least value that so many per cent of the sample do not exceed.
        let at = |percent: usize| {
            let rank = (sample.len() * percent).div_ceil(100);
            sample.get(rank.saturating_sub(1)).copied().unwrap_or(0)
        };
        Spread { median: at(50), percentile_95: at(95) }
    }
}

impl QueryCosts {
    /// Asks for every position.
    #[must_use]
    pub fn measure(memory: &Snapshot, positions: &[Chess]) -> QueryCosts {
        let mut retriever = Retriever::default();
        let mut graph = PositionGraph::default();
        let [mut comparisons, mut probes, mut occurring, mut specific] = [const { Vec::new() }; 4];
        for position in positions {
            let oriented = Oriented::new(position);
            graph.rebuild(&oriented);
            let (found, compared) = memory.graphs.descend(|p| is_embedded(p, graph.graph()));
            comparisons.push(compared as u64);
            occurring.push(found.len() as u64);
            probes.push(memory.graphs.index().walk(graph.graph(), |_, _| {}));
            retriever.ask(memory, &oriented);
            retriever.keep_most_specific(memory);
            specific.push(retriever.graphs().len() as u64);
        }
        QueryCosts {
            positions: positions.len(),
            comparisons: Spread::of(comparisons),
            probes: Spread::of(probes),
            occurring: Spread::of(occurring),
            most_specific: Spread::of(specific),
        }
    }
}

/// The numbers as text. `source` says where the positions come from.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_statistics(
    out: &mut impl Write,
    statistics: &MemoryStatistics,
    costs: &QueryCosts,
    source: &str,
) -> io::Result<()> {
    writeln!(out, "Memory after {} games", statistics.games)?;
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
    let net = statistics.net;
    writeln!(
        out,
        "\nNet: {} places, {} probes, {} bytes of tree, {} bytes for insertion, {} bytes per pattern",
        net.places, net.probes, net.tree_bytes, net.postings_bytes, net.bytes_per_pattern
    )?;
    writeln!(out, "\nA query for graph patterns, over {} {source}", costs.positions)?;
    writeln!(out, "  {:<38} {:>8} {:>8}", "", "median", "95 %")?;
    for (name, spread) in [
        ("comparisons, walking the hierarchy", costs.comparisons),
        ("look-ups of the net", costs.probes),
        ("patterns that occur", costs.occurring),
        ("most specific ones", costs.most_specific),
    ] {
        writeln!(out, "  {name:<38} {:>8} {:>8}", spread.median, spread.percentile_95)?;
    }
    Ok(())
}

fn pairs(counts: &BTreeMap<impl ToString, usize>) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let pairs = counts.iter().map(|(name, count)| format!("{}: {count}", name.to_string()));
    pairs.collect::<Vec<_>>().join(", ")
}

fn histogram(out: &mut impl Write, weights: &[usize; CLASSES]) -> io::Result<()> {
    const LONGEST: usize = 40;
    let most = weights.iter().copied().max().unwrap_or(0).max(1);
    for (class, count) in weights.iter().enumerate() {
        let (low, high) = (class as f64 / CLASSES as f64, (class + 1) as f64 / CLASSES as f64);
        let bar = "#".repeat((count * LONGEST).div_ceil(most));
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
