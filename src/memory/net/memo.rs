use super::{Group, Net, Reach, StepLabel, Target};
use crate::graph::{Direction, Mode, NodeLabel};

/// What a net has answered lately.
///
/// What the steps of a group lead to depends on the label of the node and the mode of the edge alone, and most nodes
/// and edges of a position stand in its successors too, and in the next position. So most of a walk is in here, in the
/// fast part of the cache, whatever the size of the net. Nodes and edges, with which all patterns begin, are kept as
/// wholes: one look for an edge, not one for each thing that can be said of the piece it comes from.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    version: u64,
    /// An answer stands in the only place its question may have; a later one takes its room.
    answers: Vec<Answer>,
    nodes: Vec<NodeAnswer>,
    edges: Vec<EdgeAnswer>,
    /// Answers one after the other, each with [`Target::END`] behind it. The first one is empty.
    targets: Vec<Target>,
    /// Only answers of this generation are true.
    generation: u32,
    /// The name the next node gets.
    next_name: u32,
    /// What an edge leads to, while it is put together.
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
    /// Stands for the label, as far as the net looks at it, and was never given to another.
    name: u32,
    /// The patterns of one node, and the places from which a twin of the node is looked for.
    pub(super) patterns: u32,
    /// The places from which some edge leads on.
    growing: u32,
}

/// What a walk can begin with on two nodes and an edge from one to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeAnswer {
    /// The names of both and the mode; 0 is no edge.
    key: u64,
    /// What begins at the node the edge comes from,
    pub(super) along: u32,
    /// and at the node it leads to.
    pub(super) against: u32,
}

/// Answers kept: half a megabyte.
const ANSWERS: u32 = 1 << 15;
const NODES: u32 = 1 << 12;
const EDGES: u32 = 1 << 15;
/// Targets kept, those of answers that lost their room included: half a megabyte.
const TARGETS: usize = 1 << 17;
const GENERATIONS: u32 = 1 << (64 - StepLabel::BITS);
const NAME_BITS: u32 = 28;

impl Memo {
    /// Forgets what is not true of a net of this version, or too much.
    pub(super) fn prepare(&mut self, version: u64) {
        if self.version == version && self.targets.len() <= TARGETS {
            return;
        }
        self.version = version;
        self.targets.clear();
        self.targets.push(Target::END);
        self.generation += 1;
        // Generation 0 is that of rooms that were never used. Names are spent long after generations are.
        if self.answers.is_empty() || self.generation == GENERATIONS {
            clear(&mut self.answers, ANSWERS);
            clear(&mut self.nodes, NODES);
            clear(&mut self.edges, EDGES);
            self.generation = 1;
            self.next_name = 1;
        }
    }

    /// What a group of the net leads to, as the place of the first target; the others follow up to [`Target::END`].
    #[inline]
    pub(super) fn answer(&mut self, net: &Net, group: u32, label: NodeLabel, mode: Mode) -> u32 {
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

    /// What begins with a node of this label.
    #[inline]
    pub(super) fn node(&mut self, net: &Net, label: NodeLabel) -> NodeAnswer {
        let label = label.keep(net.beginnings);
        let step = self.step(label, Mode::Any);
        let room = room(step, NODES);
        let kept = self.nodes[room];
        if kept.step == step {
            return kept;
        }
        let answer = self.ask_node(net, label, step);
        self.nodes[room] = answer;
        answer
    }

    fn ask_node(&mut self, net: &Net, label: NodeLabel, step: u64) -> NodeAnswer {
        let mut reached = std::mem::take(&mut self.found);
        reached.clear();
        for root in net.places[0].groups.indices() {
            net.answers(root, label, Mode::Any, |target| reached.push(target));
        }
        let patterns = self.targets.len();
        for target in &reached {
            let (pattern, groups) = net.here(*target);
            self.targets.extend(pattern.map(Target::of));
            if groups.iter().any(|group| !group.is_edge()) {
                self.targets.push(*target);
            }
        }
        let patterns = self.end(patterns);
        let growing = self.targets.len();
        let grows = |target: &Target| net.here(*target).1.iter().any(Group::is_edge);
        self.targets.extend(reached.iter().copied().filter(grows));
        let growing = self.end(growing);
        self.found = reached;
        let name = self.next_name;
        self.next_name += 1;
        NodeAnswer { step, name, patterns, growing }
    }

    /// What begins with an edge between two nodes.
    #[inline]
    pub(super) fn edge(
        &mut self,
        net: &Net,
        [from, to]: [(NodeAnswer, NodeLabel); 2],
        mode: Mode,
    ) -> EdgeAnswer {
        let names = u64::from(from.0.name) << NAME_BITS | u64::from(to.0.name);
        let key = names << 3 | mode as u64;
        let room = room(key, EDGES);
        let kept = self.edges[room];
        if kept.key == key {
            return kept;
        }
        let along = self.ask_edge(net, from.0, Direction::Out, mode, to.1);
        let against = self.ask_edge(net, to.0, Direction::In, mode, from.1);
        let answer = EdgeAnswer { key, along, against };
        self.edges[room] = answer;
        answer
    }

    fn ask_edge(
        &mut self,
        net: &Net,
        from: NodeAnswer,
        direction: Direction,
        mode: Mode,
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
        let first = self.targets.len();
        self.targets.extend_from_slice(&found);
        self.found = found;
        self.end(first)
    }

    #[inline]
    fn step(&self, label: NodeLabel, mode: Mode) -> u64 {
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
    use crate::graph::{GraphBuilder, Kind};
    use crate::memory::{Index, PatternId};
    use crate::pattern::GraphPattern;
    use shakmaty::Color;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn answers_of_earlier_nets_are_not_given_again_when_generations_run_out() {
        let mut builder = GraphBuilder::default();
        builder.node(NodeLabel::new(Kind::Piece(Color::White.knight())));
        let knight = GraphPattern::canonise(&builder.build()).unwrap().pattern;
        let mut net = Net::default();
        let mut memo = Memo::default();
        let seen = |net: &Net, memo: &mut Memo| {
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
