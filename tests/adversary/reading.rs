use morph::opponent_model::read::{Reading, ScoreReader};
use morph::opponent_model::score::{GameResult, PackedMove};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Position};

use super::{BROKEN, LEARNED, games};

#[test]
fn a_broken_game_is_named_and_the_next_one_is_read() {
    let mut reader = ScoreReader::new(BROKEN.as_bytes());
    let mut next = || reader.next(&mut |_, _| true).unwrap();
    let error = next().unwrap_err().to_string();
    assert_eq!(error, "game 1 (Model, Anna – Fault, G., 1949.01.01): ply 3: Qd8 cannot be played");
    let error = next().unwrap_err().to_string();
    assert!(error.starts_with("game 2 (Model, Anna – Setup, H.): it does not begin"), "{error}");
    assert!(matches!(next(), Ok(Reading::Wanted(score)) if score.moves.len() == 5));
}

#[test]
fn only_wanted_games_are_read() {
    let mut reader = ScoreReader::new(LEARNED.as_bytes());
    let mut read = Vec::new();
    while let Some(game) = reader.next(&mut |white, _| white.starts_with("Adams")) {
        if let Reading::Wanted(score) = game.unwrap() {
            read.push(score.title());
        }
    }
    assert_eq!(read, ["Adams, B. – Brown, C., 1950.06.01 round 6"]);
    assert_eq!(reader.games(), 6);
}

#[test]
fn results_are_seen_from_either_side() {
    let score = &games(LEARNED)[1];
    assert_eq!(score.result_for(Color::White), Some(GameResult::Lost));
    assert_eq!(score.result_for(Color::Black), Some(GameResult::Won));
    assert_eq!(score.result_text(), "0-1");
}

proptest! {
    #[test]
    fn every_legal_move_survives_packing(choices in prop::collection::vec(0usize..1000, 0..120)) {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for m in &moves {
                prop_assert_eq!(PackedMove::new(*m).unpack(&position), Some(*m));
                let packed = PackedMove::new(*m);
                prop_assert_eq!(packed.flipped().flipped(), packed);
            }
            position.play_unchecked(moves[choice % moves.len()]);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}|(\\[White \"[^\"]{0,9}\"\\]\n)?\n1\\. (e4|Qh5|O-O|x|\\{|\\(){1,9} \\*\n") {
        let mut reader = ScoreReader::new(text.as_bytes());
        while let Some(game) = reader.next(&mut |_, _| true) {
            let _ = game;
        }
    }
}
