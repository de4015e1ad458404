use serde::Deserialize;

use super::EvaluationSettings;

/// The training plan as a memory file keeps it: the text, and what is needed after training.
///
/// Keys that this version of the program does not know are ignored, so that a memory outlives settings that come and go.
#[derive(Clone, Debug, Default)]
pub struct StoredPlan {
    text: String,
    outline: Outline,
    before: Before,
}

/// Labels of other plans: name and seed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Before {
    /// Of the memories that the run began with, merged, of those that their runs began with, and so on; none if it began empty.
    begun_with: Vec<Vec<String>>,
    /// Of memories that were merged with that of this plan.
    merged_with: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Outline {
    name: String,
    seed: u64,
    evaluation: EvaluationSettings,
}

/// How the lines begin that a file may have before the text.
const BEGUN_WITH: &str = "begun_with = ";
const MERGED_WITH: &str = "merged_with = ";

impl StoredPlan {
    /// Reads what a file has: a plan in TOML, or [what this wrote](StoredPlan::to_file); the empty text is a plan of defaults.
    ///
    /// # Errors
    ///
    /// Invalid TOML, or a name, a seed or evaluation settings that cannot be read.
    pub fn parse(text: impl Into<String>) -> Result<StoredPlan, toml::de::Error> {
        let mut text = text.into();
        let is_before = |line: &&str| line.starts_with(BEGUN_WITH) || line.starts_with(MERGED_WITH);
        let lines = text.split_inclusive('\n').take_while(is_before);
        let plan = text.split_off(lines.map(str::len).sum());
        let before = toml::from_str(&text)?;
        let outline = toml::from_str(&plan)?;
        Ok(StoredPlan { text: plan, outline, before })
    }

    /// The plan in TOML, of the first memory if several were merged; empty where the memory was not trained.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text for a file: the plan, after lines with the labels of others.
    #[must_use]
    pub fn to_file(&self) -> String {
        let line = |key: &str, labels: toml::Value| match labels.as_array() {
            Some(labels) if labels.is_empty() => String::new(),
            _ => format!("{key}{labels}\n"),
        };
        let Before { begun_with, merged_with } = self.before.clone();
        line(BEGUN_WITH, begun_with.into()) + &line(MERGED_WITH, merged_with.into()) + &self.text
    }

    /// Name and seed, for messages; those of all plans, joined by `+`, if memories were merged. Then the same of what the runs began
    /// with, if that was not empty: `b, seed 3 + b, seed 4, begun with a, seed 1 + a, seed 2`.
    #[must_use]
    pub fn label(&self) -> String {
        joined(self.rounds())
    }

    /// The labels of the plans of this memory, of what their runs began with, and so on.
    fn rounds(&self) -> impl Iterator<Item = Vec<String>> {
        std::iter::once(self.labels()).chain(self.before.begun_with.iter().cloned())
    }

    /// Name and seed of each plan, more than one if memories were merged; none for the empty text.
    fn labels(&self) -> Vec<String> {
        let Outline { name, seed, .. } = &self.outline;
        let own = (!self.text.is_empty()).then(|| format!("{name}, seed {seed}"));
        own.into_iter().chain(self.before.merged_with.iter().cloned()).collect()
    }

    /// The plan of a run that begins with the memory of another plan.
    #[must_use]
    pub(super) fn begun_with(mut self, other: &StoredPlan) -> StoredPlan {
        self.before.begun_with = other.rounds().filter(|labels| !labels.is_empty()).collect();
        self
    }

    /// The plan of a memory merged of that of this plan and those of `others`.
    #[must_use]
    pub(super) fn merged_with<'a>(
        mut self,
        others: impl Iterator<Item = &'a StoredPlan>,
    ) -> StoredPlan {
        for other in others {
            self.before.merged_with.extend(other.labels());
            let begun_with = &mut self.before.begun_with;
            begun_with.resize(begun_with.len().max(other.before.begun_with.len()), Vec::new());
            for (labels, of_other) in begun_with.iter_mut().zip(&other.before.begun_with) {
                // Runs of a round began with the same memory.
                for label in of_other {
                    if !labels.contains(label) {
                        labels.push(label.clone());
                    }
                }
            }
        }
        self
    }

    /// Whether memories with these plans may both have learned from the same run.
    pub(super) fn shares_run_with(&self, other: &StoredPlan) -> bool {
        let known = |plan: &StoredPlan, labels: &[String]| {
            plan.before.merged_with.iter().any(|label| labels.contains(label))
        };
        !self.text.is_empty() && self.text == other.text
            || known(self, &other.labels())
            || known(other, &self.labels())
    }

    /// The labels of what the run began with, as in [`label`](StoredPlan::label); `None` if it began empty.
    pub(super) fn start(&self) -> Option<String> {
        let begun_with = &self.before.begun_with;
        (!begun_with.is_empty()).then(|| joined(begun_with.iter().cloned()))
    }

    /// Whether this is the plan of a run that began with a memory of the other plan.
    pub(super) fn began_with(&self, other: &StoredPlan) -> bool {
        self.before.begun_with == StoredPlan::default().begun_with(other).before.begun_with
    }

    /// Whether runs of both plans began with the same memory, which was not empty.
    pub(super) fn shares_start_with(&self, other: &StoredPlan) -> bool {
        let begun_with = &self.before.begun_with;
        !begun_with.is_empty() && *begun_with == other.before.begun_with
    }

    /// How positions are valued.
    #[must_use]
    pub fn evaluation(&self) -> EvaluationSettings {
        self.outline.evaluation
    }
}

fn joined(rounds: impl Iterator<Item = Vec<String>>) -> String {
    rounds.map(|labels| labels.join(" + ")).collect::<Vec<_>>().join(", begun with ")
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

    #[test]
    fn the_plan_of_a_run_that_began_with_a_memory_names_it() {
        let plan = |name| StoredPlan::parse(format!("name = \"{name}\"\n")).unwrap();
        let start = plan("a").merged_with([plan("b")].iter());
        let on = |name| plan(name).begun_with(&start);
        assert_eq!(on("c").label(), "c, seed 0, begun with a, seed 0 + b, seed 0");
        let merged = on("c").merged_with([on("d"), plan("e").begun_with(&plan("f"))].iter());
        assert_eq!(
            merged.label(),
            "c, seed 0 + d, seed 0 + e, seed 0, begun with a, seed 0 + b, seed 0 + f, seed 0"
        );
        let third =
            plan("g").begun_with(&merged).merged_with([plan("h").begun_with(&merged)].iter());
        assert_eq!(third.label(), format!("g, seed 0 + h, seed 0, begun with {}", merged.label()));
        let read = StoredPlan::parse(third.to_file()).unwrap();
        assert_eq!((read.label(), read.text()), (third.label(), plan("g").text()));
        assert_eq!(plan("c").begun_with(&StoredPlan::default()).label(), "c, seed 0");
        assert!(on("c").began_with(&start) && !on("c").began_with(&plan("a")));
        assert!(on("c").shares_start_with(&on("d")) && !plan("c").shares_start_with(&plan("d")));
        assert_eq!(on("c").start().unwrap(), start.label());
        let read = StoredPlan::parse(merged.to_file()).unwrap();
        assert_eq!((read.label(), read.text()), (merged.label(), plan("c").text()));
        assert!(read.shares_run_with(&plan("d")) && !read.shares_run_with(&plan("a")));
    }

    #[test]
    fn the_plan_of_a_merged_memory_names_all_of_them() {
        let plan = |seed| StoredPlan::parse(format!("name = \"a\"\nseed = {seed}\n")).unwrap();
        let two = plan(1).merged_with([plan(2)].iter());
        let three = two.clone().merged_with([plan(3)].iter());
        let read = StoredPlan::parse(three.to_file()).unwrap();
        assert_eq!(read.label(), "a, seed 1 + a, seed 2 + a, seed 3");
        assert_eq!(read.label(), three.label());
        assert_eq!(read.text(), plan(1).text());
        for seed in 1..=3 {
            assert!(
                read.shares_run_with(&plan(seed)) && plan(seed).shares_run_with(&read),
                "{seed}"
            );
        }
        assert!(!read.shares_run_with(&plan(4)) && !plan(1).shares_run_with(&plan(2)));
        assert!(two.shares_run_with(&plan(4).merged_with([plan(2)].iter())));
        assert_eq!(plan(1).merged_with([].iter()).to_file(), plan(1).text());
        assert!(StoredPlan::parse("merged_with = 3\n").is_err());
    }
}
