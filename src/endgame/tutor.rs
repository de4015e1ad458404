//! What a person who defends against the tables enters.

use shakmaty::attacks::king_attacks;
use shakmaty::{Chess, Move, Position, Role, Square, san::San, uci::UciMove};

/// A line entered by the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TutorInput {
    /// End the game.
    Quit,
    /// Show how to enter a move.
    Help,
    /// List the legal moves.
    ListMoves,
    /// Ask for advice.
    Hint,
    /// A legal move.
    Move(Move),
    /// The king cannot go to this square.
    Illegal(Square, IllegalKingMove),
    /// The beginning of several legal moves, or of one.
    Incomplete(Vec<Move>),
    /// Anything else.
    Unknown,
}

/// Why a king cannot go to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalKingMove {
    /// It is there already.
    SameSquare,
    /// It is more than one step away.
    TooFar,
    /// The square is next to the enemy king.
    NextToKing,
    /// The piece on the square is protected.
    Protected,
    /// The square is attacked.
    Attacked,
}

impl TutorInput {
    /// Reads a line: a command, or a move such as `Kd5`, `d5` or `e6d5`.
    #[must_use]
    pub fn parse(line: &str, position: &Chess) -> TutorInput {
        match line.trim() {
            "quit" | "exit" | "q" => TutorInput::Quit,
            "" | "help" | "?" => TutorInput::Help,
            "moves" => TutorInput::ListMoves,
            "hint" => TutorInput::Hint,
            text => parse_move(text, position),
        }
    }
}

fn parse_move(text: &str, position: &Chess) -> TutorInput {
    let text = text.trim_end_matches(['+', '#', '!', '?', '.']);
    if let Some(m) = legal_move(text, position) {
        return TutorInput::Move(m);
    }
    let legal: Vec<Move> =
        position.legal_moves().into_iter().filter(|m| m.role() == Role::King).collect();
    let squares = text.trim_start_matches(['K', 'k']).replace('-', "").to_lowercase();
    if let Some(to) = target(text, &squares, position) {
        let m = legal.iter().find(|m| m.to() == to);
        return m.map_or_else(
            || TutorInput::Illegal(to, why_illegal(to, position)),
            |m| TutorInput::Move(*m),
        );
    }
    let is_begun = |m: &&Move| squares.len() == 1 && m.to().to_string().contains(&squares);
    let begun: Vec<Move> = legal.iter().filter(is_begun).copied().collect();
    if begun.is_empty() { TutorInput::Unknown } else { TutorInput::Incomplete(begun) }
}

/// A legal move in standard algebraic notation, or as `e6d5`.
fn legal_move(text: &str, position: &Chess) -> Option<Move> {
    let san = text.parse::<San>().ok().and_then(|san| san.to_move(position).ok());
    let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
    san.or_else(uci)
}

/// The target square of a king move, if the text is one.
fn target(text: &str, squares: &str, position: &Chess) -> Option<Square> {
    if let Ok(square) = squares.trim_start_matches('x').parse() {
        return Some(square);
    }
    if let Ok(San::Normal { role: Role::King, to, .. }) = text.parse() {
        return Some(to);
    }
    let king = position.board().king_of(position.turn());
    match squares.parse() {
        Ok(UciMove::Normal { from, to, promotion: None }) if Some(from) == king => Some(to),
        _ => None,
    }
}

/// Why the king of the side to move cannot go to a square; meaningful only if it cannot.
fn why_illegal(to: Square, position: &Chess) -> IllegalKingMove {
    let board = position.board();
    let (us, them) = (position.turn(), !position.turn());
    let reaches = |king: Option<Square>| king.is_some_and(|king| king_attacks(king).contains(to));
    if board.king_of(us) == Some(to) {
        IllegalKingMove::SameSquare
    } else if !reaches(board.king_of(us)) {
        IllegalKingMove::TooFar
    } else if reaches(board.king_of(them)) {
        IllegalKingMove::NextToKing
    } else if board.color_at(to) == Some(them) {
        IllegalKingMove::Protected
    } else {
        IllegalKingMove::Attacked
    }
}
