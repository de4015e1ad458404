use std::num::NonZeroU32;

use morph::opponent_model::move_model::EngineOpinion;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::commands::Workspace;
use super::installed::is_installed;

#[test]
fn a_model_learns_to_use_an_engine_and_predicts_with_it() {
    if !is_installed("stockfish") {
        return;
    }
    let workspace = Workspace::new();
    let learn = "learn learned.pgn --player Model -o anna.adv --engine stockfish --engine-depth 4";
    let text = workspace.output(learn);
    assert!(text.contains("and with Stockfish") && text.contains("at depth 4"), "{text}");

    let evaluate = "evaluate anna.adv --pgn later.pgn --format json";
    let read = |text: String| -> Value { serde_json::from_str(&text).unwrap() };
    let without = read(workspace.output(evaluate));
    let with = read(workspace.output(&format!("{evaluate} --engine stockfish")));
    for method in ["with-engine", "own-book-then-engine"] {
        assert_eq!(with["summary"][method]["n"], 21, "{method}");
        assert_eq!(without["summary"].get(method), None, "{method}");
    }
    assert!(with["summary"]["with-engine"]["log_loss"].is_number());
    // What needs no engine is the same with one.
    assert_eq!(with["summary"]["best"], without["summary"]["best"]);
    assert_eq!(with["personal_gain"], without["personal_gain"]);
    let follow = read(workspace.output(&format!("{evaluate} --engine stockfish --follow")));
    assert_eq!(follow["summary"]["with-engine"]["n"], 21);

    // White can take a queen; an engine sees it, and the reason says so.
    let hanging = "predict anna.adv --engine stockfish rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3";
    let text = workspace.output(hanging);
    assert!(text.contains("the engine's opinion"), "{text}");
    let game = workspace.output("predict anna.adv --engine stockfish --pgn later.pgn --game 2");
    assert!(game.contains("predictions correct"), "{game}");

    // A refit without the engine would leave weights behind that lack the new games.
    let output = workspace.run("learn later.pgn --player Model -o anna.adv");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("what the model knew with Stockfish"), "{errors}");
    let error = workspace.error("predict anna.adv startpos --engine stockfish");
    assert!(error.contains("learned without an engine"), "{error}");
}

#[test]
fn an_engine_plays_like_the_player_with_the_opinion_of_another() {
    if !is_installed("stockfish") {
        return;
    }
    let workspace = Workspace::new();
    workspace
        .output("learn learned.pgn --player Model -o anna.adv --engine stockfish --engine-depth 2");
    let text = workspace.uci("play anna.adv --engine stockfish", "position startpos\ngo\nquit\n");
    assert!(text.contains("bestmove ") && text.contains("expected with"), "{text}");
    let error = workspace.uci("play anna.adv --engine /no/such/engine", "isready\nquit\n");
    assert!(error.contains("/no/such/engine"), "{error}");
}

#[test]
fn wrong_uses_of_an_engine_are_named() {
    let workspace = Workspace::learned();
    for method in ["with-engine", "own-book-then-engine"] {
        let error = workspace.error(&format!("predict anna.adv startpos --method {method}"));
        assert!(error.contains("needs --engine"), "{error}");
    }
    for command in ["predict anna.adv startpos", "evaluate anna.adv --pgn later.pgn"] {
        let error = workspace.error(&format!("{command} --engine stockfish"));
        assert!(error.contains("learned without an engine"), "{error}");
    }
    let learn = "learn learned.pgn --player Model -o anna.adv --engine /no/such/engine --fresh";
    let before = std::fs::read(workspace.path("anna.adv")).unwrap();
    assert!(workspace.error(learn).contains("/no/such/engine"));
    assert_eq!(std::fs::read(workspace.path("anna.adv")).unwrap(), before);
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn an_opinion_does_not_depend_on_the_order_of_the_questions() {
    if !is_installed("stockfish") {
        return;
    }
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
        "k7/8/1K6/8/8/8/1Q6/8 w - - 0 1",
    ]
    .map(position);
    let depth = NonZeroU32::new(6).unwrap();
    let mut one = EngineOpinion::start("stockfish", depth, 1).unwrap();
    let mut several = EngineOpinion::start("stockfish", depth, 3).unwrap();
    assert_eq!(one.values(&positions[0]), None);
    one.ask(positions.clone(), &mut |_, _| {}).unwrap();
    let mut asked = Vec::new();
    let twice = positions.iter().rev().chain(&positions).cloned();
    several.ask(twice, &mut |done, total| asked.push((done, total))).unwrap();
    assert_eq!(asked, [(1, 4), (2, 4), (3, 4), (4, 4)]);
    for position in &positions {
        let values = one.values(position).unwrap();
        assert_eq!(values, several.values(position).unwrap());
        assert_eq!(values.len(), position.legal_moves().len());
    }
    // Mate in one, on f7, is the best of all moves.
    let mate = one.values(&positions[1]).unwrap();
    let best = (0..mate.len()).max_by(|a, b| mate[*a].get().total_cmp(&mate[*b].get())).unwrap();
    assert_eq!(positions[1].legal_moves()[best].to_string(), "Qh5xf7");
    // A game that is over has no moves to value, and is not asked about.
    let over = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    one.ask([over.clone()], &mut |_, _| unreachable!()).unwrap();
    assert_eq!(one.values(&over), None);
}
