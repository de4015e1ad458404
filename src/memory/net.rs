use rustc_hash::FxHashMap;

use super::postings::Postings;
use super::{Index, PatternId};
use crate::graph::{Components, Direction, Graph, MAX_NODES, Mode, NodeLabel};
use crate::pattern::{GraphPattern, Pattern, Step, is_embedded};

/// Recognises all stored graph patterns of a graph at once, without looking at those that do not occur.
///
/// The codes of all patterns form a tree in which common beginnings are shared; a partial occurrence walks down it. At
/// each place of the tree the steps that lead on are grouped into *probes*: the same anchor, direction and components
/// of the label, so that one look into a hash table answers for all labels and modes at once. What is asked grows with
/// the number of occurrences in the graph, hardly with the number of patterns stored.
#[derive(Clone, Debug)]
pub struct Net {
    places: Vec<Place>,
    probes: Vec<Probe>,
    children: FxHashMap<Key, u32>,
    free_places: Vec<u32>,
    free_probes: Vec<u32>,
    postings: Postings,
    complex: FxHashMap<PatternId, GraphPattern>,
    len: usize,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Place {
    /// The pattern that ends here.
    pattern: u32,
    /// First of a list of probes.
    probe: u32,
}

const NO_TWIN: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Root,
    Grow { anchor: u8, direction: Direction, after: u8 },
    Close { slot: u8, other: u8, direction: Direction },
}

#[derive(Clone, Copy, Debug)]
struct Probe {
    ask: Ask,
    components: Components,
    /// Patterns with the generic mode are asked for apart from those with an exact one.
    generic: bool,
    next: u32,
    /// Children reached through this probe.
    children: u32,
    /// A Bloom filter of the children's keys: most look-ups that would fail need not be made.
    filter: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    label_and_mode: u64,
    probe: u32,
}

impl Key {
    #[inline]
    fn new(probe: u32, label: u64, mode: Mode) -> Key {
        Key { label_and_mode: label << 3 | mode as u64, probe }
    }

    /// The key's bit in the filter of its probe.
    #[inline]
    fn bit(self) -> u64 {
        1 << (self.label_and_mode.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }
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
            places: vec![Place { pattern: NONE, probe: NONE }],
            probes: Vec::new(),
            children: FxHashMap::default(),
            free_places: Vec::new(),
            free_probes: Vec::new(),
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
        let mut walk = Walk { net: self, host, map: [0; MAX_NODES], used: 0, probes: 0, visit };
        walk.at(0, 0);
        walk.probes
    }

    /// Sizes.
    #[must_use]
    pub fn statistics(&self) -> NetStatistics {
        NetStatistics {
            patterns: self.len,
            places: self.places.len() - self.free_places.len(),
            probes: self.probes.len() - self.free_probes.len(),
            tree_bytes: self.places.capacity() * size_of::<Place>()
                + self.probes.capacity() * size_of::<Probe>()
                + self.children.capacity() * (size_of::<(Key, u32)>() + 1),
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

    fn find_probe(
        &self,
        place: u32,
        ask: Ask,
        components: Components,
        generic: bool,
    ) -> Option<u32> {
        let mut at = self.places[place as usize].probe;
        while at != NONE {
            let probe = &self.probes[at as usize];
            if probe.ask == ask && probe.components == components && probe.generic == generic {
                return Some(at);
            }
            at = probe.next;
        }
        None
    }

    fn child(&self, place: u32, step: &Step) -> Option<(u32, Key)> {
        let (ask, components, generic, label, mode) = Net::step_key(step);
        let probe = self.find_probe(place, ask, components, generic)?;
        let key = Key::new(probe, label, mode);
        self.children.get(&key).map(|child| (*child, key))
    }

    fn child_or_new(&mut self, place: u32, step: &Step) -> u32 {
        let (ask, components, generic, label, mode) = Net::step_key(step);
        let probe = self.find_probe(place, ask, components, generic).unwrap_or_else(|| {
            let next = self.places[place as usize].probe;
            let probe = Probe { ask, components, generic, next, children: 0, filter: 0 };
            let at = put(&mut self.probes, &mut self.free_probes, probe);
            self.places[place as usize].probe = at;
            at
        });
        let key = Key::new(probe, label, mode);
        if let Some(child) = self.children.get(&key) {
            return *child;
        }
        let empty = Place { pattern: NONE, probe: NONE };
        let child = put(&mut self.places, &mut self.free_places, empty);
        self.children.insert(key, child);
        let probe = &mut self.probes[probe as usize];
        probe.children += 1;
        probe.filter |= key.bit();
        child
    }

    fn unlink(&mut self, place: u32, key: Key) {
        self.children.remove(&key);
        let probe = &mut self.probes[key.probe as usize];
        probe.children -= 1;
        if probe.children > 0 {
            return;
        }
        let after = probe.next;
        let mut at = self.places[place as usize].probe;
        if at == key.probe {
            self.places[place as usize].probe = after;
        } else {
            while self.probes[at as usize].next != key.probe {
                at = self.probes[at as usize].next;
            }
            self.probes[at as usize].next = after;
        }
        self.free_probes.push(key.probe);
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
        let place = pattern.steps().iter().fold(0, |place, step| self.child_or_new(place, step));
        self.places[place as usize].pattern = id.0;
        if !pattern.is_rigid() {
            self.complex.insert(id, pattern.clone());
        }
        self.postings.insert(id, pattern.graph());
        self.len += 1;
    }

    fn remove(&mut self, id: PatternId, pattern: &GraphPattern) {
        let mut path = Vec::with_capacity(pattern.steps().len());
        let mut place = 0;
        for step in pattern.steps() {
            let Some((child, key)) = self.child(place, step) else { return };
            path.push((place, key, child));
            place = child;
        }
        self.places[place as usize].pattern = NONE;
        for (parent, key, child) in path.into_iter().rev() {
            let place = self.places[child as usize];
            if place.pattern != NONE || place.probe != NONE {
                break;
            }
            self.unlink(parent, key);
            self.free_places.push(child);
        }
        self.complex.remove(&id);
        self.postings.remove(id);
        self.len -= 1;
    }

    fn find(&self, pattern: &GraphPattern) -> Option<PatternId> {
        let mut place = 0;
        for step in pattern.steps() {
            place = self.child(place, step)?.0;
        }
        let found = self.places[place as usize].pattern;
        (found != NONE).then_some(PatternId(found))
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

struct Walk<'a, V> {
    net: &'a Net,
    host: &'a Graph,
    map: [u8; MAX_NODES],
    used: u64,
    probes: u64,
    visit: V,
}

impl<V: FnMut(PatternId, &[u8])> Walk<'_, V> {
    fn at(&mut self, place: u32, depth: usize) {
        let net = self.net;
        let here = net.places[place as usize];
        if here.pattern != NONE {
            self.report(PatternId(here.pattern), depth);
        }
        let mut at = here.probe;
        while at != NONE {
            let probe = &net.probes[at as usize];
            self.ask(probe, at, depth);
            at = probe.next;
        }
    }

    fn report(&mut self, id: PatternId, depth: usize) {
        let map = &self.map[..depth];
        let chosen = self.net.complex.is_empty()
            || self.net.complex.get(&id).is_none_or(|pattern| pattern.is_representative(map));
        if chosen {
            (self.visit)(id, map);
        }
    }

    #[inline]
    fn ask(&mut self, probe: &Probe, at: u32, depth: usize) {
        let host = self.host;
        match probe.ask {
            Ask::Root => {
                for (node, label) in host.labels().iter().enumerate() {
                    self.follow(probe, at, *label, Mode::Any, node as u8, depth);
                }
            }
            Ask::Grow { anchor, direction, after } => {
                let least = if after == NO_TWIN { 0 } else { self.map[usize::from(after)] + 1 };
                for link in host.links(self.map[usize::from(anchor)], direction) {
                    if self.used & (1 << link.node) == 0 && link.node >= least {
                        let label = host.label(link.node);
                        self.follow(probe, at, label, link.mode, link.node, depth);
                    }
                }
            }
            Ask::Close { slot, other, direction } => {
                let (a, b) = (self.map[usize::from(slot)], self.map[usize::from(other)]);
                let edge = match direction {
                    Direction::Out => host.edge(a, b),
                    Direction::In => host.edge(b, a),
                };
                if let Some(mode) = edge
                    && let Some(child) = self.look_up(probe, at, 0, mode)
                {
                    self.at(child, depth);
                }
            }
        }
    }

    #[inline]
    fn follow(
        &mut self,
        probe: &Probe,
        at: u32,
        label: NodeLabel,
        mode: Mode,
        node: u8,
        depth: usize,
    ) {
        let label = label.keep(probe.components).bits();
        if let Some(child) = self.look_up(probe, at, label, mode) {
            self.map[depth] = node;
            self.used |= 1 << node;
            self.at(child, depth + 1);
            self.used &= !(1 << node);
        }
    }

    #[inline]
    fn look_up(&mut self, probe: &Probe, at: u32, label: u64, mode: Mode) -> Option<u32> {
        let key = Key::new(at, label, if probe.generic { Mode::Any } else { mode });
        if probe.filter & key.bit() == 0 {
            return None;
        }
        self.probes += 1;
        self.net.children.get(&key).copied()
    }
}
