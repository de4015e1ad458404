//! Errors of invalid tables, and advice of the built-in tables in positions of chess.
#![allow(clippy::unwrap_used)]

use morph::chess::tablebase::EndgamePosition;
use morph::endgame::advisor::Advisor;
use morph::endgame::condition::Clause;
use morph::endgame::table::AdviceTable;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::SanPlus};

const TABLE: &str = r#"endgame = "KRK"
title = "a table"

[[rule]]
name = "squeeze"
sentence = "Squeeze."
better_goal = ["new box less"]
moves = ["rook moves"]
depth = 1
"#;

fn complaint(old: &str, new: &str) -> String {
    assert!(TABLE.contains(old), "{old}");
    AdviceTable::parse("rook.toml", &TABLE.replace(old, new)).unwrap_err().to_string()
}

#[test]
fn a_valid_table_is_read() {
    let table = AdviceTable::parse("some/folder/rook.toml", TABLE).unwrap();
    assert_eq!((table.name.as_str(), table.endgame.to_string().as_str()), ("rook", "KRK"));
    assert_eq!(table.rules[0].better_goal[0].to_string(), "new box less");
}

#[test]
fn an_error_names_file_line_and_what_was_expected() {
    let text = complaint("new box less", "new boox less");
    assert!(
        text.starts_with("rook.toml:7: found 'boox less', expected a number up to 999, 'box'"),
        "{text}"
    );
    let text = complaint("new box less", "box is less");
    assert!(text.starts_with("rook.toml:7: found 'less', expected 'less than'"), "{text}");
    let text = complaint("new box less", "rook expossed");
    assert!(text.starts_with("rook.toml:7: found 'rook expossed', expected a condition"), "{text}");
    let text = complaint("new box less", "check or");
    assert!(text.starts_with("rook.toml:7: found the end of the line, expected"), "{text}");
    let text = complaint("rook moves", "castle moves");
    assert!(text.starts_with("rook.toml:8: found 'castle moves', expected"), "{text}");
    let text = complaint("depth = 1", "depth = 99");
    assert!(text.starts_with("rook.toml:9: found depth 99, expected a number from 1"), "{text}");
    let text = complaint("depth = 1", "death = 1");
    assert!(text.starts_with("rook.toml:9: unknown field `death`"), "{text}");
    let text = complaint("KRK", "KRRRK");
    assert!(
        text.starts_with("rook.toml:1: found 'KRRRK', expected one or two pieces between"),
        "{text}"
    );
    let text = complaint("depth = 1", "depth = 1\nprevents = [\"nobody\"]");
    assert!(text.starts_with("rook.toml:10: found 'nobody', expected 'prevents'"), "{text}");
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
        let text = complaint("new box less", &format!("{number} less than box"));
        let start = format!("rook.toml:7: found '{number} less than box', expected");
        assert!(text.starts_with(&start), "{text}");
    }
    let text = complaint("\"new box less\"", "");
    assert!(text.contains("'better_goal' is empty"), "{text}");
}

/// The keys and words of tables written before they were renamed.
#[test]
fn old_keys_and_words_mean_the_same_as_the_present_ones() {
    let old = r#"ending = "KPK"
title = "t"
when = ["not drawn"]
[[rule]]
name = "r"
say = "S."
better = ["new room less or rook still", "not men lost", "walk from rook to pawn less than pawn moves"]
hold = ["not queen on square ahead"]
moves = ["men moves", "rook moves inside the kings' box"]
depth = 2
[[defence]]
name = "d"
say = "S."
better = ["drawn"]
against = ["r"]
moves = ["king moves"]
depth = 1
"#;
    let new = r#"endgame = "KPK"
title = "t"
when = ["not insufficient material"]
[[rule]]
name = "r"
sentence = "S."
better_goal = [
    "new box less or rook unmoved",
    "not pieces en prise",
    "Manhattan distance from rook to pawn less than moves to promotion",
]
holding_goal = ["not queen on stop square"]
moves = ["piece moves", "rook moves inside the kings' rectangle"]
depth = 2
[[defence]]
name = "d"
sentence = "S."
better_goal = ["insufficient material"]
prevents = ["r"]
moves = ["king moves"]
depth = 1
"#;
    let [old, new] = [old, new].map(|text| AdviceTable::parse("t.toml", text).unwrap());
    let literals = |clauses: &[Clause]| {
        clauses.iter().map(|clause| clause.literals.clone()).collect::<Vec<_>>()
    };
    assert_eq!(literals(&old.entry), literals(&new.entry));
    for (old, new) in old.rules.iter().zip(&new.rules).chain(old.defence.iter().zip(&new.defence)) {
        assert_eq!(literals(&old.better_goal), literals(&new.better_goal));
        assert_eq!(literals(&old.holding_goal), literals(&new.holding_goal));
        assert_eq!((&old.moves, &old.prevents), (&new.moves, &new.prevents));
    }
}

#[test]
fn only_pieces_of_the_endgame_can_be_named() {
    for (line, found) in [
        ("bishop en prise", "bishop en prise"),
        ("distance from rook to knight at most 3", "knight at most 3"),
        ("our king on key squares", "key squares"),
        ("their king on the bishop corner", "bishop corner"),
    ] {
        let text = complaint("new box less", line);
        let start = format!("rook.toml:7: found '{found}', expected only pieces of this endgame");
        assert!(text.starts_with(&start), "{text}");
    }
    let text = complaint("rook moves", "queen moves");
    assert!(text.starts_with("rook.toml:8: found 'queen moves', expected only pieces"), "{text}");
}

#[test]
fn rule_names_are_unique_and_the_number_of_rules_is_limited() {
    let rule = TABLE.split_once("\n\n").unwrap().1;
    let text =
        AdviceTable::parse("rook.toml", &format!("{TABLE}\n{rule}")).unwrap_err().to_string();
    assert!(text.starts_with("rook.toml:11: found a second rule 'squeeze'"), "{text}");
    let many = (0..300).map(|number| rule.replace("squeeze", &number.to_string()));
    let text = format!("endgame = \"KRK\"\ntitle = \"t\"\n{}", many.collect::<String>());
    let text = AdviceTable::parse("rook.toml", &text).unwrap_err().to_string();
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
fn both_colours_get_the_same_advice_on_a_flipped_board() {
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
fn the_line_of_a_forced_mate_ends_with_mate() {
    let (line, rule) = advice("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(rule, "mate");
    assert!(line.last().unwrap().ends_with('#'), "{line:?}");
}

#[test]
fn a_pawn_promotes_to_a_rook_if_a_queen_would_stalemate() {
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
fn advice_explains_why_earlier_rules_failed() {
    let position = position("8/8/4k3/8/8/8/8/R6K w - - 0 1");
    let advisor = Advisor::load_shipped().unwrap();
    let advice = advisor.only("krk-1980").unwrap().advise(&position).unwrap();
    let text = morph::render::endgame::advice_text(&position, &advice);
    assert!(text.contains("  not mate: its condition 'Manhattan distance from our king"), "{text}");
}

#[test]
fn positions_not_covered_get_no_advice() {
    let advisor = Advisor::load_shipped().unwrap();
    assert_eq!(advisor.advise(&Chess::default()), None);
    assert_eq!(advisor.advise(&position("8/8/4k3/8/8/8/8/N6K w - - 0 1")), None);
    // Bishops of one colour never mate.
    assert_eq!(advisor.advise(&position("8/8/4k3/8/8/8/8/B1B4K w - - 0 1")), None);
}

/// The rook's side has one piece, which a rule names and which it can capture.
#[test]
fn the_queen_takes_a_rook_that_nothing_defends() {
    let (line, rule) = advice("8/8/8/3k4/8/8/8/K1Q4r w - - 0 1");
    assert_eq!((line, rule.as_str()), (vec!["Qxh1+".to_owned()], "win the rook"));
    let text = TABLE.replace("KRK", "KQKR").replace("rook moves", "queen moves");
    let parse = |line: &str| {
        AdviceTable::parse("queen.toml", &text.replace("new box less", line)).map(|_| ())
    };
    for line in ["their rook captured", "their rook en prise", "not their rook protected"] {
        assert_eq!(parse(line), Ok(()), "{line}");
    }
    for line in ["their pawn captured", "rook en prise", "queen captured"] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn the_rook_wins_the_pawn_or_is_given_for_it() {
    for (fen, first, last, rule) in [
        ("8/8/8/8/8/3k4/3p4/3R2K1 w - - 0 1", "Kf2", "Rxd2", "win the pawn"),
        // The pawn has become a queen, the greater piece.
        ("7k/8/8/8/8/8/3K4/1q1R4 w - - 0 1", "Rxb1", "Rxb1", "take"),
        ("8/8/8/8/2k1K3/8/1p6/3R4 w - - 0 1", "Rb1", "Rxb2+", "give the rook"),
    ] {
        let (line, chosen) = advice(fen);
        let ends = (line[0].as_str(), line[line.len() - 1].as_str(), chosen.as_str());
        assert_eq!(ends, (first, last, rule), "{line:?}");
    }
    // Black holds the draw: the pawn must not be pushed yet.
    let (line, rule) = advice("8/8/8/8/1k2K3/8/1p6/5R2 b - - 0 1");
    assert_eq!((line, rule.as_str()), (vec!["Kc3".to_owned()], "refute"));
    // What it has become cannot be captured, and no table is for a knight.
    let advisor = Advisor::load_shipped().unwrap();
    assert_eq!(advisor.advise(&position("8/8/8/8/8/2K5/1R6/k1n5 w - - 0 1")), None);
}

#[test]
fn only_rules_of_the_stronger_side_are_there_to_draw() {
    let text = TABLE.replace("depth = 1", "depth = 1\ndraws = true");
    assert!(AdviceTable::parse("rook.toml", &text).unwrap().rules[0].draws);
    let error = AdviceTable::parse(
        "rook.toml",
        &format!(
            "{TABLE}{}",
            &text[text.find("[[").unwrap()..]
                .replace("[[rule]]", "[[defence]]")
                .replace("rook moves", "king moves")
        ),
    );
    let error = error.unwrap_err().to_string();
    assert!(
        error.starts_with("rook.toml:10: rule 'squeeze': found 'draws', expected it in"),
        "{error}"
    );
}

#[test]
fn a_queen_can_be_won_by_a_pin_a_skewer_or_a_fork() {
    let holds = |line: &str, fen: &str| holds_in("KQKR", line, fen);
    // Re8 pins it, and the king protects the rook.
    assert!(holds("queen can be won", "r4k2/8/8/8/4Q3/8/8/4K3 b - - 0 1"));
    // Rh1+, and the queen is behind the king.
    assert!(holds("queen can be won", "7r/8/8/8/8/1k6/8/Q2K4 b - - 0 1"));
    assert!(holds("not queen can be won", "r4k2/8/8/8/3Q4/8/4K3/8 b - - 0 1"));
    let pawn = "8/8/8/3k4/4p3/8/8/2R4K b - - 0 1";
    for line in [
        "moves to promotion equals 3",
        "our king on edge",
        "distance from our king to promotion square equals 3",
        "ranks from rook to their king equals 4",
        "distance from their king to stop square equals 2",
    ] {
        assert!(holds_in("KRKP", line, pawn), "{line}");
    }
}

/// The line is true in a position of king, bishop and knight against king.
fn holds(line: &str, fen: &str) -> bool {
    holds_in("KBNK", line, fen)
}

fn holds_in(endgame: &str, line: &str, fen: &str) -> bool {
    let text = TABLE
        .replace("KRK", endgame)
        .replace("new box less", "check")
        .replace("rook moves", "any moves")
        .replace("title =", &format!("when = [\"{line}\"]\ntitle ="));
    let table = AdviceTable::parse("knight.toml", &text).unwrap();
    let (position, _) = EndgamePosition::from_chess(&position(fen)).unwrap();
    table.entry[0].holds(&position, &position)
}

#[test]
fn area_within_some_moves_and_the_triangle_confine_the_bare_king() {
    let corner = "N7/8/8/8/8/8/5K2/5B1k w - - 0 1";
    for line in ["area equals 2", "area within 3 moves equals 2", "triangle equals 1"] {
        assert!(holds(line, corner), "{line}");
    }
    let open = "7k/8/8/8/8/8/B7/N1K5 w - - 0 1";
    for (moves, squares) in [(0, 1), (1, 3), (2, 7)] {
        assert!(holds(&format!("area within {moves} moves equals {squares}"), open), "{moves}");
    }
    assert!(holds("triangle equals 7", open));
    assert!(
        complaint("new box less", "area within moves less than 3")
            .contains("area within <number> moves")
    );
    assert!(
        complaint("new box less", "triangle at most 3").contains("rook.toml:7: found 'triangle")
    );
}

#[test]
fn the_table_of_bishop_and_knight_drives_the_king_out_of_the_wrong_corner_and_mates() {
    let mut position = position("5k2/5N2/5K2/8/4B3/8/8/8 w - - 0 1");
    let advisor = Advisor::load_shipped().unwrap();
    for number in 1.. {
        assert!(number <= 30, "no mate in 30 moves");
        let advice = advisor.advise(&position).unwrap();
        position.play_unchecked(advice.m);
        if position.is_checkmate() {
            break;
        }
        // The reply that delays the goal of the rule longest.
        let reply = advice.line.get(1).copied().unwrap_or_else(|| position.legal_moves()[0]);
        position.play_unchecked(reply);
    }
}
