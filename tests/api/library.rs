//! Games in, similar positions out.

use std::ops::ControlFlow;

use morph::shakmaty::Position;
use morph::{Error, Library, TrainingPlan, legal_move, position_from_fen};

use super::morph;

const GAMES: &str = r#"
[White "Anderssen"]
[Black "Dufresne"]
[Event "Casual"]
[Date "1852.??.??"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 1-0

[White "Morphy"]
[Black "Allies"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 0-1

[White "Third"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2

[White "Broken"]

1. e4 e5 2. Ke3 *
"#;

#[test]
fn a_library_finds_similar_and_equal_positions() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("library"), folder.path().join("games.pgn"));
    std::fs::write(&file, GAMES).unwrap();
    let morph = morph();
    let mut library = Library::open_or_create(&path, &morph).unwrap();
    let mut told = 0;
    let added = library.add(&file, |so_far| {
        assert!(so_far.games <= 3);
        told += 1;
        ControlFlow::Continue(())
    });
    let added = added.unwrap();
    assert_eq!((added.games, added.known, added.broken), (3, 0, 1));
    assert!(told > 0 && added.positions >= 38, "{added:?}");
    let again = library.add(&file, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((again.games, again.known), (0, 3));

    // Black has played a6 instead of a developing move.
    let italian = "r1bqk1nr/1ppp1ppp/p1n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    let library = Library::open(&path, &morph).unwrap();
    assert_eq!(library.games().unwrap(), 3);
    let found = library.similar(&position_from_fen(italian).unwrap(), 2).unwrap();
    assert_eq!(found.len(), 2);
    assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    let first = &found[0];
    assert!((0.0..=1.0).contains(&first.score) && !first.alike.is_empty(), "{first:?}");
    let place = &first.found;
    assert_eq!((place.white.as_str(), place.date.as_str()), ("Anderssen", "1852.??.??"));
    assert_eq!((place.event.as_str(), place.result.as_str()), ("Casual", "1-0"));
    assert!(place.citation.starts_with("Anderssen – Dufresne, 1852, move "), "{place:?}");
    let next = place.next.unwrap();
    assert!(place.position.is_legal(next) && !place.continuation.is_empty());

    let start = morph::shakmaty::Chess::default();
    let exact = library.exact(&start, 2).unwrap();
    assert_eq!((exact.results.games, exact.results.won, exact.results.drawn), (3, 1, 1));
    assert_eq!(exact.results.score(), Some(0.5));
    let moves: Vec<_> =
        exact.moves.iter().map(|one| (one.san.as_str(), one.results.games)).collect();
    assert_eq!(moves, [("e4", 2), ("d4", 1)]);
    assert_eq!(exact.moves[0].m, legal_move(&start, "e4").unwrap());
    assert_eq!(exact.examples.len(), 2);
    assert!(exact.examples.iter().all(|one| one.ply == 0 && one.position == start));
}

#[test]
fn a_library_belongs_to_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library");
    Library::open_or_create(&path, &morph()).unwrap();
    let plan = TrainingPlan::built_in("default").unwrap().with_games(2);
    let run = plan.begin(folder.path().join("run")).unwrap();
    let other = run.play(|_| ControlFlow::Continue(())).unwrap().into_morph().unwrap();
    let error = Library::open(&path, &other).unwrap_err();
    assert!(matches!(error, Error::Library(_)), "{error:?}");
    assert!(error.to_string().contains("was made with another memory"), "{error}");
}
