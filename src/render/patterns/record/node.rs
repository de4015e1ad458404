use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::entry;
use crate::graph::{NodeKind, NodeLabel, RoleCounts, role_name};

/// A node of a graph pattern. Attributes that the pattern leaves open are absent in JSON. `Serialize` is written by hand:
/// every field is decoded from the packed label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRecord {
    /// Its label.
    pub label: NodeLabel,
}

impl Serialize for NodeRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let label = self.label;
        let mut map = serializer.serialize_map(None)?;
        let colour = |map: &mut S::SerializeMap, side: shakmaty::Color| {
            map.serialize_entry("colour", side.fold_wb("white", "black"))
        };
        match label.kind() {
            Some(NodeKind::Piece(piece)) => {
                map.serialize_entry("kind", "piece")?;
                colour(&mut map, piece.color)?;
                map.serialize_entry("role", role_name(piece.role))?;
            }
            Some(NodeKind::KingSquare(side)) => {
                map.serialize_entry("kind", "king-square")?;
                colour(&mut map, side)?;
            }
            Some(NodeKind::SharedKingSquare) | None => {
                map.serialize_entry("kind", "shared-king-square")?;
            }
        }
        entry(&mut map, "file", label.file().map(|file| file.char()))?;
        entry(&mut map, "rank", label.rank().map(|rank| rank.to_u32() + 1))?;
        entry(&mut map, "square", label.square().map(|square| square.to_string()))?;
        entry(&mut map, "attackers", label.attackers().map(Guards))?;
        entry(&mut map, "defenders", label.defenders().map(Guards))?;
        entry(&mut map, "mobility", label.mobility().map(class))?;
        entry(&mut map, "pinned", label.pinned())?;
        entry(
            &mut map,
            "attack_balance",
            label.attack_balance().map(|balance| balance.to_string()),
        )?;
        entry(&mut map, "passed", label.passed())?;
        entry(&mut map, "king_distance", label.king_distance().map(class))?;
        entry(&mut map, "phase", label.phase())?;
        entry(&mut map, "pawn_context", label.pawn_context().map(|context| context.to_string()))?;
        map.end()
    }
}

/// A range of numbers in plain characters: `0`, `3`, `4-5`, `9+`.
fn class(words: &str) -> String {
    words.replace("no", "0").replace('–', "-").replace(" or more", "+")
}

/// Pieces by kind, as an object of numbers.
pub(super) struct Guards(pub(super) RoleCounts);

impl Serialize for Guards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pieces = self.0.iter().map(|(role, n)| (role_name(role), n));
        serializer.collect_map(pieces)
    }
}
