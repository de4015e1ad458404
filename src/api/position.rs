use shakmaty::{Chess, Move};

use super::Error;
use crate::chess;

/// Reads a position in Forsyth-Edwards notation.
///
/// ```
/// let position = morph::position_from_fen("8/8/4k3/8/8/8/8/R6K w - - 0 1")?;
/// let error = morph::position_from_fen("8/8/4k3/8/8/8/8/R6R w - - 0 1").unwrap_err();
/// println!("{error}"); // '8/8/4k3/8/8/8/8/R6R w - - 0 1': illegal position: missing king
/// # assert_eq!(position.turn(), morph::shakmaty::Color::White);
/// # assert!(error.to_string().ends_with("': illegal position: missing king"), "{error}");
/// # use morph::shakmaty::Position;
/// # Ok::<(), morph::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Position`]: the text is not FEN, or the position is illegal. Positions of Chess960 are refused by name.
pub fn position_from_fen(fen: &str) -> Result<Chess, Error> {
    chess::position_from_fen(fen).map_err(|what| Error::Position { fen: fen.to_owned(), what })
}

/// Reads a move of a position, as `Nf3`, `g1f3` or `e7e8q`.
///
/// # Errors
///
/// [`Error::IllegalMove`]: no legal move is written like this.
pub fn legal_move(position: &Chess, text: &str) -> Result<Move, Error> {
    let illegal = || Error::IllegalMove { m: text.to_owned(), fen: chess::fen(position) };
    chess::legal_move(position, text).ok_or_else(illegal)
}
