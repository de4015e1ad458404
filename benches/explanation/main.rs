//! Is what the explainer says true, short and about the move? Measured against a UCI engine and the themes of puzzles.
//!
//! `cargo bench --bench explanation -- positions FILE.pgn [--engine stockfish] [--depth 14] [--seed 1] [--count 250]` draws
//! one position of each of `count` games, explains it with the shipped memory and asks the engine for its score; about told
//! gains and first steps again to `--claims-depth 18`, since at 14 the engine takes every other complaint back.
//!
//! `cargo bench --bench explanation -- lines FILE.pgn …` draws positions as `positions` does, and asks the engine about every move
//! of each line that is told to win material: is any of them bad?
//!
//! `cargo bench --bench explanation -- puzzles FILE.csv [--seed 1] [--count 400]` draws puzzles of lichess.org (columns
//! `FEN`, `Moves`, `Themes`) whose theme names a motif, and asks whether the explanation tells the solver's move, and with
//! it the motif.
//!
//! `cargo bench --bench explanation -- teacher FILE.pgn` takes the games whose notes `tests/explanation/data/teacher.tsv`
//! describes, and asks whether our texts name the same pieces, squares and plans, and whether random facts would.
//!
//! `cargo bench --bench explanation -- moves FILE.pgn …` draws positions as `positions` does, compares the move played with a
//! random one and with the best other one that is found, and asks whether the engine prefers the same move. The winning
//! chances are lichess's, in `[-1, 1]`.
//!
//! `--nodes N` is that of `morph explain`, for all but `moves`. Shares come with a 95 % interval (Wilson). All values are pawns
//! for White, clamped to ±10.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

#[path = "../support/arguments.rs"]
mod arguments;
mod lines;
mod moves;
mod positions;
mod puzzles;
mod table;
mod teacher;

use arguments::Arguments;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::learned::MemoryExplainer;
use morph::memory::Memory;
use morph::render::explanation::{Format, Report};
use shakmaty::Chess;

/// The text that `morph explain` writes for a position with the shipped memory.
pub struct Teller {
    /// Tree and cases.
    pub explainer: Explainer,
    /// The shipped memory.
    pub learned: MemoryExplainer,
    /// As `morph explain` has them, but for `--nodes`.
    pub settings: Settings,
}

impl Teller {
    fn new(arguments: &Arguments) -> Teller {
        let settings = Settings::default();
        Teller {
            settings: Settings { nodes: arguments.option("--nodes", settings.nodes), ..settings },
            explainer: Explainer::load_shipped().unwrap(),
            learned: MemoryExplainer::from_memory(Memory::load_shipped().unwrap()),
        }
    }

    fn text(&mut self, position: &Chess) -> String {
        let mut report = Report {
            explainer: &self.explainer,
            settings: self.settings,
            learned: Some(&mut self.learned),
            precedents: None,
            advisor: morph::endgame::advisor::Advisor::load_shipped().unwrap(),
            exponents: morph::learning::Exponents::default(),
            format: Format::Text,
            full: false,
        };
        let mut text = Vec::new();
        report.write(&mut text, &[(String::new(), position.clone())]).unwrap();
        String::from_utf8(text).unwrap()
    }
}

fn main() {
    let arguments = Arguments::of_process();
    match &arguments.words[..] {
        [what, file, ..] if what == "positions" => positions::measure(file, &arguments),
        [what, file, ..] if what == "lines" => lines::measure(file, &arguments),
        [what, file, ..] if what == "moves" => moves::measure(file, &arguments),
        [what, file, ..] if what == "puzzles" => puzzles::measure(file, &arguments),
        [what, file, ..] if what == "teacher" => teacher::measure(file, &arguments),
        _ => println!(
            "usage: cargo bench --bench explanation -- positions|lines|moves|puzzles|teacher FILE [--engine NAME] [--depth N] [--seed N] \
             [--count N] [--nodes N]"
        ),
    }
}
