use serde::{Deserialize, Serialize};

use super::bits::{Bits, Field};

/// A part of a [`MoveLabel`](super::MoveLabel) that a pattern may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveComponent {
    /// The piece that moves, or a pawn that becomes a queen.
    Mover,
    /// What it takes, or nothing.
    Captured,
    /// Who could take it back: the lightest enemy piece that attacks the square afterwards, and how many there are.
    #[serde(alias = "takers")]
    Recapturers,
    /// Who stands by it: the lightest other friend that guards the square afterwards, and how many there are.
    #[serde(alias = "backers")]
    Supporters,
    /// The same in a word; see [`Arrival`](super::Arrival).
    Arrival,
    /// How it stands where it comes from; see [`AttackBalance`](crate::graph::AttackBalance).
    #[serde(alias = "contest")]
    AttackBalance,
    /// All who attack and defend it where it comes from, by kind.
    Guards,
    /// All who attack and defend what it takes, by kind.
    #[serde(alias = "prize")]
    Victim,
    /// Which kinds of enemy pieces it attacks from there and did not before, and which of these nobody defends.
    Threats,
    /// Whether it gives check, and what can be done about it; see [`Check`](super::Check).
    Check,
    /// Which kinds of friends lose a defence they need: they are attacked at least as often as defended.
    #[serde(alias = "duties")]
    AbandonedDefences,
    /// Which kinds of enemy pieces a friend attacks through the square it has left.
    #[serde(alias = "opens")]
    DiscoveredAttacks,
    /// Which kinds of friends an enemy piece attacks through the square it has left.
    #[serde(alias = "concedes")]
    ExposedLines,
    /// The square it goes to.
    Square,
    /// Whether it is a passed pawn.
    Passed,
    /// King's moves from there to the enemy king: 1, 2, 3, 4, 5 or more.
    KingDistance,
    /// Which kinds of other friends are en prise then; see [`EnPrise`](super::EnPrise).
    EnPrise,
    /// Which kinds of enemy pieces are en prise then.
    #[serde(alias = "menaces")]
    AttackedEnemies,
    /// Which kinds of enemy pieces it attacks from there and did not before, and they have no safe square to go to. Pawns
    /// apart.
    Traps,
}

impl MoveComponent {
    /// All of them, in the order of their numbers.
    pub const ALL: [MoveComponent; 19] = [
        MoveComponent::Mover,
        MoveComponent::Captured,
        MoveComponent::Recapturers,
        MoveComponent::Supporters,
        MoveComponent::Arrival,
        MoveComponent::AttackBalance,
        MoveComponent::Guards,
        MoveComponent::Victim,
        MoveComponent::Threats,
        MoveComponent::Check,
        MoveComponent::AbandonedDefences,
        MoveComponent::DiscoveredAttacks,
        MoveComponent::ExposedLines,
        MoveComponent::Square,
        MoveComponent::Passed,
        MoveComponent::KingDistance,
        MoveComponent::EnPrise,
        MoveComponent::AttackedEnemies,
        MoveComponent::Traps,
    ];

    /// Bits of the values of each.
    const WIDTHS: [u32; 19] = [3, 3, 5, 5, 2, 3, 20, 20, 12, 7, 6, 6, 6, 6, 1, 3, 12, 12, 6];

    pub(super) const fn field(self) -> Field {
        MoveComponent::FIELDS[self as usize]
    }

    const FIELDS: [Field; 19] = {
        let mut fields = [Field::after(&[], MoveComponent::WIDTHS[0]); 19];
        let mut i = 1;
        while i < fields.len() {
            fields[i] = Field::after(MoveComponent::WIDTHS.split_at(i).0, MoveComponent::WIDTHS[i]);
            i += 1;
        }
        fields
    };
}

/// A set of [`MoveComponent`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveComponents(pub(super) Bits);

impl MoveComponents {
    /// The bits that say that components are given.
    pub(super) const PRESENT: Bits = {
        let mut bits = MoveComponent::ALL[0].field().present();
        let mut i = 1;
        while i < MoveComponent::ALL.len() {
            bits = bits.or(MoveComponent::ALL[i].field().present());
            i += 1;
        }
        bits
    };

    /// Whether `component` is one of them.
    #[must_use]
    pub fn contains(self, component: MoveComponent) -> bool {
        self.0.contain(component.field().mask())
    }

    /// Whether all of `others` are among them.
    #[must_use]
    pub fn contain_all(self, others: MoveComponents) -> bool {
        self.0.contain(others.0)
    }

    /// These and `others`.
    #[must_use]
    pub fn or(self, others: MoveComponents) -> MoveComponents {
        MoveComponents(self.0.or(others.0))
    }

    /// How many they are.
    #[must_use]
    pub fn count(self) -> usize {
        MoveComponent::ALL.into_iter().filter(|component| self.contains(*component)).count()
    }
}

impl FromIterator<MoveComponent> for MoveComponents {
    fn from_iter<I: IntoIterator<Item = MoveComponent>>(components: I) -> MoveComponents {
        MoveComponents(
            components.into_iter().fold(Bits::default(), |all, c| all.or(c.field().mask())),
        )
    }
}
