//! Endings of a few pieces, where the result is known: verdict, facts and advice must not contradict it or each other.

use morph::chess::tablebase::{DistanceToMate, Endgame, EndgamePosition, EndgameSide, PerfectPlay};
use morph::explanation::explainer::{Explainer, Settings};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::command::said;
use crate::position;

fn value(fen: &str) -> f64 {
    let explainer = Explainer::load_shipped().unwrap();
    explainer.explain(&position(fen), Settings::default(), None).unwrap().value()
}

#[test]
fn what_cannot_be_won_is_even() {
    for fen in [
        "8/k7/8/8/8/8/1P6/1K6 w - - 0 1",
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        "2k5/8/8/3p4/8/8/2K5/8 w - - 0 1",
        "8/8/8/8/6k1/PK6/8/8 b - - 0 1",
        // Two knights.
        "8/8/8/4k3/8/4K3/3NN3/8 w - - 0 1",
        // Black can win a pawn, and the ending that is left is drawn.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    ] {
        assert!(value(fen).abs() < f64::EPSILON, "{fen}: {}", value(fen));
        let text = said(&["explain", fen]);
        assert!(text.contains("The game is about equal"), "{text}");
        assert!(!text.contains(" wins "), "{text}");
    }
}

#[test]
fn a_move_that_loses_king_and_pawn_against_king_is_much_worse() {
    let text = said(&["why", "8/8/1k6/8/8/1K6/1P6/8 b - - 0 1", "Kb5", "Kc6"]);
    assert!(text.starts_with("Kb5 is much better than Kc6: "), "{text}");
    assert!(text.contains("0.0 after Kb5"), "{text}");
}

/// Every so many positions of the endings of which everything is known.
#[test]
fn verdicts_agree_with_distances_to_mate() {
    let explainer = Explainer::load_shipped().unwrap();
    for (name, step) in [("KPK", 4001), ("KRK", 8009), ("KQK", 8009)] {
        let endgame = Endgame::parse(name).unwrap();
        let perfect = DistanceToMate::generate(&endgame);
        for side in [EndgameSide::Strong, EndgameSide::Weak] {
            let places = (0..endgame.size()).step_by(step);
            for small in places.filter_map(|place| endgame.position(place, side)) {
                let Some(position) = playable(&small) else { continue };
                let Ok(told) = explainer.explain(&position, Settings::QUICK, None) else {
                    continue;
                };
                let is_won = matches!(perfect.perfect_play(&small), PerfectPlay::Win(_));
                assert_eq!(told.value() > 1.5, is_won, "{}: {}", small.fen(), told.value());
                assert!(is_won || told.value().abs() < 0.3, "{}: {}", small.fen(), told.value());
            }
        }
    }
}

fn playable(small: &EndgamePosition) -> Option<Chess> {
    small.fen().parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

#[test]
fn the_fifty_move_rule_is_told_and_no_advice_lets_it_pass() {
    // The table's move would be the hundredth half-move.
    let text = said(&["explain", "4k3/8/8/8/8/8/4P3/4K3 w - - 99 120"]);
    assert!(!text.contains("endgame table"), "{text}");
    assert!(
        text.contains("Any move but a capture or a pawn move makes it a draw by the fifty-move"),
        "{text}"
    );
    let text = said(&["explain", "4k3/8/8/8/8/8/8/4K2R w K - 120 300"]);
    assert!(text.contains("A draw can be claimed: fifty moves without a capture"), "{text}");
    assert!(!text.contains("endgame table"), "{text}");
    let text = said(&["explain", "4k3/8/8/8/8/8/8/4K2R w K - 150 300"]);
    assert!(text.contains("75 moves without a capture or a pawn move: the game is"), "{text}");
    let text = said(&["explain", "4k3/8/8/8/8/8/8/4K2R w K - 94 300"]);
    assert!(text.contains("6 more half-moves without a capture or a pawn move make"), "{text}");
    let text = said(&["explain", "4k3/8/8/8/8/8/8/4K2R w K - 20 300"]);
    assert!(!text.contains("half-moves") && text.contains("endgame table"), "{text}");
}

#[test]
fn a_side_that_is_lost_is_not_told_how_to_draw() {
    let text = said(&["explain", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"]);
    assert!(text.contains("White is winning") && text.contains("Black is lost"), "{text}");
    assert!(!text.contains("Black draws"), "{text}");
    let drawn = said(&["explain", "8/8/8/8/6k1/PK6/8/8 b - - 0 1"]);
    assert!(drawn.contains("The game is about equal"), "{drawn}");
}

#[test]
fn a_table_with_another_move_than_the_line_says_that_it_wins_too() {
    for (fen, table) in [
        ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", "c8=R, the move of the endgame table kpk"),
        ("8/8/8/8/8/5k2/5p2/5K2 b - - 0 1", "Kg3, the move of the endgame table kpk"),
    ] {
        let text = said(&["explain", fen]);
        let line = text.contains(table) && text.contains(", wins too: ");
        assert!(line || !text.contains("endgame table"), "{text}");
        assert!(!text.contains("is the move of the endgame table"), "{text}");
    }
}

#[test]
fn pawns_are_to_be_exchanged_only_where_there_are_some() {
    for fen in ["k1K5/8/8/8/8/8/1R6/8 b - - 0 1", "6K1/8/8/8/8/5k2/6p1/6Q1 b - - 0 1"] {
        let text = said(&["explain", fen]);
        assert!(!text.contains("exchange"), "{text}");
    }
}
