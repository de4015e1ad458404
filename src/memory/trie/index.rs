use super::tree::{NONE, PatternTrie, Target};
use crate::memory::{Index, PatternId, Version};
use crate::pattern::{GraphPattern, Pattern, is_embedded};

impl Index<GraphPattern> for PatternTrie {
    fn insert(&mut self, id: PatternId, pattern: &GraphPattern) {
        let Some((last, steps)) = pattern.steps().split_last() else { return };
        let node = steps.iter().fold(0, |node, step| self.node_after(node, step));
        let symmetric = !pattern.is_rigid();
        let is_new = self.child(node, last).is_none();
        if is_new && !symmetric {
            self.link(node, last, Target::of(id));
        } else {
            let end = self.node_after(node, last);
            let end = &mut self.nodes[end as usize];
            end.pattern = id.0;
            end.symmetric = symmetric;
        }
        if symmetric {
            self.symmetric.insert(id, pattern.clone());
        }
        self.note_first_steps(pattern.steps());
        self.postings.insert(id, pattern.graph());
        self.len += 1;
        self.version = Version::next();
    }

    fn remove(&mut self, id: PatternId, pattern: &GraphPattern) {
        if self.find(pattern) != Some(id) {
            return;
        }
        let mut path = Vec::with_capacity(pattern.steps().len());
        let mut node = 0;
        for step in pattern.steps() {
            let extension = PatternTrie::step_key(step).0;
            let Some((lookup, step, target)) = self.child(node, step) else { return };
            path.push((node, extension, lookup, step, target));
            node = target.0;
        }
        for (depth, (parent, extension, lookup, step, target)) in path.into_iter().rev().enumerate()
        {
            if target.pattern().is_none() {
                let node = &mut self.nodes[target.0 as usize];
                if depth == 0 {
                    node.pattern = NONE;
                    node.symmetric = false;
                }
                if node.pattern != NONE || !node.branches.is_empty() {
                    break;
                }
                self.free_nodes.push(target.0);
            }
            self.unlink(parent, extension, lookup, step);
        }
        self.symmetric.remove(&id);
        self.postings.remove(id);
        self.len -= 1;
        self.version = Version::next();
    }

    fn find(&self, pattern: &GraphPattern) -> Option<PatternId> {
        let (last, steps) = pattern.steps().split_last()?;
        let mut node = 0;
        for step in steps {
            let (_, _, target) = self.child(node, step)?;
            if target.pattern().is_some() {
                return None;
            }
            node = target.0;
        }
        let (_, _, target) = self.child(node, last)?;
        self.here(target).0
    }

    fn covering(&self, pattern: &GraphPattern) -> Vec<PatternId> {
        let mut found = Vec::new();
        self.walk(pattern.graph(), |id, _| found.push(id));
        found
    }

    fn more_special<'a>(
        &self,
        pattern: &GraphPattern,
        get: impl Fn(PatternId) -> Option<&'a GraphPattern>,
    ) -> Vec<PatternId> {
        let mut found: Vec<PatternId> = self
            .postings
            .candidates(pattern.graph())
            .filter(|id| {
                get(*id).is_some_and(|other| {
                    other.size() >= pattern.size()
                        && is_embedded(pattern, other.graph())
                        && other != pattern
                })
            })
            .collect();
        found.sort_unstable();
        found
    }
}
