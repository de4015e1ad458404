//! Elo of the built-in memory when its moves are drawn at a temperature: the map behind `UCI_Elo`.
//!
//! Each temperature plays the next two and every opponent of the gauntlet that is installed; one Bradley–Terry fit of all
//! games gives the ratings. Stockfish at a given `UCI_Elo` has that rating, all others are fitted (draws count as half a
//! game won). `cargo bench --bench strength -- --games 200 --seed 1` prints a line for each match and a table; the games of
//! two temperatures need no engine, but without Stockfish there is no scale.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use morph::arena::gauntlet::{Gauntlet, NamedOpponent};
use morph::arena::{MatchSettings, OpeningSource, PlyRange, Rules, run_match};
use morph::chess::Game;
use morph::evaluation::Evaluator;
use morph::memory::Memory;
use morph::player::{Choice, Exploration, LimitedStrength, PatternPlayer, Player, PlayerError};
use rand::Rng;

const TEMPERATURES: [f64; 12] =
    [0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.9, 1.5, 3.0, f64::INFINITY];

/// The memory at limited strength.
struct Limited {
    player: PatternPlayer,
    strength: LimitedStrength,
}

impl Player for Limited {
    fn name(&self) -> String {
        "Morph, limited".to_owned()
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let decision = self.player.decide(game).unwrap();
        let moves = decision.best_first();
        let chosen = moves[self.strength.choose(&moves, rng).unwrap()];
        Ok(Choice { m: chosen.m, value: Some(chosen.value), explored: false, best: None })
    }
}

/// A match: indices of the players, and the points of the first of all.
struct Score {
    players: [usize; 2],
    points: f64,
    games: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str, default: u32| {
        let at = arguments.iter().position(|a| a == name);
        at.map_or(default, |at| arguments[at + 1].parse().unwrap())
    };
    let (games, seed) = (value("--games", 200), value("--seed", 1));
    let memory = Memory::load_shipped().unwrap();
    let (snapshot, settings) = (Arc::new(memory.snapshot()), memory.evaluation());
    let player = || {
        let evaluator = Evaluator::new(settings);
        PatternPlayer::new(Arc::clone(&snapshot), evaluator, Exploration::NONE)
    };
    let limited = |i: usize| -> Result<Box<dyn Player>, PlayerError> {
        let strength = LimitedStrength::with_temperature(TEMPERATURES[i]);
        Ok(Box::new(Limited { player: player(), strength }))
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings_of = |index: usize| MatchSettings {
        games,
        seed: u64::from(seed) * 1000 + index as u64,
        threads,
        rules: Rules::default(),
        ..MatchSettings::default()
    };
    let source = OpeningSource::Random { plies: PlyRange::new(4, 6).unwrap() };
    let openings = source.load().unwrap();
    let stop = AtomicBool::new(false);
    let mut opponents = Gauntlet::built_in().unwrap().opponents;
    opponents.retain(|o| o.opponent.try_out().is_ok());
    let mut scores: Vec<Score> = Vec::new();
    for i in 0..TEMPERATURES.len() {
        let others = (i + 1..(i + 3).min(TEMPERATURES.len()))
            .chain((0..opponents.len()).map(|at| TEMPERATURES.len() + at));
        for j in others {
            // One-sided matches say nothing: what has scored under 3 % loses the more the hotter it plays.
            let hopeless = scores
                .iter()
                .any(|s| j >= TEMPERATURES.len() && s.players[1] == j && s.points < 0.03 * s.games);
            if hopeless {
                continue;
            }
            let build = || match j.checked_sub(TEMPERATURES.len()) {
                None => limited(j),
                Some(at) => opponents[at].opponent.build(&snapshot, settings, Exploration::NONE),
            };
            let played = run_match(
                &|| limited(i),
                &build,
                &openings,
                &settings_of(scores.len()),
                &stop,
                &mut |_, _, _| {},
            );
            let report = played.unwrap();
            println!("{} – {}: {}", name(i, &opponents), name(j, &opponents), report.tally);
            let points = report.tally.wins as f64 + report.tally.draws as f64 / 2.0;
            scores.push(Score { players: [i, j], points, games: report.games() as f64 });
        }
    }
    let ratings = fit(&scores, &opponents);
    for (i, rating) in ratings.iter().enumerate() {
        println!("{:32} {rating:7.0}", name(i, &opponents));
    }
}

fn name(i: usize, opponents: &[NamedOpponent]) -> String {
    match i.checked_sub(TEMPERATURES.len()) {
        None => format!("temperature {}", TEMPERATURES[i]),
        Some(at) => opponents[at].name.clone(),
    }
}

/// Maximum likelihood by damped Newton steps, ratings in Elo; `Stockfish at N` is fixed at N.
fn fit(scores: &[Score], opponents: &[NamedOpponent]) -> Vec<f64> {
    let count = TEMPERATURES.len() + opponents.len();
    let fixed: Vec<Option<f64>> = (0..count)
        .map(|i| name(i, opponents).strip_prefix("Stockfish at ").map(|elo| elo.parse().unwrap()))
        .collect();
    let mut ratings: Vec<f64> = fixed.iter().map(|elo| elo.unwrap_or(1000.0)).collect();
    for _ in 0..200_000 {
        let mut gradient = vec![0.0; count];
        let mut weight = vec![1e-9; count];
        for Score { players: [i, j], points, games } in scores {
            let expected = 1.0 / (1.0 + libm::pow(10.0, (ratings[*j] - ratings[*i]) / 400.0));
            let surplus = points - games * expected;
            gradient[*i] += surplus;
            gradient[*j] -= surplus;
            let information = games * expected * (1.0 - expected) + 0.1;
            weight[*i] += information;
            weight[*j] += information;
        }
        for i in (0..count).filter(|i| fixed[*i].is_none()) {
            // A damped Newton step: an Elo point is ln 10 / 400 of log-odds.
            ratings[i] += 0.5 * gradient[i] / weight[i] * 400.0 / std::f64::consts::LN_10;
        }
    }
    ratings
}
