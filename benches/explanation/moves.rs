//! Comparisons of two moves, judged by an engine.

use std::time::Instant;

use morph::explanation::compare::compare;
use morph::render::explanation::ComparisonRecord;
use morph::units::Score;
use rand::seq::IndexedRandom;
use shakmaty::{Chess, Move, Position};

use super::positions::{Judge, sample};
use super::table::Share;
use super::{Arguments, Teller};

/// Differences of winning chances, in `[0, 2]`: told as slightly better, and as better.
const SLIGHT: f64 = 0.05;
const CLEAR: f64 = 0.1;

/// Compares the move that was played with a random one, and with the best other one that the program finds.
pub fn measure(file: &str, arguments: &Arguments) {
    let (mut teller, mut judge) = (Teller::new(arguments), Judge::start(arguments));
    let mut rng = arguments.rng();
    let mut rows = Rows::default();
    for (position, played) in sample(file, arguments) {
        let others: Vec<Move> =
            position.legal_moves().into_iter().filter(|m| *m != played).collect();
        if let Some(random) = others.choose(&mut rng) {
            rows.compare(&position, played, Some(*random), &mut teller, &mut judge);
            rows.compare(&position, played, None, &mut teller, &mut judge);
        }
    }
    rows.print();
}

#[derive(Default)]
struct Rows {
    preferred: Share,
    preferred_slightly: Share,
    found: Share,
    found_opposite: Share,
    alike: Share,
    other: Share,
    words: Vec<usize>,
    /// For the comparisons.
    seconds: f64,
}

impl Rows {
    /// Without an `other`, the best one is to be found.
    fn compare(
        &mut self,
        position: &Chess,
        chosen: Move,
        other: Option<Move>,
        teller: &mut Teller,
        judge: &mut Judge,
    ) {
        let start = Instant::now();
        let compared = compare(&teller.explainer, position, chosen, other).unwrap();
        let record = ComparisonRecord::<()>::new(&teller.explainer.tree, &compared, None, None);
        self.seconds += start.elapsed().as_secs_f64();
        self.words.push(record.text.split_whitespace().count());
        let [first, second] = compared.outcomes.each_ref().map(|o| o.score.winning_chance());
        let told = first - second;
        let [first, second] = compared.moves.map(|m| judge.chance_after(position, m));
        let judged = first - second;
        match told.abs() {
            told_loss if told_loss >= CLEAR => {
                self.preferred.count(told * judged > 0.0);
                self.preferred_slightly.count(told.signum() * judged >= SLIGHT);
            }
            told_loss if told_loss < SLIGHT => self.alike.count(judged.abs() <= CLEAR),
            _ => {}
        }
        if judged.abs() >= CLEAR {
            self.found.count(judged.signum() * told >= SLIGHT);
            self.found_opposite.count(judged.signum() * told <= -SLIGHT);
        }
        if other.is_none() {
            let others = position.legal_moves().into_iter().filter(|m| *m != chosen);
            let best = others.map(|m| judge.chance_after(position, m)).fold(-1.0, f64::max);
            self.other.count(best - second <= CLEAR);
        }
    }

    fn print(&self) {
        println!("| comparisons of moves | {} |\n|---|---|", self.words.len());
        self.preferred.row("told as better by .1: so says the engine");
        self.preferred_slightly.row("told as better by .1: by .05 or more says the engine");
        self.found.row("better by .1 for the engine: told so, by .05 or more");
        self.found_opposite.row("better by .1 for the engine: told the other way, by .05 or more");
        self.alike.row("told as about equally good: within .1 for the engine");
        self.other.row("the other move, where none is asked about: within .1 of the best");
        let mean = |sum: f64| sum / self.words.len() as f64;
        let words = self.words.iter().sum::<usize>() as f64;
        let most = self.words.iter().max().copied().unwrap_or_default();
        println!("| words, without the memory's | mean {:.0}, most {most} |", mean(words));
        println!("| time for a comparison | {:.0} ms |", 1000.0 * mean(self.seconds));
    }
}

impl Judge {
    /// The mover's winning chance after a move, in `[-1, 1]`.
    fn chance_after(&mut self, position: &Chess, m: Move) -> f64 {
        let pawns = self.score_after(position, m);
        Score::Centipawns((pawns * 100.0).round() as i32).winning_chance()
    }
}
