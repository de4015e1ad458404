//! Sets of squares that a rule can name, and numbers it can read off a position.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Color, Role, Square};

use crate::chess::tablebase::{EndgamePosition, EndgameSide};
use crate::chess::{key_squares, moves_to_promotion, promotion_square};

/// A set of squares that a rule can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// A king.
    King(EndgameSide),
    /// The pieces of one role.
    Pieces(Role),
    /// The piece or pawn of the weaker side.
    WeakPiece,
    /// All pieces and pawns of the stronger side.
    AllPieces,
    /// The 28 squares at the edge of the board.
    Edge,
    /// a1, h1, a8 and h8.
    Corner,
    /// The corners of the bishop's colour.
    BishopCorner,
    /// d4, e4, d5 and e5.
    Centre,
    /// The square diagonally next to the rook, towards the bare king (1980: critical square).
    CriticalSquare,
    /// The promotion square of the pawn.
    PromotionSquare,
    /// The square in front of the pawn.
    StopSquare,
    /// The key squares of the pawn and all squares beyond them.
    KeySquares,
}

/// A whole number that can be read off a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A constant.
    Number(i32),
    /// Squares of the rectangle to which rook or queen confine the bare king, 1 to 49; 100 if the king is on its file or
    /// rank (1980: `ROOM`).
    KingBox,
    /// Squares the bare king could reach in any number of moves while nothing else moves, its own included.
    Area,
    /// The same in at most this many moves.
    AreaWithin(i32),
    /// Files plus ranks from the nearest corner of the bishop's colour to the farthest square that the bare king could
    /// reach in three moves while nothing else moves: 0 (in the corner) to 7. The bare king is inside a triangle whose
    /// legs are one longer; D. Delétang (1923) mates by triangles with 5, 3 and 1.
    Triangle,
    /// The number of squares the king of the weaker side can go to.
    Replies,
    /// King moves between the nearest squares of two regions (Chebyshev distance; 1980: `DIST`).
    Distance(Region, Region),
    /// Files plus ranks between the nearest squares of two regions (1980: `MDIST`).
    ManhattanDistance(Region, Region),
    /// Rank of a region, 1 to 8, the stronger side moving up.
    Rank(Region),
    /// File distance of two regions.
    Files(Region, Region),
    /// Rank distance of two regions.
    Ranks(Region, Region),
    /// Moves the pawn needs to promote.
    MovesToPromotion,
    /// The sum of two measures.
    Sum(Box<Measure>, Box<Measure>),
}

/// The box of a king on the file or rank of rook or queen: there is no rectangle.
const NO_BOX: i32 = 100;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Region {
    /// The squares; none if the piece is not on the board.
    #[must_use]
    pub fn squares(self, position: &EndgamePosition) -> Bitboard {
        match self {
            Region::King(EndgameSide::Strong) => position.strong_king.into(),
            Region::King(EndgameSide::Weak) => position.weak_king.into(),
            Region::Pieces(role) => {
                let of_role = position.pieces().iter().filter(|piece| piece.role == role);
                of_role.map(|piece| piece.square).collect()
            }
            Region::WeakPiece => single(position.weak_piece().map(|piece| piece.square)),
            Region::AllPieces => position.pieces().iter().map(|piece| piece.square).collect(),
            Region::Edge => Bitboard::EDGES,
            Region::Corner => Bitboard::CORNERS,
            Region::BishopCorner => bishop_corners(position),
            Region::Centre => CENTRE,
            Region::CriticalSquare => single(critical_square(position)),
            Region::PromotionSquare => {
                single(pawn(position).map(|(color, pawn)| promotion_square(color, pawn)))
            }
            Region::StopSquare => {
                single(pawn(position).and_then(|(color, pawn)| pawn.offset(color.fold_wb(8, -8))))
            }
            Region::KeySquares => position
                .square_of(Role::Pawn)
                .map_or(Bitboard::EMPTY, |pawn| with_squares_beyond(key_squares(pawn))),
        }
    }
}

fn single(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Bitboard::from_square)
}

/// The pawn, and the colour in whose direction it moves: no endgame has one on each side.
fn pawn(position: &EndgamePosition) -> Option<(Color, Square)> {
    let ours = position.square_of(Role::Pawn).map(|square| (Color::White, square));
    let theirs = position.weak_piece().filter(|piece| piece.role == Role::Pawn);
    ours.or(theirs.map(|piece| (Color::Black, piece.square)))
}

fn bishop_corners(position: &EndgamePosition) -> Bitboard {
    match position.square_of(Role::Bishop) {
        Some(square) if square.is_light() => Bitboard::CORNERS & Bitboard::LIGHT_SQUARES,
        Some(_) => Bitboard::CORNERS & Bitboard::DARK_SQUARES,
        None => Bitboard::EMPTY,
    }
}

fn critical_square(position: &EndgamePosition) -> Option<Square> {
    let rook = position.square_of(Role::Rook)?;
    let (file, rank) = offset(rook, position.weak_king);
    Some(Square::from_coords(
        rook.file().offset(file.signum())?,
        rook.rank().offset(rank.signum())?,
    ))
}

/// The squares and all squares beyond them, up the board.
fn with_squares_beyond(squares: Bitboard) -> Bitboard {
    [8, 16, 32].into_iter().fold(squares, |filled, offset| filled | filled.shift(offset))
}

/// Files and ranks from one square to another.
pub(super) fn offset(from: Square, to: Square) -> (i32, i32) {
    (
        to.file().to_u32() as i32 - from.file().to_u32() as i32,
        to.rank().to_u32() as i32 - from.rank().to_u32() as i32,
    )
}

impl Measure {
    /// The number, `None` if the measure names a piece that is not on the board.
    #[must_use]
    pub fn of(&self, position: &EndgamePosition) -> Option<i32> {
        match self {
            Measure::Number(number) => Some(*number),
            Measure::KingBox => king_box(position),
            Measure::Area => Some(reach(position, i32::MAX).count() as i32),
            Measure::AreaWithin(moves) => Some(reach(position, *moves).count() as i32),
            Measure::Triangle => triangle(position),
            Measure::Replies => Some(position.flight_squares().count() as i32),
            Measure::Distance(a, b) => {
                nearest(position, *a, *b, |(files, ranks)| files.abs().max(ranks.abs()))
            }
            Measure::ManhattanDistance(a, b) => nearest(position, *a, *b, manhattan),
            Measure::Files(a, b) => nearest(position, *a, *b, |(files, _)| files.abs()),
            Measure::Ranks(a, b) => nearest(position, *a, *b, |(_, ranks)| ranks.abs()),
            Measure::Rank(region) => {
                region.squares(position).first().map(|square| square.rank().to_u32() as i32 + 1)
            }
            Measure::MovesToPromotion => {
                pawn(position).map(|(color, pawn)| moves_to_promotion(color, pawn))
            }
            Measure::Sum(a, b) => Some(a.of(position)? + b.of(position)?),
        }
    }
}

fn manhattan((files, ranks): (i32, i32)) -> i32 {
    files.abs() + ranks.abs()
}

fn nearest(
    position: &EndgamePosition,
    a: Region,
    b: Region,
    metric: impl Fn((i32, i32)) -> i32 + Copy,
) -> Option<i32> {
    let to = b.squares(position);
    let pairs = a
        .squares(position)
        .into_iter()
        .flat_map(|from| to.into_iter().map(move |square| metric(offset(from, square))));
    pairs.min()
}

fn king_box(position: &EndgamePosition) -> Option<i32> {
    let guard = position.square_of(Role::Rook).or(position.square_of(Role::Queen))?;
    let side = |king: u32, guard: u32| match king.cmp(&guard) {
        std::cmp::Ordering::Less => Some(guard as i32),
        std::cmp::Ordering::Greater => Some(7 - guard as i32),
        std::cmp::Ordering::Equal => None,
    };
    let king = position.weak_king;
    let width = side(king.file().to_u32(), guard.file().to_u32());
    let height = side(king.rank().to_u32(), guard.rank().to_u32());
    Some(width.zip(height).map_or(NO_BOX, |(width, height)| width * height))
}

/// The squares that the bare king could reach in at most `moves` moves while nothing else moves, its own included.
fn reach(position: &EndgamePosition, moves: i32) -> Bitboard {
    let free = !position.guarded_squares();
    let mut reached = Bitboard::from_square(position.weak_king);
    let mut border = reached;
    for _ in 0..moves {
        let steps = border.into_iter().fold(Bitboard::EMPTY, |all, from| all | king_attacks(from));
        border = steps & free & !reached;
        if border.is_empty() {
            break;
        }
        reached |= border;
    }
    reached
}

fn triangle(position: &EndgamePosition) -> Option<i32> {
    let corners = Region::BishopCorner.squares(position);
    let to_corner =
        |square| corners.into_iter().map(|corner| manhattan(offset(square, corner))).min();
    reach(position, 3).into_iter().filter_map(to_corner).max()
}
