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

use ranking::{Collection, Weights};
use shakmaty::Chess;
use words::Choice;

const QUERIES: usize = 1_200;
const NEAREST: usize = 10;

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
    let row = |name: &str, numbers: Vec<f64>| {
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.3}")).collect();
        println!("| {name} | {} |", numbers.join(" | "));
    };
    let chance =
        |query: usize| (1..=NEAREST).map(|n| (query + n * 7_919) % positions.len()).collect();
    row("chance", measure(&mut *yardstick, chance));
    let mut ranked = |name: &str, words: &dyn Fn(&Chess) -> Vec<(u64, Weights)>| {
        let documents: Vec<_> = positions.iter().map(words).collect();
        let collection = Collection::new(&documents);
        let nearest = |query: usize| collection.nearest(query, &documents[query], NEAREST);
        row(name, measure(&mut *yardstick, nearest));
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
}
