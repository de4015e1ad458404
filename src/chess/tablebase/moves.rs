//! The legal moves of an endgame position.

use arrayvec::ArrayVec;
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Rank, Role, Square};

use super::position::{EndgamePosition, EndgameSide, PlacedPiece, attacks};
use crate::chess::seen_by;

/// A move of an endgame position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The legal moves: pieces before king, in each direction the farthest square first.
    #[must_use]
    pub fn legal_moves(&self) -> EndgameMoves {
        let mut moves = EndgameMoves::new();
        if self.weak_piece.is_some() {
            self.armed_moves(&mut moves);
            return moves;
        }
        match self.turn {
            EndgameSide::Weak => {
                king_moves(self.weak_king, self.flight_squares(), &mut moves);
            }
            EndgameSide::Strong => {
                let blockers = Blockers { occupied: self.occupied(), enemy: Bitboard::EMPTY };
                for piece in &self.pieces {
                    piece_moves(*piece, self.turn, blockers, &mut moves);
                }
                let free = !self.strong_pieces() & !king_attacks(self.weak_king);
                king_moves(self.strong_king, king_attacks(self.strong_king) & free, &mut moves);
            }
        }
        moves
    }

    /// The legal moves if both sides have pieces: they can capture, be pinned and be in check.
    fn armed_moves(&self, moves: &mut EndgameMoves) {
        let (own, enemy) = match self.turn {
            EndgameSide::Strong => (self.strong_pieces(), self.weak_pieces()),
            EndgameSide::Weak => (self.weak_pieces(), self.strong_pieces()),
        };
        let blockers = Blockers { occupied: own | enemy, enemy };
        let pieces = self.pieces_of(self.turn);
        for piece in pieces {
            piece_moves(*piece, self.turn, blockers, moves);
        }
        // A piece that does not stand between its king and the enemy may move anywhere, unless there is a check.
        if self.is_in_check(self.turn) || pieces.iter().any(|piece| self.is_pinned(*piece)) {
            moves.retain(|m| self.after(*m).is_legal());
        }
        let king = self.king_of(self.turn);
        let steps = king_attacks(king) & !own & !self.guarded_by(self.turn.other());
        king_moves(king, steps, moves);
    }

    /// Without this piece of the side to move its king would be in check.
    fn is_pinned(&self, pinned: PlacedPiece) -> bool {
        let occupied = self.occupied().without(pinned.square);
        let king = self.king_of(self.turn);
        let enemy = self.turn.other();
        self.pieces_of(enemy).iter().any(|piece| attacks(*piece, enemy, occupied).contains(king))
    }

    /// The move captures or promotes: it leads to another endgame.
    #[must_use]
    pub fn changes_material(&self, m: EndgameMove) -> bool {
        m.promotion.is_some()
            || self.pieces_of(self.turn.other()).iter().any(|piece| piece.square == m.to)
    }

    /// The legal moves that capture or promote.
    #[must_use]
    pub fn material_changes(&self) -> EndgameMoves {
        let mut moves = EndgameMoves::new();
        if self.turn == EndgameSide::Weak && self.weak_piece.is_none() {
            let captures = self.flight_squares() & self.strong_pieces();
            king_moves(self.weak_king, captures, &mut moves);
        } else {
            moves = self.legal_moves();
            moves.retain(|m| self.changes_material(*m));
        }
        moves
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, m: EndgameMove) -> EndgamePosition {
        let mut next = self.clone();
        let moved = |role: Role| PlacedPiece { role: m.promotion.unwrap_or(role), square: m.to };
        next.turn = self.turn.other();
        match self.turn {
            EndgameSide::Weak => {
                if m.role == Role::King {
                    next.weak_king = m.to;
                } else {
                    next.weak_piece = Some(moved(m.role));
                }
                next.pieces.retain(|piece| piece.square != m.to);
            }
            EndgameSide::Strong => {
                if m.role == Role::King {
                    next.strong_king = m.to;
                } else {
                    if let Some(piece) = next.pieces.iter_mut().find(|piece| piece.square == m.from)
                    {
                        *piece = moved(piece.role);
                    }
                    next.pieces.sort_unstable();
                }
                if next.weak_piece.is_some_and(|piece| piece.square == m.to) {
                    next.weak_piece = None;
                }
            }
        }
        next
    }

    /// The position after the king of the weaker side goes to one of its [`EndgamePosition::flight_squares`].
    #[must_use]
    pub fn after_king_move(&self, to: Square) -> EndgamePosition {
        self.after(EndgameMove { role: Role::King, from: self.weak_king, to, promotion: None })
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

/// The squares where a piece stops.
#[derive(Clone, Copy)]
struct Blockers {
    occupied: Bitboard,
    /// The occupied squares that it can capture on.
    enemy: Bitboard,
}

impl Blockers {
    fn admit(self, square: Square) -> bool {
        !self.occupied.contains(square) || self.enemy.contains(square)
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

fn piece_moves(
    piece: PlacedPiece,
    side: EndgameSide,
    blockers: Blockers,
    moves: &mut EndgameMoves,
) {
    let lines = matches!(piece.role, Role::Rook | Role::Queen);
    let diagonals = matches!(piece.role, Role::Bishop | Role::Queen);
    if lines {
        LINES.into_iter().for_each(|direction| slide(piece, direction, blockers, moves));
    }
    if diagonals {
        DIAGONALS.into_iter().for_each(|direction| slide(piece, direction, blockers, moves));
    }
    if piece.role == Role::Knight {
        let landings = LEAPS.into_iter().filter_map(|leap| neighbour(piece.square, leap));
        moves.extend(landings.filter(|to| blockers.admit(*to)).map(|to| step(piece, to)));
    }
    if piece.role == Role::Pawn {
        advance(piece, side, blockers.occupied, moves);
        for to in attacks(piece, side, blockers.occupied) & blockers.enemy {
            arrive(piece, to, moves);
        }
    }
}

fn step(piece: PlacedPiece, to: Square) -> EndgameMove {
    EndgameMove { role: piece.role, from: piece.square, to, promotion: None }
}

fn slide(piece: PlacedPiece, direction: (i32, i32), blockers: Blockers, moves: &mut EndgameMoves) {
    let start = moves.len();
    let mut square = piece.square;
    while let Some(next) = neighbour(square, direction).filter(|next| blockers.admit(*next)) {
        moves.push(step(piece, next));
        if blockers.enemy.contains(next) {
            break;
        }
        square = next;
    }
    moves[start..].reverse();
}

fn advance(piece: PlacedPiece, side: EndgameSide, occupied: Bitboard, moves: &mut EndgameMoves) {
    let (up, home) = match side {
        EndgameSide::Strong => ((0, 1), Rank::Second),
        EndgameSide::Weak => ((0, -1), Rank::Seventh),
    };
    let ahead = |square| neighbour(square, up).filter(|next| !occupied.contains(*next));
    let Some(one) = ahead(piece.square) else { return };
    if piece.square.rank() == home {
        moves.extend(ahead(one).map(|two| step(piece, two)));
    }
    arrive(piece, one, moves);
}

/// The move of a pawn to a square, or its four promotions there.
fn arrive(pawn: PlacedPiece, to: Square, moves: &mut EndgameMoves) {
    if Bitboard::BACKRANKS.contains(to) {
        let promote = |role| EndgameMove { promotion: Some(role), ..step(pawn, to) };
        moves.extend(PROMOTIONS.map(promote));
    } else {
        moves.push(step(pawn, to));
    }
}
