use super::pinned;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Position,
    fen::{Fen, ParseFenError},
    san::SanPlus,
    zobrist::Zobrist64,
};

/// How a game ended by the rules of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
    /// The position has occurred three times.
    Repetition,
}

/// Half-moves without a capture or a pawn move after which a draw can be claimed, and after which the game is one.
pub(crate) const FIFTY_MOVES: u32 = 100;
pub(crate) const SEVENTY_FIVE_MOVES: u32 = 150;

impl Ending {
    /// The ending that follows from a position alone: not a repetition.
    #[must_use]
    pub fn of_position(position: &Chess) -> Option<Ending> {
        let fifty = position.halfmoves() >= FIFTY_MOVES;
        if !has_legal_move(position) {
            return Some(if position.is_check() { Ending::Checkmate } else { Ending::Stalemate });
        }
        if position.is_insufficient_material() {
            return Some(Ending::InsufficientMaterial);
        }
        fifty.then_some(Ending::FiftyMoves)
    }
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Start {
    /// The initial position of chess.
    #[default]
    Initial,
    /// Any other legal position.
    Position(Box<Chess>),
}

impl Start {
    /// The position itself.
    #[must_use]
    pub fn position(&self) -> Chess {
        match self {
            Start::Initial => Chess::default(),
            Start::Position(position) => (**position).clone(),
        }
    }
}

/// A position with the moves that led to it.
///
/// Players need the history for draws by repetition, engines for the protocol.
#[derive(Clone, Debug)]
pub struct Game {
    start: Start,
    position: Chess,
    moves: Vec<Move>,
    keys: Vec<Zobrist64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Start::Initial)
    }
}

impl Game {
    /// A game in which no move has been played.
    #[must_use]
    pub fn new(start: Start) -> Game {
        let position = start.position();
        let keys = vec![position.zobrist_hash(EnPassantMode::Legal)];
        Game { start, position, moves: Vec::new(), keys }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of moves played so far, in plies.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The move is not legal; the game is unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(m) {
            return Err(IllegalMove { m, fen: fen(&self.position) });
        }
        self.position.play_unchecked(m);
        self.moves.push(m);
        self.keys.push(self.position.zobrist_hash(EnPassantMode::Legal));
        Ok(())
    }

    /// How often `position` has occurred in this game, the current position included.
    ///
    /// Looks back to the last capture or pawn move, since nothing earlier can be repeated. Castling and en-passant rights
    /// are part of a position.
    #[must_use]
    pub fn occurrences(&self, position: &Chess) -> usize {
        let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
        let reach = position.halfmoves() as usize + 1;
        self.keys.iter().rev().take(reach).filter(|k| **k == key).count()
    }

    /// How the game ends if `successor`, a legal successor of the current position, is reached; `None` if it goes on.
    ///
    /// Threefold repetition and fifty moves end the game without a claim.
    #[must_use]
    pub fn ending_after(&self, successor: &Chess) -> Option<Ending> {
        // A position returns after four plies at the earliest.
        let is_third = || successor.halfmoves() >= 8 && self.occurrences(successor) >= 2;
        Ending::of_position(successor).or_else(|| is_third().then_some(Ending::Repetition))
    }

    /// How the game has ended, `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        Ending::of_position(&self.position)
            .or_else(|| (self.occurrences(&self.position) >= 3).then_some(Ending::Repetition))
    }

    /// The result of [`Game::ending`].
    #[must_use]
    pub fn outcome(&self) -> Option<KnownOutcome> {
        self.ending().map(|ending| match ending {
            Ending::Checkmate => KnownOutcome::from_winner(Some(!self.position.turn())),
            _ => KnownOutcome::from_winner(None),
        })
    }
}

fn has_legal_move(position: &Chess) -> bool {
    can_advance_pawn(position) || !position.legal_moves().is_empty()
}

/// Whether there is no check and a pawn that is not pinned can go forward: a legal move that is found fast.
fn can_advance_pawn(position: &Chess) -> bool {
    let (board, side) = (position.board(), position.turn());
    let Some(king) = board.king_of(side).filter(|_| !position.is_check()) else { return false };
    let pawns = board.pawns() & board.by_color(side) & !pinned(board, king, side);
    (pawns.shift(side.fold_wb(8, -8)) & !board.occupied()).any()
}

/// A move that is not legal in a position.
#[derive(Clone, Debug, thiserror::Error)]
#[error("illegal move {m:?} in {fen}")]
pub struct IllegalMove {
    /// The move that was not played.
    pub m: Move,
    /// The unchanged position.
    pub fen: String,
}

/// The position as FEN, en-passant square only where a capture is legal.
pub(crate) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// A legal move in standard algebraic notation, such as `Nf3` or `Qxh7#`.
pub(crate) fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// Reads a FEN as a legal chess position (standard castling).
///
/// # Errors
///
/// The text is not FEN, or the position is illegal; a position of Chess960 is refused by name.
pub(crate) fn position_from_fen(text: &str) -> Result<Chess, String> {
    let fen: Fen = text.parse().map_err(|e: ParseFenError| e.to_string())?;
    let position: Result<Chess, _> = fen.clone().into_position(CastlingMode::Standard);
    position.map_err(|fault| match fen.into_position::<Chess>(CastlingMode::Chess960) {
        Ok(_) => "a position of Chess960, where kings castle from other squares, is not supported"
            .to_owned(),
        Err(_) => {
            fault.to_string().replace("opposite check", "the side that is not to move is in check")
        }
    })
}

/// 1, ½ or 0 from the viewpoint of `side`.
pub(crate) fn result_for(outcome: KnownOutcome, side: Color) -> f64 {
    match outcome.winner() {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}
