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
    workspace.write("game.pgn", &super::random_pgn(1, 4));
    let error = workspace.fail("explain game.pgn --library lib", None);
    assert!(error.contains("for positions"), "{error}");
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
