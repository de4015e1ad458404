use strum::{Display, VariantArray};

use super::RoleCounts;

/// Attackers and defenders of a node compared by number alone, whatever the pieces are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
pub enum AttackBalance {
    /// Neither attacked nor defended.
    Loose = 0,
    /// Defended, not attacked.
    Protected = 1,
    /// Attacked, not defended.
    Hanging = 2,
    /// Attacked, by no more pieces than defend it.
    Defended = 3,
    /// Attacked by more pieces than defend it, though defended.
    Outnumbered = 4,
}

impl AttackBalance {
    /// All of them, by code.
    pub const ALL: &[AttackBalance] = AttackBalance::VARIANTS;

    /// The balance of these attackers and defenders.
    #[must_use]
    pub fn between(attackers: RoleCounts, defenders: RoleCounts) -> AttackBalance {
        match (attackers.total(), defenders.total()) {
            (0, 0) => AttackBalance::Loose,
            (0, _) => AttackBalance::Protected,
            (_, 0) => AttackBalance::Hanging,
            (a, d) if a <= d => AttackBalance::Defended,
            _ => AttackBalance::Outnumbered,
        }
    }
}
