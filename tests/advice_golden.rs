//! Games from the three positions of the paper's table 7.1, against the longest defence.
//!
//! `UPDATE_GOLDEN=1 cargo test --test advice_golden` rewrites the file; review its diff.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use morph::chess::tablebase::EndgamePosition;
use morph::endgame::advisor::Advisor;
use morph::endgame::game_graph::GameGraph;
use morph::endgame::interpreter::SubgameSearch;
use morph::render::endgame::game_text;
use shakmaty::{CastlingMode, Chess, fen::Fen};

const GOLDEN: &str = "tests/golden/advice-van-emden.txt";

/// Their king : our king : our rook, file.rank, their turn; and moves to mate in the paper.
const STARTS: [(&str, &str, u32); 3] = [
    ("4.2:8.2:5.5", "8/8/8/4R3/8/8/3k3K/8 b - - 0 1", 9),
    ("5.4:8.6:4.2", "8/8/7K/8/4k3/8/3R4/8 b - - 0 1", 24),
    ("7.6:1.2:5.4", "8/8/6k1/8/4R3/8/K7/8 b - - 0 1", 29),
];

#[test]
fn the_games_of_the_papers_table_are_as_recorded() {
    let advisor = Advisor::load_shipped().unwrap();
    let mut text = String::new();
    for name in ["krk-1980", "krk"] {
        let table = advisor.table(name).unwrap();
        let mut graph = GameGraph::new(table, &[], SubgameSearch::Deepening);
        for (start, fen, moves) in STARTS {
            let fen: Fen = fen.parse().unwrap();
            let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let (position, _) = EndgamePosition::from_chess(&position).unwrap();
            let game = graph.play_out(&position, 200);
            assert!(game.last().is_some_and(|last| last.before.after(last.m).is_mate()));
            writeln!(text, "{name}, theirturn:{start} (1980: {moves} moves)").unwrap();
            writeln!(text, "{}", game_text(&game)).unwrap();
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(GOLDEN).unwrap());
}
