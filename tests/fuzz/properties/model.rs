use std::path::Path;

use morph::memory::Memory;
use morph::opponent_model::model::OpponentModel;
use morph::opponent_model::move_model::context::GameState;
use morph::opponent_model::predict::{Method, PredictionOptions, Predictor};
use morph::opponent_model::report::Report;
use morph::opponent_model::style::Style;
use morph::render::opponent_model::{prediction_text, report_html, report_text, style_text};

use super::{NAME, check_refusal, position, with_right_header};

/// A model of an opponent.
pub fn model(bytes: &[u8]) {
    let path = Path::new(NAME);
    let right = with_right_header(bytes);
    if right != bytes {
        check_refusal(&OpponentModel::from_bytes(bytes, path).unwrap_err(), NAME, bytes);
    }
    let mut model = match OpponentModel::from_bytes(&right, path) {
        Ok(model) => model,
        Err(error) => return check_refusal(&error, NAME, bytes),
    };
    let saved = model.to_bytes().unwrap();
    let again = OpponentModel::from_bytes(&saved, path).expect("what was saved loads");
    assert_eq!(again.to_bytes().unwrap(), saved);

    let predictor = Predictor::new(&model).unwrap();
    let castling = "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R b KQkq - 4 8";
    for state in [GameState::initial(), GameState::of(position(castling))] {
        for method in [Method::Best, Method::OtherPlayers, Method::OwnBook, Method::Iam1990] {
            let moves = predictor.explain(method, &state, 256);
            assert!(moves.iter().all(|m| m.probability.is_finite()), "{method:?}: {moves:?}");
            let sum: f64 = moves.iter().map(|m| m.probability).sum();
            assert!(!method.is_distribution() || (sum - 1.0).abs() < 1e-3, "{method:?}: {sum}");
        }
    }
    let options = PredictionOptions { method: Method::Best, top: 3, min_probability: 0.0 };
    let predictions = [predictor.predict(&GameState::initial(), &options, None)];
    assert!(!prediction_text(&predictions).is_empty());
    let report = Report::of(&model, &Memory::default());
    assert!(!report_text(&report).is_empty() && !report_html(&report).is_empty());
    assert!(!style_text(&Style::of(&model.statistics)).is_empty());
    // Learning goes on: the same games are known, and one more is not.
    if let Some((mut game, _)) = model.games().first().cloned() {
        model.learn(game.clone());
        game.moves.pop();
        game.date.push('?');
        model.learn(game);
        let learned = model.to_bytes().unwrap();
        OpponentModel::from_bytes(&learned, path).expect("what was learned loads");
    }
}
