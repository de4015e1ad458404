//! Several memories put together.

use super::{CandidateCounter, Database, IndexedPattern, Insertion, Memory, PatternId, Statistics};

impl Memory {
    /// Puts together what memories learned apart: every pattern that one of them knows, with the mean of their log-odds
    /// as its weight; who does not know a pattern has 0 to say of it. So what graph and material patterns add
    /// up to is the mean of theirs, and what one run came to believe by chance the others do not share. Of moves the most
    /// promising one counts, and which that is they may see otherwise together.
    ///
    /// Patterns of the first memory keep their names. Experience adds up; candidates for patterns are dropped, and the
    /// plan is the first one's. `None` of no memory at all.
    ///
    /// # Cost
    ///
    /// A look-up for every pattern of every memory; a pattern that is new to the first one is inserted.
    #[must_use]
    pub fn merged(memories: Vec<Memory>) -> Option<Memory> {
        let mut memories = memories.into_iter();
        let mut merged = memories.next()?;
        let others: Vec<Memory> = memories.collect();
        let share = 1.0 / (1 + others.len()) as f64;
        merged.graphs.merge(others.iter().map(|other| &other.graphs), share);
        merged.materials.merge(others.iter().map(|other| &other.materials), share);
        merged.moves.merge(others.iter().map(|other| &other.moves), share);
        merged.games =
            others.iter().fold(merged.games, |all, other| all.saturating_add(other.games));
        merged.graph_candidates = CandidateCounter::default();
        merged.move_candidates = CandidateCounter::default();
        Some(merged)
    }
}

impl<P: IndexedPattern> Database<P> {
    /// Adds the patterns and log-odds of others to its own, and takes this `share` of the sum.
    fn merge<'a>(&mut self, others: impl Iterator<Item = &'a Database<P>>, share: f64)
    where
        P: 'a,
    {
        let mut sums: Vec<f64> = vec![0.0; self.id_bound()];
        for id in self.ids() {
            sums[id.index()] = f64::from(self.weights().log_odds(id));
        }
        for other in others {
            // What the patterns of the other are called here; parents come before their children.
            let mut names: Vec<Option<PatternId>> = vec![None; other.id_bound()];
            for id in other.ids() {
                let (Some(pattern), Some(origin)) = (other.get(id), other.origin(id)) else {
                    continue;
                };
                let name = |parent: &PatternId| names.get(parent.index()).copied().flatten();
                let parents = origin.parents.iter().filter_map(name).collect();
                let origin = origin.clone().with_parents(parents);
                let (Insertion::New(here) | Insertion::Known(here)) =
                    self.insert(pattern.clone(), origin);
                names[id.index()] = Some(here);
                sums.resize(self.id_bound(), 0.0);
                sums[here.index()] += f64::from(other.weights().log_odds(id));
                if let Some(own) = self.statistics_mut(here) {
                    *own = own.and(other.statistics(id));
                }
            }
        }
        let ids: Vec<_> = self.ids().collect();
        for id in ids {
            self.put_log_odds(id, share * sums[id.index()]);
        }
    }
}

impl Statistics {
    /// The experience of two runs. Age counts from the earlier birth.
    fn and(self, other: Statistics) -> Statistics {
        Statistics {
            updates: self.updates.saturating_add(other.updates),
            uses: self.uses.saturating_add(other.uses),
            variance: self.variance + other.variance,
            born: self.born.min(other.born),
            squared_error: self.squared_error + other.squared_error,
            error: self.error + other.error,
        }
    }
}
