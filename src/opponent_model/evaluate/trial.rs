//! Predictions beside what was played.

use std::collections::BTreeMap;

use shakmaty::{Color, Position};

use crate::opponent_model::predict::{Method, Predictor, Situation};
use crate::opponent_model::score::GameScore;

/// What one method made of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Chance in `[0, 1]` that its first choice is the move played: 0 or 1, or a fraction among equals.
    pub first: f64,
    /// The same for its first three choices.
    pub three: f64,
    /// Probability it gave the move played; `None` for methods whose numbers are no probabilities.
    pub probability: Option<f64>,
    /// The number it gave its first choice; `None` if it made no prediction.
    pub confidence: Option<f64>,
}

/// One of the player's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// His turn, from 1.
    pub turn: u32,
    /// What each method answered.
    pub answers: BTreeMap<Method, Answer>,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its title.
    pub title: String,
    /// The player's colour.
    pub colour: Color,
    /// His moves.
    pub moves: Vec<Tried>,
}

/// Predicts every move of `colour` in a game before it is looked at.
#[must_use]
pub fn try_game(predictor: &Predictor<'_>, score: &GameScore, colour: Color) -> Trial {
    let mut situation = Situation::start();
    let mut moves = Vec::new();
    for (position, m) in score.plies() {
        if position.turn() == colour {
            let answer = |method| (method, answer(predictor, method, &situation, m));
            let answers = Method::ALL.into_iter().map(answer).collect();
            moves.push(Tried { turn: position.fullmoves().get(), answers });
        }
        situation.play(m);
    }
    Trial { title: score.title(), colour, moves }
}

fn answer(
    predictor: &Predictor<'_>,
    method: Method,
    situation: &Situation,
    played: shakmaty::Move,
) -> Answer {
    let expected = predictor.expect(method, situation);
    let number = expected.iter().find(|(m, _)| *m == played).map(|(_, number)| *number);
    // Among equals the place is left to chance: its expectation counts.
    let better = |number: f64| expected.iter().filter(|(_, other)| *other > number).count() as f64;
    let equal = |number: f64| expected.iter().filter(|(_, other)| *other == number).count() as f64;
    let within =
        |choices: f64| number.map_or(0.0, |n| ((choices - better(n)) / equal(n)).clamp(0.0, 1.0));
    let is_distribution = matches!(method, Method::Best | Method::OtherPlayers | Method::Random);
    Answer {
        first: within(1.0),
        three: within(3.0),
        probability: number.filter(|_| is_distribution),
        confidence: expected.first().map(|(_, number)| *number),
    }
}
