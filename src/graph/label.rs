use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{File, Rank, Square};
use strum::VariantArray;

use super::{AttackBalance, NodeKind, PawnContext, RoleCounts};

/// A part of a node label that a pattern may leave open.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// The file a–h.
    File,
    /// The rank 1–8, counted from the side to move.
    Rank,
    /// All enemy pieces that attack the node, directly or in batteries, by role. For a piece other than a king only
    /// those that can legally capture it: no piece pinned to another line, no king against a defended piece, and in
    /// check only captures that end the check.
    Attackers,
    /// All friendly pieces that defend the node, directly or in batteries, by role. A piece pinned to another line
    /// defends no other piece.
    Defenders,
    /// Number of safe moves (to squares that no enemy piece attacks): 0, 1, 2, 3, 4–5, 6–8, 9 or more.
    Mobility,
    /// Whether the piece shields its own king from a line piece.
    Pinned,
    /// Numbers of attackers and defenders compared, without their roles; see [`AttackBalance`].
    #[serde(alias = "contest")]
    AttackBalance,
    /// Whether a pawn is passed: no enemy pawn before it on its own file and the two beside it.
    Passed,
    /// King's moves to the enemy king on an empty board: 1, 2, 3, 4 or more.
    KingDistance,
    /// The phase of the game by the number of knights, bishops, rooks and queens on the board: opening (11 or more),
    /// early middlegame (8–10), late middlegame (4–7), endgame (3 or fewer).
    Phase,
    /// Relation of a piece other than a queen to the pawns; see [`PawnContext`].
    #[serde(alias = "standing")]
    PawnContext,
}

impl Component {
    /// All of them.
    pub const ALL: &[Component] = Component::VARIANTS;

    const fn field(self) -> Field {
        match self {
            Component::File => Field { shift: 32, bits: 4 },
            Component::Rank => Field { shift: 28, bits: 4 },
            Component::Attackers => Field { shift: 17, bits: 11 },
            Component::Defenders => Field { shift: 6, bits: 11 },
            Component::Mobility => Field { shift: 2, bits: 4 },
            Component::Pinned => Field { shift: 0, bits: 2 },
            Component::AttackBalance => Field { shift: 40, bits: 4 },
            Component::Passed => Field { shift: 44, bits: 2 },
            Component::KingDistance => Field { shift: 46, bits: 3 },
            Component::Phase => Field { shift: 49, bits: 3 },
            Component::PawnContext => Field { shift: 52, bits: 4 },
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
    pub const ALL: Components = Components(((1 << NodeLabel::BITS) - 1) & !KIND.mask());

    /// These and `component`.
    #[must_use]
    pub const fn with(self, component: Component) -> Components {
        Components(self.0 | component.field().mask())
    }

    /// These and those of `other`.
    #[must_use]
    pub const fn union(self, other: Components) -> Components {
        Components(self.0 | other.0)
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

/// What a position says, or a pattern requires, of a node: its kind and any of the [`Component`]s.
///
/// Labels form a lattice: leaving a component open makes a label more general. An exact square is a file and a rank;
/// either may be left open, or both. In 56 bits a component takes its value and a bit that says it is there, so that
/// "label `p` holds of node `n`" is `n & mask(p) == p`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeLabel(u64);

impl NodeLabel {
    /// How many bits a label takes.
    pub(crate) const BITS: u32 = 56;

    /// No node: the label of a step that adds none.
    pub(crate) const NOTHING: NodeLabel = NodeLabel(0);

    /// Only the kind.
    #[must_use]
    pub fn new(kind: NodeKind) -> NodeLabel {
        NodeLabel(kind.code() << KIND.shift)
    }

    /// With the exact square.
    #[must_use]
    pub fn on(self, square: Square) -> NodeLabel {
        let file = Component::File.field().put(square.file() as u64);
        let rank = Component::Rank.field().put(square.rank() as u64);
        NodeLabel(self.keep(Components(!Components::SQUARE.0)).0 | file | rank)
    }

    pub(super) fn with_guards(self, attackers: RoleCounts, defenders: RoleCounts) -> NodeLabel {
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

    pub(super) fn with_attack_balance(self, balance: AttackBalance) -> NodeLabel {
        NodeLabel(self.0 | Component::AttackBalance.field().put(balance as u64))
    }

    pub(super) fn with_passed(self, passed: bool) -> NodeLabel {
        NodeLabel(self.0 | Component::Passed.field().put(u64::from(passed)))
    }

    /// `distance` ≥ 1 in king's moves.
    pub(super) fn with_king_distance(self, distance: u32) -> NodeLabel {
        NodeLabel(self.0 | Component::KingDistance.field().put(u64::from(distance.clamp(1, 4)) - 1))
    }

    /// `pieces` is the number of knights, bishops, rooks and queens of both sides.
    pub(super) fn with_phase(self, pieces: usize) -> NodeLabel {
        let class = match pieces {
            0..=3 => 3,
            4..=7 => 2,
            8..=10 => 1,
            _ => 0,
        };
        NodeLabel(self.0 | Component::Phase.field().put(class))
    }

    pub(super) fn with_pawn_context(self, context: PawnContext) -> NodeLabel {
        NodeLabel(self.0 | Component::PawnContext.field().put(context.code()))
    }

    /// What stands there.
    ///
    /// Always there in a label made by this module; `None` only for numbers that are no label.
    #[must_use]
    pub fn kind(self) -> Option<NodeKind> {
        NodeKind::from_code((self.0 & KIND.mask()) >> KIND.shift)
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
    pub fn attackers(self) -> Option<RoleCounts> {
        Component::Attackers.field().get(self.0).map(|n| RoleCounts(n as u16))
    }

    /// All defenders, unless left open.
    #[must_use]
    pub fn defenders(self) -> Option<RoleCounts> {
        Component::Defenders.field().get(self.0).map(|n| RoleCounts(n as u16))
    }

    /// The class of mobility as the range of numbers of safe squares it stands for, unless left open.
    #[must_use]
    pub fn mobility(self) -> Option<&'static str> {
        Component::Mobility
            .field()
            .get(self.0)
            .and_then(|n| ["no", "1", "2", "3", "4–5", "6–8", "9 or more"].get(n as usize).copied())
    }

    /// Whether mobility is given and there is no safe square to go to.
    pub(super) fn is_stuck(self) -> bool {
        Component::Mobility.field().get(self.0) == Some(0)
    }

    /// Whether it is pinned to its king, unless left open.
    #[must_use]
    pub fn pinned(self) -> Option<bool> {
        Component::Pinned.field().get(self.0).map(|n| n == 1)
    }

    /// Attackers against defenders, unless left open.
    #[must_use]
    pub fn attack_balance(self) -> Option<AttackBalance> {
        Component::AttackBalance
            .field()
            .get(self.0)
            .and_then(|n| AttackBalance::ALL.get(n as usize).copied())
    }

    /// Whether the pawn is passed, unless left open.
    #[must_use]
    pub fn passed(self) -> Option<bool> {
        Component::Passed.field().get(self.0).map(|n| n == 1)
    }

    /// King's moves to the enemy king as the range it stands for, unless left open.
    #[must_use]
    pub fn king_distance(self) -> Option<&'static str> {
        Component::KingDistance
            .field()
            .get(self.0)
            .map(|n| ["1", "2", "3", "4 or more"][n as usize])
    }

    /// The phase of the game, unless left open.
    #[must_use]
    pub fn phase(self) -> Option<&'static str> {
        Component::Phase
            .field()
            .get(self.0)
            .map(|n| ["opening", "early middlegame", "late middlegame", "endgame"][n as usize])
    }

    /// Relation to the pawns, unless left open.
    #[must_use]
    pub fn pawn_context(self) -> Option<PawnContext> {
        let code = Component::PawnContext.field().get(self.0)?;
        PawnContext::from_code(self.kind()?.piece()?.role, code)
    }

    /// The components that are given.
    #[must_use]
    pub fn components(self) -> Components {
        Component::ALL.iter().copied().filter(|c| self.0 & c.field().present() != 0).collect()
    }

    /// The same with only these components.
    #[must_use]
    pub const fn keep(self, components: Components) -> NodeLabel {
        NodeLabel(self.0 & (KIND.mask() | components.0))
    }

    /// The components alone, to compare nodes of different kinds.
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

    /// The part of a label's bits that says what stands there, below 16.
    #[inline]
    pub(crate) const fn kind_code(bits: u64) -> u64 {
        bits >> KIND.shift & 15
    }

    /// A label from its bits, `None` when they are not one (a damaged file).
    pub(crate) fn from_bits(bits: u64) -> Option<NodeLabel> {
        let label = NodeLabel(bits);
        let known = label.keep(label.components()) == label;
        let given = |component: Component| component.field().get(bits).is_some();
        let meant = given(Component::AttackBalance) == label.attack_balance().is_some()
            && given(Component::PawnContext) == label.pawn_context().is_some()
            && given(Component::Mobility) == label.mobility().is_some();
        (known && meant && label.kind().is_some()).then_some(label)
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
            Some(true) => f.write_str(", pinned")?,
            Some(false) => f.write_str(", not pinned")?,
            None => {}
        }
        if let Some(balance) = self.attack_balance() {
            write!(f, ", {balance}")?;
        }
        match self.passed() {
            Some(true) => f.write_str(", passed")?,
            Some(false) => f.write_str(", not passed")?,
            None => {}
        }
        if let Some(distance) = self.king_distance() {
            write!(f, ", {distance} from the enemy king")?;
        }
        if let Some(phase) = self.phase() {
            write!(f, ", {phase}")?;
        }
        self.pawn_context().map_or(Ok(()), |context| write!(f, ", {context}"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn invalid_bit_patterns_are_rejected() {
        let piece = |code: u64| {
            NodeLabel::from_bits(code << KIND.shift).filter(|l| l.kind().unwrap().piece().is_some())
        };
        let pieces: Vec<NodeLabel> = (0..16).filter_map(piece).collect();
        assert_eq!(pieces.len(), 12);
        for &component in Component::ALL {
            let field = component.field();
            let values = 1u64 << (field.bits - 1);
            for label in &pieces {
                let with = |value: u64| NodeLabel::from_bits(label.bits() | field.put(value));
                let possible: Vec<NodeLabel> = (0..values).filter_map(with).collect();
                let mut told: Vec<String> = possible.iter().map(ToString::to_string).collect();
                told.dedup();
                // Every valid value has a text of its own.
                assert_eq!(told.len(), possible.len(), "{component:?}: {told:?}");
                assert!(told.iter().all(|text| *text != label.to_string()), "{component:?}");
                let most = match component {
                    Component::AttackBalance => AttackBalance::ALL.len() as u64,
                    Component::Mobility => 7,
                    _ => values,
                };
                assert!(possible.len() as u64 <= most, "{component:?}: {told:?}");
                // A value without the bit that says that it is there.
                let stray = NodeLabel::from_bits(label.bits() | 1 << field.shift);
                assert!(stray.is_none(), "{component:?}");
            }
        }
        assert!(NodeLabel::from_bits(pieces[0].bits() | 1 << NodeLabel::BITS).is_none());
    }
}
