//! Plans that say only in what they differ from another one: `base = "player-moves"`, and other values.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::built_in_plans;
use super::plan::{self, Plan, PlanError};

/// The key that names the other plan.
const BASE: &str = "base";
/// The key of a choice: what stands beside it belongs to this choice.
const KIND: &str = "kind";

/// Finds the text of a plan by the name that another one, in a file, calls it, and says what to call it in messages.
pub(super) type Find = dyn Fn(&Path, &Path) -> Result<(String, PathBuf), PlanError>;

/// The plan of a file beside another one, otherwise the built-in plan of the name.
pub(super) fn beside(name: &Path, other: &Path) -> Result<(String, PathBuf), PlanError> {
    let path = other.parent().unwrap_or(Path::new("")).join(name);
    match built_in_plans::text(name) {
        Some(text) if !path.is_file() => Ok((text.to_owned(), name.to_owned())),
        _ => Ok((plan::read(&path)?, path)),
    }
}

/// The built-in plan of a name or of a file in its folder, otherwise the plan of a file.
pub(super) fn among_built_in(name: &Path, _: &Path) -> Result<(String, PathBuf), PlanError> {
    match built_in_plans::text(&name.with_extension("")) {
        Some(text) => Ok((text.to_owned(), name.to_owned())),
        None => Ok((plan::read(name)?, name.to_owned())),
    }
}

/// Of several kinds, too, each with a key of its own.
const OPENINGS: &str = "openings";
/// Keys of plans written before, which are still read.
const RENAMED: [(&str, &str); 2] = [("lag", "policy_lag"), ("revisits", "past_positions")];

/// Reads a plan, which may be based on one that is not based on a third; `path` is for messages. Tables are joined key by key,
/// those with a `kind` and `openings` replace that of the base as a whole, as lists and single values do.
pub(super) fn parse(text: &str, path: &Path, find: &Find) -> Result<Plan, PlanError> {
    let mut table: toml::Table = plan::parse(text, path)?;
    let Some(base) = table.remove(BASE) else { return plan::parse(text, path) };
    let fault = |what: String| PlanError::Settings { path: path.to_owned(), what };
    let Some(name) = base.as_str() else {
        return Err(fault(format!(
            "{BASE} = {base}: expected a file or the name of a built-in plan"
        )));
    };
    let (text, base_path) = find(Path::new(name), path)?;
    let mut joined: toml::Table = plan::parse(&text, &base_path)?;
    if let Some(key) = [BASE, "runs"].into_iter().find(|key| joined.contains_key(*key)) {
        return Err(fault(format!("{BASE} = {base}: it has {key}; expected a plan of one run")));
    }
    join(&mut joined, table);
    Plan::deserialize(toml::Value::Table(joined))
        .map_err(|cause| PlanError::Parse { path: path.to_owned(), cause: Box::new(cause) })
}

fn join(base: &mut toml::Table, own: toml::Table) {
    for (key, value) in own {
        let key =
            RENAMED.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| (*new).to_owned());
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above))
                if !above.contains_key(KIND) && key != OPENINGS =>
            {
                join(below, above);
            }
            (_, value) => drop(base.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn based(text: &str) -> Result<Plan, PlanError> {
        parse(text, Path::new("my.toml"), &beside)
    }

    #[test]
    fn a_plan_says_only_in_what_it_differs() {
        let plan = based(
            "base = \"default\"\nname = \"short\"\n[learning.update]\neta = 0.5\n[[opponents]]\nkind = \"self-play\"\n",
        );
        let default = Plan::parse(Plan::DEFAULT, Path::new("default")).unwrap();
        let mut expected = default.clone();
        expected.name = "short".to_owned();
        expected.learning.update =
            crate::learning::UpdateSettings::Error { eta: 0.5, step_half_life: None };
        expected.opponents.truncate(1);
        expected.opponents[0].clone_from(&plan.as_ref().unwrap().opponents[0]);
        assert_eq!(plan.unwrap(), expected);
    }

    #[test]
    fn openings_of_another_kind_and_keys_of_before_replace_those_of_the_base() {
        let plan =
            based("base = \"default\"\nlag = 4\n[openings.epd]\nfile = \"o.epd\"\n").unwrap();
        assert_eq!(plan.policy_lag, 4);
        let openings = format!("{:?}", plan.openings);
        assert!(openings.contains("o.epd"), "{openings}");
    }

    #[test]
    fn a_folder_is_no_base() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("default")).unwrap();
        let (text, _) = beside(Path::new("default"), &folder.path().join("my.toml")).unwrap();
        assert_eq!(text, Plan::DEFAULT);
    }

    #[test]
    fn faults_of_a_base_are_named() {
        for (text, message) in [
            ("base = 3", "my.toml: base = 3: expected a file or the name of a built-in plan"),
            ("base = \"player-merged\"", "it has runs; expected a plan of one run"),
            ("base = \"player-continued\"", "it has base; expected a plan of one run"),
            ("base = \"none.toml\"", "none.toml"),
            ("base = \"default\"\nspeed = 3", "unknown field `speed`"),
        ] {
            let error = based(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
