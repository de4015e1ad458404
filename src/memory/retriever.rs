use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Square;

use super::{
    IndexedPattern, MaterialAfterMoves, MoveCache, PatternId, PatternTable, PositionFeatures, Row,
    Snapshot, TrieCache, parts,
};
use crate::chess::MaterialVector;
use crate::graph::PositionGraph;
use crate::pattern::GraphPattern;
use crate::units::FixedPointSum;

/// Finds the patterns that occur in a position. Keeps buffers and caches, so one retriever serves one thread.
#[derive(Clone, Debug, Default)]
pub struct Retriever {
    trie_cache: TrieCache,
    move_cache: MoveCache,
    activations: Activations,
    move_sums: Vec<f64>,
    /// What each difference in material that a move leads to adds to that move.
    material_sums: Vec<(MaterialVector, f64)>,
}

/// The patterns that occur in a position, one entry for each occurrence, in no particular order: their rows in the tables of
/// the memory that was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Activations {
    /// Graph patterns.
    pub graphs: Vec<Row>,
    /// Material patterns.
    pub materials: Vec<Row>,
    /// Move patterns.
    pub moves: MoveActivations,
}

/// The move patterns that occur, move by move, and the material patterns that occur for the other side once the exchange on the
/// square of the move is over. No moves at all where the memory has no move patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveActivations {
    patterns: Vec<Row>,
    /// Where the patterns of each move end.
    ends: Vec<u32>,
    materials: MaterialAfterMoves,
}

/// The log-odds of all patterns that occur, added up, each as often as it occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogOdds<'a> {
    /// Of graph patterns, and of material patterns where there are no moves.
    pub board: f64,
    /// Of the patterns of each move, and of the material after it. Empty where the memory has no move patterns.
    pub moves: &'a [f64],
}

/// An occurrence of a graph pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The pattern.
    pub id: PatternId,
    /// For each slot of the pattern the node of the position's graph.
    pub nodes: Vec<u8>,
    /// It is not part of an occurrence of a more special pattern.
    pub most_specific: bool,
}

/// The graph patterns that occur in a position with their occurrences, and the material patterns.
#[derive(Clone, Debug)]
pub struct Matches {
    /// Occurrences of graph patterns, by pattern and nodes.
    pub graphs: Vec<Occurrence>,
    /// Material patterns, with whether they are most specific.
    pub materials: Vec<(PatternId, bool)>,
    /// Look-ups in the hash table of the trie.
    pub look_ups: u64,
}

impl Occurrence {
    /// Its squares, by slot, with White to move.
    #[must_use]
    pub fn squares(&self, graph: &PositionGraph) -> Vec<Square> {
        self.nodes.iter().map(|node| graph.square(*node)).collect()
    }
}

impl MoveActivations {
    /// The patterns of all moves, one after the other, where those of each move end, and the material after them.
    pub(crate) fn into_parts(self) -> (Vec<Row>, Vec<u32>, MaterialAfterMoves) {
        (self.patterns, self.ends, self.materials)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The patterns of each move, in the order of [`PositionFeatures::moves`].
    pub fn by_move(&self) -> impl Iterator<Item = &[Row]> {
        parts(&self.patterns, &self.ends)
    }

    /// The material patterns after the moves.
    pub(crate) fn materials(&self) -> &MaterialAfterMoves {
        &self.materials
    }

    fn clear(&mut self) {
        self.patterns.clear();
        self.ends.clear();
        self.materials.clear();
    }
}

impl Activations {
    fn clear(&mut self) {
        self.graphs.clear();
        self.materials.clear();
        self.moves.clear();
    }

    /// Keeps each graph and material pattern once, however often it occurs.
    pub fn keep_once(&mut self) {
        for rows in [&mut self.graphs, &mut self.materials] {
            rows.sort_unstable();
            rows.dedup();
        }
    }

    /// Keeps only graph and material patterns none of whose immediate successors occurs, each once: the "immediate
    /// predecessors of the state" of Levinson and Snyder 1991.
    pub fn keep_most_specific(&mut self, memory: &Snapshot) {
        self.keep_once();
        keep_most_specific(&memory.graphs, &mut self.graphs);
        keep_most_specific(&memory.materials, &mut self.materials);
    }
}

fn keep_most_specific<P: IndexedPattern>(table: &PatternTable<P>, rows: &mut Vec<Row>) {
    let predecessors = |row: &Row| table.hierarchy().predecessors(table.id(*row));
    let mut general: Vec<PatternId> = rows.iter().flat_map(predecessors).collect();
    general.sort_unstable();
    rows.retain(|row| general.binary_search(&table.id(*row)).is_err());
}

impl Retriever {
    /// The patterns that occur in a position with these features. The caller may filter them in place.
    ///
    /// No allocation once the buffers have grown to their size.
    pub fn activations(
        &mut self,
        memory: &Snapshot,
        features: &PositionFeatures,
    ) -> &mut Activations {
        let Retriever { trie_cache, activations, .. } = self;
        activations.clear();
        let Activations { graphs, materials, moves } = activations;
        let graph = features.graph().graph();
        memory.graphs.index().walk_with(trie_cache, graph, |row, _| graphs.push(row));
        memory.materials.index().walk(features.material(), |row| materials.push(row));
        if !memory.moves.is_empty() {
            for m in features.moves().iter() {
                memory.moves.index().walk(m.label, |row| moves.patterns.push(row));
                moves.ends.push(moves.patterns.len() as u32);
                moves.materials.push(m.material.flipped(), memory.materials.index());
            }
        }
        activations
    }

    /// The log-odds of the patterns that occur in a position with these features. Cheaper than to list the patterns.
    pub fn log_odds(&mut self, memory: &Snapshot, features: &PositionFeatures) -> LogOdds<'_> {
        let weights = memory.weights();
        self.move_sums.clear();
        if !memory.moves.is_empty() {
            let (index, labels) = (memory.moves.index(), features.moves().labels());
            self.move_cache.sums(index, weights.moves, labels, &mut self.move_sums);
        }
        let graph = features.graph().graph();
        let mut sum = memory.graphs.index().sum_with(&mut self.trie_cache, graph, weights.graphs);
        let of_material = |difference| {
            let mut sum = FixedPointSum::default();
            let add = |row| sum += weights.materials.summand(row);
            memory.materials.index().walk(difference, add);
            sum
        };
        if self.move_sums.is_empty() {
            sum += of_material(features.material());
            return LogOdds { board: sum.get(), moves: &[] };
        }
        self.material_sums.clear();
        for (m, sum) in features.moves().iter().zip(&mut self.move_sums) {
            let known = self.material_sums.iter().find(|(known, _)| *known == m.material);
            *sum += match known {
                Some((_, sum)) => *sum,
                None => {
                    let sum = -of_material(m.material.flipped()).get();
                    self.material_sums.push((m.material, sum));
                    sum
                }
            };
        }
        LogOdds { board: sum.get(), moves: &self.move_sums }
    }

    /// The occurrences of graph patterns, and which patterns are most specific.
    ///
    /// An occurrence is most specific when it is not part of an occurrence of a more special stored pattern: with one
    /// knight defended and another hanging, the general "attacked knight" is covered on the one and not on the other.
    #[must_use]
    pub fn matches(&mut self, memory: &Snapshot, features: &PositionFeatures) -> Matches {
        let table = &memory.graphs;
        let mut found = Vec::new();
        let look_ups = table.index().walk(features.graph().graph(), |row, map| {
            found.push((row, map.to_vec()));
        });
        found.sort_unstable();
        let covered = covered(table, &found);
        let graphs = found.into_iter().map(|occurrence| {
            let most_specific = !covered.contains(&occurrence);
            let (row, nodes) = occurrence;
            Occurrence { id: table.id(row), nodes, most_specific }
        });
        let graphs = graphs.collect();
        let all = self.activations(memory, features).materials.clone();
        let mut specific = all.clone();
        keep_most_specific(&memory.materials, &mut specific);
        let material = |row| (memory.materials.id(row), specific.contains(&row));
        let materials = all.into_iter().map(material).collect();
        Matches { graphs, materials, look_ups }
    }
}

/// The occurrences that are part of an occurrence of a more special pattern.
fn covered(
    table: &PatternTable<GraphPattern>,
    occurrences: &[(Row, Vec<u8>)],
) -> FxHashSet<(Row, Vec<u8>)> {
    let mut covered = FxHashSet::default();
    let mut parts: FxHashMap<Row, Vec<(Row, Vec<u8>)>> = FxHashMap::default();
    for (special, special_nodes) in occurrences {
        let Some(pattern) = table.get_at(*special) else { continue };
        // All more general patterns, not only the next ones: one of those may lie between and hold another place.
        let parts = parts.entry(*special).or_insert_with(|| {
            let mut parts = Vec::new();
            table.index().walk(pattern.graph(), |row, map| {
                if row != *special {
                    parts.push((row, map.to_vec()));
                }
            });
            parts
        });
        for (row, map) in parts {
            let Some(general) = table.get_at(*row) else { continue };
            let mut nodes: Vec<u8> =
                map.iter().map(|slot| special_nodes[usize::from(*slot)]).collect();
            general.normalise(&mut nodes);
            covered.insert((*row, nodes));
        }
    }
    covered
}
