//! Puzzles are alike if their themes are.

use std::collections::HashSet;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position, Role};

use super::Yardstick;

/// Themes that tell nothing of what happens on the board.
const GENERIC: [&str; 14] = [
    "advantage",
    "crushing",
    "endgame",
    "equality",
    "long",
    "master",
    "masterVsMaster",
    "mate",
    "middlegame",
    "oneMove",
    "opening",
    "short",
    "superGM",
    "veryLong",
];

struct Puzzle {
    position: Chess,
    themes: HashSet<String>,
    key_piece: Role,
}

pub struct Puzzles(Vec<Puzzle>);

impl Puzzles {
    pub fn read(path: &str, half: u32) -> Puzzles {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let mut puzzles = Vec::new();
        for row in reader.records() {
            let row = row.unwrap();
            // The halves do not depend on the order of the file.
            if crc32fast::hash(row[0].as_bytes()) % 2 != half - 1 {
                continue;
            }
            let fen: Fen = row[1].parse().unwrap();
            let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let mut moves = row[2].split_whitespace().map(|text| text.parse::<UciMove>().unwrap());
            let first = moves.next().unwrap().to_move(&position).unwrap();
            position.play_unchecked(first);
            let key_piece = moves.next().unwrap().to_move(&position).unwrap().role();
            let themes = row[4].split_whitespace().filter(|theme| !GENERIC.contains(theme));
            let themes: HashSet<String> = themes.map(str::to_owned).collect();
            if !themes.is_empty() {
                puzzles.push(Puzzle { position, themes, key_piece });
            }
        }
        Puzzles(puzzles)
    }
}

impl Yardstick for Puzzles {
    fn positions(&self) -> Vec<&Chess> {
        self.0.iter().map(|puzzle| &puzzle.position).collect()
    }

    fn columns(&self) -> Vec<&'static str> {
        vec!["agreement", "a theme shared", "same key piece"]
    }

    fn judge(&mut self, _: usize, query: usize, found: usize) -> Vec<Option<f64>> {
        let (one, other) = (&self.0[query], &self.0[found]);
        let shared = one.themes.intersection(&other.themes).count() as f64;
        let all = one.themes.union(&other.themes).count() as f64;
        let is = |is: bool| f64::from(u8::from(is));
        let numbers = [shared / all, is(shared > 0.0), is(one.key_piece == other.key_piece)];
        numbers.map(Some).to_vec()
    }
}
