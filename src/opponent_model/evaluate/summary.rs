//! From trials to numbers.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use shakmaty::Color;

use super::bootstrap::{Estimate, ratio};
use super::trial::{Answer, Trial, Tried};
use crate::opponent_model::opening::OPENING_TURNS;
use crate::opponent_model::predict::Method;

/// Coverages at which precision is reported.
const COVERAGES: [f64; 3] = [0.10, 0.25, 0.50];
/// Points of the precision-coverage curve.
const CURVE: usize = 40;
/// No probability is taken for less, so that a log-loss stays finite.
const LEAST_PROBABILITY: f64 = 1e-6;

/// What one method achieved on some of the moves. Shares are in `[0, 1]`; intervals are 95 %, by game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// Moves.
    pub n: usize,
    /// Share of all moves that were the first choice; no prediction counts as a miss.
    pub top1: f64,
    /// Its interval.
    pub top1_interval: [f64; 2],
    /// Share of all moves that were among the first three choices.
    pub top3: f64,
    /// Its interval.
    pub top3_interval: [f64; 2],
    /// Mean of −ln P(move played), in nats; absent for methods without probabilities.
    pub log_loss: Option<f64>,
    /// Share of the moves for which there was a prediction.
    pub coverage: f64,
    /// Share of those predictions that were right.
    pub precision: Option<f64>,
    /// Precision of the most confident predictions, at 10, 25 and 50 % of all moves; absent beyond the coverage.
    pub precision_at: BTreeMap<String, f64>,
}

/// Everything an evaluation found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The player.
    pub player: String,
    /// Games evaluated.
    pub games: usize,
    /// The player's moves in them.
    pub moves: usize,
    /// All moves, by method.
    pub summary: BTreeMap<&'static str, Measures>,
    /// His first five moves.
    pub opening: BTreeMap<&'static str, Measures>,
    /// All later ones.
    pub rest: BTreeMap<&'static str, Measures>,
    /// His moves with White.
    pub white: BTreeMap<&'static str, Measures>,
    /// His moves with Black.
    pub black: BTreeMap<&'static str, Measures>,
    /// Top-1 of `best` minus top-1 of `other-players` after his first five moves.
    pub personal: Option<Estimate>,
    /// Coverage and precision of the most confident predictions, by method.
    pub curves: BTreeMap<&'static str, Vec<(f64, f64)>>,
    /// Each game: title, moves, and the first choices that were right, by method.
    pub by_game: Vec<GameLine>,
}

/// One game of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameLine {
    /// Its title.
    pub title: String,
    /// The player's colour.
    pub colour: String,
    /// His moves.
    pub moves: usize,
    /// Right first choices by method.
    pub right: BTreeMap<&'static str, f64>,
    /// His first five moves at most.
    pub opening_moves: usize,
    /// Right first choices among them.
    pub opening_right: BTreeMap<&'static str, f64>,
}

/// Sums up trials.
#[must_use]
pub fn evaluate(player: &str, trials: &[Trial]) -> Evaluation {
    let slice = |chosen: Chosen<'_>| -> BTreeMap<&'static str, Measures> {
        let measured = |m: Method| measure(trials, m, chosen).map(|found| (m.name(), found));
        Method::ALL.into_iter().filter_map(measured).collect()
    };
    let is_opening = |tried: &Tried| tried.turn <= OPENING_TURNS;
    let curve = |m: Method| (m.name(), curve(trials, m));
    let has_curve = |m: &Method| *m != Method::Random;
    Evaluation {
        player: player.to_owned(),
        games: trials.len(),
        moves: trials.iter().map(|trial| trial.moves.len()).sum(),
        summary: slice(&|_, _| true),
        opening: slice(&|_, tried| is_opening(tried)),
        rest: slice(&|_, tried| !is_opening(tried)),
        white: slice(&|trial, _| trial.colour == Color::White),
        black: slice(&|trial, _| trial.colour == Color::Black),
        personal: personal(trials),
        curves: Method::ALL.into_iter().filter(has_curve).map(curve).collect(),
        by_game: trials.iter().map(line).collect(),
    }
}

type Chosen<'a> = &'a dyn Fn(&Trial, &Tried) -> bool;

fn measure(trials: &[Trial], method: Method, chosen: Chosen<'_>) -> Option<Measures> {
    let of = |trial: &Trial| -> Vec<Answer> {
        let moves = trial.moves.iter().filter(|tried| chosen(trial, tried));
        moves.map(|tried| tried.answers[&method]).collect()
    };
    let games: Vec<Vec<Answer>> = trials.iter().map(of).collect();
    let share = |value: &dyn Fn(&Answer) -> f64| {
        let sums = games.iter().map(|g| (g.iter().map(value).sum::<f64>(), g.len() as f64));
        ratio(&sums.collect::<Vec<_>>())
    };
    let (first, three) = (share(&|a| a.first)?, share(&|a| a.three)?);
    let all: Vec<Answer> = games.into_iter().flatten().collect();
    let n = all.len();
    let losses: Option<Vec<f64>> =
        all.iter().map(|a| a.probability.map(|p| -p.max(LEAST_PROBABILITY).ln())).collect();
    let given: Vec<&Answer> = all.iter().filter(|a| a.confidence.is_some()).collect();
    let sure = most_sure(&all);
    let at = |coverage: f64| {
        let wanted = (coverage * n as f64).round() as usize;
        let taken = sure.get(..wanted).filter(|taken| !taken.is_empty())?;
        Some((format!("{:.0}", 100.0 * coverage), mean(taken)))
    };
    Some(Measures {
        n,
        top1: first.value,
        top1_interval: [first.low, first.high],
        top3: three.value,
        top3_interval: [three.low, three.high],
        log_loss: losses.map(|losses| mean(&losses)),
        coverage: given.len() as f64 / n as f64,
        precision: (!given.is_empty())
            .then(|| given.iter().map(|a| a.first).sum::<f64>() / given.len() as f64),
        precision_at: COVERAGES.into_iter().filter_map(at).collect(),
    })
}

/// Whether predictions were right, the most confident ones first.
fn most_sure(answers: &[Answer]) -> Vec<f64> {
    let mut sure: Vec<(f64, f64)> =
        answers.iter().filter_map(|a| a.confidence.map(|c| (c, a.first))).collect();
    sure.sort_by(|a, b| b.0.total_cmp(&a.0));
    sure.into_iter().map(|(_, first)| first).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn curve(trials: &[Trial], method: Method) -> Vec<(f64, f64)> {
    let answers: Vec<Answer> =
        trials.iter().flat_map(|t| &t.moves).map(|tried| tried.answers[&method]).collect();
    let sure = most_sure(&answers);
    let sizes = (1..=CURVE).map(|k| (k * answers.len()).div_ceil(CURVE));
    let points = sizes.filter(|size| (1..=sure.len()).contains(size));
    points.map(|size| (size as f64 / answers.len() as f64, mean(&sure[..size]))).collect()
}

fn personal(trials: &[Trial]) -> Option<Estimate> {
    let of = |trial: &Trial| {
        let later = || trial.moves.iter().filter(|tried| tried.turn > OPENING_TURNS);
        let first = |tried: &Tried, method| tried.answers[&method].first;
        let gain: f64 =
            later().map(|t| first(t, Method::Best) - first(t, Method::OtherPlayers)).sum();
        (gain, later().count() as f64)
    };
    ratio(&trials.iter().map(of).collect::<Vec<_>>())
}

fn line(trial: &Trial) -> GameLine {
    let opening = || trial.moves.iter().filter(|tried| tried.turn <= OPENING_TURNS);
    let right = |moves: Vec<&Tried>| {
        let sum = |m: Method| (m.name(), moves.iter().map(|t| t.answers[&m].first).sum());
        Method::ALL.into_iter().map(sum).collect()
    };
    GameLine {
        title: trial.title.clone(),
        colour: trial.colour.to_string(),
        moves: trial.moves.len(),
        right: right(trial.moves.iter().collect()),
        opening_moves: opening().count(),
        opening_right: right(opening().collect()),
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} games, {} moves", self.player, self.games, self.moves)?;
        let slices = [
            ("all moves", &self.summary),
            ("first five moves", &self.opening),
            ("later moves", &self.rest),
            ("with White", &self.white),
            ("with Black", &self.black),
        ];
        for (title, slice) in slices {
            let n = slice.values().next().map_or(0, |measures| measures.n);
            writeln!(
                f,
                "\n{:<24} {:>20} {:>20} {:>8} {:>8} {:>6}   precision at",
                format!("{title} (n = {n})"),
                "top-1 %",
                "top-3 %",
                "log-loss",
                "answers",
                "right"
            )?;
            let known = |method: &Method| slice.get_key_value(method.name());
            for (name, measures) in Method::ALL.iter().filter_map(known) {
                writeln!(f, "  {name:<22} {measures}")?;
            }
        }
        if let Some(Estimate { value, low, high }) = self.personal {
            let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
            writeln!(
                f,
                "\nbest minus other-players after the fifth move: {value:+.1} points ({low:+.1} to {high:+.1})"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |value: f64, [low, high]: [f64; 2]| {
            format!("{:.1} ({:.1}–{:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
        };
        let percent = |value: f64| format!("{:.0} %", 100.0 * value);
        write!(
            f,
            "{:>20} {:>20} {:>8} {:>8} {:>6}  ",
            share(self.top1, self.top1_interval),
            share(self.top3, self.top3_interval),
            self.log_loss.map_or("–".to_owned(), |loss| format!("{loss:.3}")),
            percent(self.coverage),
            self.precision.map_or("–".to_owned(), percent)
        )?;
        for (coverage, precision) in &self.precision_at {
            write!(f, " {coverage} %: {}", percent(*precision))?;
        }
        Ok(())
    }
}
