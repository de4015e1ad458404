mod key;
mod memo;
mod reach;
mod runs;
mod walk;

use rustc_hash::FxHashMap;

use self::key::{Key, StepLabel};
pub use self::memo::TrieCache;
use self::reach::Reach;
use self::runs::{Run, Runs};
use self::walk::Walk;
use super::postings::Postings;
use super::{Index, PatternId, Version, Weights};
use crate::graph::{Components, Direction, EdgeKind, Graph, NodeLabel};
use crate::pattern::{BuildStep, GraphPattern, Pattern, is_embedded};
use crate::units::FixedPointSum;

/// Recognises all stored graph patterns of a graph at once, without looking at those that do not occur.
///
/// The codes of all patterns form a tree in which common beginnings are shared; a partial occurrence walks down it. At
/// each place of the tree the steps that lead on are grouped by where they go from there (the same anchor and
/// direction), and within a group into *probes*: the same components of the label, so that one look into a hash table
/// answers for all labels and modes at once. A group also knows which kinds it reaches, and by which modes: more than
/// half of the groups are left, and other edges passed over, without asking. What is asked grows with the number of
/// occurrences in the graph, hardly with the number of patterns stored.
#[derive(Clone, Debug)]
pub struct PatternTrie {
    places: Vec<Place>,
    probes: Runs<Probe>,
    children: FxHashMap<Key, Target>,
    groups: Runs<Group>,
    free_places: Vec<u32>,
    /// Of each probe there ever was: what the table knows it by.
    next_probe: u32,
    probes_in_use: usize,
    /// Differs from that of every net with other patterns in it, ever.
    version: Version,
    postings: Postings,
    complex: FxHashMap<PatternId, GraphPattern>,
    len: usize,
    /// Parts of a label that matter at the first two nodes of some pattern, or once did.
    beginnings: Components,
    /// Those of them that matter where its first edge comes from (out) and leads to (in).
    ends: [Components; 2],
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Place {
    /// The pattern that ends here.
    pattern: u32,
    groups: Run,
    /// An occurrence of the pattern may be found several times; see [`GraphPattern::is_representative`].
    complex: bool,
}

/// Where a step leads: to a place, or to a rigid pattern that ends with it and leads nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target(u32);

impl Target {
    const PATTERN: u32 = 1 << 31;
    /// Leads nowhere: behind the last of several.
    const END: Target = Target(u32::MAX);

    fn of(pattern: PatternId) -> Target {
        Target(Target::PATTERN | pattern.0)
    }

    fn pattern(self) -> Option<PatternId> {
        (self.0 & Target::PATTERN != 0).then_some(PatternId(self.0 & !Target::PATTERN))
    }
}

const NO_TWIN: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Root,
    Grow { anchor: u8, direction: Direction, after: u8 },
    Close { slot: u8, other: u8, direction: Direction },
}

/// Steps that go the same way from a place.
#[derive(Clone, Copy, Debug)]
struct Group {
    ask: Ask,
    /// Parts of a label that some probe looks at, or once did: the others change no answer.
    components: Components,
    probes: Run,
    /// What they reach.
    reach: Reach,
}

impl Group {
    /// Whether it goes on along an edge from the first node, in whatever order the two stand.
    fn is_edge(&self) -> bool {
        Direction::BOTH.into_iter().any(|direction| self.leads(direction))
    }

    /// The same, and in this direction.
    fn leads(&self, direction: Direction) -> bool {
        self.ask == Ask::Grow { anchor: 0, direction, after: NO_TWIN }
    }
}

#[derive(Clone, Copy, Debug)]
struct Probe {
    components: Components,
    /// Patterns with the generic mode are asked for apart from those with an exact one.
    generic: bool,
    /// What the table of children knows it by; it stays, wherever the probe moves.
    number: u32,
    children: Children,
}

/// Where a probe leads. Those that ever had several children keep them in the table.
#[derive(Clone, Copy, Debug)]
enum Children {
    One {
        step: StepLabel,
        target: Target,
    },
    Many {
        count: u32,
        /// A Bloom filter of the children's labels: most look-ups that would fail need not be made.
        filter: u64,
    },
}

/// How large a net is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrieStatistics {
    /// Patterns in it.
    pub patterns: usize,
    /// Places of the tree.
    pub places: usize,
    /// Groups of steps that are asked together.
    pub probes: usize,
    /// Bytes, allocated capacity included, of the tree without the lists for insertion.
    pub tree_bytes: usize,
    /// Bytes of the lists that find more special patterns at insertion.
    pub postings_bytes: usize,
}

impl Default for PatternTrie {
    fn default() -> PatternTrie {
        PatternTrie {
            places: vec![Place { pattern: NONE, groups: Run::default(), complex: false }],
            groups: Runs::default(),
            probes: Runs::default(),
            children: FxHashMap::default(),
            free_places: Vec::new(),
            next_probe: 0,
            probes_in_use: 0,
            version: Version::next(),
            postings: Postings::default(),
            complex: FxHashMap::default(),
            len: 0,
            beginnings: Components::NONE,
            ends: [Components::NONE; 2],
        }
    }
}

impl PatternTrie {
    /// Visits every occurrence of every stored pattern in `host` once: the pattern and the map of its slots to nodes.
    ///
    /// Returns the number of look-ups in the hash table, the net's measure of work.
    ///
    /// # Cost
    ///
    /// Proportional to the number of occurrences of stored patterns and of their common beginnings.
    pub fn walk(&self, host: &Graph, visit: impl FnMut(PatternId, &[u8])) -> u64 {
        Walk::<_, false>::new(self, host, &mut TrieCache::default(), visit).run()
    }

    /// The same, with answers kept from one graph to the next: the successors of a position share almost all of them.
    pub fn walk_with(
        &self,
        memo: &mut TrieCache,
        host: &Graph,
        visit: impl FnMut(PatternId, &[u8]),
    ) {
        memo.prepare(self.version);
        Walk::<_, true>::new(self, host, memo, visit).run();
    }

    /// The sum of the log-odds of all occurrences; what it comes to for single nodes and edges is kept, too.
    pub fn sum_with(&self, memo: &mut TrieCache, host: &Graph, weights: &Weights) -> FixedPointSum {
        memo.prepare(self.version);
        let mut beyond = FixedPointSum::default();
        let add = |id: PatternId, _: &[u8]| beyond += f64::from(weights.log_odds(id));
        let mut total = Walk::<_, true>::new(self, host, memo, add).sum(weights);
        total += beyond;
        total
    }

    /// Sizes.
    #[must_use]
    pub fn statistics(&self) -> TrieStatistics {
        TrieStatistics {
            patterns: self.len,
            places: self.places.len() - self.free_places.len(),
            probes: self.probes_in_use,
            tree_bytes: self.places.capacity() * size_of::<Place>()
                + self.groups.bytes()
                + self.probes.bytes()
                + self.children.capacity() * (size_of::<(Key, Target)>() + 1),
            postings_bytes: self.postings.bytes(),
        }
    }

    fn step_key(step: &BuildStep) -> (Ask, Components, bool, u64, EdgeKind) {
        match *step {
            BuildStep::Root { label } => {
                (Ask::Root, label.components(), true, label.bits(), EdgeKind::Any)
            }
            BuildStep::Grow { anchor, direction, kind, label, after } => (
                Ask::Grow { anchor, direction, after: after.unwrap_or(NO_TWIN) },
                label.components(),
                kind == EdgeKind::Any,
                label.bits(),
                kind,
            ),
            BuildStep::Close { slot, other, direction, kind } => (
                Ask::Close { slot, other, direction },
                Components::NONE,
                kind == EdgeKind::Any,
                0,
                kind,
            ),
        }
    }

    fn note_beginning(&mut self, steps: &[BuildStep]) {
        let mut steps = steps.iter().map(PatternTrie::step_key);
        let Some((_, first, ..)) = steps.next() else { return };
        self.beginnings = self.beginnings.union(first);
        if let Some((Ask::Grow { direction, .. }, second, ..)) = steps.next() {
            self.beginnings = self.beginnings.union(second);
            let [out, into] = &mut self.ends;
            let (anchor, grown) =
                if direction == Direction::Out { (out, into) } else { (into, out) };
            *anchor = anchor.union(first);
            *grown = grown.union(second);
        }
    }

    fn find_group(&self, place: u32, ask: Ask) -> Option<u32> {
        let groups = self.places[place as usize].groups;
        groups.indices().find(|at| self.groups.get(*at).ask == ask)
    }

    fn find_probe(&self, group: u32, components: Components, generic: bool) -> Option<u32> {
        self.groups.get(group).probes.indices().find(|at| {
            let probe = self.probes.get(*at);
            probe.components == components && probe.generic == generic
        })
    }

    /// The probe and the label by which a step is found, and where it leads.
    fn child(&self, place: u32, step: &BuildStep) -> Option<(u32, StepLabel, Target)> {
        let (ask, components, generic, label, mode) = PatternTrie::step_key(step);
        let probe = self.find_probe(self.find_group(place, ask)?, components, generic)?;
        let step = StepLabel::new(label, mode);
        self.target(probe, step).map(|target| (probe, step, target))
    }

    /// What a group leads to for a label and a mode, and the number of look-ups in the table.
    fn answers(
        &self,
        group: u32,
        label: NodeLabel,
        mode: EdgeKind,
        mut found: impl FnMut(Target),
    ) -> u64 {
        let mut look_ups = 0;
        for probe in self.probes.of(self.groups.get(group).probes) {
            if let Some(target) = self.look_up(probe, label, mode, &mut look_ups) {
                found(target);
            }
        }
        look_ups
    }

    #[inline]
    fn look_up(
        &self,
        probe: &Probe,
        label: NodeLabel,
        mode: EdgeKind,
        look_ups: &mut u64,
    ) -> Option<Target> {
        let mode = if probe.generic {
            if !mode.is_present() {
                return None;
            }
            EdgeKind::Any
        } else {
            mode
        };
        let step = StepLabel::new(label.keep(probe.components).bits(), mode);
        match probe.children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { filter, .. } => {
                if filter & step.bit() == 0 {
                    return None;
                }
                *look_ups += 1;
                self.children.get(&Key::new(probe.number, step)).copied()
            }
        }
    }

    /// The pattern that ends at a target, which is not asked about symmetries, and what leads on from there.
    fn here(&self, target: Target) -> (Option<PatternId>, &[Group]) {
        if let Some(pattern) = target.pattern() {
            return (Some(pattern), &[]);
        }
        let place = &self.places[target.0 as usize];
        let pattern = (place.pattern != NONE).then_some(PatternId(place.pattern));
        (pattern, self.groups.of(place.groups))
    }

    fn target(&self, probe: u32, step: StepLabel) -> Option<Target> {
        let probe = self.probes.get(probe);
        match probe.children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { .. } => self.children.get(&Key::new(probe.number, step)).copied(),
        }
    }

    fn set_target(&mut self, probe: u32, step: StepLabel, target: Target) {
        let probe = self.probes.get_mut(probe);
        let number = probe.number;
        match &mut probe.children {
            Children::One { step: only, target: old } if *only == step => *old = target,
            children @ Children::One { .. } => {
                let Children::One { step: only, target: old } = *children else { return };
                *children = Children::Many { count: 2, filter: only.bit() | step.bit() };
                self.children.insert(Key::new(number, only), old);
                self.children.insert(Key::new(number, step), target);
            }
            Children::Many { count, filter } => {
                if self.children.insert(Key::new(number, step), target).is_none() {
                    *count += 1;
                    *filter |= step.bit();
                }
            }
        }
    }

    /// Makes a step lead somewhere; it may not have been there.
    fn link(&mut self, place: u32, step: &BuildStep, target: Target) {
        let (ask, components, generic, label, mode) = PatternTrie::step_key(step);
        let step = StepLabel::new(label, mode);
        let group = self.find_group(place, ask).unwrap_or_else(|| {
            let new = Group { ask, components, probes: Run::default(), reach: Reach::default() };
            self.groups.push(&mut self.places[place as usize].groups, new)
        });
        self.groups.get_mut(group).reach.add(Reach::wanted(label, mode));
        if let Some(probe) = self.find_probe(group, components, generic) {
            return self.set_target(probe, step, target);
        }
        let number = self.next_probe;
        self.next_probe += 1;
        self.probes_in_use += 1;
        let probe = Probe { components, generic, number, children: Children::One { step, target } };
        let group = self.groups.get_mut(group);
        group.components = group.components.union(components);
        self.probes.push(&mut group.probes, probe);
    }

    /// The place a step leads to, made if there is none.
    fn place_after(&mut self, place: u32, step: &BuildStep) -> u32 {
        let target = self.child(place, step).map(|(_, _, target)| target);
        let pattern = match target {
            Some(target) => match target.pattern() {
                Some(pattern) => pattern.0,
                None => return target.0,
            },
            None => NONE,
        };
        let new = Place { pattern, groups: Run::default(), complex: false };
        let child = put(&mut self.places, &mut self.free_places, new);
        self.link(place, step, Target(child));
        child
    }

    /// Takes away what a step leads to, and what then leads nowhere.
    fn unlink(&mut self, place: u32, ask: Ask, probe: u32, step: StepLabel) {
        let there = self.probes.get_mut(probe);
        let number = there.number;
        if let Children::Many { count, .. } = &mut there.children {
            *count -= 1;
            let left = *count;
            self.children.remove(&Key::new(number, step));
            if left > 0 {
                return;
            }
        }
        let Some(group) = self.find_group(place, ask) else { return };
        let probes = &mut self.groups.get_mut(group).probes;
        self.probes.swap_remove(probes, probe);
        self.probes_in_use -= 1;
        if probes.is_empty() {
            self.groups.swap_remove(&mut self.places[place as usize].groups, group);
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

impl Index<GraphPattern> for PatternTrie {
    fn insert(&mut self, id: PatternId, pattern: &GraphPattern) {
        let Some((last, steps)) = pattern.steps().split_last() else { return };
        let place = steps.iter().fold(0, |place, step| self.place_after(place, step));
        let complex = !pattern.is_rigid();
        let is_new = self.child(place, last).is_none();
        if is_new && !complex {
            self.link(place, last, Target::of(id));
        } else {
            let end = self.place_after(place, last);
            let end = &mut self.places[end as usize];
            end.pattern = id.0;
            end.complex = complex;
        }
        if complex {
            self.complex.insert(id, pattern.clone());
        }
        self.note_beginning(pattern.steps());
        self.postings.insert(id, pattern.graph());
        self.len += 1;
        self.version = Version::next();
    }

    fn remove(&mut self, id: PatternId, pattern: &GraphPattern) {
        if self.find(pattern) != Some(id) {
            return;
        }
        let mut path = Vec::with_capacity(pattern.steps().len());
        let mut place = 0;
        for step in pattern.steps() {
            let ask = PatternTrie::step_key(step).0;
            let Some((probe, step, target)) = self.child(place, step) else { return };
            path.push((place, ask, probe, step, target));
            place = target.0;
        }
        for (depth, (parent, ask, probe, step, target)) in path.into_iter().rev().enumerate() {
            if target.pattern().is_none() {
                let place = &mut self.places[target.0 as usize];
                if depth == 0 {
                    place.pattern = NONE;
                    place.complex = false;
                }
                if place.pattern != NONE || !place.groups.is_empty() {
                    break;
                }
                self.free_places.push(target.0);
            }
            self.unlink(parent, ask, probe, step);
        }
        self.complex.remove(&id);
        self.postings.remove(id);
        self.len -= 1;
        self.version = Version::next();
    }

    fn find(&self, pattern: &GraphPattern) -> Option<PatternId> {
        let (last, steps) = pattern.steps().split_last()?;
        let mut place = 0;
        for step in steps {
            let (_, _, target) = self.child(place, step)?;
            if target.pattern().is_some() {
                return None;
            }
            place = target.0;
        }
        let (_, _, target) = self.child(place, last)?;
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
