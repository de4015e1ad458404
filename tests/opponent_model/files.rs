use std::path::Path;

use morph::file_format::LoadError;
use morph::opponent_model::model::{LearnOutcome, OpponentModel};

use super::{LEARNED, games, model};

fn read(bytes: &[u8]) -> Result<OpponentModel, LoadError> {
    OpponentModel::from_bytes(bytes, Path::new("anna.adv"))
}

#[test]
fn a_model_is_equal_after_writing_and_reading() {
    let bytes = model().to_bytes().unwrap();
    let mut again = read(&bytes).unwrap();
    assert_eq!(again.to_bytes().unwrap(), bytes);
    assert_eq!(again.learn(games(LEARNED)[0].clone()), LearnOutcome::Duplicate);
    assert_eq!(again.spellings().into_iter().collect::<Vec<_>>(), [("Model, Anna", 5)]);
}

#[test]
fn learning_is_deterministic() {
    assert_eq!(model().to_bytes().unwrap(), model().to_bytes().unwrap());
}

#[test]
fn damaged_and_foreign_files_are_errors() {
    let bytes = model().to_bytes().unwrap();
    for place in [24, 100, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(matches!(read(&damaged), Err(LoadError::Damaged { .. })), "byte {place}");
    }
    assert!(matches!(read(&bytes[..bytes.len() - 1]), Err(LoadError::Damaged { .. })));
    assert!(matches!(read(&bytes[..15]), Err(LoadError::Damaged { .. })));
    assert!(matches!(read(b"MORPHMEM and more"), Err(LoadError::WrongFormat { .. })));
    assert!(matches!(read(b""), Err(LoadError::WrongFormat { .. })));
    let mut newer = bytes.clone();
    newer[8] = 9;
    let error = read(&newer).unwrap_err().to_string();
    assert_eq!(error, "anna.adv has format version 9; this program reads version 4");
}
