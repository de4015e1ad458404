//! What a run begins with: an empty memory, or one that its plan names and of which its folder has a copy.

use std::fs;
use std::path::Path;

use super::error::TrainingError;
use super::plan::{self, CheckedPlan};
use super::run_folder::RunPaths;
use crate::file_format::FileError;
use crate::memory::{HistoryDigest, Memory, StoredPlan};

/// What a plan calls the merged memory of the round before, in a series.
pub(super) const MERGED: &str = "merged";

/// The memory at the beginning of a new run, and the bytes of `start.morph` if it is not empty; `merged` is the file of
/// that of the round before.
pub(super) fn of_new_run(
    plan: &CheckedPlan,
    merged: Option<&Path>,
) -> Result<(Memory, Option<Vec<u8>>), TrainingError> {
    let stored = stored_plan(plan)?;
    let Some(path) = &plan.start else {
        return Ok((Memory { plan: stored, ..Memory::default() }, None));
    };
    let path = merged.filter(|_| path == MERGED).or_else(|| Memory::file_of(path));
    let memory = Memory::load_or_shipped(path)?;
    if memory.evaluation() != plan.evaluation {
        let (memory, plan) = (Memory::name_of(path), plan.name.clone());
        return Err(TrainingError::StartDiffers { memory, plan });
    }
    let memory = memory.beginning_of(stored);
    let bytes = memory.to_bytes().map_err(TrainingError::Encode)?;
    Ok((memory, Some(bytes)))
}

/// The memory at the beginning of a run that has begun.
pub(crate) fn of_run(plan: &CheckedPlan, paths: &RunPaths) -> Result<Memory, TrainingError> {
    if plan.start.is_some() {
        return Ok(Memory::load(&paths.start())?);
    }
    Ok(Memory { plan: stored_plan(plan)?, ..Memory::default() })
}

/// The plan as a memory keeps it.
pub(crate) fn stored_plan(plan: &CheckedPlan) -> Result<StoredPlan, TrainingError> {
    let text = plan.to_toml_for_memory().map_err(|e| TrainingError::Encode(e.to_string()))?;
    StoredPlan::parse(text).map_err(|e| TrainingError::Encode(e.to_string()))
}

/// The digest with which the chain of the games begins: of the plan and of `start.morph`, if there is one.
pub(super) fn digest(plan: &str, start: Option<&[u8]>) -> HistoryDigest {
    let plan = plan::digest(plan);
    start.map_or(plan, |start| plan.then(start, &[]))
}

/// The bytes of `start.morph` in the folder of a run that has one.
pub(super) fn bytes(
    plan: &CheckedPlan,
    paths: &RunPaths,
) -> Result<Option<Vec<u8>>, TrainingError> {
    let path = paths.start();
    let read = || fs::read(&path).map_err(FileError::at("read", &path));
    Ok(plan.start.is_some().then(read).transpose()?)
}
