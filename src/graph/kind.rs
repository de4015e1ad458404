use std::fmt;

use shakmaty::{Color, Piece, Role};

/// What stands on a node: a piece of one colour, or an empty square next to one or both kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A piece, seen with White to move.
    Piece(Piece),
    /// An empty square next to the king of this colour only.
    KingSquare(Color),
    /// An empty square next to both kings.
    SharedKingSquare,
}

impl NodeKind {
    pub(super) const fn code(self) -> u64 {
        match self {
            NodeKind::Piece(Piece { color: Color::White, role }) => role as u64,
            NodeKind::Piece(Piece { color: Color::Black, role }) => 6 + role as u64,
            NodeKind::KingSquare(Color::White) => 13,
            NodeKind::KingSquare(Color::Black) => 14,
            NodeKind::SharedKingSquare => 15,
        }
    }

    pub(super) fn from_code(code: u64) -> Option<NodeKind> {
        const ROLES: [Role; 6] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        Some(match code {
            1..=6 => NodeKind::Piece(Piece { color: Color::White, role: ROLES[code as usize - 1] }),
            7..=12 => {
                NodeKind::Piece(Piece { color: Color::Black, role: ROLES[code as usize - 7] })
            }
            13 => NodeKind::KingSquare(Color::White),
            14 => NodeKind::KingSquare(Color::Black),
            15 => NodeKind::SharedKingSquare,
            _ => return None,
        })
    }

    /// Whose node it is: the piece's colour, or that of the king next to the square.
    #[must_use]
    pub fn side(self) -> Option<Color> {
        match self {
            NodeKind::Piece(piece) => Some(piece.color),
            NodeKind::KingSquare(color) => Some(color),
            NodeKind::SharedKingSquare => None,
        }
    }

    /// The piece on it, if any.
    #[must_use]
    pub fn piece(self) -> Option<Piece> {
        match self {
            NodeKind::Piece(piece) => Some(piece),
            _ => None,
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeKind::Piece(piece) => {
                write!(f, "{} {}", colour_name(piece.color), role_name(piece.role))
            }
            NodeKind::KingSquare(color) => write!(f, "square by the {} king", colour_name(*color)),
            NodeKind::SharedKingSquare => f.write_str("square by both kings"),
        }
    }
}

fn colour_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The role with this English name in lower case.
#[must_use]
pub fn role_named(name: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role_name(*role) == name)
}

/// How many pieces of each kind: up to three pawns, knights, bishops and rooks, one queen and one king.
///
/// Larger numbers count as the largest that fits. Ten bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleCounts(pub(super) u16);

impl RoleCounts {
    const FIELDS: [(Role, u16, u16); 6] = [
        (Role::Pawn, 0, 3),
        (Role::Knight, 2, 3),
        (Role::Bishop, 4, 3),
        (Role::Rook, 6, 3),
        (Role::Queen, 8, 1),
        (Role::King, 9, 1),
    ];

    /// One more piece of this kind.
    pub fn add(&mut self, role: Role) {
        let (_, shift, max) = RoleCounts::FIELDS[role as usize - 1];
        if (self.0 >> shift) & max < max {
            self.0 += 1 << shift;
        }
    }

    /// How many of this kind are counted.
    #[must_use]
    pub fn count(self, role: Role) -> u16 {
        let (_, shift, max) = RoleCounts::FIELDS[role as usize - 1];
        (self.0 >> shift) & max
    }

    /// How many are counted in all.
    #[must_use]
    pub fn total(self) -> u16 {
        // Four fields of two bits and two of one, added up side by side.
        let pairs = (self.0 & 0x33) + (self.0 >> 2 & 0x33);
        (pairs & 0xf) + (pairs >> 4) + (self.0 >> 8 & 1) + (self.0 >> 9 & 1)
    }

    /// No piece at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds that are there, each with its number.
    pub fn iter(self) -> impl Iterator<Item = (Role, u16)> {
        RoleCounts::FIELDS
            .into_iter()
            .map(move |(role, shift, max)| (role, (self.0 >> shift) & max))
            .filter(|(_, n)| *n > 0)
    }
}

impl fmt::Display for RoleCounts {
    /// `nothing`, or for example `pawn, 2 rooks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (i, (role, n)) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match n {
                1 => f.write_str(role_name(role))?,
                n => write!(f, "{n} {}s", role_name(role))?,
            }
        }
        Ok(())
    }
}
