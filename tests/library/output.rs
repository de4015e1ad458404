use morph::arena::pgn::GameReader;

use super::{Workspace, files, random_pgn, stdout};

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Two puzzles of lichess.org (CC0).
const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,Themes\n\
    00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate mateIn2\n\
    00sJ9,r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1 g1h2 e1c1,2671,sacrifice\n";

#[test]
fn puzzles_positions_and_other_libraries_can_be_added() {
    let workspace = Workspace::new();
    workspace.write("puzzles.csv", PUZZLES);
    workspace.write("more.epd", &format!("{START} id \"start\";\n\n8/8/8/8/8/5k2/6p1/6K1 w - -\n"));
    workspace.write("games.pgn", &random_pgn(3, 4));
    let said = workspace.run("library add puzzles.csv more.epd games.pgn --to one", None);
    assert!(said.contains("7 games, 19 positions"), "{said}");
    let said = workspace.run("library add one games.pgn --to two", None);
    assert!(said.contains("7 games, 19 positions"), "{said}");
    let puzzle = "q5nr/1ppknQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 w - - 1 18";
    let said = workspace.run("library similar --library two --top 1", Some(puzzle));
    assert!(said.contains("1. 00sHx: 100 % alike"), "{said}");
    assert!(said.contains("Played: 18. Be6+ Kd8 19. Qf8#"), "{said}");
    assert!(
        said.contains(
            "- in a short search White wins material worth 2 pawns: bishop moves with check"
        ),
        "{said}"
    );
}

#[test]
fn answers_are_text_json_pgn_and_html() {
    let workspace = Workspace::new();
    workspace.write("games.pgn", &random_pgn(5, 20));
    workspace.run("library add games.pgn --to lib", None);
    workspace.write("two.epd", &format!("{START}\n{START}\n"));
    let lines = workspace.run("library similar two.epd --library lib --format json", None);
    assert_eq!(lines.lines().count(), 2);
    for line in lines.lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(answer["neighbours"][0]["source"].as_str().unwrap().contains("White"));
    }
    for task in ["similar", "exact", "structure", "material"] {
        let run = |format: &str| {
            workspace.run(&format!("library {task} --library lib --format {format}"), Some(START))
        };
        let pgn = run("pgn");
        let games: Vec<_> = GameReader::new(pgn.as_bytes()).collect::<Result<_, _>>().unwrap();
        assert!(!games.is_empty() && pgn.contains("Here"), "{pgn}");
        let page = run("html");
        assert!(page.contains("<svg") && page.trim_end().ends_with("</html>"), "{page}");
        assert!(run("text").contains("White"));
    }
    let table = workspace.run("library exact --library lib", Some(START));
    assert!(table.contains("95 % interval"), "{table}");
}

#[test]
fn broken_games_are_named_and_the_others_added() {
    let workspace = Workspace::new();
    let games = random_pgn(3, 10);
    let broken = "[White \"Broken, X\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke4 1-0\n\n";
    workspace.write("games.pgn", &format!("{broken}{games}"));
    let output = workspace.command("library add games.pgn --to lib", None).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("games.pgn") && error.contains("Ke4"), "{error}");
    assert!(stdout(output).contains("3 games, 33 positions"));
    workspace.write("broken.pgn", broken);
    let error = workspace.fail("library add broken.pgn --to lib", None);
    assert!(error.contains("no game could be read"), "{error}");
    workspace.write("bad.csv", "PuzzleId,FEN\nx,y\n");
    let output = workspace.command("library add bad.csv --to lib", None).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.csv"), "{output:?}");
}

#[test]
fn what_is_no_library_is_refused() {
    let workspace = Workspace::new();
    workspace.write("games.pgn", &random_pgn(2, 10));
    let error = workspace.fail("library similar --library none", Some(START));
    assert!(error.contains("none is not a library"), "{error}");
    std::fs::create_dir(workspace.path("full")).unwrap();
    workspace.write("full/notes.txt", "mine");
    let error = workspace.fail("library add games.pgn --to full", None);
    assert!(error.contains("full is not empty"), "{error}");
    let error = workspace.fail("library add missing.pgn --to new", None);
    assert!(error.contains("missing.pgn"), "{error}");
    assert!(!workspace.path("new").exists(), "a library without games was made");

    workspace.run("library add games.pgn --to lib", None);
    let description = std::fs::read_to_string(workspace.path("lib/library.toml")).unwrap();
    let at = description.find("memory = \"").unwrap() + 10;
    let other = format!("{}0123456789abcdef\"\n", &description[..at]);
    workspace.write("lib/library.toml", &other);
    let error = workspace.fail("library similar --library lib", Some(START));
    assert!(error.contains("made with another memory (0123456789abcdef"), "{error}");
    assert!(error.contains("morph library add lib --to NEW"), "{error}");
    let said = workspace.run("library add lib --to new", None);
    assert!(said.contains("2 games, 22 positions"), "{said}");
    workspace.write("lib/library.toml", "no description");
    let error = workspace.fail("library similar --library lib", Some(START));
    assert!(error.contains("library.toml"), "{error}");
}

#[test]
fn damage_is_an_error() {
    let workspace = Workspace::new();
    workspace.write("games.pgn", &random_pgn(20, 20));
    workspace.run("library add games.pgn --to lib", None);
    for path in files(&workspace.path("lib/index")) {
        let whole = std::fs::read(&path).unwrap();
        if path.file_name().unwrap().to_string_lossy().starts_with('.') || whole.is_empty() {
            continue;
        }
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0xff;
        for bytes in [&whole[..whole.len() / 2], &damaged] {
            std::fs::write(&path, bytes).unwrap();
            let error = workspace.fail("library similar --library lib", Some(START));
            assert!(error.contains("lib"), "{}: {error}", path.display());
            assert!(!error.contains("panicked"), "{}: {error}", path.display());
        }
        std::fs::write(&path, &whole).unwrap();
    }
    workspace.run("library similar --library lib", Some(START));
}
