use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::bits::{Bits, Field};

/// A part of a [`MoveLabel`](super::MoveLabel) that a pattern may leave open.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum MoveComponent {
    /// The piece that moves, or a pawn that becomes a queen.
    Mover,
    /// The captured piece, or nothing.
    Captured,
    /// Enemy pieces that attack the destination afterwards: the least valuable one and their number.
    #[serde(alias = "takers")]
    Recapturers,
    /// Friendly pieces that defend the destination afterwards: the least valuable one and their number.
    #[serde(alias = "backers")]
    Supporters,
    /// Whether there are any of these; see [`Arrival`](super::Arrival).
    Arrival,
    /// The attack balance on its square before the move; see [`AttackBalance`](crate::graph::AttackBalance).
    #[serde(alias = "contest")]
    AttackBalance,
    /// All attackers and defenders of the piece before the move, by role.
    Guards,
    /// All attackers and defenders of the captured piece, by role.
    #[serde(alias = "prize")]
    Victim,
    /// Roles of enemy pieces newly attacked by the piece, and which of these are undefended.
    Threats,
    /// The check it gives and the replies to it; see [`Check`](super::Check).
    Check,
    /// Roles of friendly pieces that lose a defence they need: attacked at least as often as defended.
    #[serde(alias = "duties")]
    AbandonedDefences,
    /// Roles of enemy pieces that a friendly piece attacks through the vacated square.
    #[serde(alias = "opens")]
    DiscoveredAttacks,
    /// Roles of friendly pieces that an enemy piece attacks through the vacated square.
    #[serde(alias = "concedes")]
    ExposedLines,
    /// The square it goes to.
    Square,
    /// Whether it is a passed pawn.
    Passed,
    /// King's moves from there to the enemy king: 1, 2, 3, 4, 5 or more.
    KingDistance,
    /// Roles of the other friendly pieces that are en prise after the move; see [`EnPrise`](super::EnPrise).
    EnPrise,
    /// Roles of enemy pieces that are en prise after the move.
    #[serde(alias = "menaces")]
    AttackedEnemies,
    /// Roles of enemy pieces other than pawns that are newly attacked and have no safe move.
    Traps,
}

impl MoveComponent {
    /// All of them, in the order of their numbers.
    pub const ALL: &[MoveComponent] = MoveComponent::VARIANTS;

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
    /// The presence bits of all components.
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
        MoveComponent::ALL.iter().filter(|component| self.contains(**component)).count()
    }
}

impl FromIterator<MoveComponent> for MoveComponents {
    fn from_iter<I: IntoIterator<Item = MoveComponent>>(components: I) -> MoveComponents {
        MoveComponents(
            components.into_iter().fold(Bits::default(), |all, c| all.or(c.field().mask())),
        )
    }
}
