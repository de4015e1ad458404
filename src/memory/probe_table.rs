use std::fmt::Debug;

/// A key of a [`ProbeTable`].
pub(super) trait ProbeKey: Copy + PartialEq + Debug {
    /// The key of empty slots, which no entry has.
    const EMPTY: Self;

    /// A number whose upper bits differ for most keys that differ.
    fn mixed(self) -> u64;
}

/// A hash table of small keys and values in one allocation, in which an entry stands in the first free slot from its own
/// one on: most accesses, also those that find nothing, touch one cache line.
#[derive(Clone, Debug)]
pub(super) struct ProbeTable<K, V> {
    /// Empty, or a power of two.
    slots: Vec<(K, V)>,
    /// By how much a mixed key is shifted to give its slot.
    shift: u32,
    len: usize,
}

impl<K, V> Default for ProbeTable<K, V> {
    fn default() -> ProbeTable<K, V> {
        ProbeTable { slots: Vec::new(), shift: 0, len: 0 }
    }
}

impl<K: ProbeKey, V: Copy> ProbeTable<K, V> {
    const MIN_SLOTS: usize = 8;

    /// The value of a key.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let (there, value) = self.slots[self.place(key)];
        (there == key).then_some(value)
    }

    /// Sets the value of a key; the former one.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        // At most half full: accesses that find nothing pass 2.5 slots then, and 8.5 at three quarters.
        if 2 * (self.len + 1) > self.slots.len() {
            self.grow(value);
        }
        let place = self.place(key);
        let (there, former) = std::mem::replace(&mut self.slots[place], (key, value));
        if there == key {
            return Some(former);
        }
        self.len += 1;
        None
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: K) {
        if self.get(key).is_none() {
            return;
        }
        self.len -= 1;
        // Entries that would not be found past the gap move up into it.
        let mask = self.slots.len() - 1;
        let mut gap = self.place(key);
        let mut next = gap;
        loop {
            next = (next + 1) & mask;
            let (there, _) = self.slots[next];
            if there == K::EMPTY {
                break;
            }
            let from_home = next.wrapping_sub(self.home(there)) & mask;
            if from_home >= next.wrapping_sub(gap) & mask {
                self.slots[gap] = self.slots[next];
                gap = next;
            }
        }
        self.slots[gap].0 = K::EMPTY;
    }

    /// All entries, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.slots.iter().filter(|(key, _)| *key != K::EMPTY)
    }

    /// All values, in no particular order.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        let entries = self.slots.iter_mut().filter(|(key, _)| *key != K::EMPTY);
        entries.map(|(_, value)| value)
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(K, V)>()
    }

    #[inline]
    fn home(&self, key: K) -> usize {
        (key.mixed() >> self.shift) as usize
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(key) & mask;
        loop {
            let (there, _) = self.slots[at];
            if there == key || there == K::EMPTY {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// `any` value fills the free slots.
    fn grow(&mut self, any: V) {
        let slots = (2 * self.slots.len()).max(Self::MIN_SLOTS);
        let former = std::mem::replace(&mut self.slots, vec![(K::EMPTY, any); slots]);
        self.shift = 64 - slots.trailing_zeros();
        for (key, value) in former.into_iter().filter(|(key, _)| *key != K::EMPTY) {
            let place = self.place(key);
            self.slots[place] = (key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng;
    use rand::RngExt;
    use std::collections::HashMap;

    impl ProbeKey for u16 {
        const EMPTY: u16 = u16::MAX;

        /// Few different ones, so that entries stand in one another's way, also past the end.
        fn mixed(self) -> u64 {
            u64::from(self % 5).wrapping_sub(2) << 60
        }
    }

    #[test]
    fn a_table_holds_what_a_map_of_the_standard_library_holds() {
        let mut rng = rng::seeded(1, "probe table", 0);
        let mut table = ProbeTable::default();
        let mut map: HashMap<u16, u32> = HashMap::new();
        for step in 0..20_000 {
            let key = rng.random_range(0..60);
            // By turns more insertions and more removals.
            if rng.random_range(0..4) < 1 + step / 1000 % 3 {
                assert_eq!(table.insert(key, step), map.insert(key, step));
            } else {
                table.remove(key);
                map.remove(&key);
            }
            for key in 0..60 {
                assert_eq!(table.get(key), map.get(&key).copied(), "{key}");
            }
            assert_eq!(table.iter().count(), map.len());
        }
        table.values_mut().for_each(|value| *value += 1);
        assert!(table.iter().all(|(key, value)| map[key] + 1 == *value));
    }
}
