//! Puzzles, judged by their themes.

use std::collections::BTreeMap;

use morph::explanation::explained::Explanation;
use rand::seq::SliceRandom;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use super::table::Share;
use super::{Arguments, Teller};

/// Themes that name a motif, and the words that tell it.
const MOTIFS: [(&str, &[&str]); 8] = [
    ("fork", &["fork"]),
    ("pin", &["pin"]),
    ("skewer", &["skewer"]),
    ("discoveredAttack", &["discover"]),
    ("doubleCheck", &["double check"]),
    ("backRankMate", &["back rank", "back-rank"]),
    ("smotheredMate", &["smothered"]),
    ("capturingDefender", &["defender"]),
];

/// Themes of puzzles that are won.
const WON: [&str; 2] = ["mate", "crushing"];

struct Puzzle {
    /// After the opponent's move that allows it.
    position: Chess,
    solution: Move,
    themes: Vec<String>,
}

fn read(file: &str, arguments: &Arguments) -> Vec<Puzzle> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let themes = reader.headers().unwrap().iter().position(|name| name == "Themes").unwrap();
    let mut rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    rows.shuffle(&mut arguments.rng());
    let names_motif = |themes: &str| {
        themes.split_whitespace().any(|theme| MOTIFS.iter().any(|(name, _)| *name == theme))
    };
    rows.retain(|row| names_motif(&row[themes]));
    rows.truncate(arguments.option("--count", 400));
    let puzzle = |row: &csv::StringRecord| {
        let fen: Fen = row[1].parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let mut moves = row[2].split_whitespace().map(|text| text.parse::<UciMove>().unwrap());
        position.play_unchecked(moves.next().unwrap().to_move(&position).unwrap());
        let solution = moves.next().unwrap().to_move(&position).unwrap();
        let themes = row[themes].split_whitespace().map(str::to_owned).collect();
        Puzzle { position, solution, themes }
    };
    rows.iter().map(puzzle).collect()
}

/// The solver's first move begins a line that is told, or is told as mate.
fn is_told(told: &Explanation, solver: Color, solution: Move) -> bool {
    let begins = told.force.as_ref().is_some_and(|force| force.line.first() == Some(&solution));
    begins
        || told.facts.iter().filter(|fact| fact.owner == solver).any(|fact| {
            let line = fact.detection.line.first().map(|step| (step.from, step.to));
            let step = fact.squares().first().copied().zip(fact.detection.to);
            let is_it = |step| Some(step) == solution.from().map(|from| (from, solution.to()));
            line.or(step).is_some_and(is_it)
        })
}

pub fn measure(file: &str, arguments: &Arguments) {
    let mut teller = Teller::new(arguments);
    let (mut told, mut favours, mut all) = (Share::default(), Share::default(), Share::default());
    let mut named: BTreeMap<&str, Share> = BTreeMap::new();
    for puzzle in read(file, arguments) {
        let solver = puzzle.position.turn();
        let explanation = teller
            .explainer
            .explain(&puzzle.position, teller.settings, Some(&mut teller.learned))
            .unwrap();
        if WON.iter().any(|won| puzzle.themes.iter().any(|theme| theme == won)) {
            let is_against = solver.fold_wb(1.0, -1.0) * explanation.value() < 0.0;
            favours.count(is_against);
            if is_against {
                eprintln!("favours the loser: {} ({:+.1})", explanation.fen, explanation.value());
            }
        }
        let is_told = is_told(&explanation, solver, puzzle.solution);
        told.count(is_told);
        if !is_told {
            continue;
        }
        let text = teller.text(&puzzle.position).to_lowercase();
        for (theme, words) in MOTIFS {
            if puzzle.themes.iter().any(|name| name == theme) {
                let is_named = words.iter().any(|word| text.contains(word));
                named.entry(theme).or_default().count(is_named);
                all.count(is_named);
            }
        }
    }
    println!("| puzzles | |\n|---|---|");
    favours.row("won puzzles whose headline favours the loser");
    told.row("the solver's first move is told");
    all.row("motif named where the move is told");
    for (theme, share) in named {
        share.row(&format!("{theme} named where the move is told"));
    }
}
