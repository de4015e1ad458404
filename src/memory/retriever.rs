use rustc_hash::{FxHashMap, FxHashSet};

use shakmaty::Square;

use super::database::IndexedPattern;
use super::{MoveCache, PatternId, PatternTable, Snapshot, TrieCache};
use crate::chess::{MaterialVector, Oriented};
use crate::graph::{PositionGraph, PositionMoves};
use crate::pattern::GraphPattern;

/// Asks a memory what it recognises in a position. Keeps its working space from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Retriever {
    graph: PositionGraph,
    memo: TrieCache,
    material: MaterialVector,
    moves: PositionMoves,
    move_memo: MoveCache,
    graphs: Vec<PatternId>,
    materials: Vec<PatternId>,
    move_uses: MoveUses,
    move_sums: Vec<f64>,
    marks: Vec<u32>,
    mark: u32,
}

/// The move patterns that occur, move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveUses {
    patterns: Vec<PatternId>,
    /// Where the patterns of each move end.
    ends: Vec<u32>,
}

impl MoveUses {
    /// The patterns of each move, in the order of the moves. A move of which no pattern is known has none.
    pub fn by_move(&self) -> impl Iterator<Item = &[PatternId]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.patterns[start as usize..*end as usize])
    }

    fn clear(&mut self) {
        self.patterns.clear();
        self.ends.clear();
    }
}

/// One place where a graph pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The pattern.
    pub id: PatternId,
    /// For each slot of the pattern the node of the position's graph.
    pub nodes: Vec<u8>,
    /// It is not part of an occurrence of a more special pattern.
    pub most_specific: bool,
}

/// Everything that was recognised in a position.
#[derive(Clone, Debug)]
pub struct Matches {
    /// The position's graph.
    pub graph: PositionGraph,
    /// Occurrences of graph patterns, by pattern and place.
    pub graphs: Vec<Occurrence>,
    /// Material patterns, with whether they are most specific.
    pub materials: Vec<(PatternId, bool)>,
    /// Look-ups in the net.
    pub probes: u64,
}

impl Matches {
    /// The squares of an occurrence, by slot, in the view with White to move.
    #[must_use]
    pub fn squares(&self, occurrence: &Occurrence) -> Vec<Square> {
        occurrence.nodes.iter().map(|node| self.graph.square(*node)).collect()
    }
}

impl Retriever {
    /// Recognises: [`Retriever::graphs`], [`Retriever::materials`] and [`Retriever::moves`] then hold one entry for each occurrence.
    ///
    /// No allocation once the working space has grown to its size.
    pub fn ask(&mut self, memory: &Snapshot, position: &Oriented) {
        self.look(memory, position);
        let (graphs, materials) = (&mut self.graphs, &mut self.materials);
        graphs.clear();
        materials.clear();
        memory
            .graphs
            .index()
            .walk_with(&mut self.memo, self.graph.graph(), |id, _| graphs.push(id));
        memory.materials.index().walk(self.material, |id| materials.push(id));
        self.move_uses.clear();
        for label in self.moves.labels() {
            memory.moves.index().walk(label, |id| self.move_uses.patterns.push(id));
            self.move_uses.ends.push(self.move_uses.patterns.len() as u32);
        }
    }

    /// The sum of the log-odds of all graph and material patterns that occur, each as often as it occurs; what those of
    /// each move come to is then in [`Retriever::move_sums`]. Cheaper than to recognise them.
    pub fn log_odds(&mut self, memory: &Snapshot, position: &Oriented) -> f64 {
        self.look(memory, position);
        self.move_sums.clear();
        let moves = &memory.moves;
        for label in self.moves.labels() {
            self.move_sums.push(self.move_memo.sum(moves.index(), moves.weights(), label));
        }
        let weights = memory.materials.weights();
        let mut sum = memory.graphs.index().sum_with(
            &mut self.memo,
            self.graph.graph(),
            memory.graphs.weights(),
        );
        let add = |id| sum += f64::from(weights.log_odds(id));
        memory.materials.index().walk(self.material, add);
        sum.get()
    }

    fn look(&mut self, memory: &Snapshot, position: &Oriented) {
        self.graph.rebuild(position);
        if memory.moves.is_empty() {
            self.moves.clear();
        } else {
            self.moves.rebuild(position, &self.graph);
        }
        self.material = MaterialVector::of_board(position.board());
    }

    /// Graph patterns recognised.
    #[must_use]
    pub fn graphs(&self) -> &[PatternId] {
        &self.graphs
    }

    /// Material patterns recognised.
    #[must_use]
    pub fn materials(&self) -> &[PatternId] {
        &self.materials
    }

    /// The moves that were possible in the position that was asked last. None where the memory has no move patterns.
    #[must_use]
    pub fn possible(&self) -> &PositionMoves {
        &self.moves
    }

    /// Move patterns recognised. No move at all where the memory knows none.
    #[must_use]
    pub fn moves(&self) -> &MoveUses {
        &self.move_uses
    }

    /// What the log-odds of the patterns of each move came to, when [`Retriever::log_odds`] was asked last.
    #[must_use]
    pub fn move_sums(&self) -> &[f64] {
        &self.move_sums
    }

    /// The graph of the position that was asked last.
    #[must_use]
    pub fn graph(&self) -> &PositionGraph {
        &self.graph
    }

    /// The material of the position that was asked last.
    #[must_use]
    pub fn material(&self) -> MaterialVector {
        self.material
    }

    /// Leaves each graph and material pattern once, however often it occurs.
    pub fn keep_patterns_once(&mut self, memory: &Snapshot) {
        self.begin_marks(memory);
        let mut graphs = std::mem::take(&mut self.graphs);
        graphs.retain(|id| self.mark(*id));
        self.graphs = graphs;
    }

    /// Leaves only graph and material patterns none of whose immediate successors occurs: the paper's "immediate predecessors of the
    /// state". Each is left once.
    pub fn keep_most_specific(&mut self, memory: &Snapshot) {
        self.keep_patterns_once(memory);
        let (graphs, materials) =
            (std::mem::take(&mut self.graphs), std::mem::take(&mut self.materials));
        self.graphs = self.without_covered(&memory.graphs, graphs);
        self.materials = self.without_covered(&memory.materials, materials);
    }

    fn without_covered<P: IndexedPattern>(
        &mut self,
        known: &PatternTable<P>,
        mut ids: Vec<PatternId>,
    ) -> Vec<PatternId> {
        self.begin_marks_for(known.id_bound());
        for id in &ids {
            for general in known.hierarchy().predecessors(*id) {
                self.mark(general);
            }
        }
        ids.retain(|id| self.marks[id.index()] != self.mark);
        ids
    }

    fn begin_marks(&mut self, memory: &Snapshot) {
        self.begin_marks_for(memory.graphs.id_bound());
    }

    fn begin_marks_for(&mut self, bound: usize) {
        if self.marks.len() < bound {
            self.marks.resize(bound, 0);
        }
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
    }

    /// Marks an id; true when it was not marked yet.
    fn mark(&mut self, id: PatternId) -> bool {
        let fresh = self.marks[id.index()] != self.mark;
        self.marks[id.index()] = self.mark;
        fresh
    }

    /// Recognises with every occurrence in its place, and marks the most specific ones.
    ///
    /// An occurrence is most specific when it is not part of an occurrence of a more special stored pattern: with one
    /// knight defended and another hanging, the general "attacked knight" is covered on the one and not on the other.
    #[must_use]
    pub fn matches(&mut self, memory: &Snapshot, position: &Oriented) -> Matches {
        self.ask(memory, position);
        let mut graphs = Vec::new();
        let probes = memory.graphs.index().walk(self.graph.graph(), |id, map| {
            graphs.push(Occurrence { id, nodes: map.to_vec(), most_specific: true });
        });
        graphs.sort_unstable_by(|a, b| (a.id, &a.nodes).cmp(&(b.id, &b.nodes)));
        mark_covered(&memory.graphs, &mut graphs);
        let all = self.materials.clone();
        let specific = self.without_covered(&memory.materials, all.clone());
        let materials = all.iter().map(|id| (*id, specific.contains(id))).collect();
        Matches { graph: self.graph.clone(), graphs, materials, probes }
    }
}

fn mark_covered(known: &PatternTable<GraphPattern>, occurrences: &mut [Occurrence]) {
    let mut covered: FxHashSet<(PatternId, Vec<u8>)> = FxHashSet::default();
    let mut parts: FxHashMap<PatternId, Vec<(PatternId, Vec<u8>)>> = FxHashMap::default();
    for special in occurrences.iter() {
        let Some(pattern) = known.get(special.id) else { continue };
        // All more general patterns, not only the next ones: one of those may lie between and hold another place.
        let parts = parts.entry(special.id).or_insert_with(|| {
            let mut parts = Vec::new();
            known.index().walk(pattern.graph(), |id, map| {
                if id != special.id {
                    parts.push((id, map.to_vec()));
                }
            });
            parts
        });
        for (id, map) in parts {
            let Some(general) = known.get(*id) else { continue };
            let mut nodes: Vec<u8> =
                map.iter().map(|slot| special.nodes[usize::from(*slot)]).collect();
            general.normalise(&mut nodes);
            covered.insert((*id, nodes));
        }
    }
    for occurrence in occurrences.iter_mut() {
        let key = (occurrence.id, std::mem::take(&mut occurrence.nodes));
        occurrence.most_specific = !covered.contains(&key);
        occurrence.nodes = key.1;
    }
}
