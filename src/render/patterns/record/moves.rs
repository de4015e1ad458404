use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use shakmaty::Role;

use super::entry;
use super::node::Guards;
use crate::graph::{
    AttackerSummary, Check, EnPrise, MoveComponent, MoveLabel, Mover, RoleSet, role_name,
};

/// The features of a move pattern. Features that the pattern leaves open are absent in JSON. `Serialize` is written by
/// hand: every field is decoded from the packed label.
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
            Mover::Piece(role) => role_name(role),
            Mover::Promoting => "promoting pawn",
        });
        entry(&mut map, "mover", mover)?;
        let name = |role: Option<Role>| role.map_or("nothing", role_name);
        entry(&mut map, "captured", label.captured().map(name))?;
        entry(&mut map, "recapturers", label.recapturers().map(SummaryRecord))?;
        entry(&mut map, "supporters", label.supporters().map(SummaryRecord))?;
        entry(&mut map, "arrival", label.arrival().map(|arrival| arrival.to_string()))?;
        entry(
            &mut map,
            "attack_balance",
            label.attack_balance().map(|balance| balance.to_string()),
        )?;
        let (attackers, defenders) = label.guards().unzip();
        entry(&mut map, "attackers", attackers.map(Guards))?;
        entry(&mut map, "defenders", defenders.map(Guards))?;
        let (attackers, defenders) = label.victim().unzip();
        entry(&mut map, "victim_attackers", attackers.map(Guards))?;
        entry(&mut map, "victim_defenders", defenders.map(Guards))?;
        let (threats, undefended) = label.threats().unzip();
        entry(&mut map, "threats", threats.map(names))?;
        entry(&mut map, "undefended_threats", undefended.map(names))?;
        entry(&mut map, "check", label.check().map(CheckRecord))?;
        for (key, component) in [
            ("traps", MoveComponent::Traps),
            ("abandoned_defences", MoveComponent::AbandonedDefences),
            ("discovered_attacks", MoveComponent::DiscoveredAttacks),
            ("exposed_lines", MoveComponent::ExposedLines),
        ] {
            entry(&mut map, key, label.roles(component).map(names))?;
        }
        entry(&mut map, "en_prise", label.en_prise().map(EnPriseRecord))?;
        entry(&mut map, "attacked_enemies", label.attacked_enemies().map(EnPriseRecord))?;
        entry(&mut map, "square", label.square().map(|square| square.to_string()))?;
        entry(&mut map, "passed", label.passed())?;
        entry(&mut map, "king_distance", label.king_distance())?;
        map.end()
    }
}

fn names(roles: RoleSet) -> Vec<&'static str> {
    roles.iter().map(role_name).collect()
}

/// Role of the lightest piece and number of pieces; an empty object if there are none.
struct SummaryRecord(Option<AttackerSummary>);

impl Serialize for SummaryRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(summary) = self.0 {
            map.serialize_entry("lightest", role_name(summary.lightest))?;
            map.serialize_entry("count", &summary.count)?;
        }
        map.end()
    }
}

struct EnPriseRecord(EnPrise);

impl Serialize for EnPriseRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hanging", &names(self.0.hanging))?;
        map.serialize_entry("underdefended", &names(self.0.underdefended))?;
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
        map.serialize_entry("flight_squares", &check.flight_squares)?;
        map.serialize_entry("can_be_captured", &check.can_be_captured)?;
        entry(&mut map, "can_be_blocked", check.can_be_blocked)?;
        map.end()
    }
}
