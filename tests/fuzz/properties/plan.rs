use std::path::Path;

use morph::training::{Plan, SeriesPlan};

use super::{NAME, check_refusal};

/// The plan of a run or of a series.
pub fn plan(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let path = Path::new(NAME);
    // The plans that a series names are not opened: they could be any file of the machine.
    let _ = toml::from_str::<SeriesPlan>(text);
    let checked = Plan::parse(text, path).and_then(|plan| plan.check(path));
    let plan = match checked {
        Ok(plan) => plan,
        Err(error) => return check_refusal(&error, NAME, bytes),
    };
    let text = plan.to_toml().unwrap();
    let again = Plan::parse(&text, path).expect("what was written is read");
    let again = again.check(path).expect("what was valid stays valid");
    assert_eq!(again, plan);
    assert_eq!(again.to_toml().unwrap(), text);
    assert!(plan.max_threads() > 0);
}
