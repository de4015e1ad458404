//! Each error says what is wrong and where, and leads to what is behind it.

use std::error::Error as _;
use std::io::ErrorKind;
use std::path::Path;

use morph::shakmaty::Chess;
use morph::{Error, Library, Morph, TrainingPlan, TrainingRun, legal_move, position_from_fen};

use super::{MATE_IN_ONE, morph};

/// The kind of the error of the operating system that is behind an error.
fn io_kind(error: &Error) -> Option<ErrorKind> {
    let mut cause = error.source();
    while let Some(found) = cause {
        if let Some(error) = found.downcast_ref::<std::io::Error>() {
            return Some(error.kind());
        }
        cause = found.source();
    }
    None
}

#[test]
fn no_position() {
    for fen in ["", "startpos", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/4k3/8/8/8/8/R6R w - - 0 1"] {
        let error = position_from_fen(fen).unwrap_err();
        assert!(matches!(&error, Error::Position { fen: named, .. } if named == fen), "{error:?}");
        assert!(error.to_string().starts_with(&format!("'{fen}': ")), "{error}");
    }
}

#[test]
fn no_move() {
    let start = Chess::default();
    let error = legal_move(&start, "e5").unwrap_err();
    assert!(matches!(error, Error::IllegalMove { .. }), "{error:?}");
    assert!(error.to_string().starts_with("'e5' is no legal move in rnbqkbnr/"), "{error}");
    // A move of another position.
    let mut morph = morph();
    let mate = position_from_fen(MATE_IN_ONE).unwrap();
    let m = legal_move(&mate, "Re8").unwrap();
    let error = morph.compare(&start, m, None).unwrap_err();
    assert!(matches!(error, Error::IllegalMove { .. }), "{error:?}");
    let error = morph.compare(&mate, m, Some(m)).unwrap_err();
    assert!(
        error.to_string().starts_with("there is no other move to compare Re8# with"),
        "{error}"
    );
    let only = position_from_fen("7k/8/8/8/8/8/6r1/7K w - - 0 1").unwrap();
    let takes = legal_move(&only, "Kxg2").unwrap();
    assert!(matches!(morph.compare(&only, takes, None), Err(Error::NoOtherMove { .. })));
}

#[test]
fn no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("memory.morph");
    let missing = Morph::load(&file).unwrap_err();
    assert!(matches!(missing, Error::Memory(_)), "{missing:?}");
    assert!(missing.to_string().contains("memory.morph"), "{missing}");
    assert_eq!(io_kind(&missing), Some(ErrorKind::NotFound));

    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/player/memory.morph");
    let mut bytes = std::fs::read(shipped).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let damaged = Morph::load(&file).unwrap_err();
    assert!(damaged.to_string().contains("memory.morph is damaged: "), "{damaged}");
    std::fs::write(&file, "no memory").unwrap();
    let other = Morph::load(&file).unwrap_err();
    assert!(other.to_string().contains("is not a memory file"), "{other}");
}

#[test]
fn no_game() {
    let mut morph = morph();
    assert!(matches!(morph.annotate(""), Err(Error::NoGame)));
    assert!(matches!(morph.annotate("no game at all"), Err(Error::NoGame)));
    let error = morph.annotate("1. e4 e5 2. Ke3 *").unwrap_err();
    assert!(matches!(error, Error::Games(_)), "{error:?}");
    assert!(error.to_string().starts_with("game 1, line 1: ply 3: cannot play Ke3"), "{error}");
}

#[test]
fn no_plan() {
    let error = TrainingPlan::built_in("defaults").unwrap_err();
    assert!(matches!(error, Error::Plan(_)) && error.to_string().contains("morph-1991"), "{error}");
    let error = TrainingPlan::from_toml("name = \"x\"\ngame = 4\n").unwrap_err();
    assert!(error.to_string().contains("game"), "{error}");
    let error = TrainingPlan::load("/no/such/plan.toml").unwrap_err();
    assert!(error.to_string().contains("plan.toml"), "{error}");
    let plan = TrainingPlan::built_in("default").unwrap().with_games(0);
    let folder = tempfile::tempdir().unwrap();
    let error = plan.begin(folder.path().join("run")).unwrap_err();
    assert!(matches!(error, Error::Plan(_)), "{error:?}");
    assert!(error.to_string().contains("games = 0: expected 1 or more"), "{error}");
}

#[test]
fn no_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = TrainingRun::resume(folder.path().join("run"));
    let error = run.and_then(|run| run.play(|_| std::ops::ControlFlow::Continue(()))).unwrap_err();
    assert!(matches!(error, Error::Training(_)), "{error:?}");
}

#[test]
fn no_library() {
    let folder = tempfile::tempdir().unwrap();
    let morph = morph();
    let error = Library::open(folder.path(), &morph).unwrap_err();
    assert!(matches!(error, Error::Library(_)), "{error:?}");
    assert!(error.to_string().contains("is not a library"), "{error}");
    let mut library = Library::open_or_create(folder.path().join("library"), &morph).unwrap();
    let missing = folder.path().join("games.pgn");
    let error = library.add(&missing, |_| std::ops::ControlFlow::Continue(())).unwrap_err();
    assert_eq!(io_kind(&error), Some(ErrorKind::NotFound), "{error}");
}
