use std::path::Path;

use morph::file_format::LoadError;
use morph::opponent_model::model::{Model, Taken};

use super::{LEARNED, games, model};

fn read(bytes: &[u8]) -> Result<Model, LoadError> {
    Model::from_bytes(bytes, Path::new("anna.adv"))
}

#[test]
fn a_model_survives_its_file() {
    let bytes = model().to_bytes().unwrap();
    let mut again = read(&bytes).unwrap();
    assert_eq!(again.to_bytes().unwrap(), bytes);
    assert_eq!(again.learn(games(LEARNED)[0].clone()), Taken::Known);
    assert_eq!(again.names().into_iter().collect::<Vec<_>>(), [("Model, Anna", 5)]);
}

#[test]
fn the_same_games_give_the_same_file() {
    assert_eq!(model().to_bytes().unwrap(), model().to_bytes().unwrap());
}

#[test]
fn a_damaged_file_is_refused() {
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
    assert_eq!(error, "anna.adv has format version 9; this program reads version 1");
}

#[test]
fn a_sound_checksum_does_not_make_sound_weights() {
    let mut model = model();
    model.ranker.personal[3] = f32::NAN;
    let error = read(&model.to_bytes().unwrap()).unwrap_err().to_string();
    assert!(error.contains("weights"), "{error}");
    model.ranker.personal.clear();
    assert!(read(&model.to_bytes().unwrap()).is_err());
}
