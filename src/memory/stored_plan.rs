use serde::Deserialize;

use super::EvaluationSettings;

/// The training plan as a memory file keeps it: the text, and what is needed after training.
///
/// Keys that this version of the program does not know are ignored, so that a memory outlives settings that come and go.
#[derive(Clone, Debug, Default)]
pub struct StoredPlan {
    text: String,
    outline: Outline,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Outline {
    name: String,
    seed: u64,
    evaluation: EvaluationSettings,
}

impl StoredPlan {
    /// Reads a plan in TOML; the empty text is a plan of defaults.
    ///
    /// # Errors
    ///
    /// Invalid TOML, or a name, a seed or evaluation settings that cannot be read.
    pub fn parse(text: impl Into<String>) -> Result<StoredPlan, toml::de::Error> {
        let text = text.into();
        let outline = toml::from_str(&text)?;
        Ok(StoredPlan { text, outline })
    }

    /// The plan in TOML; empty where the memory was not trained.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Name and seed, for messages.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}, seed {}", self.outline.name, self.outline.seed)
    }

    /// How positions are valued.
    #[must_use]
    pub fn evaluation(&self) -> EvaluationSettings {
        self.outline.evaluation
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::{Memory, RuleSettings};
    use super::*;
    use std::path::Path;

    #[test]
    fn keys_of_other_versions_are_ignored() {
        let text = "name = \"old\"\nspeed = 3\n[evaluation]\nrule = { kind = \"mean\", beta = 2.0 }\n\
                    counting = \"once\"\npatterns = \"all\"\n[learning.creation]\nold = 1\n";
        let plan = StoredPlan::parse(text).unwrap();
        let bytes = Memory { plan, ..Memory::default() }.to_bytes().unwrap();
        let memory = Memory::from_bytes(&bytes, Path::new("old.morph")).unwrap();
        assert_eq!(memory.evaluation().rule, RuleSettings::Mean { beta: 2.0 });
        assert_eq!(memory.plan.label(), "old, seed 0");
        assert_eq!(memory.plan.text(), text);
    }

    #[test]
    fn a_plan_that_cannot_be_read_is_an_error_that_says_so() {
        assert!(StoredPlan::parse("[evaluation]\nrule = 3\n").is_err());
    }
}
