//! What a faulty table is told, and that shipped tables and advice are sound on ordinary positions.
#![allow(clippy::unwrap_used)]

use morph::endgame::advisor::Advisor;
use morph::endgame::table::Table;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::SanPlus};

const TABLE: &str = r#"ending = "KRK"
title = "a table"

[[rule]]
name = "squeeze"
say = "Squeeze."
better = ["new room less"]
moves = ["rook moves"]
depth = 1
"#;

fn complaint(old: &str, new: &str) -> String {
    assert!(TABLE.contains(old), "{old}");
    Table::parse("rook.toml", &TABLE.replace(old, new)).unwrap_err().to_string()
}

#[test]
fn a_good_table_is_read() {
    let table = Table::parse("some/folder/rook.toml", TABLE).unwrap();
    assert_eq!((table.name.as_str(), table.ending.to_string().as_str()), ("rook", "KRK"));
    assert_eq!(table.rules[0].better[0].to_string(), "new room less");
}

#[test]
fn a_bad_table_is_refused_with_file_line_and_what_was_expected() {
    let text = complaint("new room less", "new rooom less");
    assert!(
        text.starts_with("rook.toml:7: found 'rooom less', expected a number up to 999, 'room'"),
        "{text}"
    );
    let text = complaint("new room less", "room is less");
    assert!(text.starts_with("rook.toml:7: found 'less', expected 'less than'"), "{text}");
    let text = complaint("new room less", "rook expossed");
    assert!(text.starts_with("rook.toml:7: found 'rook expossed', expected a condition"), "{text}");
    let text = complaint("new room less", "check or");
    assert!(text.starts_with("rook.toml:7: found the end of the line, expected"), "{text}");
    let text = complaint("rook moves", "castle moves");
    assert!(text.starts_with("rook.toml:8: found 'castle moves', expected"), "{text}");
    let text = complaint("depth = 1", "depth = 99");
    assert!(text.starts_with("rook.toml:9: found depth 99, expected a number from 1"), "{text}");
    let text = complaint("depth = 1", "death = 1");
    assert!(text.starts_with("rook.toml:9: unknown field `death`"), "{text}");
    let text = complaint("KRK", "KRRRK");
    assert!(text.starts_with("rook.toml:1: found 'KRRRK', expected the men between"), "{text}");
    let text = complaint("depth = 1", "depth = 1\nagainst = [\"nobody\"]");
    assert!(text.starts_with("rook.toml:10: found 'nobody', expected 'against'"), "{text}");
    for depth in ["0", "-1", "300"] {
        let text = complaint("depth = 1", &format!("depth = {depth}"));
        let start = format!("rook.toml:9: found depth {depth}, expected a number from 1 to 15");
        assert!(text.starts_with(&start), "{text}");
    }
    for ending in ["KK", "krk", "KKK"] {
        let text = complaint("KRK", ending);
        assert!(text.starts_with(&format!("rook.toml:1: found '{ending}', expected")), "{text}");
    }
    for number in ["1000", "-1", "99999999999"] {
        let text = complaint("new room less", &format!("{number} less than room"));
        let start = format!("rook.toml:7: found '{number} less than room', expected");
        assert!(text.starts_with(&start), "{text}");
    }
    let text = complaint("\"new room less\"", "");
    assert!(text.contains("'better' is empty"), "{text}");
}

#[test]
fn a_table_speaks_only_of_men_that_can_be_there() {
    for (line, found) in [
        ("bishop lost", "bishop lost"),
        ("distance from rook to knight at most 3", "knight at most 3"),
        ("our king on key squares", "key squares"),
        ("their king on the bishop corner", "bishop corner"),
    ] {
        let text = complaint("new room less", line);
        let start = format!("rook.toml:7: found '{found}', expected only men of this ending");
        assert!(text.starts_with(&start), "{text}");
    }
    let text = complaint("rook moves", "queen moves");
    assert!(text.starts_with("rook.toml:8: found 'queen moves', expected only men"), "{text}");
}

#[test]
fn rules_have_names_of_their_own_and_there_are_not_too_many() {
    let rule = TABLE.split_once("\n\n").unwrap().1;
    let text = Table::parse("rook.toml", &format!("{TABLE}\n{rule}")).unwrap_err().to_string();
    assert!(text.starts_with("rook.toml:11: found a second rule 'squeeze'"), "{text}");
    let many = (0..300).map(|number| rule.replace("squeeze", &number.to_string()));
    let text = format!("ending = \"KRK\"\ntitle = \"t\"\n{}", many.collect::<String>());
    let text = Table::parse("rook.toml", &text).unwrap_err().to_string();
    assert!(text.contains("expected at most 50 rules"), "{text}");
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// The moves of the advised line, and its rule.
fn advice(fen: &str) -> (Vec<String>, String) {
    let mut position = position(fen);
    let advice = Advisor::load_shipped().unwrap().advise(&position).unwrap();
    assert_eq!(advice.m, advice.line[0]);
    let line = advice.line.into_iter().map(|m| {
        assert!(position.is_legal(m));
        SanPlus::from_move_and_play_unchecked(&mut position, m).to_string()
    });
    (line.collect(), advice.rule)
}

#[test]
fn either_colour_gets_the_same_advice_on_a_turned_board() {
    let (white, rule) = advice("8/8/4k3/8/8/8/8/R6K w - - 0 1");
    let (black, same) = advice("r6k/8/8/8/8/4K3/8/8 b - - 0 1");
    assert_eq!(rule, same);
    let turn = |text: &String| {
        let turned = text.chars().map(|c| c.to_digit(10).map_or(c, |d| char::from(b'9' - d as u8)));
        turned.collect::<String>()
    };
    assert_eq!(white, black.iter().map(turn).collect::<Vec<_>>());
}

#[test]
fn a_forced_mate_is_shown_to_its_end() {
    let (line, rule) = advice("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(rule, "mate");
    assert!(line.last().unwrap().ends_with('#'), "{line:?}");
}

#[test]
fn a_pawn_that_would_stalemate_as_queen_becomes_a_rook() {
    let (line, rule) = advice("8/k1P5/8/K7/8/8/8/8 w - - 0 1");
    assert_eq!((line, rule.as_str()), (vec!["c8=R".to_owned()], "queen"));
    let (line, _) = advice("8/2P5/k7/8/K7/8/8/8 w - - 0 1");
    assert_eq!(line, ["c8=Q+"]);
    let (line, _) = advice("k7/2P5/1K6/8/8/8/8/8 w - - 0 1");
    assert_eq!(line, ["c8=Q#"]);
}

#[test]
fn the_bare_king_is_advised_to_take_the_opposition() {
    let (line, _) = advice("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1");
    assert_eq!(line, ["Ke7"]);
}

#[test]
fn earlier_rules_say_what_stood_against_them() {
    let position = position("8/8/4k3/8/8/8/8/R6K w - - 0 1");
    let advisor = Advisor::load_shipped().unwrap();
    let advice =
        morph::endgame::advisor::advise_by(advisor.table("krk-1980").unwrap(), &position).unwrap();
    let reasons: Vec<String> = advice.rejected.iter().map(|r| r.reason.to_string()).collect();
    assert!(!reasons.is_empty());
    assert!(reasons[0].starts_with("not now: it is not so that walk from our king"), "{reasons:?}");
}

#[test]
fn positions_without_a_table_get_no_advice() {
    let advisor = Advisor::load_shipped().unwrap();
    assert_eq!(advisor.advise(&Chess::default()), None);
    assert_eq!(advisor.advise(&position("8/8/4k3/8/8/8/8/N6K w - - 0 1")), None);
    // Bishops of one colour never mate.
    assert_eq!(advisor.advise(&position("8/8/4k3/8/8/8/8/B1B4K w - - 0 1")), None);
}
