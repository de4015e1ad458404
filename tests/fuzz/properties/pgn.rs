use morph::arena::GameRecord;
use morph::arena::pgn::{GameReader, PgnError, PgnReader, PgnSettings, format_game};
use morph::opponent_model::import::read_games;

use super::{check_refusal, file, name};

/// Games, compressed by gzip or Zstandard if they begin like that.
pub fn pgn(bytes: &[u8]) {
    let extension = match bytes {
        [0x1f, 0x8b, ..] => ".pgn.gz",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ".pgn.zst",
        _ => ".pgn",
    };
    let input = file(bytes, extension);
    let name = name(&input);
    let reader = || GameReader::open(input.path()).unwrap();
    let mut readable = 0;
    for game in reader() {
        match game {
            Ok(game) => {
                readable += 1;
                check_game(&game);
            }
            Err(error) => check_error(&error, &name, bytes),
        }
    }
    // Learning from games is less strict about their ends, and refuses games from other positions.
    let reader = PgnReader::open(input.path()).unwrap();
    match read_games(reader, &mut |_| true, &mut |error| check_error(&error, &name, bytes)) {
        Ok((games, count)) => {
            assert!(games.len() <= count && readable <= count);
            assert!(games.iter().all(|game| game.plies().count() == game.moves.len()));
        }
        Err(error) => check_error(&error, &name, bytes),
    }
}

fn check_error(error: &PgnError, name: &str, bytes: &[u8]) {
    check_refusal(error, name, bytes);
}

/// What is written of a game is read as the same game.
fn check_game(game: &GameRecord) {
    let settings = PgnSettings { values: true, ..PgnSettings::default() };
    let text = format_game(game, Some(1), &settings);
    let mut games = GameReader::new(text.as_bytes());
    let again = games.next().unwrap().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(games.next().is_none(), "one game became two:\n{text}");
    assert_eq!(format_game(&again, Some(1), &settings), text);
    assert_eq!(again.plies.len(), game.plies.len());
    assert_eq!(again.result, game.result);
}
