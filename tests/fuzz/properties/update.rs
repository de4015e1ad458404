use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::memory::{Snapshot, SnapshotUpdate};

use super::learned::random_game;
use super::{NAME, check_refusal, with_right_header};

/// What makes a memory follow another on a second machine, from an empty one.
pub fn update(bytes: &[u8]) {
    let read = |bytes: &[u8]| SnapshotUpdate::from_bytes(bytes, Path::new(NAME));
    let update = match read(&with_right_header(bytes)) {
        Ok(update) => update,
        Err(error) => return check_refusal(&error, NAME, bytes),
    };
    let empty = Snapshot::default();
    let Ok(made) = update.apply(&empty) else { return };
    let again = SnapshotUpdate::between(&empty, &made, false).to_bytes().unwrap();
    let same = read(&again).unwrap().apply(&empty).unwrap();
    let mut evaluator = Evaluator::new(EvaluationSettings::default());
    for position in random_game(5, 20).0.iter().step_by(10) {
        let position = Oriented::new(position);
        let value = evaluator.value(&made, &position);
        assert!((0.0..=1.0).contains(&value.get()), "{value}");
        assert_eq!(evaluator.value(&same, &position), value);
    }
}
