/// Many short lists in one allocation, each in one piece, so that reading one touches a line or two of the cache.
///
/// A list that outgrows its room moves to one twice as large; rooms left behind are used again. Pushing is amortised
/// constant, taking out is constant; of each size there are never more rooms than there were lists.
#[derive(Clone, Debug)]
pub(super) struct Runs<T> {
    items: Vec<T>,
    /// Rooms not in use, by the logarithm of their size.
    free: [Vec<u32>; 17],
}

/// Where a list stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    first: u32,
    len: u16,
    /// Logarithm of the size of its room, which it has while it is not empty.
    room: u8,
}

impl Run {
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The index of its first item.
    #[inline]
    pub(super) fn first(self) -> u32 {
        self.first
    }

    /// The indices of its items.
    #[inline]
    pub(super) fn indices(self) -> std::ops::Range<u32> {
        self.first..self.first + u32::from(self.len)
    }
}

impl<T> Default for Runs<T> {
    fn default() -> Runs<T> {
        Runs { items: Vec::new(), free: Default::default() }
    }
}

impl<T: Copy> Runs<T> {
    #[inline]
    pub(super) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.items[index as usize]
    }

    #[inline]
    pub(super) fn of(&self, run: Run) -> &[T] {
        &self.items[run.first as usize..][..usize::from(run.len)]
    }

    /// Adds an item at the end of a list. Other items of the list may move; the index of the new one.
    pub(super) fn push(&mut self, run: &mut Run, item: T) -> u32 {
        if run.is_empty() {
            run.first = self.room(0, item);
            run.room = 0;
        } else if usize::from(run.len) == 1 << run.room {
            let old = run.first as usize;
            let new = self.room(run.room + 1, item);
            self.items.copy_within(old..old + usize::from(run.len), new as usize);
            self.free[usize::from(run.room)].push(run.first);
            run.first = new;
            run.room += 1;
        }
        let at = run.first + u32::from(run.len);
        self.items[at as usize] = item;
        run.len += 1;
        at
    }

    /// Takes an item out of a list; the last one takes its place.
    pub(super) fn swap_remove(&mut self, run: &mut Run, index: u32) {
        let last = run.first + u32::from(run.len) - 1;
        self.items[index as usize] = self.items[last as usize];
        run.len -= 1;
        if run.is_empty() {
            self.free[usize::from(run.room)].push(run.first);
        }
    }

    /// Bytes, allocated capacity included.
    pub(super) fn bytes(&self) -> usize {
        let free: usize = self.free.iter().map(Vec::capacity).sum();
        self.items.capacity() * size_of::<T>() + free * size_of::<u32>()
    }

    /// A room of this size, which need not be empty.
    fn room(&mut self, size: u8, filler: T) -> u32 {
        self.free[usize::from(size)].pop().unwrap_or_else(|| {
            let first = self.items.len();
            self.items.resize(first + (1 << size), filler);
            first as u32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_hold_what_vectors_would(
            steps in prop::collection::vec((0..4usize, any::<prop::sample::Index>(), 0..3u8), 0..300),
        ) {
            let mut runs = Runs::default();
            let mut lists = [Run::default(); 4];
            let mut model: [Vec<usize>; 4] = Default::default();
            let mut longest = 0;
            for (number, (list, at, action)) in steps.into_iter().enumerate() {
                if action == 0 && !model[list].is_empty() {
                    let at = at.index(model[list].len());
                    let index = lists[list].indices().start + at as u32;
                    runs.swap_remove(&mut lists[list], index);
                    model[list].swap_remove(at);
                } else {
                    let index = runs.push(&mut lists[list], number);
                    model[list].push(number);
                    prop_assert_eq!(*runs.get(index), number);
                }
                for (list, model) in lists.iter().zip(&model) {
                    prop_assert_eq!(runs.of(*list), &model[..]);
                }
                longest = longest.max(model[list].len());
            }
            // Four rooms of each size up to the first that holds the longest list.
            prop_assert!(runs.items.len() <= 16 * longest);
        }
    }
}
