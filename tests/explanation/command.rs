//! The commands as a person or another program uses them.

use std::process::{Command, Output};

use morph::arena::pgn::GameReader;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/annotated/opening.pgn");
const POSITION: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

fn morph(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morph")).args(arguments).output().unwrap()
}

pub fn said(arguments: &[&str]) -> String {
    let output = morph(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(arguments: &[&str]) -> String {
    let output = morph(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_format_can_be_read_back() {
    let text = said(&["explain", POSITION]);
    assert!(text.contains("White to move. White has a "), "{text}");
    assert!(text.contains("\nA good move is "), "{text}");
    let full = said(&["explain", POSITION, "--full"]);
    assert!(full.starts_with(text.trim_end()), "{full}");
    assert!(full.contains("Source:   case kerner-position-2"), "{full}");
    let json: serde_json::Value =
        serde_json::from_str(&said(&["explain", POSITION, "--format", "json"])).unwrap();
    assert_eq!(json["schema"], "explanation-3");
    for part in ["verdict", "good_move"] {
        let sentence = json["text"][part].as_str().unwrap();
        assert!(include_str!("../../README.md").contains(sentence), "{sentence}");
    }
    assert_eq!(json["facts"][0]["leaf"], "pieces/rook/file/only-open/e/doubled");
    let explanation = &json["explanation"];
    assert!(explanation["value"].as_f64().unwrap() > 0.3);
    let left_out = json["left_out"].as_array().unwrap();
    assert!(left_out.iter().any(|fact| fact["why"] == "both sides have it"), "{left_out:?}");
    let svg = said(&["explain", POSITION, "--format", "svg"]);
    assert_eq!(roxmltree::Document::parse(&svg).unwrap().root_element().tag_name().name(), "svg");
    let pgn = said(&["explain", "--no-memory", POSITION, "--format", "pgn"]);
    assert!(pgn.contains("[%cal Gc5a5,Gc2c7]"), "{pgn}");
    assert!(said(&["explain", POSITION, "--format", "html"]).ends_with("</html>\n"));
}

#[test]
fn an_option_for_games_does_not_go_with_a_position() {
    let error = complaint(&["explain", "startpos", "--judge", "stockfish"]);
    assert!(error.contains("--judge is an option for games"), "{error}");
    let options: [&[&str]; 6] = [
        &["--viewpoint", "white"],
        &["--reasons", "2"],
        &["--algorithm", "1"],
        &["--full"],
        &["--games", "games.pgn"],
        &["--case-base", "cases.json"],
    ];
    for option in options {
        let error = complaint(&[&["explain", GAME], option].concat());
        assert!(error.contains(&format!("{} is an option for positions", option[0])), "{error}");
    }
}

#[test]
fn games_are_searched_with_few_positions_and_many() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    std::fs::write(&game, "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n").unwrap();
    let game = game.to_str().unwrap();
    for nodes in ["1", "20000"] {
        let annotated = said(&["explain", game, "--nodes", nodes]);
        assert!(annotated.contains("Ke7 $4"), "{annotated}");
    }
    let error = complaint(&["explain", game, "--nodes", "10", "--judge", "stockfish"]);
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn every_format_says_the_same_sentences() {
    const FREE_PAWN: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    const ROOK_ENDING: &str = "8/8/4k3/8/8/8/8/R6K w - - 0 1";
    const MATE: &str = "4rr1k/1pR3bp/p4npN/2p2pB1/3p4/3P3Q/PPP2PPP/4R1K1 b - - 0 24";
    for fen in [POSITION, FREE_PAWN, ROOK_ENDING, MATE] {
        let text = said(&["explain", fen]);
        let (first, sentences) = text.trim_end().split_once('\n').unwrap();
        assert_eq!(first, fen);
        let pgn = said(&["explain", fen, "--format", "pgn"]);
        let comment = sentences.replace('\n', " ");
        assert!(pgn.contains(&format!("{{ {comment} [%")), "{comment}\n{pgn}");
        let html = said(&["explain", fen, "--format", "html"]);
        for sentence in sentences.lines() {
            let escaped = sentence.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert!(html.contains(&format!("<p>{escaped}</p>")), "{sentence}\n{html}");
        }
        let json: serde_json::Value =
            serde_json::from_str(&said(&["explain", fen, "--format", "json"])).unwrap();
        let parts = &json["text"];
        let parts = [&parts["verdict"], &parts["plan"], &parts["good_move"], &json["advice"]];
        for sentence in parts.into_iter().filter_map(|part| part.as_str()) {
            assert!(sentences.lines().any(|line| line == sentence), "{sentence}\n{sentences}");
        }
        for side in json["text"]["sides"].as_array().unwrap() {
            for reason in side["reasons"].as_array().unwrap() {
                assert!(sentences.contains(reason["text"].as_str().unwrap()), "{reason}");
            }
        }
    }
}

#[test]
fn an_epd_file_gives_one_object_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.epd");
    let lines = "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"1\";\n7k/5Q2/6K1/8/8/8/8/8 b - -\n";
    std::fs::write(&path, lines).unwrap();
    let answer = said(&["explain", path.to_str().unwrap(), "--format", "json"]);
    let lines: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    // An ending that a table of advice covers cites its rule.
    assert!(lines[0]["advice"].as_str().unwrap().contains("table kpk"));
    assert!(lines[1]["over"].as_str().unwrap().contains("Stalemate"));
    std::fs::write(&path, "8/8/8/8/8/8/8/8 w - -\n").unwrap();
    assert!(complaint(&["explain", path.to_str().unwrap()]).contains("line 1"));
}

#[test]
fn any_number_of_threads_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let positions: Vec<String> =
        include_str!("data/coach.epd").lines().take(5).map(str::to_owned).collect();
    std::fs::write(path("some.epd"), positions.join("\n")).unwrap();
    let game = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
    let games = [game, "1. f3 e5 2. g4 Qh4# 0-1\n\n"].concat().repeat(3);
    std::fs::write(path("some.pgn"), games).unwrap();
    for (file, formats) in [("some.epd", ["text", "html"]), ("some.pgn", ["pgn", "json"])] {
        for format in formats {
            let answer = |threads: &str| {
                let file = path(file);
                let options = ["--nodes", "2000", "--format", format, "--threads", threads];
                said(&[&["explain", &file][..], &options].concat())
            };
            let one = answer("1");
            assert!(one == answer("2") && one == answer("16"), "{file}, {format}");
        }
    }
}

#[test]
fn the_choice_of_the_memory_comes_with_its_reasons() {
    // The only move that does not lose the queen.
    let attacked = "4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 1";
    let json: serde_json::Value =
        serde_json::from_str(&said(&["explain", attacked, "--format", "json"])).unwrap();
    let choice = &json["choice"];
    assert!(choice["move"].as_str().unwrap().starts_with('Q'), "{choice}");
    assert!(choice["expected"].as_f64() >= choice["other"]["expected"].as_f64());
    let told = choice["patterns"].as_array().unwrap();
    assert!(!told.is_empty(), "{choice}");
    let best = choice["move"].as_str().unwrap();
    assert!(choice["text"].as_str().unwrap().contains(best), "{choice}");
    let full = said(&["explain", attacked, "--full"]);
    let told = told.iter().map(|told| told["phrase"].as_str().unwrap().to_lowercase());
    for phrase in told {
        assert!(full.to_lowercase().contains(&format!(": {phrase}\n")), "{phrase}: {full}");
    }
    let without = said(&["explain", attacked, "--no-memory", "--format", "json"]);
    assert!(!without.contains("\"choice\""), "{without}");
}

#[test]
fn a_move_that_loses_something_is_told_with_the_move_that_takes_it() {
    let queen_out = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let answer = said(&["why", queen_out, "Qxf7+", "Bc4"]);
    assert!(answer.contains("Qxf7+ loses a queen for a pawn: 3... Kxf7."), "{answer}");
    let answer = said(&["why", queen_out, "Qxf7+", "Bc4", "--full"]);
    assert!(answer.contains("Against Qxf7+, in points of a hundred:\n"), "{answer}");
    let lost = "  after Qxf7+: White is down a queen after the best replies\n";
    assert!(answer.contains(lost), "{answer}");
    let opening = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    let answer = said(&["why", opening, "g4", "e4", "--full"]);
    assert!(answer.contains("  after g4 and the best reply Qh4#: "), "{answer}");
}

#[test]
fn the_recommended_move_is_that_of_the_plan() {
    let hanging = said(&["explain", "4r1k1/6p1/p6p/2N2Q2/8/8/Pq3PPP/5RK1 b - - 0 23"]);
    assert!(hanging.contains("Black wins back a pawn: 23... Qxa2."), "{hanging}");
    assert!(hanging.contains("A good move is Qxa2;"), "{hanging}");
    // The memory likes h5 better; the search finds both sound.
    let uncastled = "r3k2r/ppq2ppp/2nbpn2/3pNb2/3P1P2/2P5/PP1NB1PP/R1BQ1RK1 b kq - 6 10";
    let castles = said(&["explain", uncastled]);
    assert!(castles.contains("Black should castle soon"), "{castles}");
    assert!(castles.contains("A good move is O-O;"), "{castles}");
}

#[test]
fn what_a_side_comes_out_with_is_told_once() {
    let told = said(&["explain", "1k1r3r/1p3ppp/p7/1nQN4/P3P3/5q2/1P6/1K1RR3 w - - 0 26"]);
    assert_eq!(told.matches("a knight for two pawns").count(), 1, "{told}");
}

#[test]
fn a_bad_move_is_told_with_its_answer_even_where_nothing_is_settled_soon() {
    let fried_liver = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
    let answer = said(&["why", fried_liver, "h6", "d5"]);
    assert!(answer.contains("After h6 the play is 5. Nxf7"), "{answer}");
    assert!(!answer.contains("Only after h6"), "{answer}");
}

#[test]
fn lines_that_are_no_positions_are_named_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.epd");
    let long = "x".repeat(1000);
    let lines = format!("{POSITION}\nM\u{fc}ller\n{long}\n{POSITION}\n");
    // In Latin-1, as old programs write it.
    let bytes: Vec<u8> = lines.chars().map(|c| c as u8).collect();
    std::fs::write(&file, bytes).unwrap();
    let path = file.to_str().unwrap();
    let output = morph(&["explain", "--no-memory", path, "--format", "json", "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("some.epd: line 2: 'M\u{fc}ller': expected at least four"), "{error}");
    assert!(error.contains("2 lines left out") && error.len() < 1000, "{error}");
}

#[test]
fn illegal_positions_and_moves_are_refused() {
    assert!(complaint(&["explain", "8/8/8/8/8/8/8/8 w - - 0 1"]).contains("morph: "));
    let folder = tempfile::tempdir().unwrap();
    for (name, error) in [
        ("empty.pgn", "no game in it"),
        ("EMPTY.PGN", "no game in it"),
        ("empty.epd", "no position in it"),
        ("games.txt", "ends in .pgn or .epd"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, "").unwrap();
        let told = complaint(&["explain", "--no-memory", file.to_str().unwrap()]);
        assert!(told.contains(name) && told.contains(error), "{told}");
    }
    assert!(complaint(&["explain", "notes.txt"]).contains("notes.txt: no such file"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(complaint(&["why", start, "e5"]).contains("'e5' is no legal move"));
    let answer = said(&["why", start, "e4", "a2a3"]);
    assert!(answer.contains("Only after e4: "), "{answer}");
    let answer = said(&["why", start, "e4", "a2a3", "--full"]);
    assert!(answer.starts_with("e4 or a3: "), "{answer}");
    assert!(answer.contains("Only after e4, in pawns for the mover:"));
}

#[test]
fn a_mate_in_one_is_named_as_it_is_played() {
    let told = |fen: &str| said(&["explain", "--no-memory", fen]);
    // Only a knight mates; and a capture that promotes.
    let knight = told("3R2K1/PNk5/3rR3/3B4/8/8/N7/8 w - - 0 1");
    assert!(knight.contains("White mates in one: 1. a8=N#"), "{knight}");
    let capture = told("5q1k/4P2p/6pP/8/8/8/8/K7 w - - 0 1");
    assert!(capture.contains("White mates in one: 1. exf8=Q#"), "{capture}");
}

#[test]
fn plans_of_cases_name_only_pieces_on_the_board() {
    // In the case a rook stays behind the pawn, and the king goes to the queenside.
    for fen in
        ["8/5pk1/n5p1/P6p/7P/6P1/5PK1/N7 w - - 0 1", "8/1pk5/1p5n/7P/8/1P6/1PK5/7N w - - 0 1"]
    {
        let text = said(&["explain", "--no-memory", fen]);
        assert!(!text.contains("the rook") && !text.contains("queenside"), "{text}");
    }
}

#[test]
fn a_case_is_kept_approved_edited_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.json");
    let file = path.to_str().unwrap();
    let cases =
        |arguments: &[&str]| said(&[&["cases"], arguments, &["--case-base", file]].concat());
    cases(&["remove", "kerner-position-2"]);
    let kept = cases(&["add", POSITION, "--id", "mine", "--title", "A plan on file and rank"]);
    assert!(kept.contains("both the a-file (rook c5-a5) and the 7th rank (rook c2-c7)"), "{kept}");
    assert!(cases(&["list"]).lines().any(|l| l.starts_with("mine") && l.contains("(open)")));
    cases(&["approve", "mine", "--by", "a trainer"]);
    assert!(cases(&["show", "mine"]).contains("approved: a trainer"));
    let edit = complaint(&["cases", "edit", "mine", "--case-base", file]);
    assert!(edit.contains("nothing to change"), "{edit}");
    assert!(cases(&["show", "mine"]).contains("approved: a trainer"));
    cases(&["edit", "mine", "--reason", "3", "--belief", "The pawn cannot run away"]);
    assert!(cases(&["show", "mine"]).contains("The pawn cannot run away"));
    let again = cases(&["add", POSITION, "--id", "again"]);
    assert!(again.contains("case mine has the same facts"), "{again}");
    cases(&["remove", "mine"]);
    let nothing = complaint(&["cases", "show", "mine", "--case-base", file]);
    assert!(nothing.contains("no case is called 'mine'"), "{nothing}");
}

#[test]
fn the_programs_own_games_come_out_annotated() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (run, plain, explained) = (file("run"), file("plain.pgn"), file("explained.pgn"));
    said(&["train", "--games", "40", "--run", &run, "--quiet"]);
    let memory = format!("{run}/memory.morph");
    let arguments = ["match", "--memory", &memory, "--opponent", "greedy", "--games", "2", "-q"];
    said(&[&arguments[..], &["--pgn", &plain]].concat());
    said(&[&arguments[..], &["--pgn", &explained, "--explain"]].concat());
    let games = |path: &str| -> Vec<morph::arena::GameRecord> {
        let file = std::fs::File::open(path).unwrap();
        GameReader::new(std::io::BufReader::new(file)).map(|game| game.unwrap()).collect()
    };
    // Nothing is lost: moves, values, opening and ending are read back from both alike.
    assert_eq!(games(&plain), games(&explained));
    let text = std::fs::read_to_string(&explained).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The memory has White in the first game and Black in the second, and gives its reasons where its expectation has changed.
    let (mut turns, mut own) = (0, 0);
    for game in games(&explained) {
        let mut last = f64::INFINITY;
        for value in game.plies.iter().filter_map(|ply| ply.value) {
            own += 1;
            if (value.get() - last).abs() >= 0.1 {
                turns += 1;
                last = value.get();
            }
        }
    }
    let told = ["Expected score: ", "is checkmate.", "is the only legal move"]
        .map(|phrase| words.matches(phrase).count());
    assert_eq!(told.iter().sum::<usize>(), turns, "{told:?}");
    assert!(2 <= turns && turns < own, "{turns} of {own}");
    let alternatives =
        [" is about as good.", " % after "].map(|phrase| words.matches(phrase).count());
    assert_eq!(alternatives.iter().sum::<usize>(), told[0], "{alternatives:?}");
    assert!(complaint(&[&arguments[..], &["--explain"]].concat()).contains("--pgn"));
}

#[test]
fn a_move_is_recommended_with_the_play_that_speaks_for_it() {
    // Stockfish at depth 18: -0.4 after h4, -2.7 after Kh6 d4.
    let fen = "8/p3R3/2p5/3p1k1K/1P6/1r2P2P/8/8 w - - 0 1";
    let told = said(&["explain", fen]);
    assert!(told.contains("A good move is h4"), "{told}");
    assert!(told.contains("Kh6 looks as good, but there is 1... d4."), "{told}");
    // -1.2 after Ne5, its first choice, and -4.3 after d5 cxd5.
    let fen = "r3kb1r/pp1n1pp1/2p1pn1p/7P/2PP4/3QBNN1/qP3PP1/2KR3R w kq - 0 14";
    let told = said(&["explain", fen]);
    assert!(
        told.contains("A good move is Ne5; d5 looks as good, but there is 14... cxd5."),
        "{told}"
    );
    // That a capture is taken back is no reason against it.
    let fen = "r1bqkb1r/1p2pppp/p1np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6";
    let told = said(&["explain", fen]);
    assert!(!told.contains("Nxc6 would allow bxc6"), "{told}");
}

#[test]
fn a_move_is_recommended_where_all_that_the_memory_likes_lose_something() {
    for fen in [
        "r2q3r/1p3kp1/p3pn2/7p/P3PP2/3pB3/1PP3PP/R2R2K1 b - - 0 1",
        "r7/pR1n1pk1/5bpp/8/P1q2P2/4P2P/1PB3Q1/2B3K1 b - - 0 28",
        "r1bq1rk1/ppp2ppp/3p1n2/4p3/2BbP3/1PNP1P2/PBPQ1P1P/2KR3R b - - 2 10",
    ] {
        let told = said(&["explain", fen]);
        assert!(told.contains("\nA good move is "), "{told}");
    }
}

#[test]
fn what_wins_material_back_is_the_move_that_is_recommended() {
    // Stockfish at depth 18: +1.5 after gxf7+, -0.3 after gxh7+.
    let fen = "r1bqr1k1/4ppbp/p1np1nP1/8/3NP1P1/2p1BP2/PPPQ4/2KR1B1R w - - 0 14";
    let told = said(&["explain", fen]);
    assert!(told.contains(" White wins back a pawn: 14. gxf7+ Kxf7 15. Qxc3 "), "{told}");
    assert!(told.contains("\nA good move is gxf7+; "), "{told}");
    // Where it only keeps the loss small it is told once.
    let told = said(&["explain", "6k1/5p2/b5pp/P1b1p3/4P3/3n1PN1/2r3PP/R2R2K1 w - - 0 30"]);
    assert!(told.contains("the least evil is 30. Kh1 ") && !told.contains("A good move"), "{told}");
}

#[test]
fn a_recommendation_has_no_second_opinion_of_the_position() {
    let told = said(&["explain", "8/3R4/P7/6p1/2k5/3pp2P/5r2/6K1 w - - 1 45"]);
    assert!(told.contains("Black is winning"), "{told}");
    assert!(told.contains("\nA good move is ") && !told.contains('%'), "{told}");
}

#[test]
fn the_memory_says_why_not_the_other_move() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").to_str().unwrap().to_owned();
    said(&["train", "--games", "20", "--run", &run, "--quiet"]);
    let memory = format!("{run}/memory.morph");
    // A queen can be taken, or not.
    let fen = "4k3/pp6/8/3q4/8/4N3/PP6/4K3 w - - 0 1";
    let question = ["why", fen, "Nxd5", "Ng2", "--memory", &memory];
    assert!(said(&question).contains("What was learned prefers Nxd5: "));
    let answer = said(&[&question[..], &["--full"]].concat());
    assert!(answer.contains("Expected score: "), "{answer}");
    assert!(answer.contains("For Nxd5, in points of a hundred:\n "), "{answer}");
}

#[test]
fn the_annotated_games_of_the_documentation_can_be_read() {
    let mut games = 0;
    for (name, number) in [("masters", 5), ("own", 5), ("opening", 1)] {
        let file = std::fs::File::open(format!("patterns/annotated/{name}.pgn")).unwrap();
        for game in GameReader::new(std::io::BufReader::new(file)) {
            assert!(game.unwrap().plies.len() > 20);
            games += 1;
        }
        let text = std::fs::read_to_string(format!("patterns/annotated/{name}.pgn")).unwrap();
        assert_eq!(text.matches("[Annotator \"Morph\"]").count(), number);
        assert_eq!(text.contains("Expected score: "), name != "masters");
    }
    assert_eq!(games, 11);
}
