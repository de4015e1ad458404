//! A position from the perspective of one side.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, File, MoveList, Position, Rank, Role, Square,
    attacks,
};

use super::{PawnStructure, Stage, file_of};
use crate::chess::{is_safe_square, piece_value, pinned};

/// Which of the two sides of a [`Perspective`] is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelativeColor {
    /// The owner of a pattern; White in its view.
    Us,
    /// The opponent.
    Them,
}

/// The pieces of one side and what they attack.
#[derive(Clone, Debug)]
pub struct SidePieces {
    /// Every piece.
    pub all: Bitboard,
    /// Pawns.
    pub pawns: Bitboard,
    /// Knights.
    pub knights: Bitboard,
    /// Bishops.
    pub bishops: Bitboard,
    /// Rooks.
    pub rooks: Bitboard,
    /// Queens.
    pub queens: Bitboard,
    /// The king.
    pub king: Square,
    /// Squares attacked by any piece, the king included.
    pub attacks: Bitboard,
    /// Squares attacked by pawns.
    pub pawn_attacks: Bitboard,
    /// Pieces pinned to their king by a slider.
    pub pinned: Bitboard,
    /// The king's neighbour squares.
    pub king_ring: Bitboard,
    /// The ring and the three squares two ranks in front of the king.
    pub king_zone: Bitboard,
}

impl SidePieces {
    /// Knights and bishops.
    #[must_use]
    pub fn minors(&self) -> Bitboard {
        self.knights | self.bishops
    }

    /// Rooks and queens.
    #[must_use]
    pub fn majors(&self) -> Bitboard {
        self.rooks | self.queens
    }

    /// Everything except king and pawns.
    #[must_use]
    pub fn non_pawns(&self) -> Bitboard {
        self.minors() | self.majors()
    }

    /// Number of points of the pieces (N = B = 3, R = 5, Q = 9).
    #[must_use]
    pub fn points(&self) -> usize {
        3 * self.minors().count() + 5 * self.rooks.count() + 9 * self.queens.count()
    }
}

/// A position as the owner of a pattern sees it: its own pieces are White.
#[derive(Clone, Debug)]
pub struct Perspective {
    /// The position.
    pub chess: Chess,
    /// Its board.
    pub board: Board,
    /// Every occupied square.
    pub occupied: Bitboard,
    /// The owner's pieces.
    pub us: SidePieces,
    /// The opponent's pieces.
    pub them: SidePieces,
    /// What the piece on each square attacks.
    pub attacks: [Bitboard; 64],
    /// The owner is Black, so that the board is flipped.
    pub flipped: bool,
    /// The owner is to move.
    pub to_move: bool,
    /// The side to move is in check.
    pub check: bool,
    /// The legal moves of the side to move.
    pub legal: MoveList,
    /// Stage of the game.
    pub stage: Stage,
    /// The owner's pawns.
    pub structure: PawnStructure,
    /// Owner's pawns that are directly blocked by an enemy pawn.
    pub rammed: Bitboard,
    /// Files without pawns.
    pub open_files: u8,
}

impl Perspective {
    /// Prepares a position in which the owner is White.
    #[must_use]
    pub(super) fn new(chess: Chess, stage: Stage, flipped: bool) -> Perspective {
        let board = chess.board().clone();
        let occupied = board.occupied();
        let mut reached = [Bitboard::EMPTY; 64];
        for square in occupied {
            reached[usize::from(square)] = board.attacks_from(square);
        }
        let us = army(&board, &reached, Color::White);
        let them = army(&board, &reached, Color::Black);
        let structure = PawnStructure::new(us.pawns, them.pawns, stage);
        let rammed = us.pawns & them.pawns.shift(-8);
        let open_files = File::ALL
            .into_iter()
            .filter(|file| (board.pawns() & Bitboard::from_file(*file)).is_empty())
            .fold(0, |files, file| files | 1 << file.to_u32());
        Perspective {
            flipped,
            to_move: chess.turn().is_white(),
            check: chess.is_check(),
            legal: chess.legal_moves(),
            occupied,
            us,
            them,
            attacks: reached,
            stage,
            structure,
            rammed,
            open_files,
            board,
            chess,
        }
    }

    /// The owner can really capture there now: legally, when it is to move; else without exposing its king.
    #[must_use]
    pub fn can_capture(&self, from: Square, to: Square) -> bool {
        if self.to_move {
            self.legal.iter().any(|m| m.from() == Some(from) && m.to() == to)
        } else {
            self.is_free_to(from, to)
        }
    }

    /// What colour a square has on the real board.
    #[must_use]
    pub fn square_colour(&self, square: Square) -> &'static str {
        if square.is_light() == self.flipped { "dark" } else { "light" }
    }

    /// The pieces of a side.
    #[must_use]
    pub fn army(&self, side: RelativeColor) -> &SidePieces {
        match side {
            RelativeColor::Us => &self.us,
            RelativeColor::Them => &self.them,
        }
    }

    /// The owner's pieces that attack a square.
    #[must_use]
    pub fn our_attackers(&self, square: Square) -> Bitboard {
        self.board.attacks_to(square, Color::White, self.occupied)
    }

    /// The opponent's pieces that attack a square.
    #[must_use]
    pub fn their_attackers(&self, square: Square) -> Bitboard {
        self.board.attacks_to(square, Color::Black, self.occupied)
    }

    /// Kind of piece on a square.
    #[must_use]
    pub fn role(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }

    /// Value of the piece on a square, 0 where there is none.
    #[must_use]
    pub fn value(&self, square: Square) -> i32 {
        self.role(square).map_or(0, piece_value)
    }

    /// What a piece on a square attacks.
    #[must_use]
    pub fn attacks(&self, square: Square) -> Bitboard {
        self.attacks[usize::from(square)]
    }

    /// The piece on `from` may capture on `to` without exposing its king: it is not pinned, or stays on the line.
    #[must_use]
    pub fn is_free_to(&self, from: Square, to: Square) -> bool {
        let army = if self.us.all.contains(from) { &self.us } else { &self.them };
        !army.pinned.contains(from) || attacks::aligned(army.king, from, to)
    }

    /// Pieces of a side on a file.
    #[must_use]
    pub fn on_file(pieces: Bitboard, file: i32) -> Bitboard {
        match u32::try_from(file) {
            Ok(file) if file < 8 => pieces & Bitboard::from_file(File::new(file)),
            _ => Bitboard::EMPTY,
        }
    }

    /// The file carries no pawn.
    #[must_use]
    pub fn is_open(&self, file: i32) -> bool {
        (0..8).contains(&file) && self.open_files >> file & 1 == 1
    }

    /// A side may still castle to a wing, as far as king and rook have not moved.
    #[must_use]
    pub fn may_castle(&self, side: RelativeColor, wing: CastlingSide) -> bool {
        let color = if side == RelativeColor::Us { Color::White } else { Color::Black };
        self.chess.castles().has(color, wing)
    }

    /// The same to either wing.
    #[must_use]
    pub fn may_castle_somewhere(&self, side: RelativeColor) -> bool {
        let wings = [CastlingSide::KingSide, CastlingSide::QueenSide];
        wings.into_iter().any(|wing| self.may_castle(side, wing))
    }

    /// Pawn pairs that block each other.
    #[must_use]
    pub fn rammed_pairs(&self) -> usize {
        self.rammed.count()
    }

    /// The king of a side has castled: on its first rank, without rights, no own rook between it and the corner.
    /// Answers the wing.
    #[must_use]
    pub fn castled(&self, side: RelativeColor) -> Option<CastlingSide> {
        let army = self.army(side);
        let home = if side == RelativeColor::Us { Rank::First } else { Rank::Eighth };
        if army.king.rank() != home || self.may_castle_somewhere(side) {
            return None;
        }
        let rooks = army.rooks & home;
        match file_of(army.king) {
            file @ 6..=7 if rooks.into_iter().all(|r| file_of(r) < file) => {
                Some(CastlingSide::KingSide)
            }
            file @ 0..=2 if rooks.into_iter().all(|r| file_of(r) > file) => {
                Some(CastlingSide::QueenSide)
            }
            _ => None,
        }
    }

    /// A piece can go to `to` without loss: the square is safe (`chess::is_safe_square`) for it, or it captures a piece worth as
    /// much.
    #[must_use]
    pub fn is_safe_destination(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.piece_at(from) else { return false };
        if self.board.color_at(to) == Some(piece.color) {
            return false;
        }
        self.value(to) >= piece_value(piece.role) || is_safe_square(&self.board, piece, from, to)
    }

    /// Safe destinations of the piece on a square.
    #[must_use]
    pub fn safe_destinations(&self, from: Square) -> Bitboard {
        self.attacks(from).into_iter().filter(|to| self.is_safe_destination(from, *to)).collect()
    }

    /// Squares a piece attacks that are not occupied by a friend and not attacked by an enemy pawn.
    #[must_use]
    pub fn available(&self, from: Square) -> Bitboard {
        let ours = self.us.all.contains(from);
        let (own, enemy) = if ours { (&self.us, &self.them) } else { (&self.them, &self.us) };
        self.attacks(from) & !own.all & !enemy.pawn_attacks
    }
}

fn army(board: &Board, reached: &[Bitboard; 64], color: Color) -> SidePieces {
    let all = board.by_color(color);
    let of = |role| all & board.by_role(role);
    let king = board.king_of(color).unwrap_or(Square::E1);
    let union = |pieces: Bitboard| {
        pieces.into_iter().fold(Bitboard::EMPTY, |sum, square| sum | reached[usize::from(square)])
    };
    let ring = attacks::king_attacks(king);
    let two_ahead = ring.shift(if color.is_white() { 8 } else { -8 })
        & !ring
        & !Bitboard::from_rank(king.rank());
    SidePieces {
        all,
        pawns: of(Role::Pawn),
        knights: of(Role::Knight),
        bishops: of(Role::Bishop),
        rooks: of(Role::Rook),
        queens: of(Role::Queen),
        king,
        attacks: union(all),
        pawn_attacks: union(of(Role::Pawn)),
        pinned: pinned(board, king, color),
        king_ring: ring,
        king_zone: ring | two_ahead.without(king),
    }
}
