use std::collections::{BTreeSet, HashSet};
use std::fs;

use morph::arena::{OpeningError, OpeningSource, PlyRange};
use shakmaty::Position;

use crate::random_openings;

#[test]
fn an_opening_depends_on_index_and_seed_only() {
    let openings = random_openings(4, 6);
    let moves = |index, seed| openings.opening(index, seed).game().moves().to_vec();
    assert_eq!(moves(7, 1), moves(7, 1));
    let different: HashSet<_> = (0..50).map(|index| moves(index, 1)).collect();
    assert!(different.len() > 45);
    let lengths: BTreeSet<usize> = (0..50).map(|index| moves(index, 1).len()).collect();
    assert_eq!(lengths, BTreeSet::from([4, 5, 6]));
    assert_ne!(moves(0, 1), moves(0, 2));
}

#[test]
fn a_long_opening_does_not_end_the_game() {
    let openings = random_openings(100, 100);
    for index in 0..20 {
        assert_eq!(openings.opening(index, 1).game().ending(), None);
    }
}

#[test]
fn positions_of_a_file_come_once_each_before_any_comes_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.epd");
    let lines = "# three positions\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\";\n\
        \n\
        4k3/8/8/8/8/8/3P4/4K3 w - - 5 17\n\
        4k3/8/8/8/8/8/2P5/4K3 w - -\n";
    fs::write(&file, lines).unwrap();
    let openings = OpeningSource::Epd { file, plies: PlyRange::default() }.load().unwrap();
    for pass in 0..5 {
        let starts: HashSet<_> = (3 * pass..3 * pass + 3)
            .map(|index| openings.opening(index, 1).game().position().clone())
            .collect();
        assert_eq!(starts.len(), 3);
        let clocks = starts.iter().map(|position| position.halfmoves()).max();
        assert_eq!(clocks, Some(5));
    }
}

#[test]
fn a_bad_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.epd");
    for (text, line) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -\nnonsense\n", 2),
        ("4k3/8/8/8/8/8/8/4K3 w - -\n", 1),
        ("\n\n8/8/8/8/8/8/4P3/4K3 w - - bm e4;\n", 3),
    ] {
        fs::write(&file, text).unwrap();
        let source = OpeningSource::Epd { file: file.clone(), plies: PlyRange::default() };
        let error = source.load().unwrap_err().to_string();
        assert!(error.contains(&format!("bad.epd:{line}: ")), "{error}");
    }
    fs::write(&file, "# nothing\n").unwrap();
    let source = OpeningSource::Epd { file, plies: PlyRange::default() };
    assert!(matches!(source.load(), Err(OpeningError::Empty { .. })));
}

#[test]
fn a_plan_with_an_impossible_opening_is_refused() {
    #[derive(Debug, serde::Deserialize)]
    struct Plan {
        openings: OpeningSource,
    }
    for text in [
        "openings = { random = { plies = [6, 4] } }",
        "openings = { random = { plies = [0, 101] } }",
        "openings = { random = { plies = [4, 6], book = true } }",
        "openings = { random = {} }",
        "openings = \"polyglot\"",
    ] {
        assert!(toml::from_str::<Plan>(text).is_err(), "{text}");
    }
    let plan: Plan = toml::from_str("openings = { random = { plies = [4, 6] } }").unwrap();
    assert_eq!(plan.openings, OpeningSource::Random { plies: PlyRange::new(4, 6).unwrap() });
}
