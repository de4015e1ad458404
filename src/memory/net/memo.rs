use rustc_hash::FxHashMap;

use super::{Key, Net, StepLabel, Target};
use crate::graph::{Mode, NodeLabel};

/// What a net has answered lately.
///
/// What the steps of a group lead to depends on the label of the node and the mode of the edge alone, and most nodes
/// and edges of a position stand in its successors too, and in the next position. So most of a walk is in here, in the
/// fast part of the cache, whatever the size of the net.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    version: u64,
    answers: FxHashMap<Key, Answer>,
    targets: Vec<Target>,
}

/// Where the targets stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) first: u32,
    pub(super) end: u32,
}

/// Answers kept at most: about two megabytes.
const MOST: usize = 1 << 16;

impl Memo {
    /// Forgets what is not true of a net of this version, or too much.
    pub(super) fn prepare(&mut self, version: u64) {
        if self.version != version || self.answers.len() + self.targets.len() > MOST {
            self.answers.clear();
            self.targets.clear();
            self.version = version;
        }
    }

    /// What a group of the net leads to.
    #[inline]
    pub(super) fn answer(&mut self, net: &Net, group: u32, label: NodeLabel, mode: Mode) -> Answer {
        let key = Key::new(group, StepLabel::new(label.bits(), mode));
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let first = self.targets.len() as u32;
        net.answers(group, label, mode, |target| self.targets.push(target));
        let answer = Answer { first, end: self.targets.len() as u32 };
        self.answers.insert(key, answer);
        answer
    }

    pub(super) fn target(&self, at: u32) -> Target {
        self.targets[at as usize]
    }
}
