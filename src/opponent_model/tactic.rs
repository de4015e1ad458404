//! What a move that wins material does, told by the learned patterns that occur in it.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Move};

use crate::chess::Oriented;
use crate::graph::{MoveComponent, RoleSet};
use crate::memory::{Memory, PatternId, PositionFeatures};
use crate::pattern::MovePattern;

/// A kind of move that wins material. A move may be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tactic {
    /// A check that leaves the king no flight square: as a rule mate, or a capture or a block that loses something.
    CheckWithoutFlight,
    /// Another check.
    Check,
    /// A capture.
    Capture,
    /// Two or more pieces are newly attacked at once by the one that moves.
    DoubleAttack,
    /// A piece is attacked through the square that the moving one leaves.
    DiscoveredAttack,
    /// A piece is attacked that has no safe square.
    Trap,
    /// Neither a check nor a capture.
    QuietMove,
}

impl Tactic {
    /// What a pattern says that the move does; several for some patterns, none for most.
    fn all_of(MovePattern(label): MovePattern) -> impl Iterator<Item = Tactic> {
        let check = label.check().map(|check| match check.flight_squares {
            0 => Tactic::CheckWithoutFlight,
            _ => Tactic::Check,
        });
        let capture = label.captured().map(|captured| match captured {
            Some(_) => Tactic::Capture,
            None => Tactic::QuietMove,
        });
        let is_double = label.threats().is_some_and(|(threats, _)| threats.iter().count() > 1);
        let any =
            |component| label.roles(component).is_some_and(|roles: RoleSet| !roles.is_empty());
        let of_the_rest = [
            (is_double, Tactic::DoubleAttack),
            (any(MoveComponent::DiscoveredAttacks), Tactic::DiscoveredAttack),
            (any(MoveComponent::Traps), Tactic::Trap),
        ];
        let of_the_rest = of_the_rest.into_iter().filter(|(is_it, _)| *is_it).map(|(_, it)| it);
        check.into_iter().chain(capture).chain(of_the_rest)
    }

    /// The kinds of a legal move by the learned patterns that occur in it, with these patterns. None for moves that patterns do
    /// not know: castling, captures en passant, promotions to anything but a queen.
    #[must_use]
    pub fn of(memory: &Memory, position: &Chess, m: Move) -> BTreeMap<Tactic, Vec<PatternId>> {
        let mut found: BTreeMap<Tactic, Vec<PatternId>> = BTreeMap::new();
        let oriented = Oriented::new(position);
        let (from, to) = (m.from().map(|from| oriented.map(from)), oriented.map(m.to()));
        let features = PositionFeatures::new(&oriented);
        let labelled = features.moves().iter().find(|m| Some(m.from) == from && m.to == to);
        let label = labelled.map(|m| m.label).filter(|_| !m.is_castle() && !m.is_en_passant());
        if let Some(label) = label {
            memory.moves.index().walk(label, |row| {
                let id = memory.moves.id(row);
                for tactic in memory.moves.get(id).into_iter().flat_map(|p| Tactic::all_of(*p)) {
                    found.entry(tactic).or_default().push(id);
                }
            });
        }
        // A pattern without capture may leave open whether there is a check.
        if [Tactic::CheckWithoutFlight, Tactic::Check].iter().any(|check| found.contains_key(check))
        {
            found.remove(&Tactic::QuietMove);
        }
        found
    }
}
