use super::Workspace;

/// The games of `patterns/annotated`, as a library.
fn annotated() -> Workspace {
    let workspace = Workspace::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/annotated");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            workspace.write(name, &text);
            workspace.run(&format!("library add {name} --to lib"), None);
        }
    }
    workspace
}

#[test]
fn an_explanation_cites_a_game_with_a_position_like_this_one() {
    let workspace = annotated();
    let found =
        workspace.run("library exact --library lib --format json", Some(super::output::START));
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let games = found["statistics"]["games"].as_u64().unwrap();
    assert!(games > 5, "{found}");

    // A position of the first game: it is its own precedent.
    let pgn = workspace
        .run("library exact --library lib --format pgn --top 1", Some(super::output::START));
    let mut games = morph::arena::pgn::GameReader::new(pgn.as_bytes());
    let record = games.next().unwrap().unwrap();
    let position = record.positions().nth(30).unwrap();
    let fen = shakmaty::fen::Fen::from_position(&position, shakmaty::EnPassantMode::Legal);
    let text = workspace.run("explain --library lib", Some(&fen.to_string()));
    let cited = text.lines().find(|line| line.starts_with("Precedent (100 % alike): ")).unwrap();
    assert!(cited.contains(" played 16. "), "{cited}");
    let json = workspace.run("explain --library lib --format json", Some(&fen.to_string()));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["precedent"]["citation"].as_str().unwrap().contains("move 16"), "{json}");

    let error = workspace.fail("explain --library none", Some(super::output::START));
    assert!(error.contains("none is not a library"), "{error}");
}

#[test]
fn an_annotated_game_says_where_it_leaves_the_known_ones() {
    let workspace = Workspace::new();
    let game = |white: &str, elo: u16, moves: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"Other\"]\n[WhiteElo \"{elo}\"]\n[Date \"1960.??.??\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let known = [
        game("Weak", 1500, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "1-0"),
        game("Strong", 2700, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O", "1/2-1/2"),
        game("Third", 2000, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5", "0-1"),
    ];
    workspace.write("known.pgn", &known.concat());
    workspace.run("library add known.pgn --to lib", None);

    // By transposition the same position before the new move.
    let new = game("New", 1900, "1. Nf3 Nc6 2. e4 e5 3. d4 exd4 4. Nxd4", "1-0");
    workspace.write("new.pgn", &new);
    let pgn = workspace.run("explain new.pgn --library lib", None).replace('\n', " ");
    let said = "3. d4 { A new move. In 3 games of the library 3. Bb5 was played most (2 games), as in \
                Strong – Other, 1960. }";
    assert!(pgn.contains(said), "{pgn}");
    let json = workspace.run("explain new.pgn --library lib --format json", None);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["departure"]["ply"], 4);
    assert_eq!(json["departure"]["known"][0]["san"], "Bb5");
    assert_eq!(json["departure"]["known"][1]["games"], 1);

    // A game of the library leaves the others, not itself; one that others go on from leaves none.
    let pgn = workspace.run("explain known.pgn --library lib", None).replace('\n', " ");
    let said = "3. Bb5 Nf6 { A new move. In the one other game of the library 3... a6 was played: Weak – Other, 1960. }";
    assert!(pgn.contains(said), "{pgn}");
    workspace.write("short.pgn", &game("Short", 1900, "1. e4 e5 2. Nf3", "1/2-1/2"));
    let pgn = workspace.run("explain short.pgn --library lib", None);
    assert!(!pgn.contains("new move"), "{pgn}");
}

#[test]
fn cases_are_learned_from_games_and_wait_for_approval() {
    let workspace = annotated();
    let said = workspace.run("cases learn lib --case-base mine.json --count 3", None);
    assert!(said.contains(" games read, "), "{said}");
    let cases = std::fs::read_to_string(workspace.path("mine.json")).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&cases).unwrap();
    let cases = cases.as_array().or_else(|| cases["cases"].as_array()).unwrap();
    let learned: Vec<_> = cases
        .iter()
        .filter(|case| case["note"].as_str().is_some_and(|note| note.contains("was carried out")))
        .collect();
    for case in &learned {
        assert_eq!(case["approved_by"], "");
        assert!(case["source"].as_str().unwrap().contains(" and won"), "{case}");
    }
    let again = workspace.run("cases learn lib --case-base mine.json --count 3", None);
    assert!(again.contains(" 0 cases stored") || learned.len() == 3, "{again}");
}
