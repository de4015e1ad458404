//! Relation of a piece to the pawns of both sides.

use std::fmt;

use shakmaty::{Bitboard, Board, ByColor, File, Piece, Role, Square, attacks};
use strum::{Display, VariantArray};

use crate::chess::{ahead, neighbours};

/// Relation of a piece to the pawns of both sides: the slow features that outlast an exchange. Queens have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PawnContext {
    /// A pawn.
    Pawn {
        /// Another one of its side is on its file.
        doubled: bool,
        /// No pawn of its side is on an adjacent file.
        isolated: bool,
        /// Something stands on the square before it.
        blocked: bool,
    },
    /// A knight or bishop. It has an outpost when it is supported and not in reach.
    Minor {
        /// An enemy pawn ahead on an adjacent file attacks the piece or can advance to do so.
        in_reach: bool,
        /// A pawn of its side defends it.
        supported: bool,
    },
    /// A rook.
    Rook(RookFile),
    /// A king.
    King {
        /// Pawns of its side on the three squares before it, 0 to 3.
        shield: u8,
        /// No pawn of its side is on its file.
        bare: bool,
    },
}

/// The file of a rook: the first of these that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, VariantArray)]
#[repr(u8)]
pub enum RookFile {
    /// A passed pawn of its side is before it.
    #[strum(to_string = "behind a passed pawn")]
    BehindPassed = 0,
    /// It stands behind an enemy passed pawn, seen in the direction in which that pawn advances.
    #[strum(to_string = "behind an enemy passed pawn")]
    BehindEnemyPassed = 1,
    /// There are pawns of its side.
    #[strum(to_string = "closed file")]
    Closed = 2,
    /// There are only enemy pawns.
    #[strum(to_string = "half-open file")]
    HalfOpen = 3,
    /// There are no pawns.
    #[strum(to_string = "open file")]
    Open = 4,
}

impl PawnContext {
    /// A number below 8, unique among those of the same role.
    pub(super) fn code(self) -> u64 {
        let bits =
            |flags: [bool; 3]| flags.iter().rev().fold(0, |n, flag| n << 1 | u64::from(*flag));
        match self {
            PawnContext::Pawn { doubled, isolated, blocked } => bits([doubled, isolated, blocked]),
            PawnContext::Minor { in_reach, supported } => bits([in_reach, supported, false]),
            PawnContext::Rook(file) => file as u64,
            PawnContext::King { shield, bare } => u64::from(bare) << 2 | u64::from(shield.min(3)),
        }
    }

    /// The reverse of [`PawnContext::code`]; `None` for an invalid number.
    pub(super) fn from_code(role: Role, code: u64) -> Option<PawnContext> {
        let bit = |n: u32| code >> n & 1 == 1;
        match role {
            Role::Pawn => {
                Some(PawnContext::Pawn { doubled: bit(0), isolated: bit(1), blocked: bit(2) })
            }
            Role::Knight | Role::Bishop => {
                (code < 4).then(|| PawnContext::Minor { in_reach: bit(0), supported: bit(1) })
            }
            Role::Rook => RookFile::VARIANTS.get(code as usize).copied().map(PawnContext::Rook),
            Role::Queen => None,
            Role::King => Some(PawnContext::King { shield: (code & 3) as u8, bare: bit(2) }),
        }
    }
}

impl fmt::Display for PawnContext {
    /// For example `isolated, blocked`; `sound` for a pawn with none of these flags.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PawnContext::Pawn { doubled, isolated, blocked } => {
                let words = [(doubled, "doubled"), (isolated, "isolated"), (blocked, "blocked")];
                let flags: Vec<_> =
                    words.into_iter().filter(|(is, _)| *is).map(|(_, w)| w).collect();
                f.write_str(&if flags.is_empty() { "sound".to_owned() } else { flags.join(", ") })
            }
            PawnContext::Minor { in_reach, supported } => write!(
                f,
                "{} of pawns, {}",
                if in_reach { "in reach" } else { "out of reach" },
                if supported { "supported" } else { "unsupported" }
            ),
            PawnContext::Rook(file) => write!(f, "{file}"),
            PawnContext::King { shield, bare } => {
                let pawns = if shield == 1 { "pawn" } else { "pawns" };
                write!(f, "{shield} {pawns} before it{}", if bare { ", bare file" } else { "" })
            }
        }
    }
}

/// The pawns of a board, prepared for queries about pieces.
pub(super) struct PawnStructure {
    all: ByColor<Bitboard>,
    /// Those that are passed: no enemy pawn before them on their own file and the two beside it.
    passed: ByColor<Bitboard>,
    occupied: Bitboard,
}

impl PawnStructure {
    pub(super) fn new(board: &Board) -> PawnStructure {
        let all = ByColor::new_with(|color| board.pawns() & board.by_color(color));
        let passed = ByColor {
            white: all.white & !stopped_by(all.black, |pawns, ranks| pawns >> (8 * ranks)),
            black: all.black & !stopped_by(all.white, |pawns, ranks| pawns << (8 * ranks)),
        };
        PawnStructure { all, passed, occupied: board.occupied() }
    }

    /// Whether a pawn on `square` is passed.
    pub(super) fn is_passed(&self, square: Square) -> bool {
        (self.passed.white | self.passed.black).contains(square)
    }

    /// The relation of a piece on `square` to the pawns; `None` for a queen.
    pub(super) fn context(&self, square: Square, piece: Piece) -> Option<PawnContext> {
        let color = piece.color;
        let (own, enemy) = (*self.all.get(color), *self.all.get(!color));
        let (own_passed, enemy_passed) = (*self.passed.get(color), *self.passed.get(!color));
        let file = Bitboard::from_file(square.file());
        let (beside, before) = (neighbours(square.file()), ahead(color, square));
        match piece.role {
            Role::Pawn => Some(PawnContext::Pawn {
                doubled: (own & file).more_than_one(),
                isolated: (own & beside).is_empty(),
                blocked: square
                    .offset(color.fold_wb(8, -8))
                    .is_some_and(|stop| self.occupied.contains(stop)),
            }),
            Role::Knight | Role::Bishop => Some(PawnContext::Minor {
                in_reach: (enemy & beside & before).any(),
                supported: (own & attacks::pawn_attacks(!color, square)).any(),
            }),
            Role::Rook => Some(PawnContext::Rook(if (own_passed & file & before).any() {
                RookFile::BehindPassed
            } else if (enemy_passed & file & ahead(!color, square)).any() {
                RookFile::BehindEnemyPassed
            } else if (own & file).any() {
                RookFile::Closed
            } else if (enemy & file).any() {
                RookFile::HalfOpen
            } else {
                RookFile::Open
            })),
            Role::Queen => None,
            Role::King => Some(PawnContext::King {
                shield: (own & attacks::king_attacks(square) & before).count() as u8,
                bare: (own & file).is_empty(),
            }),
        }
    }
}

/// Squares on which these pawns keep an enemy pawn from being passed: those ahead of them on their own and the adjacent
/// files. `advance` moves pawns by some ranks.
fn stopped_by(pawns: Bitboard, advance: fn(u64, u32) -> u64) -> Bitboard {
    let mut ahead = advance(pawns.0, 1);
    for ranks in [1, 2, 4] {
        ahead |= advance(ahead, ranks);
    }
    let ahead = Bitboard(ahead);
    let [west, east] = [File::A, File::H].map(Bitboard::from_file);
    ahead | (ahead & !west).shift(-1) | (ahead & !east).shift(1)
}
