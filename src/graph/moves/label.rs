use serde::{Deserialize, Serialize};
use shakmaty::{Role, Square};

use super::bits::Bits;
use super::features::{kinds, kinds_code, role_of, summary};
use super::{
    Arrival, AttackerSummary, Check, EnPrise, MoveComponent, MoveComponents, Mover, RoleSet,
};
use crate::graph::{AttackBalance, RoleCounts};

/// What a position says, or a pattern requires, of a move of the side to move, White.
///
/// Labels form a lattice as those of nodes do: leaving a component open makes a label more general, and "label `p` holds
/// of move `m`" is `m & mask(p) == p`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct MoveLabel(Bits);

impl MoveLabel {
    /// The label that says nothing.
    pub(crate) const NOTHING: MoveLabel = MoveLabel(Bits::NONE);

    #[inline]
    pub(super) fn with(self, component: MoveComponent, value: u32) -> MoveLabel {
        let field = component.field();
        debug_assert!(field.holds(value), "{component:?} {value}");
        MoveLabel(self.0.or(field.given(value)))
    }

    fn get(self, component: MoveComponent) -> Option<u32> {
        component.field().get(self.0)
    }

    /// The same with only these components.
    #[must_use]
    pub const fn keep(self, components: MoveComponents) -> MoveLabel {
        MoveLabel(self.0.and(components.0))
    }

    /// A number whose upper bits differ for most labels that differ. Cheaper than a hash, and not kept in files.
    #[inline]
    pub(crate) fn mixed(self) -> u64 {
        self.0.mixed()
    }

    /// The same if all of them are given: a move that gives no check matches no pattern about checks.
    #[must_use]
    pub fn keep_all(self, components: MoveComponents) -> Option<MoveLabel> {
        let asked = components.0.and(MoveComponents::PRESENT);
        self.0.contain(asked).then(|| self.keep(components))
    }

    /// The components that are given.
    #[must_use]
    pub fn components(self) -> MoveComponents {
        MoveComponents(self.0.given_fields(MoveComponents::PRESENT))
    }

    /// Whether whatever `other` describes is also described by this label. Reflexive.
    #[must_use]
    pub fn covers(self, other: MoveLabel) -> bool {
        other.keep(self.components()) == self
    }

    /// The label itself, unless its numbers mean nothing (a damaged file).
    pub(crate) fn checked(self) -> Option<MoveLabel> {
        let given = self.components();
        let means = |component: MoveComponent| match component {
            MoveComponent::Mover => self.mover().is_some(),
            MoveComponent::Captured => self.captured().is_some(),
            MoveComponent::Recapturers => self.recapturers().is_some(),
            MoveComponent::Supporters => self.supporters().is_some(),
            MoveComponent::AttackBalance => self.attack_balance().is_some(),
            MoveComponent::Check => {
                self.check().is_some_and(|check| check.direct || check.discovered)
            }
            MoveComponent::KingDistance => self.king_distance().is_some_and(|n| n <= 5),
            _ => true,
        };
        let known = self.keep(given) == self && given != MoveComponents::default();
        (known && MoveComponent::ALL.iter().copied().all(|c| !given.contains(c) || means(c)))
            .then_some(self)
    }
}

impl MoveLabel {
    #[inline]
    pub(super) fn with_mover(self, mover: Mover) -> MoveLabel {
        self.with(MoveComponent::Mover, mover.code())
    }

    #[inline]
    pub(super) fn with_captured(self, captured: Option<Role>) -> MoveLabel {
        self.with(MoveComponent::Captured, captured.map_or(0, |role| role as u32))
    }

    #[inline]
    pub(super) fn with_summaries(
        self,
        recapturers: Option<AttackerSummary>,
        supporters: Option<AttackerSummary>,
    ) -> MoveLabel {
        let code =
            |s: Option<AttackerSummary>| s.map_or(0, |s| s.lightest as u32 | s.count.min(3) << 3);
        let arrival = match (recapturers, supporters) {
            (None, None) => Arrival::Loose,
            (None, Some(_)) => Arrival::Protected,
            (Some(_), None) => Arrival::Hanging,
            (Some(_), Some(_)) => Arrival::Contested,
        };
        self.with(MoveComponent::Recapturers, code(recapturers))
            .with(MoveComponent::Supporters, code(supporters))
            .with(MoveComponent::Arrival, arrival as u32)
    }

    #[inline]
    pub(super) fn with_origin(
        self,
        balance: AttackBalance,
        attackers: RoleCounts,
        defenders: RoleCounts,
    ) -> MoveLabel {
        self.with(MoveComponent::AttackBalance, balance as u32)
            .with(MoveComponent::Guards, kinds_code(attackers, defenders))
    }

    #[inline]
    pub(super) fn with_victim(self, attackers: RoleCounts, defenders: RoleCounts) -> MoveLabel {
        self.with(MoveComponent::Victim, kinds_code(attackers, defenders))
    }

    #[inline]
    pub(super) fn with_threats(self, threatened: RoleSet, undefended: RoleSet) -> MoveLabel {
        if threatened.is_empty() {
            return self;
        }
        self.with(MoveComponent::Threats, threatened.0 | undefended.0 << 6)
    }

    #[inline]
    pub(super) fn with_check(self, check: Check) -> MoveLabel {
        self.with(MoveComponent::Check, check.code())
    }

    /// Left out where there are none.
    #[inline]
    pub(super) fn with_roles(self, component: MoveComponent, roles: RoleSet) -> MoveLabel {
        if roles.is_empty() { self } else { self.with(component, roles.0) }
    }

    #[inline]
    pub(super) fn with_square(self, square: Square) -> MoveLabel {
        self.with(MoveComponent::Square, square as u32)
    }

    #[inline]
    pub(super) fn with_passed(self, passed: bool) -> MoveLabel {
        self.with(MoveComponent::Passed, u32::from(passed))
    }

    /// Of friendly or of enemy pieces.
    #[inline]
    pub(super) fn with_en_prise(self, component: MoveComponent, en_prise: EnPrise) -> MoveLabel {
        self.with(component, en_prise.code())
    }

    /// `distance` in king's moves.
    #[inline]
    pub(super) fn with_king_distance(self, distance: u32) -> MoveLabel {
        self.with(MoveComponent::KingDistance, distance.min(5))
    }

    /// The piece that moves, unless left open.
    #[must_use]
    pub fn mover(self) -> Option<Mover> {
        match self.get(MoveComponent::Mover)? {
            Mover::PROMOTING => Some(Mover::Promoting),
            code => role_of(code).map(Mover::Piece),
        }
    }

    /// The captured piece, unless left open; `Some(None)` for none.
    #[must_use]
    pub fn captured(self) -> Option<Option<Role>> {
        match self.get(MoveComponent::Captured)? {
            0 => Some(None),
            code => role_of(code - 1).map(Some),
        }
    }

    /// The enemy pieces that can recapture, unless left open; `Some(None)` for none.
    #[must_use]
    pub fn recapturers(self) -> Option<Option<AttackerSummary>> {
        summary(self.get(MoveComponent::Recapturers)?)
    }

    /// The friendly pieces that defend the destination, unless left open; `Some(None)` for none.
    #[must_use]
    pub fn supporters(self) -> Option<Option<AttackerSummary>> {
        summary(self.get(MoveComponent::Supporters)?)
    }

    /// The safety of the destination, unless left open.
    #[must_use]
    pub fn arrival(self) -> Option<Arrival> {
        Arrival::from_repr(self.get(MoveComponent::Arrival)? as u8)
    }

    /// The attack balance before the move, unless left open.
    #[must_use]
    pub fn attack_balance(self) -> Option<AttackBalance> {
        AttackBalance::ALL.get(self.get(MoveComponent::AttackBalance)? as usize).copied()
    }

    /// Attackers and defenders of the piece before it moves, unless left open.
    #[must_use]
    pub fn guards(self) -> Option<(RoleCounts, RoleCounts)> {
        self.get(MoveComponent::Guards).map(kinds)
    }

    /// Attackers and defenders of the captured piece, unless left open.
    #[must_use]
    pub fn victim(self) -> Option<(RoleCounts, RoleCounts)> {
        self.get(MoveComponent::Victim).map(kinds)
    }

    /// Roles of newly attacked enemy pieces, and of those that are undefended, unless left open.
    #[must_use]
    pub fn threats(self) -> Option<(RoleSet, RoleSet)> {
        self.get(MoveComponent::Threats).map(|code| (RoleSet(code & 63), RoleSet(code >> 6)))
    }

    /// The check, unless left open.
    #[must_use]
    pub fn check(self) -> Option<Check> {
        Check::from_code(self.get(MoveComponent::Check)?)
    }

    /// The kinds that [`MoveComponent::AbandonedDefences`], [`MoveComponent::DiscoveredAttacks`], [`MoveComponent::ExposedLines`] or
    /// [`MoveComponent::Traps`] names, unless left open.
    #[must_use]
    pub fn roles(self, component: MoveComponent) -> Option<RoleSet> {
        use MoveComponent::{AbandonedDefences, DiscoveredAttacks, ExposedLines, Traps};
        matches!(component, AbandonedDefences | DiscoveredAttacks | ExposedLines | Traps)
            .then(|| self.get(component).map(RoleSet))
            .flatten()
    }

    /// The square it goes to, unless left open.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        self.get(MoveComponent::Square).map(Square::new)
    }

    /// Whether the pawn is passed, unless left open.
    #[must_use]
    pub fn passed(self) -> Option<bool> {
        self.get(MoveComponent::Passed).map(|code| code == 1)
    }

    /// King's moves from the new square to the enemy king, 5 for more, unless left open.
    #[must_use]
    pub fn king_distance(self) -> Option<u32> {
        self.get(MoveComponent::KingDistance)
    }
    /// The friendly pieces en prise after the move, unless left open.
    #[must_use]
    pub fn en_prise(self) -> Option<EnPrise> {
        self.get(MoveComponent::EnPrise).map(EnPrise::from_code)
    }

    /// The enemy pieces that are en prise then, unless left open.
    #[must_use]
    pub fn attacked_enemies(self) -> Option<EnPrise> {
        self.get(MoveComponent::AttackedEnemies).map(EnPrise::from_code)
    }
}
