//! The local web page: who may ask, what is answered, and what is refused.

#![allow(clippy::unwrap_used)]

mod client;

use std::io::Write;

use client::{Answer, Site, site};
use serde_json::{Value, json};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_page_comes_with_the_program_and_loads_nothing_from_elsewhere() {
    let page = site().get("/");
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert!(!page.text().contains("http://") && !page.text().contains("https://"));
    for name in ["/app.js", "/style.css", "/icon.svg"] {
        assert_eq!(site().get(name).status, 200, "{name}");
    }
    let tag = page.header("etag").unwrap().to_owned();
    assert_eq!(site().request("GET", "/", &[("If-None-Match", &tag)], b"").status, 304);
}

#[test]
fn other_hosts_and_other_sites_are_refused() {
    let about = |headers: &[(&str, &str)]| site().request("GET", "/api/v1/about", headers, b"");
    assert_eq!(about(&[]).status, 200);
    assert_eq!(about(&[("Host", "evil.example")]).status, 403);
    assert_eq!(about(&[("Host", "127.0.0.1.evil.example:8642")]).status, 403);
    assert_eq!(about(&[("Origin", "http://evil.example")]).status, 403);
    assert_eq!(about(&[("Origin", "null")]).status, 403);
    let own = format!("http://{}", site().address);
    assert_eq!(about(&[("Origin", &own)]).status, 200);
}

#[test]
fn only_json_of_a_mebibyte_is_read() {
    let explain = |kind: &str, body: &[u8]| {
        site().request("POST", "/api/v1/explain", &[("Content-Type", kind)], body)
    };
    let small = json!({ "fen": START }).to_string();
    assert_eq!(explain("text/plain", small.as_bytes()).status, 415);
    assert_eq!(explain("application/x-www-form-urlencoded", b"fen=x").status, 415);
    assert_eq!(explain("application/json", b"{").status, 400);
    assert_eq!(explain("application/json", b"{}").status, 422);
    let large = json!({ "fen": "x".repeat((1 << 20) + 1) }).to_string();
    let refused = explain("application/json", large.as_bytes());
    assert_eq!(refused.status, 413);
    assert_eq!(refused.header("content-type"), Some("application/problem+json"));
}

#[test]
fn no_path_leads_to_a_file_of_the_machine() {
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/Cargo.toml",
        "//etc/passwd",
        "/api/v1/runs/..%2F..%2Fetc/curve",
        "/api/v1/runs/%2Fetc/curve",
        "/api/v1/runs/../live",
        "/api/v1/runs/run%00/games/1",
    ] {
        let answer = site().get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("root:") && !answer.text().contains("[package]"), "{path}");
    }
}

#[test]
fn the_memory_plays_legal_moves_and_says_why() {
    let moves = json!({ "moves": ["e2e4"], "noise": 0.5, "seed": 7 });
    let answer = site().post("/api/v1/move", &moves);
    assert_eq!(answer, site().post("/api/v1/move", &moves), "the same seed, the same move");
    assert!(answer["san"].is_string() && answer["ending"].is_null(), "{answer}");
    let reasons = &answer["reasons"];
    assert_eq!(reasons["choice"]["move"], answer["san"]);
    let told = reasons["choice"]["patterns"].as_array().unwrap().len();
    assert_eq!(reasons["drawings"].as_array().unwrap().len(), told);
    assert!(told > 0, "{answer}");

    let mate = json!({ "fen": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "moves": [] });
    let answer = site().post("/api/v1/move", &mate);
    assert_eq!((&answer["uci"], &answer["ending"]), (&json!("a1a8"), &json!("checkmate")));
    for (refused, what) in [
        (json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }), "the game is over: checkmate"),
        (json!({ "moves": ["e2e5"] }), "no legal move"),
        (json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), "8/8"),
    ] {
        let answer = site().try_post("/api/v1/move", &refused);
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert!(answer.json()["detail"].as_str().unwrap().contains(what), "{}", answer.text());
    }
}

#[test]
fn two_moves_are_compared() {
    let question = json!({ "moves": ["e2e4", "e7e5"], "chosen": "Qh5", "other": "Nf3" });
    let answer = site().post("/api/v1/why", &question);
    assert_eq!(answer["side"], "white");
    assert_eq!(answer["outcomes"][0]["san"], "Qh5");
    assert_eq!(answer["outcomes"][1]["san"], "Nf3");
    assert_eq!(answer["outcomes"][1]["line"][0], "Nf3");
    assert!(answer["text"].as_str().unwrap().contains(" after Nf3"), "{answer}");
    assert_eq!(answer["learned"]["choice"]["other"]["move"], "Nf3");
    let twice = json!({ "moves": [], "chosen": "e4", "other": "e2e4" });
    assert_eq!(site().try_post("/api/v1/why", &twice).status, 422);
}

#[test]
fn an_endgame_is_played_by_its_rules() {
    let rook = json!({ "fen": "8/8/4k3/8/8/8/8/R6K w - - 0 1", "moves": [] });
    let advice = site().post("/api/v1/advise", &rook);
    assert_eq!((&advice["table"], &advice["san"]), (&json!("krk"), &json!("Ra5")));
    assert_eq!(advice["line"][0], advice["san"]);
    let middlegame = site().try_post("/api/v1/advise", &json!({ "fen": START }));
    assert_eq!(middlegame.status, 422);
    assert!(middlegame.text().contains("no table covers"), "{}", middlegame.text());
}

#[test]
fn a_position_is_explained_as_on_the_command_line() {
    let fen = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";
    let answer = site().post("/api/v1/explain", &json!({ "fen": fen }));
    assert_eq!(answer["schema"], "explanation-3");
    assert!(!answer["explanation"]["reasons"].as_array().unwrap().is_empty());
    assert!(answer["choice"]["move"].is_string());
    let mate = json!({ "fen": "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1" });
    assert!(site().post("/api/v1/explain", &mate)["over"].is_string());
}

#[test]
fn a_game_is_read_valued_and_annotated_and_its_tags_stay_text() {
    let hostile = "<img src=x onerror=alert(1)>";
    let pgn = format!("[White \"{hostile}\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let game = site().post("/api/v1/game", &json!({ "pgn": pgn }));
    assert_eq!(game["tags"][0], json!(["White", hostile]));
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 4);
    assert_eq!((&plies[3]["san"], &plies[3]["expected"]), (&json!("Qh4#"), &json!(0.0)));
    assert!(plies.iter().all(|ply| (0.0..=1.0).contains(&ply["expected"].as_f64().unwrap())));
    let annotated = site().post("/api/v1/annotate", &json!({ "pgn": "1. f3 e5 2. g4 Qh4#" }));
    assert_eq!(annotated["plies"].as_array().unwrap().len(), 4);
    assert!(annotated["plies"][2]["nags"].as_array().unwrap().contains(&json!(4)), "{annotated}");
    let answer = site().try_post("/api/v1/game", &json!({ "pgn": "no game" }));
    assert_eq!(answer.status, 422, "{}", answer.text());
}

#[test]
fn a_marked_move_has_the_better_line_and_what_follows_it() {
    let pgn = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    let plies = site().post("/api/v1/annotate", &json!({ "pgn": pgn }));
    let plies = plies["plies"].as_array().unwrap();
    let blunder = &plies[5];
    assert!(blunder["nags"].as_array().unwrap().contains(&json!(4)), "{blunder}");
    assert_eq!(blunder["refutation"], json!(["Nf6", "Qxf7#"]));
    let better = blunder["better"].as_array().unwrap();
    assert!(!better.is_empty() && better[0] != "Nf6", "{blunder}");
    assert_eq!((&plies[0]["better"], &plies[0]["refutation"]), (&json!([]), &json!([])));
}

/// A good game, one that breaks off, and one by somebody whose name is markup.
const THREE_GAMES: &str = "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
     [White \"B\"]\n\n1. e4 e4 *\n\n[White \"<script>alert(1)</script>\"]\n\n1. d4 d5 *\n";

#[test]
fn the_games_of_a_text_are_listed_and_each_can_be_asked_for() {
    let list = site().post("/api/v1/games", &json!({ "pgn": THREE_GAMES }));
    assert_eq!(list["total"], 3);
    let games = list["games"].as_array().unwrap();
    assert_eq!((&games[0]["plies"], &games[0]["fault"]), (&json!(4), &json!(null)));
    assert_eq!(games[0]["tags"], json!([["White", "A"], ["Result", "0-1"]]));
    assert!(games[1]["fault"].as_str().unwrap().contains("game 2"), "{list}");
    assert_eq!(games[2]["tags"][0], json!(["White", "<script>alert(1)</script>"]));
    let third = site().post("/api/v1/game", &json!({ "pgn": THREE_GAMES, "number": 3 }));
    assert_eq!(third["plies"][1]["san"], "d5");
    for number in [0, 2, 4] {
        let question = json!({ "pgn": THREE_GAMES, "number": number });
        assert_eq!(site().try_post("/api/v1/game", &question).status, 422, "{number}");
    }
    assert_eq!(site().try_post("/api/v1/games", &json!({ "pgn": "no game" })).status, 422);
}

#[test]
fn an_annotated_game_is_a_page_that_needs_nothing_else() {
    let question = json!({ "pgn": THREE_GAMES, "number": 3 });
    let page = site().try_post("/api/v1/annotate/page", &question);
    assert_eq!(page.status, 200, "{}", page.text());
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.header("content-disposition").unwrap().starts_with("attachment"));
    let html = page.text();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("d5"), "{html}");
    assert!(!html.contains("<script>alert") && !html.contains("src="), "tags are text");
    let none = json!({ "pgn": "no game" });
    assert_eq!(site().try_post("/api/v1/annotate/page", &none).status, 422);
}

#[test]
fn patterns_are_searched_by_words_and_walked_along() {
    let search = |query: &str| site().get(&format!("/api/v1/patterns?{query}")).json();
    let all = search("limit=3");
    let ideas = search("limit=3&ideas=true");
    assert!(all["total"].as_u64() > ideas["total"].as_u64());
    let found = search("q=queen+CHECK&kind=move&limit=100");
    let phrases = found["patterns"].as_array().unwrap().iter();
    let phrases: Vec<String> =
        phrases.map(|card| card["phrase"].as_str().unwrap().to_lowercase()).collect();
    assert!(!phrases.is_empty());
    assert!(phrases.iter().all(|text| text.contains("queen") && text.contains("check")));
    let low = search("min_weight=0.1&max_weight=0.2&born_to=1000&sort=weight&limit=5");
    for card in low["patterns"].as_array().unwrap() {
        assert!((0.1..=0.2).contains(&card["weight"].as_f64().unwrap()), "{card}");
        assert!(card["born"].as_u64().unwrap() <= 1000, "{card}");
    }
    let hero = &ideas["patterns"][0];
    let variants = search(&format!("idea={}&limit=1", hero["idea"].as_str().unwrap()));
    assert_eq!(variants["total"], hero["variants"]);

    let shown = site().get("/api/v1/patterns/g507").json();
    assert_eq!(shown["pattern"]["id"], "g507");
    let general = shown["more_general"][0]["id"].as_str().unwrap().to_owned();
    let next = site().get(&format!("/api/v1/patterns/{general}")).json();
    let special = next["pattern"]["more_special"].as_array().unwrap();
    assert!(special.contains(&json!("g507")), "{special:?}");
    assert_eq!(site().get("/api/v1/patterns/v4294967294").status, 404);
    for wrong in ["patterns/x1", "patterns?kind=queen", "patterns?sort=best", "patterns?limit=-1"] {
        assert_eq!(site().get(&format!("/api/v1/{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn opponents_are_known_by_number_and_their_sheet_says_where_they_lose() {
    let list = site().get("/api/v1/opponents").json();
    assert_eq!(list, json!([{ "number": 1, "player": "Anna", "games": 12 }]));
    let sheet = site().get("/api/v1/opponents/1").json();
    let black = &sheet["report"]["results"][2]["results"];
    assert_eq!((&black["won"], &black["lost"]), (&json!(6), &json!(6)));
    assert!(black["score"]["low"].as_f64().unwrap() < 0.5, "{black}");
    assert!(sheet["style"].as_str().unwrap().contains("12 games"), "{sheet}");
    let mistakes = &sheet["mistakes"][0];
    assert!(mistakes["sentence"].as_str().unwrap().starts_with("They allow a tactic"), "{sheet}");
    assert!(mistakes["examples"].is_array(), "{sheet}");
    assert_eq!(sheet["weak_with_white"], json!([]));
    let weak = &sheet["weak_with_black"][0];
    let line: Vec<&str> =
        weak["san"].as_array().unwrap().iter().map(|san| san.as_str().unwrap()).collect();
    assert_eq!(line[..3], ["e4", "e5", "f4"], "{weak}");
    assert_eq!((&weak["results"]["lost"], &weak["is_below_usual"]), (&json!(6), &json!(true)));
    for absent in ["opponents/0", "opponents/2", "opponents/1/games/12"] {
        assert_eq!(site().get(&format!("/api/v1/{absent}")).status, 404, "{absent}");
    }
    let game = site().get("/api/v1/opponents/1/games/0").json();
    let pgn = game["pgn"].as_str().unwrap();
    assert!(pgn.contains("[White \"<b>Ben\"]") && pgn.contains("5. Ne5"), "{pgn}");
    let read = site().post("/api/v1/game", &json!({ "pgn": pgn }));
    assert_eq!(read["plies"].as_array().unwrap().len(), 9);
}

#[test]
fn an_opening_is_walked_with_games_and_score_at_every_move() {
    let ask = |moves: Value| {
        site().post("/api/v1/opponents/1/position", &json!({ "moves": moves, "side": "black" }))
    };
    let start = ask(json!([]));
    assert_eq!((&start["games"], &start["is_opponent_to_move"]), (&json!(12), &json!(false)));
    let moves = start["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["san"], &moves[0]["games"]), (&json!("e4"), &json!(9)));
    assert_eq!((&moves[1]["san"], &moves[1]["games"]), (&json!("d4"), &json!(3)));
    let candidates = start["candidates"].as_array().unwrap();
    let familiarity = |index: usize| candidates[index]["familiarity"].as_f64().unwrap();
    assert!((1..candidates.len()).all(|i| familiarity(i - 1) <= familiarity(i)), "{start}");
    let reply = ask(json!(["e4"]));
    assert_eq!(reply["candidates"], json!([]));
    assert_eq!(reply["moves"][0]["san"], "e5");
    assert_eq!(reply["moves"][0]["results"]["lost"], 6);
    let transposed = ask(json!(["d4", "e6", "c4", "d5", "Nc3", "Nf6"]));
    assert_eq!(transposed["games"], 3, "positions count, not the order of moves");
    assert_eq!(transposed["examples"].as_array().unwrap().len(), 3);
    assert_eq!(ask(json!(["a3"]))["games"], 0);
    let question = json!({ "moves": ["e5"], "side": "black" });
    assert_eq!(site().try_post("/api/v1/opponents/1/position", &question).status, 422);
    assert_eq!(site().try_post("/api/v1/opponents/7/position", &question).status, 404);
}

#[test]
fn the_next_move_of_an_opponent_is_predicted_with_reasons() {
    let question = json!({ "opponent": 1, "moves": ["e4"], "top": 3 });
    let answer = site().post("/api/v1/predict", &question);
    let moves = answer["predictions"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!((&answer["colour"], &moves[0]["san"]), (&json!("black"), &json!("e5")));
    let share = |index: usize| moves[index]["probability"].as_f64().unwrap();
    assert!(share(0) >= share(1) && share(1) >= share(2) && share(0) <= 1.0, "{answer}");
    assert!(moves[0]["games"][0].as_str().unwrap().starts_with("same position"), "{answer}");
    let mate = json!({ "opponent": 1, "moves": ["f3", "e5", "g4", "Qh4#"] });
    let over = site().post("/api/v1/predict", &mate);
    assert_eq!(over["no_prediction"], "the game is over");
    assert_eq!(site().try_post("/api/v1/predict", &json!({ "opponent": 2 })).status, 404);
}

#[test]
fn without_a_library_the_answer_says_how_to_make_one() {
    let answer = site().try_post("/api/v1/similar", &json!({ "fen": START }));
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("morph library add"), "{}", answer.text());
    assert!(site().get("/api/v1/about").json()["library"].is_null());
}

#[test]
fn runs_are_listed_and_their_games_shown() {
    let runs = site().get("/api/v1/runs").json();
    let [run] = runs.as_array().unwrap().as_slice() else { panic!("{runs}") };
    assert_eq!(
        (&run["id"], &run["games"], &run["state"]),
        (&json!("a"), &json!(3), &json!("running"))
    );
    let curve = site().get("/api/v1/runs/a/curve").json();
    assert_eq!(curve["samples"].as_array().unwrap().len(), 3);
    let game = site().get("/api/v1/runs/a/games/2").json();
    let pgn = game["pgn"].as_str().unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
    assert_eq!(site().get("/api/v1/runs/a/games/9").status, 404);
    assert_eq!(site().get("/api/v1/runs/b/curve").status, 404);
}

/// The value at a path of the server as soon as it is as wanted.
fn eventually(site: &Site, path: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1200 {
        let value = site.get(path).json();
        if is_wanted(&value) {
            return value;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{path}: {}", site.get(path).text());
}

#[test]
fn a_plan_is_started_and_stopped_from_the_page_one_at_a_time() {
    let own = Site::with_run();
    let status = own.get("/api/v1/training").json();
    let names: Vec<&str> =
        status["plans"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"default") && names.contains(&"own"), "{names:?}");
    assert!(status["active"].is_null() && status["last"].is_null(), "{status}");
    let start = |body: Value| own.try_post("/api/v1/training/start", &body).status;
    assert_eq!(start(json!({ "plan": "../own" })), 404);
    assert_eq!(start(json!({ "plan": "own", "games": 0 })), 422);
    assert_eq!(start(json!({ "plan": "own", "run": "/tmp/x" })), 422);
    let stop =
        |headers: &[(&str, &str)]| own.request("POST", "/api/v1/training/stop", headers, b"{}");
    let kind = ("Content-Type", "application/json");
    assert_eq!(stop(&[kind]).status, 409, "nothing is under way");
    assert_eq!(stop(&[kind, ("Origin", "http://evil.example")]).status, 403);
    assert_eq!(stop(&[("Content-Type", "text/plain")]).status, 415);

    let begun = own.post("/api/v1/training/start", &json!({ "plan": "own", "games": 100_000 }));
    assert_eq!((&begun["plan"], &begun["run"]), (&json!("own"), &json!("own")));
    assert_eq!(start(json!({ "plan": "default" })), 409);
    let of_run = |runs: &Value| -> Value {
        let runs = runs.as_array().unwrap();
        runs.iter().find(|run| run["id"] == "own").cloned().unwrap_or_default()
    };
    let running = eventually(&own, "/api/v1/runs", |runs| of_run(runs)["games"].as_u64() > Some(0));
    assert_eq!(of_run(&running)["state"], "running");
    assert_eq!(own.get("/api/v1/training").json()["active"]["run"], "own");

    assert_eq!(stop(&[kind]).status, 200);
    let ended = eventually(&own, "/api/v1/training", |status| status["active"].is_null());
    assert_eq!(ended["last"]["has_failed"], false, "{ended}");
    assert!(ended["last"]["outcome"].as_str().unwrap().contains("--resume"), "{ended}");
    assert_eq!(of_run(&own.get("/api/v1/runs").json())["state"], "stopped");
    let run = own.run.with_file_name("own");
    let memory = morph::memory::Memory::load(&run.join("memory.morph")).unwrap();
    assert!(memory.games > 0);

    let newest = own.get("/api/v1/runs/own/patterns").json();
    assert_eq!(newest["games"], memory.games);
    let born: Vec<u64> = newest["patterns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["born"].as_u64().unwrap())
        .collect();
    assert!(!born.is_empty() && born.is_sorted_by(|a, b| a >= b), "{born:?}");
}

#[test]
fn a_weight_is_followed_through_the_checkpoints_of_its_run() {
    let own = Site::with_checkpoints();
    let old = own.get("/api/v1/patterns?sort=age&limit=1").json()["patterns"][0].clone();
    let path = format!("/api/v1/patterns/{}/weights", old["id"].as_str().unwrap());
    let curve = own.get(&path).json();
    assert_eq!(curve["run"], "kept");
    let points = curve["points"].as_array().unwrap();
    let games: Vec<u64> = points.iter().map(|point| point["game"].as_u64().unwrap()).collect();
    assert!(games.ends_with(&[10, 20, 30]), "{curve}");
    let last = points.last().unwrap();
    assert_eq!((&last["weight"], &last["uses"]), (&old["weight"], &old["uses"]));
    let newest = own.get("/api/v1/runs/kept/patterns").json();
    assert_eq!(newest["games"], 30);
    assert_eq!(own.get("/api/v1/patterns/v4294967294/weights").status, 404);
    let elsewhere = site().get("/api/v1/patterns/g507/weights").json();
    assert_eq!((&elsewhere["run"], &elsewhere["points"]), (&json!(null), &json!([])));
}

/// Ids of the next events of a stream.
fn events(stream: &mut client::Events, count: usize) -> Vec<String> {
    (0..count).map(|_| stream.next_id()).collect()
}

#[test]
fn events_go_on_where_they_were_lost_and_follow_a_growing_journal() {
    let own = Site::with_run();
    let mut stream = own.events("/api/v1/runs/a/live", None);
    assert_eq!(events(&mut stream, 3), ["1", "2", "3"]);
    let mut resumed = own.events("/api/v1/runs/a/live", Some("2"));
    assert_eq!(events(&mut resumed, 1), ["3"]);
    let journal = own.run.join("journal.jsonl");
    let mut line: Value = {
        let text = std::fs::read_to_string(&journal).unwrap();
        serde_json::from_str(text.lines().last().unwrap()).unwrap()
    };
    line["game"] = json!(4);
    let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
    writeln!(file, "{line}").unwrap();
    assert_eq!(
        (events(&mut stream, 1), events(&mut resumed, 1)),
        (vec!["4".into()], vec!["4".into()])
    );
}

#[test]
fn the_description_names_every_address_and_no_answer_is_a_fault_of_the_server() {
    let description = site().get("/api/v1/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 27, "{:?}", paths.keys());
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "v1").replace("{game}", "1").replace("{number}", "1");
            for body in ["", "null", "[]", "{\"fen\":1}", "{\"fen\":\"\u{0}\",\"pgn\":\"\u{0}\"}"] {
                let kind = [("Content-Type", "application/json")];
                let method = method.to_uppercase();
                let Answer { status, .. } = site().request(&method, &path, &kind, body.as_bytes());
                assert!(status < 500, "{method} {path} {body}: {status}");
            }
        }
    }
    assert_eq!(site().request("DELETE", "/api/v1/about", &[], b"").status, 405);
    assert_eq!(site().get("/api/v1/nothing").status, 404);
}
