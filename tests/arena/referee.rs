use morph::arena::{GameEnd, Openings, Rules, play_game};
use morph::chess::{Ending, Game};
use morph::player::{Choice, Player, PlayerError};
use morph::rng;
use shakmaty::{Color, KnownOutcome, Move, Position, Role, Square};

use crate::{played, scripted};

#[test]
fn a_mate_ends_the_game_with_a_result() {
    let record = scripted(&["f2f3", "g2g4"], &["e7e5", "d8h4"]);
    assert_eq!(record.ending, GameEnd::Rule(Ending::Checkmate));
    assert_eq!(record.result, Some(KnownOutcome::Decisive { winner: Color::Black }));
    assert_eq!(record.plies.len(), 4);
    assert!(record.events.is_empty());
}

#[test]
fn a_threefold_repetition_is_a_draw_without_a_claim() {
    let record = scripted(&["g1f3", "f3g1", "g1f3", "f3g1"], &["g8f6", "f6g8", "g8f6", "f6g8"]);
    assert_eq!(record.ending, GameEnd::Rule(Ending::Repetition));
    assert_eq!((record.result, record.plies.len()), (Some(KnownOutcome::Draw), 8));
}

#[test]
fn a_failing_player_costs_the_result_and_nothing_else() {
    let record = scripted(&["e2e4"], &["e7e5"]);
    let GameEnd::Abandoned { by, why, recovered } = &record.ending else { panic!("{record:?}") };
    assert_eq!((*by, *recovered), (Color::White, true));
    assert!(why.starts_with("scripted: "), "{why}");
    assert_eq!((record.result, record.plies.len()), (None, 2));
    assert_eq!(record.events.len(), 1);
}

#[test]
fn an_illegal_answer_is_a_failure() {
    struct Cheat;
    impl Player for Cheat {
        fn name(&self) -> String {
            "cheat".to_owned()
        }

        fn choose(&mut self, _: &Game, _: &mut dyn rand::Rng) -> Result<Choice, PlayerError> {
            let (from, to) = (Square::E2, Square::E5);
            let role = Role::Pawn;
            let m = Move::Normal { role, from, to, capture: None, promotion: None };
            Ok(Choice { m, value: None, explored: false, best: None })
        }
    }
    let opening = Openings::default().opening(0, 1);
    let mut rng = rng::seeded(1, "test", 0);
    let record = play_game(&mut Cheat, &mut Cheat, &opening, &Rules::default(), &mut rng);
    assert!(matches!(record.ending, GameEnd::Abandoned { by: Color::White, .. }));
    assert!(record.plies.is_empty());
}

#[test]
fn the_ply_cap_is_a_draw_that_is_reported() {
    let record = played("random", "random", 1, 10);
    assert_eq!((record.plies.len(), record.result), (10, Some(KnownOutcome::Draw)));
    assert_eq!(record.ending, GameEnd::PlyCap);
    assert_eq!(record.events, ["draw by the cap of 10 plies"]);
}

#[test]
fn captured_material_is_counted_from_the_captures() {
    // White takes a pawn, a knight and a rook, promotes, and loses the new queen and a pawn.
    let white = ["e2e4", "e4d5", "d5c6", "c6b7", "b7a8q", "a2a3"];
    let black = ["d7d5", "b8c6", "a7a6", "c8g4", "d8a8"];
    let record = scripted(&white, &black);
    assert_eq!(record.captured(Color::White), 1 + 3 + 1 + 5);
    assert_eq!(record.captured(Color::Black), 9);
}

#[test]
fn captures_of_the_opening_are_nobodys() {
    let mut record = scripted(&["e2e4", "e4d5", "d5c6"], &["d7d5", "b8c6"]);
    record.opening_plies = 3;
    assert_eq!(record.captured(Color::White), 3);
}

#[test]
fn positions_run_from_the_start_to_the_end() {
    let record = played("random", "greedy", 8, 50);
    let positions: Vec<_> = record.positions().collect();
    assert_eq!(positions.len(), record.plies.len() + 1);
    for (position, ply) in positions.iter().zip(&record.plies) {
        assert!(position.is_legal(ply.m));
    }
}
