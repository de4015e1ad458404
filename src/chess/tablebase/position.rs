//! A compact board: a king with up to two pieces against a king that is bare or has one piece.
//!
//! Proving an advice table visits every position of its endgame, many millions with four pieces on the board; this
//! board takes a few bytes and knows only what such endgames need. The stronger side always moves up the board.

use arrayvec::ArrayVec;
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Color, Position, Role, Square};

use crate::chess::seen_by;

/// One of the two sides of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndgameSide {
    /// The side with more or greater pieces; it moves up the board, whatever its colour in the game.
    Strong,
    /// The bare king, or the side with the lesser piece.
    Weak,
}

impl EndgameSide {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> EndgameSide {
        match self {
            EndgameSide::Strong => EndgameSide::Weak,
            EndgameSide::Weak => EndgameSide::Strong,
        }
    }

    /// The colour in whose direction its pawns move.
    pub(super) fn color(self) -> Color {
        match self {
            EndgameSide::Strong => Color::White,
            EndgameSide::Weak => Color::Black,
        }
    }
}

/// A piece or pawn and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedPiece {
    /// Never a king.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// The greatest number of pieces and pawns beside the kings.
pub const MAX_PIECES: usize = 2;

/// A position of an endgame. Equal positions are equal values: the pieces are kept sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndgamePosition {
    /// The side to move.
    pub turn: EndgameSide,
    /// The king of the stronger side.
    pub strong_king: Square,
    /// The king of the weaker side.
    pub weak_king: Square,
    pub(super) pieces: ArrayVec<PlacedPiece, MAX_PIECES>,
    pub(super) weak_piece: Option<PlacedPiece>,
}

impl EndgamePosition {
    /// A position with these pieces, legal or not: see [`EndgamePosition::is_legal`].
    #[must_use]
    pub fn new(
        turn: EndgameSide,
        strong_king: Square,
        weak_king: Square,
        mut pieces: ArrayVec<PlacedPiece, MAX_PIECES>,
        weak_piece: Option<PlacedPiece>,
    ) -> EndgamePosition {
        pieces.sort_unstable();
        EndgamePosition { turn, strong_king, weak_king, pieces, weak_piece }
    }

    /// The endgame position of a chess position and the colour of its stronger side: of a bare king and one or two pieces
    /// those with the pieces, of two pieces that with the greater (queen, rook, bishop, knight, pawn). `None` in other
    /// endgames. If Black is stronger, the board is flipped vertically.
    #[must_use]
    pub fn from_chess(position: &Chess) -> Option<(EndgamePosition, Color)> {
        if position.board().occupied().count() > MAX_PIECES + 2 {
            return None;
        }
        let strength = |color| {
            let others = position.board().by_color(color) & !position.board().kings();
            let mut roles: Vec<Role> =
                others.into_iter().filter_map(|square| position.board().role_at(square)).collect();
            roles.sort_unstable();
            (roles.len(), roles)
        };
        let (white, black) = (strength(Color::White), strength(Color::Black));
        if white == black {
            return None;
        }
        let strong = if white > black { Color::White } else { Color::Black };
        Some((EndgamePosition::seen_from(strong, position)?, strong))
    }

    /// The same with a given colour as the stronger side, whatever the pieces are; `None` with too many pieces, or if
    /// this side has none.
    #[must_use]
    pub fn seen_from(strong: Color, position: &Chess) -> Option<EndgamePosition> {
        let board = position.board();
        let placed = |square| {
            Some(PlacedPiece { role: board.role_at(square)?, square: seen_by(strong, square) })
        };
        let pieces_of = |color| (board.by_color(color) & !board.kings()).into_iter();
        let mut pieces = ArrayVec::new();
        for square in pieces_of(strong) {
            pieces.try_push(placed(square)?).ok()?;
        }
        let mut theirs = pieces_of(!strong);
        let weak_piece = theirs.next().and_then(placed);
        let count = pieces.len() + usize::from(weak_piece.is_some());
        if pieces.is_empty() || theirs.next().is_some() || count > MAX_PIECES {
            return None;
        }
        let is_strong = position.turn() == strong;
        let turn = if is_strong { EndgameSide::Strong } else { EndgameSide::Weak };
        let strong_king = seen_by(strong, board.king_of(strong)?);
        let weak_king = seen_by(strong, board.king_of(!strong)?);
        Some(EndgamePosition::new(turn, strong_king, weak_king, pieces, weak_piece))
    }

    /// The same position with the names of the sides exchanged and the board flipped; `None` with two pieces on one side.
    #[must_use]
    pub fn exchanged(&self) -> Option<EndgamePosition> {
        let flip = |piece: &PlacedPiece| PlacedPiece {
            role: piece.role,
            square: piece.square.flip_vertical(),
        };
        let weak_piece = self.pieces.first().map(flip);
        (self.pieces.len() < 2).then(|| EndgamePosition {
            turn: self.turn.other(),
            strong_king: self.weak_king.flip_vertical(),
            weak_king: self.strong_king.flip_vertical(),
            pieces: self.weak_piece.iter().map(flip).collect(),
            weak_piece,
        })
    }

    /// Pieces and pawns of the stronger side without its king, sorted by role and square.
    #[must_use]
    pub fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces
    }

    /// The piece or pawn of the weaker side; `None` if its king is bare.
    #[must_use]
    pub fn weak_piece(&self) -> Option<&PlacedPiece> {
        self.weak_piece.as_ref()
    }

    /// Pieces and pawns of one side without its king.
    #[must_use]
    pub fn pieces_of(&self, side: EndgameSide) -> &[PlacedPiece] {
        match side {
            EndgameSide::Strong => &self.pieces,
            EndgameSide::Weak => self.weak_piece.as_slice(),
        }
    }

    /// The square of one side's king.
    #[must_use]
    pub fn king_of(&self, side: EndgameSide) -> Square {
        match side {
            EndgameSide::Strong => self.strong_king,
            EndgameSide::Weak => self.weak_king,
        }
    }

    /// The square of the first piece of the stronger side that has this role.
    #[must_use]
    pub fn square_of(&self, role: Role) -> Option<Square> {
        self.pieces.iter().find(|piece| piece.role == role).map(|piece| piece.square)
    }

    /// Every occupied square.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.strong_pieces() | self.weak_pieces()
    }

    /// The squares of the stronger side.
    #[must_use]
    pub fn strong_pieces(&self) -> Bitboard {
        self.pieces.iter().map(|piece| piece.square).collect::<Bitboard>()
            | Bitboard::from_square(self.strong_king)
    }

    /// The squares of the weaker side.
    #[must_use]
    pub fn weak_pieces(&self) -> Bitboard {
        let king = Bitboard::from_square(self.weak_king);
        self.weak_piece.map_or(king, |piece| king | piece.square)
    }

    /// Squares that pieces and pawns of the stronger side attack or defend if `occupied` blocks lines; without its king.
    #[must_use]
    pub fn piece_attacks(&self, occupied: Bitboard) -> Bitboard {
        let attacked = |piece: &PlacedPiece| attacks(*piece, EndgameSide::Strong, occupied);
        self.pieces.iter().fold(Bitboard::EMPTY, |all, piece| all | attacked(piece))
    }

    /// Squares the stronger side attacks or defends; lines go through the enemy king, which may not step back along them.
    #[must_use]
    pub fn guarded_squares(&self) -> Bitboard {
        let blockers = match self.weak_piece {
            Some(piece) => self.strong_pieces() | piece.square,
            None => self.strong_pieces(),
        };
        self.piece_attacks(blockers) | king_attacks(self.strong_king)
    }

    /// Squares that one side attacks or defends; lines go through the enemy king.
    #[must_use]
    pub fn guarded_by(&self, side: EndgameSide) -> Bitboard {
        match side {
            EndgameSide::Strong => self.guarded_squares(),
            EndgameSide::Weak => {
                let blockers = self.occupied() & !Bitboard::from_square(self.strong_king);
                let by_piece = self
                    .weak_piece
                    .map_or(Bitboard::EMPTY, |piece| attacks(piece, EndgameSide::Weak, blockers));
                by_piece | king_attacks(self.weak_king)
            }
        }
    }

    /// The king of the weaker side is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.piece_attacks(self.occupied()).contains(self.weak_king)
    }

    /// The king of one side is attacked.
    #[must_use]
    pub fn is_in_check(&self, side: EndgameSide) -> bool {
        match side {
            EndgameSide::Weak => self.is_check(),
            EndgameSide::Strong => self.weak_piece.is_some_and(|piece| {
                attacks(piece, EndgameSide::Weak, self.occupied()).contains(self.strong_king)
            }),
        }
    }

    /// No two pieces share a square, no pawn is on the first or last rank, the kings do not touch, and the side that
    /// just moved is not in check.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        let pieces = self.pieces.iter().chain(self.weak_piece.as_ref());
        let count = self.pieces.len() + usize::from(self.weak_piece.is_some());
        self.occupied().count() == count + 2
            && !pieces
                .into_iter()
                .any(|piece| piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(piece.square))
            && !king_attacks(self.strong_king).contains(self.weak_king)
            && !self.is_in_check(self.turn.other())
    }

    /// The squares the king of the weaker side can go to if it is to move.
    #[must_use]
    pub fn flight_squares(&self) -> Bitboard {
        let steps = king_attacks(self.weak_king) & !self.guarded_squares();
        self.weak_piece.map_or(steps, |piece| steps.without(piece.square))
    }

    /// The side to move has a legal move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        match self.turn {
            EndgameSide::Weak => {
                self.flight_squares().any()
                    || (self.weak_piece.is_some() && !self.legal_moves().is_empty())
            }
            EndgameSide::Strong => !self.legal_moves().is_empty(),
        }
    }

    /// The number of legal moves.
    #[must_use]
    pub fn move_count(&self) -> usize {
        match (self.turn, self.weak_piece) {
            (EndgameSide::Weak, None) => self.flight_squares().count(),
            _ => self.legal_moves().len(),
        }
    }

    /// The weaker side is to move and is mated.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.turn == EndgameSide::Weak && self.is_check() && !self.has_move()
    }

    /// The side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_in_check(self.turn) && !self.has_move()
    }

    /// The position as FEN, the stronger side White, no castling rights, counters at the start.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut board = shakmaty::Board::empty();
        for side in [EndgameSide::Strong, EndgameSide::Weak] {
            board.set_piece_at(self.king_of(side), Role::King.of(side.color()));
            for piece in self.pieces_of(side) {
                board.set_piece_at(piece.square, piece.role.of(side.color()));
            }
        }
        let turn = if self.turn == EndgameSide::Strong { 'w' } else { 'b' };
        format!("{} {turn} - - 0 1", board.board_fen())
    }
}

/// The squares a piece attacks or defends.
pub(super) fn attacks(piece: PlacedPiece, side: EndgameSide, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawn_attacks(side.color(), piece.square),
        Role::Knight => knight_attacks(piece.square),
        Role::Bishop => bishop_attacks(piece.square, occupied),
        Role::Rook => rook_attacks(piece.square, occupied),
        Role::Queen => queen_attacks(piece.square, occupied),
        Role::King => king_attacks(piece.square),
    }
}
