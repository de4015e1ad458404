use super::tree::{Children, NONE, PatternTrie, Target};
use crate::memory::postings::Postings;
use crate::memory::{Index, Row, Stored, Version};
use crate::pattern::{GraphPattern, Pattern, is_embedded};

impl Index<GraphPattern> for PatternTrie {
    fn insert(&mut self, row: Row, pattern: &GraphPattern) -> Option<Row> {
        let (last, steps) = pattern.steps().split_last()?;
        let node = steps.iter().fold(0, |node, step| self.node_after(node, step));
        let symmetric = !pattern.is_rigid();
        let is_new = self.child(node, last).is_none();
        let former = if is_new && !symmetric {
            self.link(node, last, Target::of(row));
            NONE
        } else {
            let end = self.node_after(node, last);
            let end = &mut self.nodes[end as usize];
            end.symmetric = symmetric;
            std::mem::replace(&mut end.pattern, row.0)
        };
        if symmetric {
            self.symmetric.insert(row, pattern.clone());
        }
        self.note_first_steps(pattern.steps());
        if let Some(postings) = self.postings.get_mut() {
            postings.insert(row, pattern.graph());
        }
        self.len += 1;
        self.version = Version::next();
        (former != NONE).then_some(Row(former))
    }

    fn remove(&mut self, row: Row, pattern: &GraphPattern) {
        if self.find(pattern) != Some(row) {
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
        self.symmetric.remove(&row);
        if let Some(postings) = self.postings.get_mut() {
            postings.remove(row);
        }
        self.len -= 1;
        self.version = Version::next();
    }

    fn find(&self, pattern: &GraphPattern) -> Option<Row> {
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

    fn covering(&self, pattern: &GraphPattern) -> Vec<Row> {
        let mut found = Vec::new();
        self.walk(pattern.graph(), |row, _| found.push(row));
        found
    }

    fn more_special(&self, pattern: &GraphPattern, stored: Stored<'_, GraphPattern>) -> Vec<Row> {
        let postings = self.postings.get_or_init(|| {
            let mut postings = Postings::default();
            stored.iter().for_each(|(row, pattern)| postings.insert(row, pattern.graph()));
            postings
        });
        let mut found: Vec<Row> = postings
            .candidates(pattern.graph())
            .filter(|row| {
                stored.get(*row).is_some_and(|other| {
                    other.size() >= pattern.size()
                        && is_embedded(pattern, other.graph())
                        && other != pattern
                })
            })
            .collect();
        found.sort_unstable();
        found
    }

    fn renumber(&mut self, moved: &[Option<Row>]) {
        for target in self.children.values_mut() {
            target.renumber(moved);
        }
        for node in &mut self.nodes {
            if node.pattern != NONE {
                let mut row = Row(node.pattern);
                row.move_up(moved);
                node.pattern = row.0;
            }
            for branch in node.branches.indices() {
                for lookup in self.branches.get(branch).lookups.indices() {
                    if let Children::One { target, .. } = &mut self.lookups.get_mut(lookup).children
                    {
                        target.renumber(moved);
                    }
                }
            }
        }
        let symmetric = std::mem::take(&mut self.symmetric).into_iter();
        self.symmetric = symmetric
            .map(|(mut row, pattern)| {
                row.move_up(moved);
                (row, pattern)
            })
            .collect();
        if let Some(postings) = self.postings.get_mut() {
            postings.renumber(moved);
        }
        self.version = Version::next();
    }
}
