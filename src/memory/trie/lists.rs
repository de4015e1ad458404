/// Many short lists in one allocation, each contiguous, so that reading one touches one or two cache lines.
///
/// A list that outgrows its block moves to one twice as large; free blocks are reused. Push is amortised O(1), removal
/// O(1); of each size there are never more blocks than there were lists.
#[derive(Clone, Debug)]
pub(super) struct ListPool<T> {
    items: Vec<T>,
    /// Free blocks, by the logarithm of their size.
    free: [Vec<u32>; 17],
}

/// The place of a list in its pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    first: u32,
    len: u16,
    /// Logarithm of the size of its block, which it has while it is not empty.
    size_log2: u8,
}

impl List {
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

impl<T> Default for ListPool<T> {
    fn default() -> ListPool<T> {
        ListPool { items: Vec::new(), free: Default::default() }
    }
}

impl<T: Copy> ListPool<T> {
    #[inline]
    pub(super) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.items[index as usize]
    }

    #[inline]
    pub(super) fn of(&self, list: List) -> &[T] {
        &self.items[list.first as usize..][..usize::from(list.len)]
    }

    /// Adds an item at the end of a list, whose other items may move; the index of the new one.
    pub(super) fn push(&mut self, list: &mut List, item: T) -> u32 {
        if list.is_empty() {
            list.first = self.allocate(0, item);
            list.size_log2 = 0;
        } else if usize::from(list.len) == 1 << list.size_log2 {
            let old = list.first as usize;
            let new = self.allocate(list.size_log2 + 1, item);
            self.items.copy_within(old..old + usize::from(list.len), new as usize);
            self.free[usize::from(list.size_log2)].push(list.first);
            list.first = new;
            list.size_log2 += 1;
        }
        let at = list.first + u32::from(list.len);
        self.items[at as usize] = item;
        list.len += 1;
        at
    }

    /// Removes an item; the last one takes its place.
    pub(super) fn swap_remove(&mut self, list: &mut List, index: u32) {
        let last = list.first + u32::from(list.len) - 1;
        self.items[index as usize] = self.items[last as usize];
        list.len -= 1;
        if list.is_empty() {
            self.free[usize::from(list.size_log2)].push(list.first);
        }
    }

    /// Bytes, allocated capacity included.
    pub(super) fn bytes(&self) -> usize {
        let free: usize = self.free.iter().map(Vec::capacity).sum();
        self.items.capacity() * size_of::<T>() + free * size_of::<u32>()
    }

    /// A block of 2^size items with any content.
    fn allocate(&mut self, size: u8, filler: T) -> u32 {
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
            let mut pool = ListPool::default();
            let mut lists = [List::default(); 4];
            let mut model: [Vec<usize>; 4] = Default::default();
            let mut longest = 0;
            for (number, (list, at, action)) in steps.into_iter().enumerate() {
                if action == 0 && !model[list].is_empty() {
                    let at = at.index(model[list].len());
                    let index = lists[list].indices().start + at as u32;
                    pool.swap_remove(&mut lists[list], index);
                    model[list].swap_remove(at);
                } else {
                    let index = pool.push(&mut lists[list], number);
                    model[list].push(number);
                    prop_assert_eq!(*pool.get(index), number);
                }
                for (list, model) in lists.iter().zip(&model) {
                    prop_assert_eq!(pool.of(*list), &model[..]);
                }
                longest = longest.max(model[list].len());
            }
            // Four blocks of each size up to the first that holds the longest list.
            prop_assert!(pool.items.len() <= 16 * longest);
        }
    }
}
