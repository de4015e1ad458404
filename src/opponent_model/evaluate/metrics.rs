//! Metrics over the moves of held-out games.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use shakmaty::Color;

use super::bootstrap::{Estimate, bootstrap_ratio};
use super::holdout::{GameResults, MethodResult, MoveResult};
use crate::opponent_model::predict::Method;
use crate::opponent_model::repertoire::OPENING_MOVES;

/// Coverages at which precision is reported.
const COVERAGES: [f64; 3] = [0.10, 0.25, 0.50];
/// Number of points of the precision-coverage curve.
const CURVE_POINTS: usize = 40;
/// Groups of first candidates whose probabilities are compared with how often they are played.
const CALIBRATION_GROUPS: usize = 10;
/// Smaller probabilities count as this, which keeps the log-loss finite.
const MIN_PROBABILITY: f64 = 1e-6;

/// Metrics of one method on a set of moves. Shares are in `[0, 1]`; intervals are 95 %, by bootstrap over games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Number of moves.
    pub n: usize,
    /// Share of all moves that were the first candidate; no prediction counts as a miss.
    pub top1: f64,
    /// Its confidence interval.
    pub top1_interval: [f64; 2],
    /// Share of all moves that were among the first three candidates.
    pub top3: f64,
    /// Its confidence interval.
    pub top3_interval: [f64; 2],
    /// Mean of −ln P(move played), in nats; absent for methods without probabilities.
    pub log_loss: Option<f64>,
    /// Whether probabilities are true; absent for methods without probabilities.
    pub calibration: Option<Calibration>,
    /// Share of moves with a prediction.
    pub coverage: f64,
    /// Share of these predictions that were correct.
    pub precision: Option<f64>,
    /// Precision of the most confident predictions, at 10, 25 and 50 % coverage; absent above the method's coverage.
    pub precision_at: BTreeMap<String, f64>,
}

/// How the probabilities of first candidates compare with how often these are played (M. P. Naeini and others, *Obtaining Well
/// Calibrated Probabilities Using Bayesian Binning*, 2015).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Mean difference of both over the groups, in `[0, 1]`: the expected calibration error.
    pub error: f64,
    /// Ten groups of equal size, the most probable candidates first: mean probability, share of candidates that were played.
    pub groups: Vec<(f64, f64)>,
}

/// Metrics by method.
pub type MethodMetrics = BTreeMap<&'static str, Metrics>;

/// The evaluation of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The player.
    pub player: String,
    /// Number of games.
    pub games: usize,
    /// Number of the player's moves in them.
    pub moves: usize,
    /// All moves.
    pub summary: MethodMetrics,
    /// The player's first five moves.
    pub opening: MethodMetrics,
    /// All later moves.
    pub rest: MethodMetrics,
    /// Moves with White.
    pub white: MethodMetrics,
    /// Moves with Black.
    pub black: MethodMetrics,
    /// Top-1 of `best` minus top-1 of `other-players` after the player's fifth move.
    pub personal_gain: Option<Estimate>,
    /// Coverage and precision of the most confident predictions, by method.
    pub curves: BTreeMap<&'static str, Vec<(f64, f64)>>,
    /// Each game.
    pub by_game: Vec<GameSummary>,
}

/// One game of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSummary {
    /// Players, date and round.
    pub title: String,
    /// The player's colour, `white` or `black`.
    pub colour: String,
    /// Number of the player's moves.
    pub moves: usize,
    /// Correct first candidates, by method.
    pub correct: BTreeMap<&'static str, f64>,
    /// Number of the player's opening moves, at most five.
    pub opening_moves: usize,
    /// Correct first candidates among them, by method.
    pub opening_correct: BTreeMap<&'static str, f64>,
}

/// Computes all metrics.
#[must_use]
pub fn evaluate(player: &str, games: &[GameResults]) -> Evaluation {
    let moves = games.iter().flat_map(|game| &game.moves);
    let methods: BTreeSet<Method> = moves.flat_map(|m| m.methods.keys().copied()).collect();
    let metrics = |filter: MoveFilter<'_>| -> MethodMetrics {
        let of = |m: &Method| Some((m.name(), method_metrics(games, *m, filter)?));
        methods.iter().filter_map(of).collect()
    };
    let with_curve = methods.iter().filter(|m| **m != Method::Random);
    Evaluation {
        player: player.to_owned(),
        games: games.len(),
        moves: games.iter().map(|game| game.moves.len()).sum(),
        summary: metrics(&|_, _| true),
        opening: metrics(&|_, m| m.is_opening()),
        rest: metrics(&|_, m| !m.is_opening()),
        white: metrics(&|game, _| game.color == Color::White),
        black: metrics(&|game, _| game.color == Color::Black),
        personal_gain: personal_gain(games),
        curves: with_curve.map(|m| (m.name(), precision_curve(games, *m))).collect(),
        by_game: games.iter().map(game_summary).collect(),
    }
}

type MoveFilter<'a> = &'a dyn Fn(&GameResults, &MoveResult) -> bool;

impl MoveResult {
    fn is_opening(&self) -> bool {
        self.move_number <= OPENING_MOVES
    }
}

/// How a method predicted moves of a game.
fn results(game: &GameResults, method: Method, filter: MoveFilter<'_>) -> Vec<MethodResult> {
    let moves = game.moves.iter().filter(|m| filter(game, m));
    moves.filter_map(|m| m.methods.get(&method).copied()).collect()
}

fn method_metrics(
    games: &[GameResults],
    method: Method,
    filter: MoveFilter<'_>,
) -> Option<Metrics> {
    let games: Vec<Vec<MethodResult>> =
        games.iter().map(|game| results(game, method, filter)).collect();
    let share = |value: &dyn Fn(&MethodResult) -> f64| {
        let sums = games.iter().map(|g| (g.iter().map(value).sum::<f64>(), g.len() as f64));
        bootstrap_ratio(&sums.collect::<Vec<_>>())
    };
    let (top1, top3) = (share(&|r| r.top1)?, share(&|r| r.top3)?);
    let all: Vec<MethodResult> = games.into_iter().flatten().collect();
    let n = all.len();
    let losses: Option<Vec<f64>> =
        all.iter().map(|r| r.probability.map(|p| -libm::log(p.max(MIN_PROBABILITY)))).collect();
    let predicted: Vec<f64> =
        all.iter().filter(|r| r.confidence.is_some()).map(|r| r.top1).collect();
    let (given, correct) = by_confidence(&all);
    let precision_at = |coverage: f64| {
        let count = (coverage * n as f64).round() as usize;
        let most_confident = correct.get(..count).filter(|first| !first.is_empty())?;
        Some((format!("{:.0}", 100.0 * coverage), mean(most_confident)))
    };
    Some(Metrics {
        n,
        top1: top1.value,
        top1_interval: [top1.low, top1.high],
        top3: top3.value,
        top3_interval: [top3.low, top3.high],
        log_loss: losses.map(|losses| mean(&losses)),
        calibration: method.is_distribution().then(|| calibration(&given, &correct)).flatten(),
        coverage: predicted.len() as f64 / n as f64,
        precision: (!predicted.is_empty()).then(|| mean(&predicted)),
        precision_at: COVERAGES.into_iter().filter_map(precision_at).collect(),
    })
}

/// What the first candidates were given, the most confident ones first, and whether they were played.
fn by_confidence(results: &[MethodResult]) -> (Vec<f64>, Vec<f64>) {
    let mut predicted: Vec<(f64, f64)> =
        results.iter().filter_map(|r| Some((r.confidence?, r.top1))).collect();
    predicted.sort_by(|a, b| b.0.total_cmp(&a.0));
    predicted.into_iter().unzip()
}

/// Of both lists of [`by_confidence`]; `None` with fewer predictions than groups.
fn calibration(given: &[f64], correct: &[f64]) -> Option<Calibration> {
    let n = given.len();
    if n < CALIBRATION_GROUPS {
        return None;
    }
    let groups = (0..CALIBRATION_GROUPS).map(|k| {
        let group = k * n / CALIBRATION_GROUPS..(k + 1) * n / CALIBRATION_GROUPS;
        (mean(&given[group.clone()]), mean(&correct[group]))
    });
    let groups: Vec<(f64, f64)> = groups.collect();
    let differences = groups.iter().map(|(given, correct)| (given - correct).abs());
    Some(Calibration { error: differences.sum::<f64>() / groups.len() as f64, groups })
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn precision_curve(games: &[GameResults], method: Method) -> Vec<(f64, f64)> {
    let results: Vec<MethodResult> =
        games.iter().flat_map(|game| results(game, method, &|_, _| true)).collect();
    let (_, correct) = by_confidence(&results);
    let counts = (1..=CURVE_POINTS).map(|k| (k * results.len()).div_ceil(CURVE_POINTS));
    counts
        .filter(|count| (1..=correct.len()).contains(count))
        .map(|count| (count as f64 / results.len() as f64, mean(&correct[..count])))
        .collect()
}

fn personal_gain(games: &[GameResults]) -> Option<Estimate> {
    let gain = |game: &GameResults| {
        let later = || game.moves.iter().filter(|m| !m.is_opening());
        let top1 = |m: &MoveResult, method| m.methods[&method].top1;
        let gain: f64 =
            later().map(|m| top1(m, Method::Best) - top1(m, Method::OtherPlayers)).sum();
        (gain, later().count() as f64)
    };
    bootstrap_ratio(&games.iter().map(gain).collect::<Vec<_>>())
}

fn game_summary(game: &GameResults) -> GameSummary {
    let opening = || game.moves.iter().filter(|m| m.is_opening());
    let correct = |moves: Vec<&MoveResult>| {
        let mut sums: BTreeMap<&'static str, f64> = BTreeMap::new();
        for (method, result) in moves.iter().flat_map(|m| &m.methods) {
            *sums.entry(method.name()).or_default() += result.top1;
        }
        sums
    };
    GameSummary {
        title: game.title.clone(),
        colour: game.color.to_string(),
        moves: game.moves.len(),
        correct: correct(game.moves.iter().collect()),
        opening_moves: opening().count(),
        opening_correct: correct(opening().collect()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn result(confidence: f64, top1: f64) -> MethodResult {
        MethodResult {
            top1,
            top3: top1,
            probability: Some(confidence),
            confidence: Some(confidence),
        }
    }

    #[test]
    fn calibration_compares_probabilities_with_what_was_played() {
        // Certain ones are played always, those given three quarters half the time.
        let mut results = vec![result(1.0, 1.0); 40];
        results
            .extend([vec![result(0.75, 1.0); 2], vec![result(0.75, 0.0); 2]].concat().repeat(10));
        let calibration = |results: &[MethodResult]| {
            let (given, correct) = by_confidence(results);
            super::calibration(&given, &correct)
        };
        let found = calibration(&results).unwrap();
        assert_eq!(found.groups.len(), 10);
        assert_eq!(found.groups[..5], [(1.0, 1.0); 5]);
        assert_eq!(found.groups[5..], [(0.75, 0.5); 5]);
        assert_eq!(found.error, 0.125);
        assert_eq!(calibration(&results[..9]), None);
    }
}
