mod key;
mod memo;
mod reach;
mod runs;
mod walk;

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use self::key::{Key, StepLabel};
pub use self::memo::Memo;
use self::reach::Reach;
use self::runs::{Run, Runs};
use self::walk::Walk;
use super::postings::Postings;
use super::{Index, PatternId};
use crate::graph::{Components, Direction, Graph, Mode, NodeLabel};
use crate::pattern::{GraphPattern, Pattern, Step, is_embedded};

/// Recognises all stored graph patterns of a graph at once, without looking at those that do not occur.
///
/// The codes of all patterns form a tree in which common beginnings are shared; a partial occurrence walks down it. At
/// each place of the tree the steps that lead on are grouped by where they go from there (the same anchor and
/// direction), and within a group into *probes*: the same components of the label, so that one look into a hash table
/// answers for all labels and modes at once. A group also knows which kinds it reaches, and by which modes: more than
/// half of the groups are left, and other edges passed over, without asking. What is asked grows with the number of
/// occurrences in the graph, hardly with the number of patterns stored.
#[derive(Clone, Debug)]
pub struct Net {
    places: Vec<Place>,
    probes: Vec<Probe>,
    children: FxHashMap<Key, Target>,
    groups: Runs<Group>,
    free_places: Vec<u32>,
    free_probes: Vec<u32>,
    /// Differs from that of every net with other patterns in it, ever.
    version: u64,
    postings: Postings,
    complex: FxHashMap<PatternId, GraphPattern>,
    len: usize,
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
    /// First of a list of probes.
    probe: u32,
    /// What they reach.
    reach: Reach,
}

#[derive(Clone, Copy, Debug)]
struct Probe {
    components: Components,
    /// Patterns with the generic mode are asked for apart from those with an exact one.
    generic: bool,
    next: u32,
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
pub struct NetStatistics {
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

impl Default for Net {
    fn default() -> Net {
        Net {
            places: vec![Place { pattern: NONE, groups: Run::default(), complex: false }],
            groups: Runs::default(),
            probes: Vec::new(),
            children: FxHashMap::default(),
            free_places: Vec::new(),
            free_probes: Vec::new(),
            version: next_version(),
            postings: Postings::default(),
            complex: FxHashMap::default(),
            len: 0,
        }
    }
}

impl Net {
    /// Visits every occurrence of every stored pattern in `host` once: the pattern and the map of its slots to nodes.
    ///
    /// Returns the number of look-ups in the hash table, the net's measure of work.
    ///
    /// # Cost
    ///
    /// Proportional to the number of occurrences of stored patterns and of their common beginnings.
    pub fn walk(&self, host: &Graph, visit: impl FnMut(PatternId, &[u8])) -> u64 {
        Walk::<_, false>::new(self, host, &mut Memo::default(), visit).run()
    }

    /// The same, with answers kept from one graph to the next: the successors of a position share almost all of them.
    pub fn walk_with(&self, memo: &mut Memo, host: &Graph, visit: impl FnMut(PatternId, &[u8])) {
        memo.prepare(self.version);
        Walk::<_, true>::new(self, host, memo, visit).run();
    }

    /// Sizes.
    #[must_use]
    pub fn statistics(&self) -> NetStatistics {
        NetStatistics {
            patterns: self.len,
            places: self.places.len() - self.free_places.len(),
            probes: self.probes.len() - self.free_probes.len(),
            tree_bytes: self.places.capacity() * size_of::<Place>()
                + self.groups.bytes()
                + self.probes.capacity() * size_of::<Probe>()
                + self.children.capacity() * (size_of::<(Key, Target)>() + 1),
            postings_bytes: self.postings.bytes(),
        }
    }

    fn step_key(step: &Step) -> (Ask, Components, bool, u64, Mode) {
        match *step {
            Step::Root { label } => (Ask::Root, label.components(), true, label.bits(), Mode::Any),
            Step::Grow { anchor, direction, mode, label, after } => (
                Ask::Grow { anchor, direction, after: after.unwrap_or(NO_TWIN) },
                label.components(),
                mode == Mode::Any,
                label.bits(),
                mode,
            ),
            Step::Close { slot, other, direction, mode } => (
                Ask::Close { slot, other, direction },
                Components::NONE,
                mode == Mode::Any,
                0,
                mode,
            ),
        }
    }

    fn find_group(&self, place: u32, ask: Ask) -> Option<u32> {
        let groups = self.places[place as usize].groups;
        groups.indices().find(|at| self.groups.get(*at).ask == ask)
    }

    fn find_probe(&self, group: u32, components: Components, generic: bool) -> Option<u32> {
        let first = self.groups.get(group).probe;
        list(&self.probes, first, |probe| probe.next).find(|at| {
            let probe = &self.probes[*at as usize];
            probe.components == components && probe.generic == generic
        })
    }

    /// The probe and the label by which a step is found, and where it leads.
    fn child(&self, place: u32, step: &Step) -> Option<(u32, StepLabel, Target)> {
        let (ask, components, generic, label, mode) = Net::step_key(step);
        let probe = self.find_probe(self.find_group(place, ask)?, components, generic)?;
        let step = StepLabel::new(label, mode);
        self.target(probe, step).map(|target| (probe, step, target))
    }

    /// What a group leads to for a label and a mode, and the number of look-ups in the table.
    fn answers(
        &self,
        group: u32,
        label: NodeLabel,
        mode: Mode,
        mut found: impl FnMut(Target),
    ) -> u64 {
        let mut look_ups = 0;
        let mut at = self.groups.get(group).probe;
        while at != NONE {
            let probe = &self.probes[at as usize];
            if let Some(target) = self.look_up(at, probe, label, mode, &mut look_ups) {
                found(target);
            }
            at = probe.next;
        }
        look_ups
    }

    #[inline]
    fn look_up(
        &self,
        at: u32,
        probe: &Probe,
        label: NodeLabel,
        mode: Mode,
        look_ups: &mut u64,
    ) -> Option<Target> {
        let mode = if probe.generic {
            if !mode.is_present() {
                return None;
            }
            Mode::Any
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
                self.children.get(&Key::new(at, step)).copied()
            }
        }
    }

    fn target(&self, probe: u32, step: StepLabel) -> Option<Target> {
        match self.probes[probe as usize].children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { .. } => self.children.get(&Key::new(probe, step)).copied(),
        }
    }

    fn set_target(&mut self, probe: u32, step: StepLabel, target: Target) {
        match &mut self.probes[probe as usize].children {
            Children::One { step: only, target: old } if *only == step => *old = target,
            children @ Children::One { .. } => {
                let Children::One { step: only, target: old } = *children else { return };
                *children = Children::Many { count: 2, filter: only.bit() | step.bit() };
                self.children.insert(Key::new(probe, only), old);
                self.children.insert(Key::new(probe, step), target);
            }
            Children::Many { count, filter } => {
                if self.children.insert(Key::new(probe, step), target).is_none() {
                    *count += 1;
                    *filter |= step.bit();
                }
            }
        }
    }

    /// Makes a step lead somewhere; it may not have been there.
    fn link(&mut self, place: u32, step: &Step, target: Target) {
        let (ask, components, generic, label, mode) = Net::step_key(step);
        let step = StepLabel::new(label, mode);
        let group = self.find_group(place, ask).unwrap_or_else(|| {
            let new = Group { ask, components, probe: NONE, reach: Reach::default() };
            self.groups.push(&mut self.places[place as usize].groups, new)
        });
        self.groups.get_mut(group).reach.add(Reach::wanted(label, mode));
        if let Some(probe) = self.find_probe(group, components, generic) {
            return self.set_target(probe, step, target);
        }
        let asked = &mut self.groups.get_mut(group).components;
        *asked = asked.union(components);
        let next = self.groups.get(group).probe;
        let probe = Probe { components, generic, next, children: Children::One { step, target } };
        self.groups.get_mut(group).probe = put(&mut self.probes, &mut self.free_probes, probe);
    }

    /// The place a step leads to, made if there is none.
    fn place_after(&mut self, place: u32, step: &Step) -> u32 {
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
        match &mut self.probes[probe as usize].children {
            Children::Many { count, .. } if *count > 1 => {
                *count -= 1;
                self.children.remove(&Key::new(probe, step));
                return;
            }
            Children::Many { .. } => {
                self.children.remove(&Key::new(probe, step));
            }
            Children::One { .. } => {}
        }
        let Some(group) = self.find_group(place, ask) else { return };
        let first = &mut self.groups.get_mut(group).probe;
        cut(&mut self.probes, first, probe, |probe| &mut probe.next);
        self.free_probes.push(probe);
        if self.groups.get(group).probe == NONE {
            self.groups.swap_remove(&mut self.places[place as usize].groups, group);
        }
    }
}

fn next_version() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The indices of a linked list.
fn list<T>(items: &[T], first: u32, next: impl Fn(&T) -> u32) -> impl Iterator<Item = u32> {
    let some = |at: u32| (at != NONE).then_some(at);
    std::iter::successors(some(first), move |at| some(next(&items[*at as usize])))
}

/// Takes an item out of a linked list.
fn cut<T>(items: &mut [T], first: &mut u32, item: u32, next: impl Fn(&mut T) -> &mut u32) {
    let after = *next(&mut items[item as usize]);
    if *first == item {
        *first = after;
        return;
    }
    let mut at = *first;
    while at != NONE {
        let link = next(&mut items[at as usize]);
        if *link == item {
            *link = after;
            return;
        }
        at = *link;
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

impl Index<GraphPattern> for Net {
    fn insert(&mut self, id: PatternId, pattern: &GraphPattern) {
        let Some((last, steps)) = pattern.steps().split_last() else { return };
        let place = steps.iter().fold(0, |place, step| self.place_after(place, step));
        let complex = !pattern.is_rigid();
        let is_new = self.child(place, last).is_none();
        if is_new && !complex {
            self.link(place, last, Target(Target::PATTERN | id.0));
        } else {
            let end = self.place_after(place, last);
            let end = &mut self.places[end as usize];
            end.pattern = id.0;
            end.complex = complex;
        }
        if complex {
            self.complex.insert(id, pattern.clone());
        }
        self.postings.insert(id, pattern.graph());
        self.len += 1;
        self.version = next_version();
    }

    fn remove(&mut self, id: PatternId, pattern: &GraphPattern) {
        if self.find(pattern) != Some(id) {
            return;
        }
        let mut path = Vec::with_capacity(pattern.steps().len());
        let mut place = 0;
        for step in pattern.steps() {
            let ask = Net::step_key(step).0;
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
        self.version = next_version();
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
        target.pattern().or_else(|| {
            let found = self.places[target.0 as usize].pattern;
            (found != NONE).then_some(PatternId(found))
        })
    }

    fn more_general(&self, pattern: &GraphPattern) -> Vec<PatternId> {
        let mut found = Vec::new();
        self.walk(pattern.graph(), |id, _| found.push(id));
        found.sort_unstable();
        found.dedup();
        if let Some(own) = self.find(pattern) {
            found.retain(|id| *id != own);
        }
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
