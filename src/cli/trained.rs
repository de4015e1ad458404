use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::evaluation::EvaluationSettings;
use crate::learning::Exponents;
use crate::memory::Memory;

/// A memory, and what the plan it was trained with says about its use.
pub(super) struct Trained {
    pub(super) memory: Memory,
    /// How it wants positions to be valued.
    pub(super) evaluation: EvaluationSettings,
    /// What counted in the utility of a pattern.
    pub(super) exponents: Exponents,
}

/// The part of a plan that matters after training. All else is passed over, so that a memory outlives settings that
/// come and go with the versions of the program.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Outline {
    evaluation: EvaluationSettings,
    learning: LearningOutline,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LearningOutline {
    forgetting: ForgettingOutline,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ForgettingOutline {
    exponents: Exponents,
}

pub(super) fn load(path: &Path) -> anyhow::Result<Trained> {
    let memory = Memory::load(path)?;
    let outline: Outline = toml::from_str(&memory.plan)
        .with_context(|| format!("{}: the plan it was trained with", path.display()))?;
    let exponents = outline.learning.forgetting.exponents;
    Ok(Trained { memory, evaluation: outline.evaluation, exponents })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn settings_that_are_gone_do_not_make_a_memory_useless() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.morph");
        let plan = "speed = 3\n[evaluation]\nrule = { kind = \"mean\", beta = 2.0 }\ncounting = \"once\"\n\
                       patterns = \"all\"\n[learning.creation]\nold = 1\n";
        let memory = Memory { plan: plan.to_owned(), ..Memory::default() };
        std::fs::write(&path, memory.to_bytes().unwrap()).unwrap();
        let trained = load(&path).unwrap();
        assert_eq!(trained.evaluation.rule, crate::evaluation::RuleSettings::Mean { beta: 2.0 });
        assert_eq!(trained.exponents, Exponents::default());
    }
}
