//! The text for a student: ten positions as in the golden file, and what holds of all.

use std::process::Command;

use morph::explanation::explainer::{Explainer, Settings};
use morph::render::explanation::coach;

use crate::papers::golden;
use crate::random_positions;

#[test]
fn ten_positions_are_told_as_in_the_golden_file() {
    let explain = ["explain", "--no-memory", "tests/explanation/data/coach.epd"];
    let output = Command::new(env!("CARGO_BIN_EXE_morph")).args(explain).output().unwrap();
    golden("coach.txt", &String::from_utf8(output.stdout).unwrap());
}

#[test]
fn texts_are_short_and_without_codes() {
    let explainer = Explainer::load_shipped().unwrap();
    for position in random_positions(200) {
        let explanation = explainer.explain(&position, Settings::default(), None).unwrap();
        let text = coach(&explanation, None);
        let words = text.split_whitespace().count();
        assert!(words <= 120, "{words} words: {text}");
        for code in ["XP", "NM", "LM", "S1", "S2", "R5", "  ", "..:", " .", "{", "}"] {
            assert!(!text.contains(code), "'{code}' in {text}");
        }
    }
}
