use serde::{Deserialize, Serialize};
use strum::{Display, FromRepr};

use super::NodeKind;

/// Whether an edge leads to a piece's own side or to the enemy's.
///
/// It follows from the kinds at both ends: a square next to a king counts as that king's, and a piece attacks what it
/// does not own. Squares next to both kings are attacked by both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// From a piece to an enemy piece or king square.
    Attacks,
    /// From a piece to a piece or king square of its own side.
    Defends,
}

impl Relation {
    /// The relation between two kinds.
    #[must_use]
    pub fn between(from: NodeKind, to: NodeKind) -> Relation {
        if from.side() == to.side() { Relation::Defends } else { Relation::Attacks }
    }
}

/// How one node reaches another.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    FromRepr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
pub enum EdgeKind {
    /// Generic: any kind except threat and fork. Only in patterns.
    Any = 0,
    /// Nothing stands between.
    Direct = 1,
    /// Through friendly pieces that attack the same way: a battery.
    Indirect = 2,
    /// Through one friendly piece that does not attack the same way: when it moves off, the line is open.
    Discovered = 3,
    /// Through one enemy piece: a pin or a skewer.
    Pin = 4,
    /// Not yet: after one move to a square that no enemy piece attacks. Only to enemy pieces, and only where none of
    /// the others holds. Not an edge of 1991.
    Threat = 5,
    /// A threat to attack another enemy piece as well from the same square. Not an edge of 1991.
    Fork = 6,
}

impl EdgeKind {
    /// The kinds that occur in positions.
    pub const CONCRETE: [EdgeKind; 6] = [
        EdgeKind::Direct,
        EdgeKind::Indirect,
        EdgeKind::Discovered,
        EdgeKind::Pin,
        EdgeKind::Threat,
        EdgeKind::Fork,
    ];

    /// Whether an edge of kind `other` satisfies this one. Reflexive.
    #[must_use]
    pub fn covers(self, other: EdgeKind) -> bool {
        self == other || self.is_generic() && other.is_present()
    }

    /// Left open by a pattern.
    #[must_use]
    pub fn is_generic(self) -> bool {
        self == EdgeKind::Any
    }

    /// Whether the piece attacks or defends from its present square: the edges of the paper, covered by
    /// [`EdgeKind::Any`].
    #[must_use]
    pub fn is_present(self) -> bool {
        !matches!(self, EdgeKind::Threat | EdgeKind::Fork)
    }
}
