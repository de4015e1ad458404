use super::{Net, StepLabel, Target};
use crate::graph::{Mode, NodeLabel};

/// What a net has answered lately.
///
/// What the steps of a group lead to depends on the label of the node and the mode of the edge alone, and most nodes
/// and edges of a position stand in its successors too, and in the next position. So most of a walk is in here, in the
/// fast part of the cache, whatever the size of the net.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    version: u64,
    /// An answer stands in the only place its question may have; a later one takes its room.
    answers: Vec<Answer>,
    /// Answers one after the other, each with [`Target::END`] behind it. The first one is empty.
    targets: Vec<Target>,
    /// Only answers of this generation are true.
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    /// The label that was asked for and above it the generation.
    step: u64,
    group: u32,
    first: u32,
}

/// Answers kept: half a megabyte.
const ANSWERS: u32 = 1 << 15;
/// Targets kept, those of answers that lost their room included: a quarter of a megabyte.
const TARGETS: usize = 1 << 16;
const GENERATIONS: u32 = 1 << (64 - StepLabel::BITS);

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
        // Generation 0 is that of rooms that were never used.
        if self.answers.is_empty() || self.generation == GENERATIONS {
            self.answers.clear();
            self.answers.resize(ANSWERS as usize, Answer::default());
            self.generation = 1;
        }
    }

    /// What a group of the net leads to, as the place of the first target; the others follow up to [`Target::END`].
    #[inline]
    pub(super) fn answer(&mut self, net: &Net, group: u32, label: NodeLabel, mode: Mode) -> u32 {
        let step = StepLabel::new(label.bits(), mode).0;
        debug_assert!(step >> StepLabel::BITS == 0, "a label takes the room of the generation");
        let step = step | u64::from(self.generation) << StepLabel::BITS;
        let mixed = (step ^ u64::from(group).rotate_left(27)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let room = (mixed >> (64 - ANSWERS.trailing_zeros())) as usize;
        let kept = self.answers[room];
        if kept.step == step && kept.group == group {
            return kept.first;
        }
        let first = self.ask(net, group, label, mode);
        self.answers[room] = Answer { step, group, first };
        first
    }

    fn ask(&mut self, net: &Net, group: u32, label: NodeLabel, mode: Mode) -> u32 {
        let first = self.targets.len();
        net.answers(group, label, mode, |target| self.targets.push(target));
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
