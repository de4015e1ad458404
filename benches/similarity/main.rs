//! How alike are the positions that a library finds? Two yardsticks, each with several kinds of words.
//!
//! `cargo bench --bench similarity -- puzzles FILE.csv [1|2]` indexes one half of the puzzles of lichess.org, by default the
//! second, and asks for the ten nearest of 1,200 of them. Per kind of words it prints the agreement of themes (Jaccard),
//! how often a theme is shared, and how often the same kind of piece makes the key move. Themes that say nothing of the
//! content (length, phase, outcome) do not count.
//!
//! `cargo bench --bench similarity -- games FILE.pgn [1|2] [ENGINE]` indexes one position of each of 20,000 games, and asks
//! for the ten nearest of 1,200 of them: how often the same kind of piece was moved, and how often it went to the same
//! zone, at most a king move apart, the side to move as White. With an engine also the mean difference of its values at
//! depth 10, in pawns, for every eighth question.
//!
//! The baseline of record is *Retrieval of similar chess positions* by Ganguly, Leveling and Jones, SIGIR 2014.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod games;
mod puzzles;
mod ranking;
mod words;

use ranking::{Collection, Weights, varied};
use shakmaty::Chess;
use words::Choice;

const QUERIES: usize = 1_200;
const NEAREST: usize = 10;
/// How many a second stage chooses from.
const CANDIDATES: usize = 60;

/// Positions to be found, and how well one answers a question with another.
trait Yardstick {
    fn positions(&self) -> Vec<&Chess>;
    /// Names of what is measured.
    fn columns(&self) -> Vec<&'static str>;
    /// One number for each column; `None` where it does not count.
    fn judge(&mut self, number: usize, query: usize, found: usize) -> Vec<Option<f64>>;
}

fn measure(yardstick: &mut dyn Yardstick, nearest: impl Fn(usize) -> Vec<usize>) -> Vec<f64> {
    let positions = yardstick.positions().len();
    let step = (positions / QUERIES).max(1);
    let mut sums = vec![(0.0, 0.0); yardstick.columns().len()];
    for (number, query) in (0..positions).step_by(step).take(QUERIES).enumerate() {
        for found in nearest(query) {
            for (sum, value) in sums.iter_mut().zip(yardstick.judge(number, query, found)) {
                if let Some(value) = value {
                    sum.0 += value;
                    sum.1 += 1.0;
                }
            }
        }
    }
    sums.into_iter().map(|(sum, count)| sum / count).collect()
}

fn row(name: &str, numbers: &[f64]) {
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.3}")).collect();
    println!("| {name} | {} |", numbers.join(" | "));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let half = arguments.get(2).map_or(2, |text| text.parse().unwrap());
    let mut yardstick: Box<dyn Yardstick> = match arguments.first().map(String::as_str) {
        Some("puzzles") => Box::new(puzzles::Puzzles::read(&arguments[1], half)),
        Some("games") => {
            Box::new(games::Games::read(&arguments[1], half, arguments.get(3).map(String::as_str)))
        }
        _ => {
            println!("usage: cargo bench --bench similarity -- puzzles|games FILE [1|2] [ENGINE]");
            return;
        }
    };
    let positions: Vec<Chess> = yardstick.positions().into_iter().cloned().collect();
    println!(
        "{} positions of half {half}, {QUERIES} queries, {NEAREST} nearest\n",
        positions.len()
    );
    let columns = yardstick.columns();
    println!("| words | {} |\n|---|{}", columns.join(" | "), "---|".repeat(columns.len()));
    let chance =
        |query: usize| (1..=NEAREST).map(|n| (query + n * 7_919) % positions.len()).collect();
    row("chance", &measure(&mut *yardstick, chance));
    let mut ranked = |name: &str, words: &dyn Fn(&Chess) -> Vec<(u64, Weights)>| {
        let documents: Vec<_> = positions.iter().map(words).collect();
        let collection = Collection::new(&documents);
        let nearest = |query: usize| {
            let found = collection.nearest(query, &documents[query], NEAREST).into_iter();
            found.map(|(document, _)| document).collect()
        };
        row(name, &measure(&mut *yardstick, nearest));
    };
    ranked("piece on square", &words::pieces);
    ranked("reached, attacked, defended (SIGIR 2014)", &words::reached);
    let learned = words::Learned::new();
    for (name, choice) in [
        ("graph and material patterns", Choice { graphs: true, ..Choice::NONE }),
        ("move patterns", Choice { moves: true, ..Choice::NONE }),
        ("all patterns", Choice { graphs: true, moves: true, ..Choice::NONE }),
        (
            "the same × extremeness",
            Choice { graphs: true, moves: true, extremeness: true, ..Choice::NONE },
        ),
        (
            "the 60 that say most, once each",
            Choice { graphs: true, moves: true, extremeness: true, most: Some(60), ..Choice::NONE },
        ),
        (
            "the best line alone, where something is won or lost",
            Choice { line: true, ..Choice::NONE },
        ),
    ] {
        ranked(name, &|position| learned.words(position, choice));
    }
    ranked("**words of the library: the 60 and the best line**", &|p| learned.library(p, false));
    ranked("the same and the pawns of each file", &|p| learned.library(p, true));
    ranked("the same without them, and piece on square × 0.6", &|p| {
        let pieces = words::scaled(words::pieces(p), 0.6);
        learned.library(p, false).into_iter().chain(pieces).collect()
    });
    second_stages(&positions, &learned, &mut *yardstick);
}

/// What a second look at the first 60 would change: which ten of them are shown.
fn second_stages(positions: &[Chess], learned: &words::Learned, yardstick: &mut dyn Yardstick) {
    let mut measured = |name: &str, nearest: &dyn Fn(usize) -> Vec<usize>| {
        row(name, &measure(yardstick, nearest));
    };
    let documents: Vec<_> = positions.iter().map(|p| learned.library(p, false)).collect();
    let pieces: Vec<_> = positions.iter().map(words::pieces).collect();
    let plans: Vec<_> = positions.iter().map(|p| learned.best_move(p)).collect();
    let (collection, boards) = (Collection::new(&documents), Collection::new(&pieces));
    // Scores as a fraction of the best.
    let candidates = |query: usize| {
        let mut found = collection.nearest(query, &documents[query], CANDIDATES);
        let best = found.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        found.iter_mut().for_each(|(_, score)| *score /= best);
        found
    };
    let cosine = |a: usize, b: usize| collection.cosine(&documents[a], &documents[b]);
    let plan = |a: usize, b: usize| words::alike(plans[a], plans[b]);
    let squares = |a: usize, b: usize| boards.cosine(&pieces[a], &pieces[b]);
    let mut stage = |name: &str, weights: [f32; 2], alike: &dyn Fn(usize, usize) -> f32| {
        for weight in weights {
            measured(&format!("{weight} × {name} in a second stage"), &|query| {
                let mut found = candidates(query);
                for (document, score) in &mut found {
                    *score += weight * alike(query, *document);
                }
                found.sort_by(|a, b| b.1.total_cmp(&a.1));
                found.into_iter().take(NEAREST).map(|(document, _)| document).collect()
            });
        }
    };
    stage("cosine", [0.3, 1.0], &cosine);
    stage("the memory's move alike", [0.1, 0.3], &plan);
    stage("piece on square", [0.1, 0.3], &squares);
    for lambda in [0.9, 0.7] {
        measured(&format!("variety, λ = {lambda}"), &|query| {
            varied(&candidates(query), lambda, NEAREST, cosine)
        });
    }
}
