use morph::arena::{OpeningSource, PlyRange};
use morph::chess::legal_move;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

use super::{check_refusal, file, name};

/// A file of positions to start games from, and moves in algebraic or UCI notation.
pub fn epd(bytes: &[u8]) {
    let input = file(bytes, ".epd");
    let source =
        OpeningSource::Epd { file: input.path().to_owned(), plies: PlyRange::new(0, 2).unwrap() };
    let openings = match source.load() {
        Ok(openings) => openings,
        Err(error) => return check_refusal(&error, &name(&input), bytes),
    };
    let text = String::from_utf8_lossy(bytes);
    let mut fens = String::new();
    for index in 0..4 {
        let opening = openings.opening(index, 1);
        let game = opening.game();
        assert!(game.ending().is_none() && game.plies() <= 2);
        for word in text.split_whitespace().filter(|word| word.len() < 8).take(100) {
            if let Some(m) = legal_move(game.position(), word) {
                assert!(game.position().is_legal(m), "{word}");
            }
        }
        let fen = Fen::from_position(game.position(), EnPassantMode::Legal);
        fens.push_str(&format!("{fen}\n"));
    }
    // What the program writes it reads, and as the same position.
    let again = file(fens.as_bytes(), ".epd");
    let source = OpeningSource::Epd { file: again.path().to_owned(), plies: PlyRange::default() };
    let openings = source.load().expect("positions that were written are read");
    for index in 0..4 {
        let opening = openings.opening(index, 1);
        let fen = Fen::from_position(opening.game().position(), EnPassantMode::Legal).to_string();
        assert!(fens.lines().any(|line| line == fen), "{fen} is not in {fens}");
    }
}
