//! Merging memories.

use super::{CandidateCounter, Database, IndexedPattern, Insertion, Memory, PatternId};

impl Memory {
    /// Merges memories trained apart: all their patterns, each with the mean of its log-odds (0 in a memory that does not
    /// have it). The log-odds of graph and material patterns of a position then add up to the mean of those of the
    /// memories, which averages out the noise of single runs; those of move patterns do not, since the best move may differ.
    ///
    /// Patterns of the first memory keep their ids. Statistics add up; counts of candidates and lineages are dropped, and
    /// the plan is that of the first memory. `None` without memories.
    ///
    /// # Cost
    ///
    /// A look-up for every pattern of every memory, and an insertion for each that the first one does not have.
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
        merged.lineage = None;
        Some(merged)
    }
}

impl<P: IndexedPattern> Database<P> {
    /// Adds the patterns and log-odds of others, and multiplies the sums by `share`.
    fn merge<'a>(&mut self, others: impl Iterator<Item = &'a Database<P>>, share: f64)
    where
        P: 'a,
    {
        let mut sums: Vec<f64> = vec![0.0; self.id_bound()];
        for id in self.ids() {
            sums[id.index()] = f64::from(self.weights().log_odds(id));
        }
        for other in others {
            // Ids here of the patterns of the other; parents come before their children.
            let mut ids_here: Vec<Option<PatternId>> = vec![None; other.id_bound()];
            for id in other.ids() {
                let (Some(pattern), Some(origin)) = (other.get(id), other.origin(id)) else {
                    continue;
                };
                let id_here = |parent: &PatternId| ids_here.get(parent.index()).copied().flatten();
                let parents = origin.parents.iter().filter_map(id_here).collect();
                let origin = origin.clone().with_parents(parents);
                let (Insertion::New(here) | Insertion::Known(here)) =
                    self.insert(pattern.clone(), origin);
                ids_here[id.index()] = Some(here);
                sums.resize(self.id_bound(), 0.0);
                sums[here.index()] += f64::from(other.weights().log_odds(id));
                if let Some(own) = self.statistics_mut(here) {
                    *own = own.merged(other.statistics(id));
                }
            }
        }
        let ids: Vec<_> = self.ids().collect();
        for id in ids {
            self.put_log_odds(id, share * sums[id.index()]);
        }
    }
}
