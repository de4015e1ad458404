use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

/// What stands on a node: a piece of one colour, or an empty square next to one or both kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A piece, seen with White to move.
    Piece(Piece),
    /// An empty square next to the king of this colour only.
    KingSquare(Color),
    /// An empty square next to both kings.
    SharedKingSquare,
}

impl Kind {
    const fn code(self) -> u64 {
        match self {
            Kind::Piece(Piece { color: Color::White, role }) => role as u64,
            Kind::Piece(Piece { color: Color::Black, role }) => 6 + role as u64,
            Kind::KingSquare(Color::White) => 13,
            Kind::KingSquare(Color::Black) => 14,
            Kind::SharedKingSquare => 15,
        }
    }

    fn from_code(code: u64) -> Option<Kind> {
        const ROLES: [Role; 6] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        Some(match code {
            1..=6 => Kind::Piece(Piece { color: Color::White, role: ROLES[code as usize - 1] }),
            7..=12 => Kind::Piece(Piece { color: Color::Black, role: ROLES[code as usize - 7] }),
            13 => Kind::KingSquare(Color::White),
            14 => Kind::KingSquare(Color::Black),
            15 => Kind::SharedKingSquare,
            _ => return None,
        })
    }

    /// Whose node it is: the piece's colour, or that of the king next to the square.
    #[must_use]
    pub fn side(self) -> Option<Color> {
        match self {
            Kind::Piece(piece) => Some(piece.color),
            Kind::KingSquare(color) => Some(color),
            Kind::SharedKingSquare => None,
        }
    }

    /// The piece on it, if any.
    #[must_use]
    pub fn piece(self) -> Option<Piece> {
        match self {
            Kind::Piece(piece) => Some(piece),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Piece(piece) => {
                write!(f, "{} {}", colour_name(piece.color), role_name(piece.role))
            }
            Kind::KingSquare(color) => write!(f, "square by the {} king", colour_name(*color)),
            Kind::SharedKingSquare => f.write_str("square by both kings"),
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

/// How many pieces of each kind: up to three pawns, knights, bishops and rooks, one queen and one king.
///
/// Larger numbers count as the largest that fits. Ten bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u16);

impl Kinds {
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
        let (_, shift, max) = Kinds::FIELDS[role as usize - 1];
        if (self.0 >> shift) & max < max {
            self.0 += 1 << shift;
        }
    }

    /// How many of this kind are counted.
    #[must_use]
    pub fn count(self, role: Role) -> u16 {
        let (_, shift, max) = Kinds::FIELDS[role as usize - 1];
        (self.0 >> shift) & max
    }

    /// No piece at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds that are there, each with its number.
    pub fn iter(self) -> impl Iterator<Item = (Role, u16)> {
        Kinds::FIELDS
            .into_iter()
            .map(move |(role, shift, max)| (role, (self.0 >> shift) & max))
            .filter(|(_, n)| *n > 0)
    }
}

impl fmt::Display for Kinds {
    /// `nobody`, or for example `pawn, 2 rooks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nobody");
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

/// A part of a node label that a pattern may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// The file a–h.
    File,
    /// The rank 1–8, counted from the side to move.
    Rank,
    /// All enemy pieces that attack the node, directly or behind one another, by kind.
    Attackers,
    /// All friendly pieces that defend the node, directly or behind one another, by kind.
    Defenders,
    /// To how many squares the piece can go that no enemy piece attacks: 0, 1, 2, 3, 4–5, 6–8, 9 or more.
    Mobility,
    /// Whether the piece shields its own king from a line piece.
    Pinned,
}

impl Component {
    /// All of them.
    pub const ALL: [Component; 6] = [
        Component::File,
        Component::Rank,
        Component::Attackers,
        Component::Defenders,
        Component::Mobility,
        Component::Pinned,
    ];

    const fn field(self) -> Field {
        match self {
            Component::File => Field { shift: 32, bits: 4 },
            Component::Rank => Field { shift: 28, bits: 4 },
            Component::Attackers => Field { shift: 17, bits: 11 },
            Component::Defenders => Field { shift: 6, bits: 11 },
            Component::Mobility => Field { shift: 2, bits: 4 },
            Component::Pinned => Field { shift: 0, bits: 2 },
        }
    }
}

/// A set of [`Component`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Components(u64);

impl Components {
    /// None: only the kind is left.
    pub const NONE: Components = Components(0);
    /// File and rank.
    pub const SQUARE: Components =
        Components(Component::File.field().mask() | Component::Rank.field().mask());
    /// Every component.
    pub const ALL: Components = Components((1 << KIND.shift) - 1);

    /// These and `component`.
    #[must_use]
    pub const fn with(self, component: Component) -> Components {
        Components(self.0 | component.field().mask())
    }

    /// These without `component`.
    #[must_use]
    pub const fn without(self, component: Component) -> Components {
        Components(self.0 & !component.field().mask())
    }

    /// Whether `component` is one of them.
    #[must_use]
    pub const fn contains(self, component: Component) -> bool {
        self.0 & component.field().mask() != 0
    }
}

impl FromIterator<Component> for Components {
    fn from_iter<I: IntoIterator<Item = Component>>(components: I) -> Components {
        components.into_iter().fold(Components::NONE, Components::with)
    }
}

#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    bits: u32,
}

impl Field {
    const fn mask(self) -> u64 {
        ((1 << self.bits) - 1) << self.shift
    }

    const fn present(self) -> u64 {
        1 << (self.shift + self.bits - 1)
    }

    const fn put(self, value: u64) -> u64 {
        self.present() | (value << self.shift)
    }

    const fn get(self, label: u64) -> Option<u64> {
        if label & self.present() == 0 {
            None
        } else {
            Some((label & (self.mask() & !self.present())) >> self.shift)
        }
    }
}

const KIND: Field = Field { shift: 36, bits: 4 };

/// What is known, or required, of a node: its kind and any of the [`Component`]s.
///
/// Labels form a lattice: leaving a component open makes a label more general. An exact square is a file and a rank;
/// either may be left open, or both. Forty bits: a component takes its value and a bit that says it is there, so that
/// "label `p` holds of node `n`" is `n & mask(p) == p`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeLabel(u64);

impl NodeLabel {
    /// No node at all: what a step that reaches none asks for.
    pub(crate) const NOTHING: NodeLabel = NodeLabel(0);

    /// Only the kind.
    #[must_use]
    pub fn new(kind: Kind) -> NodeLabel {
        NodeLabel(kind.code() << KIND.shift)
    }

    /// With the exact square.
    #[must_use]
    pub fn on(self, square: Square) -> NodeLabel {
        let file = Component::File.field().put(square.file() as u64);
        let rank = Component::Rank.field().put(square.rank() as u64);
        NodeLabel(self.keep(Components(!Components::SQUARE.0)).0 | file | rank)
    }

    pub(super) fn with_guards(self, attackers: Kinds, defenders: Kinds) -> NodeLabel {
        let attackers = Component::Attackers.field().put(u64::from(attackers.0));
        let defenders = Component::Defenders.field().put(u64::from(defenders.0));
        NodeLabel(self.0 | attackers | defenders)
    }

    pub(super) fn with_mobility(self, squares: usize) -> NodeLabel {
        let class = match squares {
            0..=3 => squares as u64,
            4..=5 => 4,
            6..=8 => 5,
            _ => 6,
        };
        NodeLabel(self.0 | Component::Mobility.field().put(class))
    }

    pub(super) fn with_pinned(self, pinned: bool) -> NodeLabel {
        NodeLabel(self.0 | Component::Pinned.field().put(u64::from(pinned)))
    }

    /// What stands there.
    ///
    /// Always there in a label made by this module; `None` only for numbers that are no label.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        Kind::from_code((self.0 & KIND.mask()) >> KIND.shift)
    }

    /// The file, unless left open.
    #[must_use]
    pub fn file(self) -> Option<File> {
        Component::File.field().get(self.0).map(|n| File::new(n as u32))
    }

    /// The rank, unless left open.
    #[must_use]
    pub fn rank(self) -> Option<Rank> {
        Component::Rank.field().get(self.0).map(|n| Rank::new(n as u32))
    }

    /// The exact square, when both file and rank are given.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file()?, self.rank()?))
    }

    /// All attackers, unless left open.
    #[must_use]
    pub fn attackers(self) -> Option<Kinds> {
        Component::Attackers.field().get(self.0).map(|n| Kinds(n as u16))
    }

    /// All defenders, unless left open.
    #[must_use]
    pub fn defenders(self) -> Option<Kinds> {
        Component::Defenders.field().get(self.0).map(|n| Kinds(n as u16))
    }

    /// The class of mobility as the range of numbers of safe squares it stands for, unless left open.
    #[must_use]
    pub fn mobility(self) -> Option<&'static str> {
        Component::Mobility
            .field()
            .get(self.0)
            .map(|n| ["no", "1", "2", "3", "4–5", "6–8", "9 or more", "9 or more"][n as usize])
    }

    /// Whether it is pinned to its king, unless left open.
    #[must_use]
    pub fn pinned(self) -> Option<bool> {
        Component::Pinned.field().get(self.0).map(|n| n == 1)
    }

    /// The components that are given.
    #[must_use]
    pub fn components(self) -> Components {
        Component::ALL.into_iter().filter(|c| self.0 & c.field().present() != 0).collect()
    }

    /// The same with only these components.
    #[must_use]
    pub const fn keep(self, components: Components) -> NodeLabel {
        NodeLabel(self.0 & (KIND.mask() | components.0))
    }

    /// The components alone, for comparing nodes of different kinds.
    pub(crate) const fn without_kind(self) -> u64 {
        self.0 & !KIND.mask()
    }

    /// Whether whatever `other` describes is also described by this label. Reflexive.
    #[must_use]
    pub fn covers(self, other: NodeLabel) -> bool {
        other.keep(self.components()) == self
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// A label from its bits, `None` when they are not one (a damaged file).
    pub(crate) fn from_bits(bits: u64) -> Option<NodeLabel> {
        let label = NodeLabel(bits);
        let known = label.keep(label.components()) == label;
        (known && label.kind().is_some()).then_some(label)
    }
}

impl fmt::Debug for NodeLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for NodeLabel {
    /// For example `black knight f6, attacked by pawn, defended by queen, 2 safe squares`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Some(kind) => write!(f, "{kind}")?,
            None => f.write_str("?")?,
        }
        match (self.file(), self.rank()) {
            (Some(file), Some(rank)) => write!(f, " {file}{rank}")?,
            (Some(file), None) => write!(f, " on the {file}-file")?,
            (None, Some(rank)) => write!(f, " on rank {rank}")?,
            (None, None) => {}
        }
        if let Some(attackers) = self.attackers() {
            write!(f, ", attacked by {attackers}")?;
        }
        if let Some(defenders) = self.defenders() {
            write!(f, ", defended by {defenders}")?;
        }
        if let Some(mobility) = self.mobility() {
            write!(f, ", {mobility} safe square{}", if mobility == "1" { "" } else { "s" })?;
        }
        match self.pinned() {
            Some(true) => f.write_str(", pinned"),
            Some(false) => f.write_str(", not pinned"),
            None => Ok(()),
        }
    }
}

/// Whether an edge leads to one's own side or to the enemy's.
///
/// It follows from the kinds at both ends: a square next to a king counts as that king's, and a piece attacks what it
/// does not own. Squares next to both kings are attacked by everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// From a piece to an enemy piece or king square.
    Attacks,
    /// From a piece to a piece or king square of its own side.
    Defends,
}

impl Relation {
    /// The relation between two kinds.
    #[must_use]
    pub fn between(from: Kind, to: Kind) -> Relation {
        if from.side() == to.side() { Relation::Defends } else { Relation::Attacks }
    }
}

/// How one node reaches another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Mode {
    /// Generic: any of the others. Only in patterns.
    Any = 0,
    /// Nothing stands between.
    Direct = 1,
    /// Through friends that attack the same way.
    Indirect = 2,
    /// Through one friend that does not attack the same way: when he leaves, the line is open.
    Discovered = 3,
    /// Through one enemy piece: a pin or a skewer.
    Pin = 4,
}

impl Mode {
    /// The four modes that occur in positions.
    pub const CONCRETE: [Mode; 4] = [Mode::Direct, Mode::Indirect, Mode::Discovered, Mode::Pin];

    /// Whether an edge of mode `other` satisfies this one. Reflexive.
    #[must_use]
    pub fn covers(self, other: Mode) -> bool {
        self == Mode::Any || self == other
    }

    pub(crate) fn from_code(code: u8) -> Option<Mode> {
        [Mode::Any, Mode::Direct, Mode::Indirect, Mode::Discovered, Mode::Pin]
            .get(usize::from(code))
            .copied()
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Any => "any",
            Mode::Direct => "direct",
            Mode::Indirect => "indirect",
            Mode::Discovered => "discovered",
            Mode::Pin => "pin",
        })
    }
}
