use std::path::Path;

use crate::evaluation::EvaluationSettings;
use crate::memory::Memory;
use crate::training::Plan;

/// A memory, and how it wants positions to be valued: the way it was trained.
pub(super) fn load(path: &Path) -> anyhow::Result<(Memory, EvaluationSettings)> {
    let memory = Memory::load(path)?;
    let evaluation = if memory.plan.is_empty() {
        EvaluationSettings::default()
    } else {
        Plan::parse(&memory.plan, path)?.evaluation
    };
    Ok((memory, evaluation))
}
