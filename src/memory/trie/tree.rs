use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::edge_mask::EdgeMask;
use super::key::{Key, StepLabel};
use super::lists::{List, ListPool};
use crate::graph::{Components, Direction, EdgeKind, NodeLabel};
use crate::memory::postings::Postings;
use crate::memory::probe_table::ProbeTable;
use crate::memory::{Row, Version};
use crate::pattern::{BuildStep, GraphPattern};

/// Finds all stored graph patterns that occur in a graph at once, without testing those that do not occur.
///
/// The codes of the patterns (sequences of build steps) form a trie: common prefixes are shared, and a partial occurrence
/// walks down it. At each node, the steps that extend the occurrence in the same way (same anchor and direction) form a
/// *branch*, and within it the steps that read the same components of the label form a *lookup*: one access to a hash table
/// finds the child for any label and edge kind. A branch also has a mask of the node and edge kinds it reaches, which
/// rules out more than half of the branches and most edges without an access. The work grows with the number of
/// occurrences in the graph, hardly with the number of patterns stored.
#[derive(Clone, Debug)]
pub struct PatternTrie {
    pub(super) nodes: Vec<Node>,
    pub(super) lookups: ListPool<Lookup>,
    pub(super) children: ProbeTable<Key, Target>,
    pub(super) branches: ListPool<Branch>,
    pub(super) free_nodes: Vec<u32>,
    /// The table id of the next lookup.
    pub(super) next_table_id: u32,
    pub(super) lookups_in_use: usize,
    /// Differs from that of every trie with other patterns.
    pub(super) version: Version,
    /// Made when more special patterns are first asked for, which play never does.
    pub(super) postings: OnceLock<Postings>,
    /// Patterns with symmetries.
    pub(super) symmetric: FxHashMap<Row, GraphPattern>,
    pub(super) len: usize,
    /// Components of the labels at the first two nodes of all patterns, past ones included.
    pub(super) first_components: Components,
    /// Those at the source and at the target of the first edge.
    pub(super) edge_components: [Components; 2],
}

pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The pattern that ends here.
    pub(super) pattern: u32,
    pub(super) branches: List,
    /// An occurrence of the pattern may be found several times; see [`GraphPattern::is_representative`].
    pub(super) symmetric: bool,
}

/// Where a step leads: to a node, or to a pattern without symmetries that ends there and has no child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target(pub(super) u32);

impl Target {
    const PATTERN: u32 = 1 << 31;
    /// Marks the end of a list of targets.
    pub(super) const END: Target = Target(u32::MAX);

    pub(super) fn of(pattern: Row) -> Target {
        Target(Target::PATTERN | pattern.0)
    }

    pub(super) fn pattern(self) -> Option<Row> {
        (self.0 & Target::PATTERN != 0).then_some(Row(self.0 & !Target::PATTERN))
    }

    pub(super) fn renumber(&mut self, moved: &[Option<Row>]) {
        if let Some(mut row) = self.pattern() {
            row.move_up(moved);
            *self = Target::of(row);
        }
    }
}

pub(super) const NO_TWIN: u8 = u8::MAX;

/// How a step extends a partial occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    Root,
    Grow { anchor: u8, direction: Direction, after: u8 },
    Close { slot: u8, other: u8, direction: Direction },
}

/// Steps that extend a partial occurrence in the same way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) extension: Extension,
    /// Components of the label that its lookups read, past ones included.
    pub(super) components: Components,
    pub(super) lookups: List,
    /// The edges it can match.
    pub(super) edges: EdgeMask,
}

impl Branch {
    /// It follows an edge of the first node, to any node.
    pub(super) fn is_edge(&self) -> bool {
        Direction::BOTH.into_iter().any(|direction| self.leads(direction))
    }

    /// The same, for edges in this direction.
    pub(super) fn leads(&self, direction: Direction) -> bool {
        self.extension == Extension::Grow { anchor: 0, direction, after: NO_TWIN }
    }
}

/// Steps of a branch that read the same components of the label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup {
    components: Components,
    /// The steps have the generic edge kind; those with an exact one have a lookup of their own.
    generic: bool,
    /// Its part of the key in the table of children.
    table_id: u32,
    pub(super) children: Children,
}

/// The children of a lookup: one in place, several in the table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Children {
    One {
        step: StepLabel,
        target: Target,
    },
    Many {
        count: u32,
        /// A Bloom filter of the children's labels, which saves most accesses that would fail.
        filter: u64,
    },
}

/// Sizes of a trie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrieStatistics {
    /// Patterns.
    pub patterns: usize,
    /// Nodes.
    pub nodes: usize,
    /// Lookups: groups of steps found by one access to the hash table.
    pub lookups: usize,
    /// Bytes, allocated capacity included, without the lists for insertion.
    pub tree_bytes: usize,
    /// Bytes of the lists that find more special patterns at insertion; 0 before the first.
    pub postings_bytes: usize,
}

impl Default for PatternTrie {
    fn default() -> PatternTrie {
        PatternTrie {
            nodes: vec![Node { pattern: NONE, branches: List::default(), symmetric: false }],
            branches: ListPool::default(),
            lookups: ListPool::default(),
            children: ProbeTable::default(),
            free_nodes: Vec::new(),
            next_table_id: 0,
            lookups_in_use: 0,
            version: Version::next(),
            postings: OnceLock::new(),
            symmetric: FxHashMap::default(),
            len: 0,
            first_components: Components::NONE,
            edge_components: [Components::NONE; 2],
        }
    }
}

impl PatternTrie {
    /// Sizes.
    #[must_use]
    pub fn statistics(&self) -> TrieStatistics {
        TrieStatistics {
            patterns: self.len,
            nodes: self.nodes.len() - self.free_nodes.len(),
            lookups: self.lookups_in_use,
            tree_bytes: self.nodes.capacity() * size_of::<Node>()
                + self.branches.bytes()
                + self.lookups.bytes()
                + self.children.bytes(),
            postings_bytes: self.postings.get().map_or(0, Postings::bytes),
        }
    }

    pub(super) fn step_key(step: &BuildStep) -> (Extension, Components, bool, u64, EdgeKind) {
        match *step {
            BuildStep::Root { label } => {
                (Extension::Root, label.components(), true, label.bits(), EdgeKind::Any)
            }
            BuildStep::Grow { anchor, direction, kind, label, after } => (
                Extension::Grow { anchor, direction, after: after.unwrap_or(NO_TWIN) },
                label.components(),
                kind == EdgeKind::Any,
                label.bits(),
                kind,
            ),
            BuildStep::Close { slot, other, direction, kind } => (
                Extension::Close { slot, other, direction },
                Components::NONE,
                kind == EdgeKind::Any,
                0,
                kind,
            ),
        }
    }

    pub(super) fn note_first_steps(&mut self, steps: &[BuildStep]) {
        let mut steps = steps.iter().map(PatternTrie::step_key);
        let Some((_, first, ..)) = steps.next() else { return };
        self.first_components = self.first_components.union(first);
        if let Some((Extension::Grow { direction, .. }, second, ..)) = steps.next() {
            self.first_components = self.first_components.union(second);
            let [out, into] = &mut self.edge_components;
            let (anchor, grown) =
                if direction == Direction::Out { (out, into) } else { (into, out) };
            *anchor = anchor.union(first);
            *grown = grown.union(second);
        }
    }

    fn find_branch(&self, node: u32, extension: Extension) -> Option<u32> {
        let branches = self.nodes[node as usize].branches;
        branches.indices().find(|at| self.branches.get(*at).extension == extension)
    }

    fn find_lookup(&self, branch: u32, components: Components, generic: bool) -> Option<u32> {
        self.branches.get(branch).lookups.indices().find(|at| {
            let lookup = self.lookups.get(*at);
            lookup.components == components && lookup.generic == generic
        })
    }

    /// The lookup and label of a step, and its target.
    pub(super) fn child(&self, node: u32, step: &BuildStep) -> Option<(u32, StepLabel, Target)> {
        let (extension, components, generic, label, kind) = PatternTrie::step_key(step);
        let lookup = self.find_lookup(self.find_branch(node, extension)?, components, generic)?;
        let step = StepLabel::new(label, kind);
        self.target(lookup, step).map(|target| (lookup, step, target))
    }

    /// Visits the targets of a branch for a label and an edge kind; the number of accesses to the table.
    pub(super) fn targets_of(
        &self,
        branch: u32,
        label: NodeLabel,
        kind: EdgeKind,
        mut found: impl FnMut(Target),
    ) -> u64 {
        let mut look_ups = 0;
        for lookup in self.lookups.of(self.branches.get(branch).lookups) {
            if let Some(target) = self.look_up(lookup, label, kind, &mut look_ups) {
                found(target);
            }
        }
        look_ups
    }

    #[inline]
    pub(super) fn look_up(
        &self,
        lookup: &Lookup,
        label: NodeLabel,
        kind: EdgeKind,
        look_ups: &mut u64,
    ) -> Option<Target> {
        let kind = if lookup.generic {
            if !kind.is_present() {
                return None;
            }
            EdgeKind::Any
        } else {
            kind
        };
        let step = StepLabel::new(label.keep(lookup.components).bits(), kind);
        match lookup.children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { filter, .. } => {
                if filter & step.bit() == 0 {
                    return None;
                }
                *look_ups += 1;
                self.children.get(Key::new(lookup.table_id, step))
            }
        }
    }

    /// The pattern that ends at a target, symmetries not considered, and the branches from there.
    pub(super) fn here(&self, target: Target) -> (Option<Row>, &[Branch]) {
        if let Some(pattern) = target.pattern() {
            return (Some(pattern), &[]);
        }
        let node = &self.nodes[target.0 as usize];
        let pattern = (node.pattern != NONE).then_some(Row(node.pattern));
        (pattern, self.branches.of(node.branches))
    }

    fn target(&self, lookup: u32, step: StepLabel) -> Option<Target> {
        let lookup = self.lookups.get(lookup);
        match lookup.children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { .. } => self.children.get(Key::new(lookup.table_id, step)),
        }
    }

    fn set_target(&mut self, lookup: u32, step: StepLabel, target: Target) {
        let lookup = self.lookups.get_mut(lookup);
        let table_id = lookup.table_id;
        match &mut lookup.children {
            Children::One { step: only, target: old } if *only == step => *old = target,
            children @ Children::One { .. } => {
                let Children::One { step: only, target: old } = *children else { return };
                *children = Children::Many { count: 2, filter: only.bit() | step.bit() };
                self.children.insert(Key::new(table_id, only), old);
                self.children.insert(Key::new(table_id, step), target);
            }
            Children::Many { count, filter } => {
                if self.children.insert(Key::new(table_id, step), target).is_none() {
                    *count += 1;
                    *filter |= step.bit();
                }
            }
        }
    }

    /// Makes a step lead to a target. Inserts the step if it is missing.
    pub(super) fn link(&mut self, node: u32, step: &BuildStep, target: Target) {
        let (extension, components, generic, label, kind) = PatternTrie::step_key(step);
        let step = StepLabel::new(label, kind);
        let branch = self.find_branch(node, extension).unwrap_or_else(|| {
            let new = Branch {
                extension,
                components,
                lookups: List::default(),
                edges: EdgeMask::default(),
            };
            self.branches.push(&mut self.nodes[node as usize].branches, new)
        });
        self.branches.get_mut(branch).edges.insert(EdgeMask::matching(label, kind));
        if let Some(lookup) = self.find_lookup(branch, components, generic) {
            return self.set_target(lookup, step, target);
        }
        let table_id = self.next_table_id;
        self.next_table_id += 1;
        self.lookups_in_use += 1;
        let lookup =
            Lookup { components, generic, table_id, children: Children::One { step, target } };
        let branch = self.branches.get_mut(branch);
        branch.components = branch.components.union(components);
        self.lookups.push(&mut branch.lookups, lookup);
    }

    /// The node a step leads to, created if there is none.
    pub(super) fn node_after(&mut self, node: u32, step: &BuildStep) -> u32 {
        let target = self.child(node, step).map(|(_, _, target)| target);
        let pattern = match target {
            Some(target) => match target.pattern() {
                Some(pattern) => pattern.0,
                None => return target.0,
            },
            None => NONE,
        };
        let new = Node { pattern, branches: List::default(), symmetric: false };
        let child = put(&mut self.nodes, &mut self.free_nodes, new);
        self.link(node, step, Target(child));
        child
    }

    /// Removes a step with its target, and the lookup and branch that are then empty.
    pub(super) fn unlink(&mut self, node: u32, extension: Extension, lookup: u32, step: StepLabel) {
        let there = self.lookups.get_mut(lookup);
        let table_id = there.table_id;
        if let Children::Many { count, .. } = &mut there.children {
            *count -= 1;
            let left = *count;
            self.children.remove(Key::new(table_id, step));
            if left > 0 {
                return;
            }
        }
        let Some(branch) = self.find_branch(node, extension) else { return };
        let lookups = &mut self.branches.get_mut(branch).lookups;
        self.lookups.swap_remove(lookups, lookup);
        self.lookups_in_use -= 1;
        if lookups.is_empty() {
            self.branches.swap_remove(&mut self.nodes[node as usize].branches, branch);
        }
    }
}

fn put<T>(items: &mut Vec<T>, free: &mut Vec<u32>, item: T) -> u32 {
    match free.pop() {
        Some(at) => {
            items[at as usize] = item;
            at
        }
        None => {
            items.push(item);
            (items.len() - 1) as u32
        }
    }
}
