use serde::{Deserialize, Serialize};
use shakmaty::{Role, Square};

use crate::graph::{Contest, Kinds};

/// A part of a [`MoveLabel`] that a pattern may leave open.
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
    /// The same in a word; see [`Arrival`].
    Arrival,
    /// How it stands where it comes from; see [`Contest`].
    Contest,
    /// All who attack and defend it where it comes from, by kind.
    Guards,
    /// All who attack and defend what it takes, by kind.
    Prize,
    /// Which kinds of enemy pieces it attacks from there and did not before, and which of these nobody defends.
    Threats,
    /// Whether it gives check, and what can be done about it; see [`Check`].
    Check,
    /// Which kinds of friends lose a defence they need: they are attacked at least as often as defended.
    Duties,
    /// Which kinds of enemy pieces a friend behind it attacks once it has gone, and which of these nobody defends.
    Opens,
    /// Which kinds of friends an enemy piece attacks once it has gone, and which of these nobody else defends.
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

    const fn field(self) -> Field {
        let (mut shift, mut i) = (0, 0);
        while i < self as usize {
            shift += MoveComponent::BITS[i] + 1;
            i += 1;
        }
        Field { shift, bits: MoveComponent::BITS[i] }
    }
}

#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    bits: u32,
}

impl Field {
    const fn mask(self) -> u128 {
        ((2 << self.bits) - 1) << self.shift
    }

    /// The bit that says that the component is given.
    const fn present(self) -> u128 {
        1 << (self.shift + self.bits)
    }
}

/// A set of [`MoveComponent`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveComponents(u128);

impl MoveComponents {
    /// The bits that say that components are given.
    const PRESENT: u128 = {
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

/// What is known, or required, of a move of the side to move, White.
///
/// Labels form a lattice as those of nodes do: leaving a component open makes a label more general, and "label `p` holds
/// of move `m`" is `m & mask(p) == p`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct MoveLabel(u128);

impl MoveLabel {
    pub(super) fn with(self, component: MoveComponent, value: u32) -> MoveLabel {
        let field = component.field();
        debug_assert!(value >> field.bits == 0, "{component:?} {value}");
        MoveLabel(self.0 | field.present() | u128::from(value) << field.shift)
    }

    fn get(self, component: MoveComponent) -> Option<u32> {
        let field = component.field();
        let given = self.0 & field.present() != 0;
        given.then(|| ((self.0 & (field.mask() & !field.present())) >> field.shift) as u32)
    }

    /// The same with only these components.
    #[must_use]
    pub const fn keep(self, components: MoveComponents) -> MoveLabel {
        MoveLabel(self.0 & components.0)
    }

    /// The same, where all of them are given: of a move without check a pattern about checks says nothing.
    #[must_use]
    pub fn keep_all(self, components: MoveComponents) -> Option<MoveLabel> {
        let asked = components.0 & MoveComponents::PRESENT;
        (self.0 & asked == asked).then(|| self.keep(components))
    }

    /// The components that are given.
    #[must_use]
    pub fn components(self) -> MoveComponents {
        MoveComponent::ALL.into_iter().filter(|c| self.0 & c.field().present() != 0).collect()
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
            MoveComponent::Takers => self.takers().is_some(),
            MoveComponent::Backers => self.backers().is_some(),
            MoveComponent::Contest => self.contest().is_some(),
            MoveComponent::Check => {
                self.check().is_some_and(|check| check.direct || check.discovered)
            }
            MoveComponent::KingDistance => self.king_distance().is_some_and(|n| n <= 5),
            _ => true,
        };
        let known = self.keep(given) == self && given != MoveComponents::default();
        (known && MoveComponent::ALL.into_iter().all(|c| !given.contains(c) || means(c)))
            .then_some(self)
    }
}

/// Who makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A man that stays what it is.
    Man(Role),
    /// A pawn that becomes a queen.
    Promoting,
}

impl Mover {
    const PROMOTING: u32 = 6;

    fn code(self) -> u32 {
        match self {
            Mover::Man(role) => role_code(role),
            Mover::Promoting => Mover::PROMOTING,
        }
    }
}

/// Attackers or defenders of a square, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squad {
    /// The lightest of them.
    pub lightest: Role,
    /// How many: 1, 2, 3 or more.
    pub number: u32,
}

/// How a man stands where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Arrival {
    /// Nobody attacks it, nobody stands by it.
    Alone,
    /// Nobody attacks it, a friend stands by it.
    Safe,
    /// An enemy piece attacks it, nobody stands by it.
    Hanging,
    /// An enemy piece attacks it, a friend stands by it.
    Held,
}

/// A check, and what can be done about it. Pins of those who could are not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The piece that moves gives it.
    pub direct: bool,
    /// A friend behind it gives it.
    pub discovered: bool,
    /// Squares to which the king can go: 0, 1, 2, 3 or more.
    pub escapes: u32,
    /// A piece other than the king attacks the piece that has moved.
    pub can_be_taken: bool,
    /// Whether the line between them can be closed; nothing where there is no square between.
    pub can_be_closed: Option<bool>,
}

impl Check {
    fn code(self) -> u32 {
        let closed = self.can_be_closed.map_or(0, |can| 1 + u32::from(can));
        u32::from(self.direct)
            | u32::from(self.discovered) << 1
            | self.escapes.min(3) << 2
            | u32::from(self.can_be_taken) << 4
            | closed << 5
    }

    fn from_code(code: u32) -> Option<Check> {
        let can_be_closed = [None, Some(false), Some(true)].get(code as usize >> 5).copied()?;
        Some(Check {
            direct: code & 1 != 0,
            discovered: code & 2 != 0,
            escapes: code >> 2 & 3,
            can_be_taken: code & 16 != 0,
            can_be_closed,
        })
    }
}

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles(u32);

impl Roles {
    pub(super) fn add(&mut self, role: Role) {
        self.0 |= 1 << role_code(role);
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, pawns first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |role| self.0 >> role_code(*role) & 1 == 1)
    }
}

fn role_code(role: Role) -> u32 {
    role as u32 - 1
}

fn role_of(code: u32) -> Option<Role> {
    Role::ALL.get(code as usize).copied()
}

impl MoveLabel {
    pub(super) fn with_mover(self, mover: Mover) -> MoveLabel {
        self.with(MoveComponent::Mover, mover.code())
    }

    pub(super) fn with_captured(self, captured: Option<Role>) -> MoveLabel {
        self.with(MoveComponent::Captured, captured.map_or(0, |role| role as u32))
    }

    pub(super) fn with_squads(self, takers: Option<Squad>, backers: Option<Squad>) -> MoveLabel {
        let code = |s: Option<Squad>| s.map_or(0, |s| s.lightest as u32 | s.number.min(3) << 3);
        let arrival = match (takers, backers) {
            (None, None) => Arrival::Alone,
            (None, Some(_)) => Arrival::Safe,
            (Some(_), None) => Arrival::Hanging,
            (Some(_), Some(_)) => Arrival::Held,
        };
        self.with(MoveComponent::Takers, code(takers))
            .with(MoveComponent::Backers, code(backers))
            .with(MoveComponent::Arrival, arrival as u32)
    }

    pub(super) fn with_origin(
        self,
        contest: Contest,
        attackers: Kinds,
        defenders: Kinds,
    ) -> MoveLabel {
        self.with(MoveComponent::Contest, contest as u32)
            .with(MoveComponent::Guards, kinds_code(attackers, defenders))
    }

    pub(super) fn with_prize(self, attackers: Kinds, defenders: Kinds) -> MoveLabel {
        self.with(MoveComponent::Prize, kinds_code(attackers, defenders))
    }

    pub(super) fn with_threats(self, threatened: Roles, undefended: Roles) -> MoveLabel {
        if threatened.is_empty() {
            return self;
        }
        self.with(MoveComponent::Threats, threatened.0 | undefended.0 << 6)
    }

    pub(super) fn with_check(self, check: Check) -> MoveLabel {
        self.with(MoveComponent::Check, check.code())
    }

    /// Nothing is said where there is nothing to say.
    pub(super) fn with_roles(self, component: MoveComponent, roles: Roles) -> MoveLabel {
        if roles.is_empty() { self } else { self.with(component, roles.0) }
    }

    pub(super) fn with_square(self, square: Square) -> MoveLabel {
        self.with(MoveComponent::Square, square as u32)
    }

    pub(super) fn with_passed(self, passed: bool) -> MoveLabel {
        self.with(MoveComponent::Passed, u32::from(passed))
    }

    /// `distance` in king's moves.
    pub(super) fn with_king_distance(self, distance: u32) -> MoveLabel {
        self.with(MoveComponent::KingDistance, distance.min(5))
    }

    /// Who moves, unless left open.
    #[must_use]
    pub fn mover(self) -> Option<Mover> {
        match self.get(MoveComponent::Mover)? {
            Mover::PROMOTING => Some(Mover::Promoting),
            code => role_of(code).map(Mover::Man),
        }
    }

    /// What is taken, unless left open; `Some(None)` for nothing.
    #[must_use]
    pub fn captured(self) -> Option<Option<Role>> {
        match self.get(MoveComponent::Captured)? {
            0 => Some(None),
            code => role_of(code - 1).map(Some),
        }
    }

    /// Who could take back, unless left open; `Some(None)` for nobody.
    #[must_use]
    pub fn takers(self) -> Option<Option<Squad>> {
        squad(self.get(MoveComponent::Takers)?)
    }

    /// Who stands by the piece that has moved, unless left open; `Some(None)` for nobody.
    #[must_use]
    pub fn backers(self) -> Option<Option<Squad>> {
        squad(self.get(MoveComponent::Backers)?)
    }

    /// How the piece stands where it arrives, unless left open.
    #[must_use]
    pub fn arrival(self) -> Option<Arrival> {
        let all = [Arrival::Alone, Arrival::Safe, Arrival::Hanging, Arrival::Held];
        all.get(self.get(MoveComponent::Arrival)? as usize).copied()
    }

    /// How the piece stood, unless left open.
    #[must_use]
    pub fn contest(self) -> Option<Contest> {
        Contest::ALL.get(self.get(MoveComponent::Contest)? as usize).copied()
    }

    /// Attackers and defenders of the piece before it moves, unless left open.
    #[must_use]
    pub fn guards(self) -> Option<(Kinds, Kinds)> {
        self.get(MoveComponent::Guards).map(kinds)
    }

    /// Attackers and defenders of what is taken, unless left open.
    #[must_use]
    pub fn prize(self) -> Option<(Kinds, Kinds)> {
        self.get(MoveComponent::Prize).map(kinds)
    }

    /// What is attacked from the new square and was not before, and what of it nobody defends, unless left open.
    #[must_use]
    pub fn threats(self) -> Option<(Roles, Roles)> {
        self.get(MoveComponent::Threats).map(|code| (Roles(code & 63), Roles(code >> 6)))
    }

    /// The check, unless left open.
    #[must_use]
    pub fn check(self) -> Option<Check> {
        Check::from_code(self.get(MoveComponent::Check)?)
    }

    /// The kinds that [`MoveComponent::Duties`], [`MoveComponent::Opens`] or [`MoveComponent::Concedes`] names, unless left
    /// open.
    #[must_use]
    pub fn roles(self, component: MoveComponent) -> Option<Roles> {
        use MoveComponent::{Concedes, Duties, Opens};
        matches!(component, Duties | Opens | Concedes)
            .then(|| self.get(component).map(Roles))
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
}

fn squad(code: u32) -> Option<Option<Squad>> {
    let (lightest, number) = (code & 7, code >> 3);
    match (lightest, number) {
        (0, 0) => Some(None),
        (0, _) | (_, 0) => None,
        _ => role_of(lightest - 1).map(|lightest| Some(Squad { lightest, number })),
    }
}

fn kinds_code(attackers: Kinds, defenders: Kinds) -> u32 {
    u32::from(attackers.0) << 10 | u32::from(defenders.0)
}

fn kinds(code: u32) -> (Kinds, Kinds) {
    (Kinds((code >> 10) as u16), Kinds((code & 0x3ff) as u16))
}
