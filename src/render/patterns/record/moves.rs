use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use shakmaty::Role;

use super::entry;
use super::node::Guards;
use crate::graph::{
    Arrival, Check, EnPrise, MoveComponent, MoveLabel, Mover, Roles, Squad, role_name,
};

/// What a move pattern says. Serialised, what the pattern leaves open is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    label: MoveLabel,
}

impl From<MoveLabel> for MoveRecord {
    fn from(label: MoveLabel) -> MoveRecord {
        MoveRecord { label }
    }
}

impl Serialize for MoveRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let label = self.label;
        let mut map = serializer.serialize_map(None)?;
        let mover = label.mover().map(|mover| match mover {
            Mover::Man(role) => role_name(role),
            Mover::Promoting => "promoting pawn",
        });
        entry(&mut map, "mover", mover)?;
        let name = |role: Option<Role>| role.map_or("nothing", role_name);
        entry(&mut map, "captured", label.captured().map(name))?;
        entry(&mut map, "takers", label.takers().map(SquadRecord))?;
        entry(&mut map, "backers", label.backers().map(SquadRecord))?;
        entry(&mut map, "arrival", label.arrival().map(arrival))?;
        entry(&mut map, "contest", label.contest().map(|contest| contest.to_string()))?;
        let (attackers, defenders) = label.guards().unzip();
        entry(&mut map, "attackers", attackers.map(Guards))?;
        entry(&mut map, "defenders", defenders.map(Guards))?;
        let (attackers, defenders) = label.prize().unzip();
        entry(&mut map, "prize_attackers", attackers.map(Guards))?;
        entry(&mut map, "prize_defenders", defenders.map(Guards))?;
        let (threats, undefended) = label.threats().unzip();
        entry(&mut map, "threats", threats.map(names))?;
        entry(&mut map, "undefended_threats", undefended.map(names))?;
        entry(&mut map, "check", label.check().map(CheckRecord))?;
        for (key, component) in [
            ("traps", MoveComponent::Traps),
            ("duties", MoveComponent::Duties),
            ("opens", MoveComponent::Opens),
            ("concedes", MoveComponent::Concedes),
        ] {
            entry(&mut map, key, label.roles(component).map(names))?;
        }
        entry(&mut map, "en_prise", label.en_prise().map(EnPriseRecord))?;
        entry(&mut map, "menaces", label.menaces().map(EnPriseRecord))?;
        entry(&mut map, "square", label.square().map(|square| square.to_string()))?;
        entry(&mut map, "passed", label.passed())?;
        entry(&mut map, "king_distance", label.king_distance())?;
        map.end()
    }
}

fn arrival(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::Alone => "alone",
        Arrival::Safe => "safe",
        Arrival::Hanging => "hanging",
        Arrival::Held => "held",
    }
}

fn names(roles: Roles) -> Vec<&'static str> {
    roles.iter().map(role_name).collect()
}

/// An object of the lightest and the number, empty for nobody.
struct SquadRecord(Option<Squad>);

impl Serialize for SquadRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(squad) = self.0 {
            map.serialize_entry("lightest", role_name(squad.lightest))?;
            map.serialize_entry("number", &squad.number)?;
        }
        map.end()
    }
}

struct EnPriseRecord(EnPrise);

impl Serialize for EnPriseRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hanging", &names(self.0.hanging))?;
        map.serialize_entry("overpowered", &names(self.0.overpowered))?;
        map.end()
    }
}

struct CheckRecord(Check);

impl Serialize for CheckRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let check = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("direct", &check.direct)?;
        map.serialize_entry("discovered", &check.discovered)?;
        map.serialize_entry("escapes", &check.escapes)?;
        map.serialize_entry("can_be_taken", &check.can_be_taken)?;
        entry(&mut map, "can_be_closed", check.can_be_closed)?;
        map.end()
    }
}
