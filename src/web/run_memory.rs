//! The memories that runs have left on the disk: what is new in them, and how weights have changed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rustc_hash::FxHashSet;

use super::runs::FoundRun;
use crate::file_format::{FileError, LoadError};
use crate::learning::{Exponents, MemoryPlanError};
use crate::memory::{AnyId, Database, IndexedPattern, Lineage, Memory, PatternId, Statistics};
use crate::render::patterns::{Idea, PatternFilter, PatternRecord, SortKey};
use crate::training::journal::{self, JournalEntry, JournalTail};
use crate::training::run_folder::RunPaths;

/// Patterns that are shown as the newest.
const MAX_NEWEST: usize = 6;
/// Checkpoints from which weights are read.
const MAX_CHECKPOINTS: usize = 16;

/// What was read of the memories of runs, as long as their files do not change.
#[derive(Debug, Default)]
pub struct RunMemories {
    newest: Mutex<Option<(FileState, Arc<NewestPatterns>)>>,
    weights: Mutex<Vec<(FileState, Arc<WeightTable>)>>,
}

/// A file as it was at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    path: PathBuf,
    modified: Option<SystemTime>,
}

impl FileState {
    fn of(path: &Path) -> FileState {
        let modified = path.metadata().and_then(|metadata| metadata.modified()).ok();
        FileState { path: path.to_owned(), modified }
    }
}

/// The newest patterns in the newest memory of a run.
#[derive(Debug)]
pub struct NewestPatterns {
    /// Games that the memory has learned from.
    pub games: u32,
    /// The newest first, one for each idea.
    pub patterns: Vec<(PatternRecord, Option<Idea>)>,
}

/// The weights in one memory.
#[derive(Debug)]
struct WeightTable {
    games: u32,
    lineage: Option<Lineage>,
    /// By id: weight and uses.
    rows: Vec<(AnyId, f32, u32)>,
}

/// A weight after a number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightPoint {
    /// Games learned from.
    pub games: u32,
    /// Expected result for the side to move, in `[0, 1]`.
    pub weight: f32,
    /// Positions of training games in which the pattern has occurred.
    pub uses: u32,
}

/// A weight over the games of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightCurve {
    /// Name of the run in addresses.
    pub run: String,
    /// By games; none before the pattern was created.
    pub points: Vec<WeightPoint>,
    /// Checkpoints of the run that are on the disk.
    pub checkpoints: usize,
}

/// A memory of a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FileError),
    /// A memory.
    #[error(transparent)]
    Memory(#[from] LoadError),
    /// The plan in the memory.
    #[error(transparent)]
    Plan(#[from] MemoryPlanError),
}

impl RunMemories {
    /// The newest patterns of a run; `None` before its first checkpoint.
    ///
    /// # Errors
    ///
    /// Its newest memory cannot be read.
    ///
    /// # Cost
    ///
    /// Reads a memory when there is a new one.
    pub fn newest(&self, paths: &RunPaths) -> Result<Option<Arc<NewestPatterns>>, ReadError> {
        let Some(file) = newest_memory(paths)? else { return Ok(None) };
        let kept = || self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept().as_ref().filter(|(known, _)| *known == file) {
            return Ok(Some(Arc::clone(known)));
        }
        let memory = Memory::load(&file.path)?;
        let newest = Arc::new(NewestPatterns::of(&memory)?);
        *kept() = Some((file, Arc::clone(&newest)));
        Ok(Some(newest))
    }

    /// The weight of a pattern of `memory` over the games of the run that the memory comes from; `None` if that is not among
    /// `runs`. Of more than 16 checkpoints, 16 are read.
    ///
    /// # Errors
    ///
    /// A checkpoint cannot be read.
    ///
    /// # Cost
    ///
    /// Reads the checkpoints the first time, and the journal.
    pub fn weights(
        &self,
        runs: &[FoundRun],
        memory: &Memory,
        id: AnyId,
    ) -> Result<Option<WeightCurve>, ReadError> {
        let Some(lineage) = memory.lineage else { return Ok(None) };
        let Some(run) = runs.iter().find(|run| is_of(&run.paths, memory.games, lineage)) else {
            return Ok(None);
        };
        let mut checkpoints = run.paths.checkpoints()?;
        checkpoints.retain(|(games, _)| *games < memory.games);
        let mut points = Vec::new();
        for (_, path) in thinned(&checkpoints) {
            let table = self.table(path)?;
            let is_same_run = table.lineage.is_some_and(|other| other.plan == lineage.plan);
            points.extend(table.point(id).filter(|_| is_same_run));
        }
        points.extend(point(memory, id));
        let checkpoints = checkpoints.len();
        Ok(Some(WeightCurve { run: run.id.clone(), points, checkpoints }))
    }

    /// The weights in a checkpoint; those of the last few are kept.
    fn table(&self, path: &Path) -> Result<Arc<WeightTable>, LoadError> {
        let file = FileState::of(path);
        let kept = || self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept().iter().find(|(known, _)| *known == file) {
            return Ok(Arc::clone(known));
        }
        let table = Arc::new(WeightTable::of(&Memory::load(path)?));
        let mut kept = kept();
        kept.retain(|(other, _)| other.path != file.path);
        kept.insert(0, (file, Arc::clone(&table)));
        kept.truncate(2 * MAX_CHECKPOINTS);
        Ok(table)
    }
}

impl NewestPatterns {
    fn of(memory: &Memory) -> Result<NewestPatterns, MemoryPlanError> {
        let exponents = Exponents::of_memory(memory)?;
        let oldest_first = PatternFilter { sort: SortKey::Age, ..PatternFilter::default() };
        let mut ids = oldest_first.select(memory, &exponents);
        ids.reverse();
        let mut ideas = FxHashSet::default();
        let mut patterns = Vec::new();
        for id in ids {
            if patterns.len() == MAX_NEWEST {
                break;
            }
            let idea = Idea::of(memory, id);
            if ideas.insert(idea)
                && let Some(record) = PatternRecord::new(memory, &exponents, id)
            {
                patterns.push((record, idea));
            }
        }
        Ok(NewestPatterns { games: memory.games, patterns })
    }
}

impl WeightTable {
    fn of(memory: &Memory) -> WeightTable {
        let mut rows = Vec::new();
        collect(&memory.graphs, AnyId::Graph, &mut rows);
        collect(&memory.materials, AnyId::Material, &mut rows);
        collect(&memory.moves, AnyId::Move, &mut rows);
        rows.sort_unstable_by_key(|(id, ..)| *id);
        WeightTable { games: memory.games, lineage: memory.lineage, rows }
    }

    fn point(&self, id: AnyId) -> Option<WeightPoint> {
        let row = self.rows.binary_search_by_key(&id, |(id, ..)| *id).ok()?;
        let (_, weight, uses) = self.rows[row];
        Some(WeightPoint { games: self.games, weight, uses })
    }
}

/// The weight in a memory at hand.
fn point(memory: &Memory, id: AnyId) -> Option<WeightPoint> {
    fn of<P: IndexedPattern>(database: &Database<P>, id: PatternId) -> Option<(f32, u32)> {
        database.get(id).map(|_| (database.weight(id), database.statistics(id).uses))
    }
    let (weight, uses) = match id {
        AnyId::Graph(id) => of(&memory.graphs, id),
        AnyId::Material(id) => of(&memory.materials, id),
        AnyId::Move(id) => of(&memory.moves, id),
    }?;
    Some(WeightPoint { games: memory.games, weight, uses })
}

fn collect<P: IndexedPattern>(
    database: &Database<P>,
    any: impl Fn(PatternId) -> AnyId,
    rows: &mut Vec<(AnyId, f32, u32)>,
) {
    rows.extend(database.ids().map(|id| {
        let Statistics { uses, .. } = database.statistics(id);
        (any(id), database.weight(id), uses)
    }));
}

/// The memory of a run that was written last.
fn newest_memory(paths: &RunPaths) -> Result<Option<FileState>, FileError> {
    let checkpoints = paths.checkpoints()?;
    let last = checkpoints.last().map(|(_, path)| path.clone());
    let files = last.into_iter().chain([paths.memory()]).filter(|path| path.exists());
    Ok(files.map(|path| FileState::of(&path)).max_by_key(|file| file.modified))
}

/// Whether a memory that has learned from so many games comes from this run. The digest in the journal covers plan and games.
fn is_of(paths: &RunPaths, games: u32, lineage: Lineage) -> bool {
    let plan = paths.load_manifest().ok().and_then(|manifest| manifest.plan_digest);
    if plan != Some(lineage.plan) {
        return false;
    }
    let is_it = |entry: &JournalEntry| entry.game == games && entry.digest == Some(lineage.history);
    let last = JournalTail::last_entry(&paths.journal()).ok().flatten();
    // The whole journal is only read if the run has gone on since.
    last.as_ref().is_some_and(is_it)
        || last.is_some_and(|last| last.game > games)
            && journal::read(&paths.journal()).is_ok_and(|entries| entries.iter().any(is_it))
}

/// At most [`MAX_CHECKPOINTS`] of them, the last included, evenly spaced.
fn thinned<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(MAX_CHECKPOINTS).max(1);
    let offset = all.len().saturating_sub(1) % step;
    all.iter().skip(offset).step_by(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_checkpoints_are_read_and_the_last_is_one_of_them() {
        for length in [0, 1, 2, 16, 17, 33, 100] {
            let all: Vec<usize> = (0..length).collect();
            let read: Vec<usize> = thinned(&all).copied().collect();
            assert!(read.len() <= MAX_CHECKPOINTS);
            assert_eq!(read.last(), all.last());
        }
    }
}
