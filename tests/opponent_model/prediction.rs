use morph::chess::exchange_of_move;
use morph::memory::Memory;
use morph::opponent_model::evaluate::{evaluate, predict_game};
use morph::opponent_model::move_model::context::GameState;
use morph::opponent_model::move_model::feature::{FEATURES, FeatureGroup, FeatureId};
use morph::opponent_model::packed_game::{GameResult, ResultCounts};
use morph::opponent_model::predict::{Method, Predictor};
use morph::opponent_model::repertoire::OpeningRepertoire;
use morph::opponent_model::report::Report;
use morph::opponent_model::statistics::PlayerStatistics;
use morph::opponent_model::style::{Preference, Style};
use morph::render::opponent_model::feature_text;
use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

use super::{LATER, LEARNED, games, model, unfitted_model};

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn after(moves: &str) -> GameState {
    let mut state = GameState::initial();
    for san in moves.split_whitespace() {
        let m = san.parse::<San>().unwrap().to_move(&state.position).unwrap();
        state.play(m);
    }
    state
}

#[test]
fn the_opening_is_predicted_from_the_players_games() {
    let model = model();
    let predictor = Predictor::new(&model).unwrap();
    let state = after("d4 d5 c4 e6");
    for method in [Method::Best, Method::Iam1990, Method::OwnBook] {
        let predictions = predictor.explain(method, &state, 3);
        assert_eq!(predictions[0].san, "Nc3", "{method:?}");
        assert_eq!(predictions[0].games[0].distance, 0, "{method:?}");
        assert!(predictions[0].games[0].title.starts_with("Model, Anna"), "{method:?}");
    }
}

#[test]
fn with_black_the_reply_to_the_last_move_is_predicted() {
    let model = model();
    let predictor = Predictor::new(&model).unwrap();
    let predictions = predictor.explain(Method::Iam1990, &after("e4"), 1);
    assert_eq!(predictions[0].san, "e6");
    let predictions = predictor.explain(Method::Iam1990, &after("e4 e6 d4"), 1);
    assert_eq!(predictions[0].san, "d5");
}

#[test]
fn the_rules_of_1990_complete_a_chunk_or_make_no_prediction() {
    let model = model();
    let predictor = Predictor::new(&model).unwrap();
    let mut state = after("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Bd3 c6");
    let castles = predictor.explain(Method::Iam1990, &state, 9);
    assert!(castles.iter().all(|p| !p.chunks.is_empty()));
    assert!(!castles.is_empty());
    state = GameState::of(position("8/8/4k3/8/8/4K3/8/8 w - - 0 60"));
    assert!(predictor.explain(Method::Iam1990, &state, 3).is_empty());
}

#[test]
fn textual_chunks_are_distinguished_by_the_move_they_answer() {
    let mut repertoire = OpeningRepertoire::default();
    for game in &games(LEARNED)[2..4] {
        repertoire.add(game, Color::Black, GameResult::Won);
    }
    assert!(repertoire.len_without_response_code() <= repertoire.len());
    let entries: Vec<_> = repertoire.entries(Color::Black, "e6").collect();
    let [(opening, e6)] = entries[..] else { panic!("{entries:?}") };
    assert_eq!(opening.reply_to.as_deref(), Some("e4"));
    assert_eq!((e6.count, e6.results.won), (2, 2));
    assert!((e6.mean_move_number() - 1.0).abs() < 1e-9);
    assert!(repertoire.entries(Color::White, "e6").next().is_none());
}

#[test]
fn drawn_games_are_studied_only_on_request() {
    let games = games(LEARNED);
    assert_eq!(unfitted_model(false, &games).statistics.games, 4);
    assert_eq!(unfitted_model(true, &games).statistics.games, 5);
    assert_eq!(unfitted_model(false, &games).games().len(), 5);
    assert_eq!(unfitted_model(false, &games).others().len(), 1);
}

#[test]
fn style_rules_vote_for_open_and_closed_positions() {
    let open = PlayerStatistics {
        games: 10,
        moves: 400,
        pawn_moves: 35,
        advances_20: 40,
        ..PlayerStatistics::default()
    };
    let found = Style::of(&open);
    assert_eq!(found.preference, Preference::Open);
    assert!(found.votes.iter().all(|vote| vote.vote == -1.0));
    let closed = PlayerStatistics {
        pawn_moves: 60,
        blocked_pawns: 500,
        large_structures: 300,
        advances_20: 20,
        ..open.clone()
    };
    assert_eq!(Style::of(&closed).preference, Preference::Closed);
    assert_eq!(Style::of(&PlayerStatistics { games: 1, ..closed }).preference, Preference::None);
}

#[test]
fn exchanges_are_evaluated() {
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
    // The rook is defended by the queen behind it.
    assert_eq!(gain("3qk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), -4);
}

#[test]
fn every_feature_has_an_index_and_a_text() {
    let mut next = 0;
    for group in FeatureGroup::ALL {
        assert_eq!(group.offset(), next, "{group:?}");
        for index in 0..group.size() {
            let id = FeatureId::new(*group, index);
            assert_eq!(id.parts(), (*group, index));
            assert!(!feature_text(id, Color::Black).is_empty());
        }
        next += group.size();
    }
    assert_eq!(next as usize, FEATURES);
}

#[test]
fn an_evaluation_has_every_method_and_consistent_metrics() {
    let model = model();
    let predictor = Predictor::new(&model).unwrap();
    let results: Vec<_> = games(LATER)
        .iter()
        .map(|game| predict_game(&predictor, game, model.color_in(game).unwrap()))
        .collect();
    let evaluation = evaluate("Model", &results);
    assert_eq!((evaluation.games, evaluation.moves), (2, 21));
    assert_eq!(evaluation.opening["best"].n + evaluation.rest["best"].n, 21);
    assert_eq!(evaluation.white["best"].n, 11);
    for set in [&evaluation.summary, &evaluation.opening, &evaluation.rest] {
        assert_eq!(set.len(), 5);
        for (name, metrics) in set {
            let [low, high] = metrics.top1_interval;
            assert!(low <= metrics.top1 && metrics.top1 <= high, "{name}");
            assert!(metrics.top1 <= metrics.top3 && metrics.top3 <= 1.0, "{name}");
        }
    }
    // The player repeats their openings.
    assert!(evaluation.opening["best"].top1 > 0.7);
    assert!(evaluation.opening["best"].top1 > evaluation.opening["random"].top1);
    let json: serde_json::Value = serde_json::to_value(&evaluation).unwrap();
    assert!(json["summary"]["iam-1990"]["top1"].is_number());
    assert!(json["summary"]["best"]["top3_interval"][1].is_number());
}

#[test]
fn the_report_counts_every_game() {
    let report = Report::of(&model(), &Memory::default());
    assert_eq!(report.results.each_ref().map(|row| row.results.games()), [5, 3, 2]);
    assert_eq!(report.first_moves[0].title, "1.d4");
    let results = ResultCounts { won: 1, drawn: 1, lost: 1 };
    assert_eq!(report.first_moves[0].results, results);
    assert_eq!(report.replies[0].title, "1.e4 e6");
    assert_eq!(report.studied, 4);
    assert_eq!(report.losses.len(), 2);
    for row in report.chunks.iter().chain(&report.structures) {
        assert!(row.results.games() >= 2 && row.placement.len() >= 3, "{row:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn probabilities_sum_to_one(choices in prop::collection::vec(0usize..1000, 0..90)) {
        let model = model();
        let predictor = Predictor::new(&model).unwrap();
        let mut state = GameState::initial();
        for choice in choices {
            let moves = state.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state.play(moves[choice % moves.len()]);
        }
        let legal = state.position.legal_moves();
        for method in [Method::Best, Method::OtherPlayers, Method::Random] {
            let expected = predictor.ranked_moves(method, &state);
            prop_assert_eq!(expected.len(), legal.len());
            let sum: f64 = expected.iter().map(|(_, p)| p).sum();
            prop_assert!(legal.is_empty() || (sum - 1.0).abs() < 1e-4, "{method:?} {sum}");
        }
        for (m, _) in predictor.ranked_moves(Method::Iam1990, &state) {
            prop_assert!(legal.contains(&m));
        }
    }
}
