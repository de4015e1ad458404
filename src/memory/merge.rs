//! Merging memories.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::{CandidateCounter, Database, IndexedPattern, Insertion, Memory, PatternId};
use crate::file_format::LoadError;

/// Memories that cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Two value positions in different ways.
    #[error("{0}: its evaluation settings differ from those of {1}")]
    Settings(PathBuf, PathBuf),
    /// Two come from one run, or from runs with equal plans.
    #[error("{0} and {1} come from the same plan and seed: a merged memory needs runs that differ")]
    SameRun(PathBuf, PathBuf),
    /// Two began with the same memory, which is not given.
    #[error(
        "{0} and {1} both began with {2}: that memory is needed too, so that what it counted counts once (--start)"
    )]
    SameStart(PathBuf, PathBuf, String),
    /// The merged memory would replace one of those that are merged.
    #[error("{0} is merged: expected another file for the result")]
    Overwrites(PathBuf),
    /// One did not begin with the memory that is said to be the start.
    #[error("{0} did not begin with {1}")]
    OtherStart(PathBuf, String),
}

impl Memory {
    /// The file of the memory that a plan or a merge begins with; `None` for `built-in`, the one that comes with the program.
    pub(crate) fn file_of(start: &Path) -> Option<&Path> {
        (start != "built-in").then_some(start)
    }

    /// Loads the memories in these files and merges them, [those that began with `start`](Memory::merged_since) or those that [began
    /// empty](Memory::merged), for a file `output`; without files the memory is empty.
    ///
    /// # Errors
    ///
    /// One cannot be loaded; two have different evaluation settings or come from one run; one did not begin with `start`, or two
    /// with one memory that is not given; `output` is one of the files, which would be lost.
    pub fn load_merged(
        paths: &[PathBuf],
        start: Option<&Path>,
        output: &Path,
    ) -> Result<Memory, MergeError> {
        let place = output.canonicalize().ok();
        let is_output = |path: &&Path| place.is_some() && path.canonicalize().ok() == place;
        if let Some(path) = paths.iter().map(PathBuf::as_path).chain(start).find(is_output) {
            return Err(MergeError::Overwrites(path.to_owned()));
        }
        let start = match start.map(Memory::file_of) {
            Some(path) => Some((Memory::name_of(path), Memory::load_or_shipped(path)?)),
            None => None,
        };
        let mut memories: Vec<Memory> = Vec::new();
        for path in paths {
            let memory = Memory::load(path)?;
            if memories.first().is_some_and(|first| first.evaluation() != memory.evaluation()) {
                return Err(MergeError::Settings(path.clone(), paths[0].clone()));
            }
            if let Some(twin) = memories.iter().position(|other| other.shares_run_with(&memory)) {
                return Err(MergeError::SameRun(paths[twin].clone(), path.clone()));
            }
            let twin = memories.iter().position(|other| other.plan.shares_start_with(&memory.plan));
            match (&start, twin) {
                (Some((name, start)), _) if !memory.plan.began_with(&start.plan) => {
                    return Err(MergeError::OtherStart(path.clone(), name.clone()));
                }
                (None, Some(twin)) => {
                    let start = memory.plan.start().unwrap_or_default();
                    return Err(MergeError::SameStart(paths[twin].clone(), path.clone(), start));
                }
                _ => memories.push(memory),
            }
        }
        let merged = match start {
            Some((_, start)) => Memory::merged_since(&start, memories),
            None => Memory::merged(memories),
        };
        Ok(merged.unwrap_or_default())
    }

    /// Merges memories trained apart: all their patterns, each with the mean of its log-odds (0 in a memory that does not
    /// have it). The log-odds of graph and material patterns of a position then add up to the mean of those of the
    /// memories, which averages out the noise of single runs; those of move patterns do not, since the best move may differ.
    ///
    /// Patterns of the first memory keep their ids. Statistics add up; counts of candidates and lineages are dropped, and
    /// the plan is that of the first memory, with the names of the others. `None` without memories.
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
        merged.plan = merged.plan.merged_with(others.iter().map(|other| &other.plan));
        Some(merged)
    }

    /// [Merges](Memory::merged) memories of runs that all began with `start`: what they have from it counts once, and its games count
    /// too.
    #[must_use]
    pub fn merged_since(start: &Memory, mut memories: Vec<Memory>) -> Option<Memory> {
        for memory in &mut memories {
            memory.graphs.leave_out(&start.graphs);
            memory.materials.leave_out(&start.materials);
            memory.moves.leave_out(&start.moves);
        }
        let mut merged = Memory::merged(memories)?;
        merged.graphs.count_in(&start.graphs, start.games);
        merged.materials.count_in(&start.materials, start.games);
        merged.moves.count_in(&start.moves, start.games);
        merged.games = merged.games.saturating_add(start.games);
        Some(merged)
    }
}

impl<P: IndexedPattern> Database<P> {
    /// Leaves out what the statistics were in the database that this one began as.
    fn leave_out(&mut self, start: &Database<P>) {
        // Patterns keep their ids as long as they are known, and no other gets them.
        for id in start.ids() {
            if let Some(own) = self.statistics_mut(id) {
                *own = own.since(start.statistics(id));
            }
        }
    }

    /// Adds statistics of so many games before.
    fn count_in(&mut self, start: &Database<P>, games: u32) {
        self.begin_after(games);
        for (id, pattern) in start.ids().filter_map(|id| Some((id, start.get(id)?))) {
            if let Some(own) = self.find(pattern).and_then(|here| self.statistics_mut(here)) {
                *own = own.merged(start.statistics(id));
            }
        }
    }

    /// Adds the patterns and log-odds of others, and multiplies the sums by `share`.
    fn merge<'a>(&mut self, others: impl Iterator<Item = &'a Database<P>>, share: f64)
    where
        P: 'a,
    {
        let log_odds = |database: &Database<P>, id| f64::from(database.log_odds(id));
        let mut sums: FxHashMap<PatternId, f64> =
            self.ids().map(|id| (id, log_odds(self, id))).collect();
        for other in others {
            // Ids here of the patterns of the other; parents come before their children.
            let mut ids_here: FxHashMap<PatternId, PatternId> = FxHashMap::default();
            for id in other.ids() {
                let (Some(pattern), Some(origin)) = (other.get(id), other.origin(id)) else {
                    continue;
                };
                let parents = origin.parents.iter();
                let parents = parents.filter_map(|parent| ids_here.get(parent).copied()).collect();
                let origin = origin.clone().with_parents(parents);
                let (Insertion::New(here) | Insertion::Known(here)) =
                    self.insert(pattern.clone(), origin)
                else {
                    continue;
                };
                ids_here.insert(id, here);
                *sums.entry(here).or_default() += log_odds(other, id);
                if let Some(own) = self.statistics_mut(here) {
                    *own = own.merged(other.statistics(id));
                }
            }
        }
        for (id, sum) in sums {
            self.put_log_odds(id, share * sum);
        }
    }
}
