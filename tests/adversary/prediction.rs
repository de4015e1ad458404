use morph::chess::exchange_of_move;
use morph::opponent_model::counters::Counters;
use morph::opponent_model::evaluate::{evaluate, try_game};
use morph::opponent_model::opening::OpeningMemory;
use morph::opponent_model::predict::{Method, Predictor, Situation};
use morph::opponent_model::ranker::layout::{Family, FeatureId, WIDTH};
use morph::opponent_model::ranker::phrase::{concept, phrase};
use morph::opponent_model::report::report;
use morph::opponent_model::score::GameResult;
use morph::opponent_model::style::{Preference, style};
use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

use super::{LATER, LEARNED, games, model, taught};

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn after(moves: &str) -> Situation {
    let mut situation = Situation::start();
    for san in moves.split_whitespace() {
        let m = san.parse::<San>().unwrap().to_move(&situation.position).unwrap();
        situation.play(m);
    }
    situation
}

#[test]
fn the_opening_is_predicted_from_his_games() {
    let model = model();
    let predictor = Predictor::new(&model);
    let situation = after("d4 d5 c4 e6");
    for method in [Method::Best, Method::Iam1990, Method::OwnBook] {
        let predictions = predictor.explain(method, &situation, 3);
        assert_eq!(predictions[0].san, "Nc3", "{method:?}");
        assert!(predictions[0].games[0].starts_with("here: Model, Anna"), "{method:?}");
    }
}

#[test]
fn as_black_the_move_just_made_is_answered() {
    let model = model();
    let predictor = Predictor::new(&model);
    let predictions = predictor.explain(Method::Iam1990, &after("e4"), 1);
    assert_eq!(predictions[0].san, "e6");
    let predictions = predictor.explain(Method::Iam1990, &after("e4 e6 d4"), 1);
    assert_eq!(predictions[0].san, "d5");
}

#[test]
fn the_rules_of_1990_complete_a_chunk_or_say_nothing() {
    let model = model();
    let predictor = Predictor::new(&model);
    let mut situation = after("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Bd3 c6");
    let castles = predictor.explain(Method::Iam1990, &situation, 9);
    assert!(castles.iter().all(|p| !p.chunks.is_empty()));
    assert!(!castles.is_empty());
    situation = Situation::of(position("8/8/4k3/8/8/4K3/8/8 w - - 0 60"));
    assert!(predictor.explain(Method::Iam1990, &situation, 3).is_empty());
}

#[test]
fn textual_chunks_are_told_apart_by_the_move_they_answer() {
    let mut opening = OpeningMemory::default();
    for score in &games(LEARNED)[2..4] {
        opening.add(score, Color::Black, GameResult::Won);
    }
    // e6 and d5 alike; then c5 answers e5 at different turns but the same move, Bb4 and Nc6 and so on.
    assert!(opening.without_response_code() <= opening.len());
    let e6 = opening.by_san(Color::Black)["e6"];
    assert_eq!((e6.count, e6.won), (2, 2));
    assert!((e6.mean_turn() - 1.0).abs() < 1e-9);
    assert!(opening.by_san(Color::White).is_empty());
}

#[test]
fn draws_teach_chunks_only_on_request() {
    let games = games(LEARNED);
    assert_eq!(taught(false, &games).counters.games, 4);
    assert_eq!(taught(true, &games).counters.games, 5);
    assert_eq!(taught(false, &games).games().len(), 5);
    assert_eq!(taught(false, &games).others().len(), 1);
}

#[test]
fn style_rules_vote() {
    let open =
        Counters { games: 10, turns: 400, pawn_moves: 35, attacking_20: 40, ..Counters::default() };
    let found = style(&open);
    assert_eq!(found.preference, Preference::Open);
    assert!(found.votes.iter().all(|vote| vote.vote == -1.0));
    let closed = Counters {
        pawn_moves: 60,
        chains: 500,
        large_structures: 300,
        attacking_20: 20,
        ..open.clone()
    };
    assert_eq!(style(&closed).preference, Preference::Closed);
    assert_eq!(style(&Counters { games: 1, ..closed }).preference, Preference::None);
}

#[test]
fn exchanges_are_counted_out() {
    let gain = |fen: &str, san: &str| {
        let position = position(fen);
        let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
        exchange_of_move(position.board(), position.turn(), m)
    };
    assert_eq!(gain("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "Rxe5+"), -4);
    assert_eq!(gain("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "Rxe5+"), 1);
    assert_eq!(gain("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "exd5"), 5);
    assert_eq!(gain("4k3/2p5/8/3r4/4P3/8/8/4K3 w - - 0 1", "exd5"), 5);
    assert_eq!(gain("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+"), 8);
    // Behind the rook stands the queen.
    assert_eq!(gain("3qk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), -4);
}

#[test]
fn every_feature_has_a_place_and_words() {
    let mut next = 0;
    for family in Family::ALL {
        assert_eq!(family.offset(), next, "{family:?}");
        for index in [0, family.size() - 1] {
            let id = FeatureId::new(*family, index);
            assert_eq!(id.parts(), (*family, index));
            assert!(!phrase(id, Color::Black).is_empty());
            assert!(!concept(*family).is_empty());
        }
        next += family.size();
    }
    assert_eq!(next as usize, WIDTH);
}

#[test]
fn an_evaluation_has_every_method_and_keeps_to_its_bounds() {
    let model = model();
    let predictor = Predictor::new(&model);
    let trials: Vec<_> = games(LATER)
        .iter()
        .map(|score| {
            try_game(&predictor, score, model.player.colour(&score.white, &score.black).unwrap())
        })
        .collect();
    let evaluation = evaluate("Model", &trials);
    assert_eq!((evaluation.games, evaluation.moves), (2, 21));
    assert_eq!(evaluation.opening["best"].n + evaluation.rest["best"].n, 21);
    assert_eq!(evaluation.white["best"].n, 11);
    for slice in [&evaluation.summary, &evaluation.opening, &evaluation.rest] {
        assert_eq!(slice.len(), 5);
        for (name, measures) in slice {
            let [low, high] = measures.top1_interval;
            assert!(low <= measures.top1 && measures.top1 <= high, "{name}");
            assert!(measures.top1 <= measures.top3 && measures.top3 <= 1.0, "{name}");
        }
    }
    // He plays what he has always played.
    assert!(evaluation.opening["best"].top1 > 0.7);
    assert!(evaluation.opening["best"].top1 > evaluation.opening["random"].top1);
    let json: serde_json::Value = serde_json::to_value(&evaluation).unwrap();
    assert!(json["summary"]["iam-1990"]["top1"].is_number());
    assert!(json["summary"]["best"]["top3_interval"][1].is_number());
}

#[test]
fn the_sheet_counts_every_game() {
    let sheet = report(&model());
    assert_eq!((sheet.results.games, sheet.white.games, sheet.black.games), (5, 3, 2));
    assert_eq!(sheet.first_moves[0].title, "1.d4");
    assert_eq!(sheet.first_moves[0].results.to_string(), "+1 =1 -1, 50 % of 3");
    assert_eq!(sheet.answers[0].title, "1.e4 e6");
    assert_eq!(sheet.studied, 4);
    assert_eq!(sheet.losses.len(), 2);
    for card in sheet.chunks.iter().chain(&sheet.structures) {
        assert!(card.results.games >= 2 && card.placement.len() >= 3, "{card:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn probabilities_sum_to_one(choices in prop::collection::vec(0usize..1000, 0..90)) {
        let model = model();
        let predictor = Predictor::new(&model);
        let mut situation = Situation::start();
        for choice in choices {
            let moves = situation.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            situation.play(moves[choice % moves.len()]);
        }
        let legal = situation.position.legal_moves();
        for method in [Method::Best, Method::OtherPlayers, Method::Random] {
            let expected = predictor.expect(method, &situation);
            prop_assert_eq!(expected.len(), legal.len());
            let sum: f64 = expected.iter().map(|(_, p)| p).sum();
            prop_assert!(legal.is_empty() || (sum - 1.0).abs() < 1e-4, "{method:?} {sum}");
        }
        for (m, _) in predictor.expect(Method::Iam1990, &situation) {
            prop_assert!(legal.contains(&m));
        }
    }
}
