use serde::{Deserialize, Serialize};

/// A part of a [`MoveLabel`](super::MoveLabel) that a pattern may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveComponent {
    /// The piece that moves, or a pawn that becomes a queen.
    Mover,
    /// What it takes, or nothing.
    Captured,
    /// Who could take it back: the lightest enemy piece that attacks the square afterwards, and how many there are.
    Takers,
    /// Who stands by it: the lightest other friend that guards the square afterwards, and how many there are.
    Backers,
    /// The same in a word; see [`Arrival`](super::Arrival).
    Arrival,
    /// How it stands where it comes from; see [`Contest`](crate::graph::Contest).
    Contest,
    /// All who attack and defend it where it comes from, by kind.
    Guards,
    /// All who attack and defend what it takes, by kind.
    Prize,
    /// Which kinds of enemy pieces it attacks from there and did not before, and which of these nobody defends.
    Threats,
    /// Whether it gives check, and what can be done about it; see [`Check`](super::Check).
    Check,
    /// Which kinds of friends lose a defence they need: they are attacked at least as often as defended.
    Duties,
    /// Which kinds of enemy pieces a friend attacks through the square it has left.
    Opens,
    /// Which kinds of friends an enemy piece attacks through the square it has left.
    Concedes,
    /// The square it goes to.
    Square,
    /// Whether it is a passed pawn.
    Passed,
    /// King's moves from there to the enemy king: 1, 2, 3, 4, 5 or more.
    KingDistance,
}

impl MoveComponent {
    /// All of them, in the order of their numbers.
    pub const ALL: [MoveComponent; 16] = [
        MoveComponent::Mover,
        MoveComponent::Captured,
        MoveComponent::Takers,
        MoveComponent::Backers,
        MoveComponent::Arrival,
        MoveComponent::Contest,
        MoveComponent::Guards,
        MoveComponent::Prize,
        MoveComponent::Threats,
        MoveComponent::Check,
        MoveComponent::Duties,
        MoveComponent::Opens,
        MoveComponent::Concedes,
        MoveComponent::Square,
        MoveComponent::Passed,
        MoveComponent::KingDistance,
    ];

    /// Bits of the values of each.
    const BITS: [u32; 16] = [3, 3, 5, 5, 2, 3, 20, 20, 12, 7, 6, 6, 6, 6, 1, 3];

    pub(super) const fn field(self) -> Field {
        let (mut shift, mut i) = (0, 0);
        while i < self as usize {
            shift += MoveComponent::BITS[i] + 1;
            i += 1;
        }
        Field { shift, bits: MoveComponent::BITS[i] }
    }
}

/// Where a component lies in a label.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) shift: u32,
    pub(super) bits: u32,
}

impl Field {
    pub(super) const fn mask(self) -> u128 {
        ((2 << self.bits) - 1) << self.shift
    }

    /// The bit that says that the component is given.
    pub(super) const fn present(self) -> u128 {
        1 << (self.shift + self.bits)
    }
}

/// A set of [`MoveComponent`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveComponents(pub(super) u128);

impl MoveComponents {
    /// The bits that say that components are given.
    pub(super) const PRESENT: u128 = {
        let (mut bits, mut i) = (0, 0);
        while i < MoveComponent::ALL.len() {
            bits |= MoveComponent::ALL[i].field().present();
            i += 1;
        }
        bits
    };

    /// Whether `component` is one of them.
    #[must_use]
    pub const fn contains(self, component: MoveComponent) -> bool {
        self.0 & component.field().mask() != 0
    }

    /// Whether all of `others` are among them.
    #[must_use]
    pub const fn contain_all(self, others: MoveComponents) -> bool {
        others.0 & !self.0 == 0
    }

    /// How many they are.
    #[must_use]
    pub fn count(self) -> usize {
        MoveComponent::ALL.into_iter().filter(|component| self.contains(*component)).count()
    }
}

impl FromIterator<MoveComponent> for MoveComponents {
    fn from_iter<I: IntoIterator<Item = MoveComponent>>(components: I) -> MoveComponents {
        MoveComponents(components.into_iter().fold(0, |all, c| all | c.field().mask()))
    }
}
