use super::{Group, PatternTrie, Reach, StepLabel, Target};
use crate::graph::{Direction, EdgeKind, NodeLabel};
use crate::memory::{Version, Weights};
use crate::units::FixedPointSum;

/// What a net has answered lately.
///
/// What the steps of a group lead to depends on the label of the node and the mode of the edge alone, and most nodes
/// and edges of a position stand in its successors too, and in the next position. So most of a walk is in here, in the
/// fast part of the cache, whatever the size of the net. Nodes and edges, with which all patterns begin, are kept as
/// wholes: one look for an edge, not one for each thing that can be said of the piece it comes from.
#[derive(Clone, Debug, Default)]
pub struct TrieCache {
    version: Version,
    /// An answer stands in the only place its question may have; a later one takes its room.
    answers: Vec<Answer>,
    nodes: Vec<NodeAnswer>,
    names: Vec<Name>,
    edges: Vec<EdgeAnswer>,
    /// Answers one after the other, each with [`Target::END`] behind it. The first two are empty.
    targets: Vec<Target>,
    /// Only answers of this generation are true.
    generation: u32,
    /// The name the next node gets.
    next_name: u32,
    /// What is asked for, while it is put together.
    found: Vec<Target>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    /// The label that was asked for and above it the generation.
    step: u64,
    group: u32,
    first: u32,
}

/// What a walk can begin with on a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeAnswer {
    /// The label that was asked for and above it the generation.
    step: u64,
    /// Of what edges ask that come from the node, and that lead to it.
    names: [u32; 2],
    /// The places from which a twin of the node is looked for; behind them the patterns of one node.
    pub(super) twins: u32,
    /// The places from which some edge leads on.
    growing: u32,
    kept: KeptSum,
}

/// Stands for a label, as far as edges ask about it, and was never given to another: it is shorter.
#[derive(Clone, Copy, Debug, Default)]
struct Name {
    /// The label and above it the generation.
    step: u64,
    name: u32,
}

/// What a walk can begin with on two nodes and an edge from one to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeAnswer {
    /// The names of both and the mode; 0 is no edge.
    key: u64,
    /// The places that a walk reaches from the node the edge comes from, behind them the patterns that end there,
    pub(super) along: u32,
    /// and from the node it leads to.
    pub(super) against: u32,
    kept: KeptSum,
}

/// What the patterns of an answer came to by some weights; by none at first.
#[derive(Clone, Copy, Debug, Default)]
struct KeptSum {
    sum: FixedPointSum,
    weights: Version,
}

/// Answers kept: half a megabyte.
const ANSWERS: u32 = 1 << 15;
const NODES: u32 = 1 << 12;
const EDGES: u32 = 1 << 15;
/// Targets kept, those of answers that lost their room included: half a megabyte.
const TARGETS: usize = 1 << 17;
const GENERATIONS: u32 = 1 << (64 - StepLabel::BITS);
const NAME_BITS: u32 = 28;

impl TrieCache {
    /// Forgets what is not true of a net of this version, or too much.
    pub(super) fn prepare(&mut self, version: Version) {
        if self.version == version && self.targets.len() <= TARGETS {
            return;
        }
        self.version = version;
        self.targets.clear();
        self.targets.extend([Target::END; 2]);
        self.generation += 1;
        // Generation 0 is that of rooms that were never used. Names are spent long after generations are.
        if self.answers.is_empty() || self.generation == GENERATIONS {
            clear(&mut self.answers, ANSWERS);
            clear(&mut self.nodes, NODES);
            clear(&mut self.names, NODES);
            clear(&mut self.edges, EDGES);
            self.generation = 1;
            self.next_name = 1;
        }
    }

    /// What a group of the net leads to, as the place of the first target; the others follow up to [`Target::END`].
    #[inline]
    pub(super) fn answer(
        &mut self,
        net: &PatternTrie,
        group: u32,
        label: NodeLabel,
        mode: EdgeKind,
    ) -> u32 {
        let step = self.step(label, mode);
        let room = room(step ^ u64::from(group).rotate_left(27), ANSWERS);
        let kept = self.answers[room];
        if kept.step == step && kept.group == group {
            return kept.first;
        }
        let first = self.targets.len();
        net.answers(group, label, mode, |target| self.targets.push(target));
        let first = self.end(first);
        self.answers[room] = Answer { step, group, first };
        first
    }

    /// Where it stands what begins with a node of this label.
    #[inline]
    pub(super) fn node(&mut self, net: &PatternTrie, label: NodeLabel) -> usize {
        let label = label.keep(net.beginnings);
        let step = self.step(label, EdgeKind::Any);
        let room = room(step, NODES);
        if self.nodes[room].step != step {
            self.nodes[room] = self.ask_node(net, label, step);
        }
        room
    }

    /// What begins with a node.
    #[inline]
    pub(super) fn node_at(&self, room: usize) -> NodeAnswer {
        self.nodes[room]
    }

    /// What the patterns of one node come to there.
    #[inline]
    pub(super) fn node_sum(&mut self, room: usize, weights: &Weights) -> FixedPointSum {
        let answer = self.nodes[room];
        if answer.kept.weights == weights.version() {
            return answer.kept.sum;
        }
        let sum = self.sum_of(answer.twins, weights);
        self.nodes[room].kept = KeptSum { sum, weights: weights.version() };
        sum
    }

    fn ask_node(&mut self, net: &PatternTrie, label: NodeLabel, step: u64) -> NodeAnswer {
        let mut reached = std::mem::take(&mut self.found);
        reached.clear();
        for root in net.places[0].groups.indices() {
            net.answers(root, label, EdgeKind::Any, |target| reached.push(target));
        }
        let leads_on = |target: &Target, by: fn(&Group) -> bool| net.here(*target).1.iter().any(by);
        let twins = reached.iter().copied().filter(|t| leads_on(t, |group| !group.is_edge()));
        let patterns = reached.iter().filter_map(|target| net.here(*target).0).map(Target::of);
        let twins = self.keep(twins, patterns);
        let growing = reached.iter().copied().filter(|t| leads_on(t, Group::is_edge));
        let growing = self.keep(growing, std::iter::empty());
        self.found = reached;
        let names = net.ends.map(|parts| self.name(label.keep(parts)));
        NodeAnswer { step, names, twins, growing, kept: KeptSum::default() }
    }

    fn name(&mut self, label: NodeLabel) -> u32 {
        let step = self.step(label, EdgeKind::Any);
        let room = room(step, NODES);
        if self.names[room].step != step {
            self.names[room] = Name { step, name: self.next_name };
            self.next_name += 1;
        }
        self.names[room].name
    }

    /// Where it stands what begins with an edge between two nodes.
    #[inline]
    pub(super) fn edge(
        &mut self,
        net: &PatternTrie,
        [from, to]: [(NodeAnswer, NodeLabel); 2],
        mode: EdgeKind,
    ) -> usize {
        let ([from_name, _], [_, to_name]) = (from.0.names, to.0.names);
        let names = u64::from(from_name) << NAME_BITS | u64::from(to_name);
        let key = names << 3 | mode as u64;
        let room = room(key, EDGES);
        if self.edges[room].key != key {
            let along = self.ask_edge(net, from.0, Direction::Out, mode, to.1);
            let against = self.ask_edge(net, to.0, Direction::In, mode, from.1);
            self.edges[room] = EdgeAnswer { key, along, against, kept: KeptSum::default() };
        }
        room
    }

    /// What begins with an edge.
    #[inline]
    pub(super) fn edge_at(&self, room: usize) -> EdgeAnswer {
        self.edges[room]
    }

    /// What the patterns that end with the edge come to.
    #[inline]
    pub(super) fn edge_sum(&mut self, room: usize, weights: &Weights) -> FixedPointSum {
        let answer = self.edges[room];
        if answer.kept.weights == weights.version() {
            return answer.kept.sum;
        }
        let mut sum = self.sum_of(answer.along, weights);
        sum += self.sum_of(answer.against, weights);
        self.edges[room].kept = KeptSum { sum, weights: weights.version() };
        sum
    }

    fn ask_edge(
        &mut self,
        net: &PatternTrie,
        from: NodeAnswer,
        direction: Direction,
        mode: EdgeKind,
        label: NodeLabel,
    ) -> u32 {
        let there = Reach::of(Reach::kind(label.bits()), mode);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let mut at = from.growing;
        while self.target(at) != Target::END {
            let groups = net.places[self.target(at).0 as usize].groups;
            for (index, group) in groups.indices().zip(net.groups.of(groups)) {
                if !group.leads(direction) || !group.reach.meets(there) {
                    continue;
                }
                let first = self.answer(net, index, label.keep(group.components), mode);
                let answer = self.targets[first as usize..].iter().copied();
                found.extend(answer.take_while(|target| *target != Target::END));
            }
            at += 1;
        }
        let is_pattern = |target: &Target| target.pattern().is_some();
        let places = found.iter().copied().filter(|target| !is_pattern(target));
        let first = self.keep(places, found.iter().copied().filter(is_pattern));
        self.found = found;
        first
    }

    /// Writes an answer of two lists down; where the first of them begins.
    fn keep(
        &mut self,
        places: impl Iterator<Item = Target>,
        patterns: impl Iterator<Item = Target>,
    ) -> u32 {
        let first = self.targets.len();
        self.targets.extend(places);
        self.targets.push(Target::END);
        self.targets.extend(patterns);
        self.targets.push(Target::END);
        if self.targets.len() == first + 2 {
            self.targets.truncate(first);
            return 0;
        }
        first as u32
    }

    /// Of an answer of two lists, where the second one begins.
    #[inline]
    pub(super) fn patterns(&self, first: u32) -> u32 {
        let mut at = first;
        while self.target(at) != Target::END {
            at += 1;
        }
        at + 1
    }

    /// What the patterns of an answer of two lists come to.
    fn sum_of(&self, first: u32, weights: &Weights) -> FixedPointSum {
        let patterns = self.targets[self.patterns(first) as usize..].iter();
        let patterns =
            patterns.map_while(|target| (*target != Target::END).then(|| target.pattern()));
        patterns.flatten().map(|id| f64::from(weights.log_odds(id))).collect()
    }

    #[inline]
    fn step(&self, label: NodeLabel, mode: EdgeKind) -> u64 {
        let step = StepLabel::new(label.bits(), mode).0;
        debug_assert!(step >> StepLabel::BITS == 0, "a label takes the room of the generation");
        step | u64::from(self.generation) << StepLabel::BITS
    }

    /// Ends an answer that begins at `first`.
    fn end(&mut self, first: usize) -> u32 {
        if first == self.targets.len() {
            return 0;
        }
        self.targets.push(Target::END);
        first as u32
    }

    #[inline]
    pub(super) fn target(&self, at: u32) -> Target {
        self.targets[at as usize]
    }
}

#[inline]
fn room(question: u64, rooms: u32) -> usize {
    (question.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - rooms.trailing_zeros())) as usize
}

fn clear<T: Clone + Default>(rooms: &mut Vec<T>, size: u32) {
    rooms.clear();
    rooms.resize(size as usize, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, NodeKind};
    use crate::memory::{Index, PatternId};
    use crate::pattern::GraphPattern;
    use shakmaty::Color;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn answers_of_earlier_nets_are_not_given_again_when_generations_run_out() {
        let mut builder = GraphBuilder::default();
        builder.node(NodeLabel::new(NodeKind::Piece(Color::White.knight())));
        let knight = GraphPattern::canonise(&builder.build()).unwrap().pattern;
        let mut net = PatternTrie::default();
        let mut memo = TrieCache::default();
        let seen = |net: &PatternTrie, memo: &mut TrieCache| {
            let mut found = Vec::new();
            net.walk_with(memo, knight.graph(), |id, _| found.push(id));
            found
        };
        for id in 0..6 {
            net.insert(PatternId(id), &knight);
            assert_eq!(seen(&net, &mut memo), [PatternId(id)]);
            net.remove(PatternId(id), &knight);
            assert_eq!(seen(&net, &mut memo), []);
            // From here the next generations are the last one and, again, the first.
            memo.generation = memo.generation.max(GENERATIONS - 3);
        }
        assert!(memo.generation < GENERATIONS);
    }
}
