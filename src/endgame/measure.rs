//! What a rule can point at on the board, and what it can count there.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Rank, Role, Square};

use super::situation::{Side, Situation};

/// One or more squares that a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A king.
    King(Side),
    /// The men of one kind.
    Men(Role),
    /// All men of the stronger side.
    AnyMan,
    /// The border of the board.
    Edge,
    /// a1, h1, a8 and h8.
    Corner,
    /// The corners of the bishop's colour.
    BishopCorner,
    /// d4, e4, d5 and e5.
    Centre,
    /// The square diagonally before the rook, towards the bare king (1980: critical square).
    CriticalSquare,
    /// Where the pawn becomes a queen.
    PromotionSquare,
    /// The square before the pawn.
    SquareAhead,
    /// The squares from which the king brings the pawn home whoever is to move.
    KeySquares,
}

/// A whole number that can be read off a position; every reading is given in rustdoc for its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A constant.
    Number(i32),
    /// The rectangle to which rook or queen confine the bare king, 1 to 49; 100 when he stands on one of
    /// its lines (1980: `ROOM`).
    Room,
    /// Squares the bare king could ever reach while nothing else moves, his own included.
    Area,
    /// Moves of the bare king.
    Replies,
    /// King moves between the two nearest squares of two places (1980: `DIST`).
    Distance(Place, Place),
    /// Files plus ranks between the two nearest squares of two places (1980: `MDIST`).
    Walk(Place, Place),
    /// Rank of a place, 1 to 8, as the stronger side counts.
    Rank(Place),
    /// Files between two places.
    Files(Place, Place),
    /// Moves the pawn needs to become a queen.
    PawnMoves,
    /// The sum of two measures.
    Sum(Box<Measure>, Box<Measure>),
}

/// Room of a king on one of the rook's lines, where there is no rectangle.
const NO_ROOM: i32 = 100;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Place {
    /// The squares meant; none when the man is not on the board.
    #[must_use]
    pub fn squares(self, situation: &Situation) -> Bitboard {
        match self {
            Place::King(Side::Strong) => situation.strong_king.into(),
            Place::King(Side::Weak) => situation.weak_king.into(),
            Place::Men(role) => {
                let of_role = situation.men().iter().filter(|man| man.role == role);
                of_role.map(|man| man.square).collect()
            }
            Place::AnyMan => situation.men().iter().map(|man| man.square).collect(),
            Place::Edge => Bitboard::EDGES,
            Place::Corner => Bitboard::CORNERS,
            Place::BishopCorner => bishop_corners(situation),
            Place::Centre => CENTRE,
            Place::CriticalSquare => single(critical_square(situation)),
            Place::PromotionSquare => single(pawn(situation).map(promotion_square)),
            Place::SquareAhead => single(pawn(situation).and_then(|square| square.offset(8))),
            Place::KeySquares => pawn(situation).map_or(Bitboard::EMPTY, key_squares),
        }
    }
}

fn single(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Bitboard::from_square)
}

fn pawn(situation: &Situation) -> Option<Square> {
    situation.square_of(Role::Pawn)
}

fn promotion_square(pawn: Square) -> Square {
    Square::from_coords(pawn.file(), Rank::Eighth)
}

fn bishop_corners(situation: &Situation) -> Bitboard {
    match situation.square_of(Role::Bishop) {
        Some(square) if square.is_light() => Bitboard::CORNERS & Bitboard::LIGHT_SQUARES,
        Some(_) => Bitboard::CORNERS & Bitboard::DARK_SQUARES,
        None => Bitboard::EMPTY,
    }
}

fn critical_square(situation: &Situation) -> Option<Square> {
    let rook = situation.square_of(Role::Rook)?;
    let (file, rank) = offset(rook, situation.weak_king);
    Some(Square::from_coords(
        rook.file().offset(file.signum())?,
        rook.rank().offset(rank.signum())?,
    ))
}

/// Two and more ranks ahead of the pawn, three files wide; from the fifth rank on also one rank ahead. For a
/// rook's pawn the two squares beside its last two.
fn key_squares(pawn: Square) -> Bitboard {
    let (file, rank) = (pawn.file().to_u32() as i32, pawn.rank().to_u32() as i32);
    let keys = if file == 0 || file == 7 {
        let beside = if file == 0 { 1 } else { 6 };
        vec![(beside, 6), (beside, 7)]
    } else {
        let rows = if rank >= 4 { 1..8 } else { 2..8 };
        rows.flat_map(|ahead| (-1..=1).map(move |side| (file + side, rank + ahead))).collect()
    };
    let squares = keys.into_iter().filter(|(_, rank)| *rank < 8);
    squares.map(|(file, rank)| Square::new((rank * 8 + file) as u32)).collect()
}

/// Files and ranks from one square to another.
pub(super) fn offset(from: Square, to: Square) -> (i32, i32) {
    (
        to.file().to_u32() as i32 - from.file().to_u32() as i32,
        to.rank().to_u32() as i32 - from.rank().to_u32() as i32,
    )
}

impl Measure {
    /// The number, `None` when the measure speaks of a man that is not on the board.
    #[must_use]
    pub fn of(&self, situation: &Situation) -> Option<i32> {
        match self {
            Measure::Number(number) => Some(*number),
            Measure::Room => room(situation),
            Measure::Area => Some(area(situation)),
            Measure::Replies => Some(situation.escapes().count() as i32),
            Measure::Distance(a, b) => {
                nearest(situation, *a, *b, |(files, ranks)| files.abs().max(ranks.abs()))
            }
            Measure::Walk(a, b) => {
                nearest(situation, *a, *b, |(files, ranks)| files.abs() + ranks.abs())
            }
            Measure::Files(a, b) => nearest(situation, *a, *b, |(files, _)| files.abs()),
            Measure::Rank(place) => {
                place.squares(situation).first().map(|square| square.rank().to_u32() as i32 + 1)
            }
            Measure::PawnMoves => pawn(situation).map(|square| match square.rank() {
                Rank::Second => 5,
                rank => 7 - rank.to_u32() as i32,
            }),
            Measure::Sum(a, b) => Some(a.of(situation)? + b.of(situation)?),
        }
    }
}

fn nearest(
    situation: &Situation,
    a: Place,
    b: Place,
    metric: impl Fn((i32, i32)) -> i32 + Copy,
) -> Option<i32> {
    let to = b.squares(situation);
    let pairs = a
        .squares(situation)
        .into_iter()
        .flat_map(|from| to.into_iter().map(move |square| metric(offset(from, square))));
    pairs.min()
}

fn room(situation: &Situation) -> Option<i32> {
    let guard = situation.square_of(Role::Rook).or(situation.square_of(Role::Queen))?;
    let side = |king: u32, guard: u32| match king.cmp(&guard) {
        std::cmp::Ordering::Less => Some(guard as i32),
        std::cmp::Ordering::Greater => Some(7 - guard as i32),
        std::cmp::Ordering::Equal => None,
    };
    let king = situation.weak_king;
    let width = side(king.file().to_u32(), guard.file().to_u32());
    let height = side(king.rank().to_u32(), guard.rank().to_u32());
    Some(width.zip(height).map_or(NO_ROOM, |(width, height)| width * height))
}

fn area(situation: &Situation) -> i32 {
    let free = !situation.forbidden();
    let mut reached = Bitboard::from_square(situation.weak_king);
    let mut border = reached;
    while border.any() {
        let steps = border.into_iter().fold(Bitboard::EMPTY, |all, from| all | king_attacks(from));
        border = steps & free & !reached;
        reached |= border;
    }
    reached.count() as i32
}
