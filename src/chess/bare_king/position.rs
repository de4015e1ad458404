//! A compact board: a king with up to two pieces against a bare king.
//!
//! Proving an advice table visits every position of its endgame, many millions with four pieces on the board; this
//! board takes a few bytes and knows only what such endgames need. The stronger side always moves up the board.

use arrayvec::ArrayVec;
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use crate::chess::seen_by;

/// One of the two sides of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndgameSide {
    /// The side with the pieces; it moves up the board, whatever its colour in the game.
    Strong,
    /// The bare king.
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
}

/// A piece or pawn of the stronger side and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedPiece {
    /// Never a king.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// The greatest number of pieces and pawns beside the king of the stronger side.
pub const MAX_PIECES: usize = 2;

/// A position of an endgame. Equal positions are equal values: the pieces are kept sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndgamePosition {
    /// The side to move.
    pub turn: EndgameSide,
    /// The king of the stronger side.
    pub strong_king: Square,
    /// The bare king.
    pub weak_king: Square,
    pieces: ArrayVec<PlacedPiece, MAX_PIECES>,
}

/// A move of an endgame position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameMove {
    /// The piece that moves.
    pub role: Role,
    /// The square it leaves.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// The piece a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

/// The moves of one position; a king and two queens have at most 62.
pub type EndgameMoves = ArrayVec<EndgameMove, 64>;

/// File and rank steps, in the order in which the program of 1980 tries them.
const LINES: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The square one step away in a direction, if it is on the board.
fn neighbour(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    Some(Square::from_coords(square.file().offset(files)?, square.rank().offset(ranks)?))
}

impl EndgamePosition {
    /// A position with these pieces, legal or not: see [`EndgamePosition::is_legal`].
    #[must_use]
    pub fn new(
        turn: EndgameSide,
        strong_king: Square,
        weak_king: Square,
        mut pieces: ArrayVec<PlacedPiece, MAX_PIECES>,
    ) -> EndgamePosition {
        pieces.sort_unstable();
        EndgamePosition { turn, strong_king, weak_king, pieces }
    }

    /// The endgame position of a chess position and the colour of its stronger side; `None` unless one side has a bare
    /// king and the other one or two pieces. If Black is stronger, the board is flipped vertically.
    #[must_use]
    pub fn from_chess(position: &Chess) -> Option<(EndgamePosition, Color)> {
        let board = position.board();
        let strong = Color::ALL.into_iter().find(|c| board.by_color(!*c).count() == 1)?;
        let mut pieces = ArrayVec::new();
        for square in board.by_color(strong) & !board.kings() {
            let role = board.role_at(square)?;
            pieces.try_push(PlacedPiece { role, square: seen_by(strong, square) }).ok()?;
        }
        if pieces.is_empty() {
            return None;
        }
        let is_strong = position.turn() == strong;
        let turn = if is_strong { EndgameSide::Strong } else { EndgameSide::Weak };
        let strong_king = seen_by(strong, board.king_of(strong)?);
        let weak_king = seen_by(strong, board.king_of(!strong)?);
        Some((EndgamePosition::new(turn, strong_king, weak_king, pieces), strong))
    }

    /// Pieces and pawns of the stronger side without its king, sorted by role and square.
    #[must_use]
    pub fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces
    }

    /// The square of the first piece of this role.
    #[must_use]
    pub fn square_of(&self, role: Role) -> Option<Square> {
        self.pieces.iter().find(|piece| piece.role == role).map(|piece| piece.square)
    }

    /// Every occupied square.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.strong_pieces() | Bitboard::from_square(self.weak_king)
    }

    /// The squares of the stronger side.
    #[must_use]
    pub fn strong_pieces(&self) -> Bitboard {
        self.pieces.iter().map(|piece| piece.square).collect::<Bitboard>()
            | Bitboard::from_square(self.strong_king)
    }

    /// Squares that pieces and pawns of the stronger side attack or defend if `occupied` blocks lines; without its king.
    #[must_use]
    pub fn piece_attacks(&self, occupied: Bitboard) -> Bitboard {
        self.pieces.iter().fold(Bitboard::EMPTY, |all, piece| all | attacks(*piece, occupied))
    }

    /// Squares the stronger side attacks or defends; lines go through the bare king, which may not step back along them.
    #[must_use]
    pub fn guarded_squares(&self) -> Bitboard {
        self.piece_attacks(self.strong_pieces()) | king_attacks(self.strong_king)
    }

    /// The bare king is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.piece_attacks(self.occupied()).contains(self.weak_king)
    }

    /// No two pieces share a square, no pawn is on the first or last rank, the kings do not touch, and the side that
    /// just moved is not in check.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.occupied().count() == self.pieces.len() + 2
            && !self
                .pieces
                .iter()
                .any(|piece| piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(piece.square))
            && !king_attacks(self.strong_king).contains(self.weak_king)
            && (self.turn == EndgameSide::Weak || !self.is_check())
    }

    /// The squares the bare king can go to if it is to move.
    #[must_use]
    pub fn flight_squares(&self) -> Bitboard {
        king_attacks(self.weak_king) & !self.guarded_squares()
    }

    /// The bare king is to move and is mated.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.turn == EndgameSide::Weak && self.flight_squares().is_empty() && self.is_check()
    }

    /// The side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        match self.turn {
            EndgameSide::Weak => self.flight_squares().is_empty() && !self.is_check(),
            EndgameSide::Strong => self.legal_moves().is_empty(),
        }
    }

    /// The legal moves: pieces before king, in each direction the farthest square first.
    #[must_use]
    pub fn legal_moves(&self) -> EndgameMoves {
        let mut moves = EndgameMoves::new();
        match self.turn {
            EndgameSide::Weak => {
                king_moves(self.weak_king, self.flight_squares(), &mut moves);
            }
            EndgameSide::Strong => {
                let occupied = self.occupied();
                for piece in &self.pieces {
                    piece_moves(*piece, occupied, &mut moves);
                }
                let free = !self.strong_pieces() & !king_attacks(self.weak_king);
                king_moves(self.strong_king, king_attacks(self.strong_king) & free, &mut moves);
            }
        }
        moves
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, m: EndgameMove) -> EndgamePosition {
        let mut next = self.clone();
        match self.turn {
            EndgameSide::Weak => {
                next.turn = EndgameSide::Strong;
                next.weak_king = m.to;
                next.pieces.retain(|piece| piece.square != m.to);
            }
            EndgameSide::Strong => {
                next.turn = EndgameSide::Weak;
                if m.role == Role::King {
                    next.strong_king = m.to;
                } else {
                    if let Some(piece) = next.pieces.iter_mut().find(|piece| piece.square == m.from)
                    {
                        *piece =
                            PlacedPiece { role: m.promotion.unwrap_or(piece.role), square: m.to };
                    }
                    next.pieces.sort_unstable();
                }
            }
        }
        next
    }

    /// The position after the bare king goes to one of its [`EndgamePosition::flight_squares`].
    #[must_use]
    pub fn after_king_move(&self, to: Square) -> EndgamePosition {
        self.after(EndgameMove { role: Role::King, from: self.weak_king, to, promotion: None })
    }

    /// The position as FEN, the stronger side White, no castling rights, counters at the start.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut board = shakmaty::Board::empty();
        board.set_piece_at(self.strong_king, Role::King.of(Color::White));
        board.set_piece_at(self.weak_king, Role::King.of(Color::Black));
        for piece in &self.pieces {
            board.set_piece_at(piece.square, piece.role.of(Color::White));
        }
        let turn = if self.turn == EndgameSide::Strong { 'w' } else { 'b' };
        format!("{} {turn} - - 0 1", board.board_fen())
    }
}

impl EndgameMove {
    /// The legal move of `position` that this stands for; `strong` is the colour of the stronger side.
    #[must_use]
    pub fn to_chess(self, position: &Chess, strong: Color) -> Option<Move> {
        let (from, to) = (seen_by(strong, self.from), seen_by(strong, self.to));
        let is_meant = |m: &&Move| {
            m.from() == Some(from)
                && m.to() == to
                && m.promotion() == self.promotion
                && !m.is_castle()
        };
        position.legal_moves().iter().find(is_meant).copied()
    }
}

impl std::fmt::Display for EndgameMove {
    /// Long algebraic notation without capture or check signs: `Ra1-a5`, `e7-e8=Q`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.role != Role::Pawn {
            write!(f, "{}", self.role.upper_char())?;
        }
        write!(f, "{}-{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "={}", role.upper_char()))
    }
}

/// The squares a piece of the stronger side attacks or defends.
pub(super) fn attacks(piece: PlacedPiece, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawn_attacks(Color::White, piece.square),
        Role::Knight => knight_attacks(piece.square),
        Role::Bishop => bishop_attacks(piece.square, occupied),
        Role::Rook => rook_attacks(piece.square, occupied),
        Role::Queen => queen_attacks(piece.square, occupied),
        Role::King => king_attacks(piece.square),
    }
}

fn king_moves(from: Square, targets: Bitboard, moves: &mut EndgameMoves) {
    let quiet = |to| EndgameMove { role: Role::King, from, to, promotion: None };
    for direction in DIAGONALS.into_iter().chain(LINES) {
        moves.extend(
            neighbour(from, direction).filter(|square| targets.contains(*square)).map(quiet),
        );
    }
}

fn piece_moves(piece: PlacedPiece, occupied: Bitboard, moves: &mut EndgameMoves) {
    let lines = matches!(piece.role, Role::Rook | Role::Queen);
    let diagonals = matches!(piece.role, Role::Bishop | Role::Queen);
    if lines {
        LINES.into_iter().for_each(|direction| slide(piece, direction, occupied, moves));
    }
    if diagonals {
        DIAGONALS.into_iter().for_each(|direction| slide(piece, direction, occupied, moves));
    }
    if piece.role == Role::Knight {
        let landings = LEAPS.into_iter().filter_map(|leap| neighbour(piece.square, leap));
        moves.extend(landings.filter(|to| !occupied.contains(*to)).map(|to| quiet(piece, to)));
    }
    if piece.role == Role::Pawn {
        advance(piece, occupied, moves);
    }
}

fn quiet(piece: PlacedPiece, to: Square) -> EndgameMove {
    EndgameMove { role: piece.role, from: piece.square, to, promotion: None }
}

fn slide(piece: PlacedPiece, direction: (i32, i32), occupied: Bitboard, moves: &mut EndgameMoves) {
    let start = moves.len();
    let mut square = piece.square;
    while let Some(next) = neighbour(square, direction).filter(|next| !occupied.contains(*next)) {
        moves.push(quiet(piece, next));
        square = next;
    }
    moves[start..].reverse();
}

fn advance(piece: PlacedPiece, occupied: Bitboard, moves: &mut EndgameMoves) {
    let ahead = |square| neighbour(square, (0, 1)).filter(|next| !occupied.contains(*next));
    let Some(one) = ahead(piece.square) else { return };
    if Bitboard::BACKRANKS.contains(one) {
        moves.extend(
            PROMOTIONS.map(|role| EndgameMove { promotion: Some(role), ..quiet(piece, one) }),
        );
        return;
    }
    if piece.square.rank() == shakmaty::Rank::Second {
        moves.extend(ahead(one).map(|two| quiet(piece, two)));
    }
    moves.push(quiet(piece, one));
}
