use shakmaty::Move;

/// How the value of an entry is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// To which it was searched.
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) value: i32,
    /// The move to try first.
    pub(super) best: Option<Move>,
}

/// A transposition table of fixed size; what comes later replaces what was there.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    pub(super) fn new(entries: usize) -> Table {
        Table(vec![None; entries])
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.0[key as usize % self.0.len()].filter(|entry| entry.key == key)
    }

    pub(super) fn insert(&mut self, entry: Entry) {
        let place = entry.key as usize % self.0.len();
        self.0[place] = Some(entry);
    }
}
