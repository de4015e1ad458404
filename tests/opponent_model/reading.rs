use morph::arena::pgn::{PgnReader, Tags};
use morph::opponent_model::packed_game::{GameResult, PackedGame, PackedMove};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Position};

use super::{BROKEN, LEARNED, games};

#[test]
fn an_invalid_game_is_an_error_and_the_next_one_is_read() {
    let mut reader = PgnReader::new(BROKEN.as_bytes());
    let mut next = || reader.next_game(&mut |_| true, PackedGame::from_pgn).unwrap();
    let error = next().unwrap_err().to_string();
    assert!(error.starts_with("game 1, line 1: ply 3: cannot play Qd8 in "), "{error}");
    let error = next().unwrap_err().to_string();
    assert!(error.starts_with("game 2, line 8: tag FEN "), "{error}");
    assert!(matches!(next(), Ok(Some(game)) if game.moves.len() == 5));
}

#[test]
fn only_wanted_games_are_read() {
    let mut reader = PgnReader::new(LEARNED.as_bytes());
    let mut wanted = |tags: &Tags| tags.get("White").is_some_and(|name| name.starts_with("Adams"));
    let mut read = Vec::new();
    while let Some(game) = reader.next_game(&mut wanted, PackedGame::from_pgn) {
        read.extend(game.unwrap().map(|game| game.title()));
    }
    assert_eq!(read, ["Adams, B. – Brown, C., 1950.06.01 round 6"]);
    assert_eq!(reader.games(), 6);
}

#[test]
fn the_last_date_counts_and_other_variants_are_rejected() {
    let text = "[Date \"2020.01.01\"]\n[UTCDate \"2020.01.02\"]\n\n1. e4 *\n\n[Variant \"Antichess\"]\n\n1. e3 *\n\n\
                [White \"A\"]\n\n*\n";
    let mut reader = PgnReader::new(text.as_bytes());
    let mut next = || reader.next_game(&mut |_| true, PackedGame::from_pgn).unwrap();
    assert_eq!(next().unwrap().unwrap().date, "2020.01.02");
    let error = next().unwrap_err().to_string();
    assert!(error.contains("tag Variant \"Antichess\": expected Standard"), "{error}");
    assert!(next().unwrap_err().to_string().ends_with("no moves"));
}

#[test]
fn a_result_has_a_viewpoint() {
    let game = &games(LEARNED)[1];
    assert_eq!(game.result_for(Color::White), Some(GameResult::Lost));
    assert_eq!(game.result_for(Color::Black), Some(GameResult::Won));
}

proptest! {
    #[test]
    fn every_legal_move_can_be_packed_and_unpacked(choices in prop::collection::vec(0usize..1000, 0..120)) {
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
    fn reading_any_text_does_not_panic(text in "\\PC{0,200}|(\\[White \"[^\"]{0,9}\"\\]\n)?\n1\\. (e4|Qh5|O-O|x|\\{|\\(){1,9} \\*\n") {
        let mut reader = PgnReader::new(text.as_bytes());
        while let Some(game) = reader.next_game(&mut |_| true, PackedGame::from_pgn) {
            let _ = game;
        }
    }
}
