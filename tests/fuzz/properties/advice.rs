use morph::endgame::advisor::Advisor;
use morph::endgame::table::AdviceTable;
use morph::render::endgame::advice_text;
use shakmaty::Position;

use super::{NAME, check_refusal, position};

/// Two for each of the shipped tables: the strong side to move, then the bare king.
const POSITIONS: [&str; 10] = [
    "8/8/4k3/8/8/8/8/R6K w - - 0 1",
    "8/8/8/3k4/8/2K5/6R1/8 b - - 0 1",
    "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
    "k7/8/1K6/8/8/8/8/5Q2 b - - 0 1",
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "8/4k3/8/4P3/4K3/8/8/8 b - - 0 1",
    "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
    "7k/8/5K2/3B4/4B3/8/8/8 b - - 0 1",
    "7k/8/5K2/4N3/4B3/8/8/8 w - - 0 1",
    "8/8/8/4k3/8/8/8/KBN5 b - - 0 1",
];

/// An advice table.
pub fn advice(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match AdviceTable::parse(NAME, text) {
        Ok(table) => assert_eq!(table.name, "input"),
        Err(error) => return check_refusal(&error, NAME, bytes),
    }
    let advisor = Advisor::from_texts([(NAME, text)]).unwrap();
    // A search may take a second, so that each input is asked for one side only.
    for fen in POSITIONS.iter().skip(bytes.len() % 2).step_by(2) {
        let position = position(fen);
        let Ok(advice) = advisor.ask(&position) else { continue };
        assert!(position.is_legal(advice.m));
        assert_eq!(advice.line.first(), Some(&advice.m));
        let mut after = position.clone();
        for m in &advice.line {
            after = after.play(*m).expect("the line is legal");
        }
        assert!(!advice_text(&position, &advice).is_empty());
    }
}
