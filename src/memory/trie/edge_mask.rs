use crate::graph::{EdgeKind, NodeLabel};

/// What edges lead to: a bit for each node kind at their far end and class of edge kinds.
///
/// A step without a common bit cannot match. Edge kinds may share a class, so the converse does not hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeMask(u64);

impl EdgeMask {
    /// The class of an edge kind. The two kinds through own pieces share one, and so do threats and forks.
    #[inline(always)]
    fn class(edge: EdgeKind) -> u8 {
        [0, 1, 2, 2, 0, 3, 3][edge as usize]
    }

    /// The node kind of a label, as the index of the first of its four bits.
    #[inline(always)]
    pub(super) fn kind(label: u64) -> u8 {
        (NodeLabel::kind_code(label) << 2) as u8
    }

    /// The bit of an edge to a node of this kind.
    #[inline(always)]
    pub(super) fn single(kind: u8, edge: EdgeKind) -> EdgeMask {
        EdgeMask(1 << ((kind | EdgeMask::class(edge)) % 64))
    }

    /// The bits of the edges that a step can match; for the generic edge kind, all classes but that of threats.
    pub(super) fn matching(label: u64, edge: EdgeKind) -> EdgeMask {
        let kind = EdgeMask::kind(label);
        if edge == EdgeKind::Any { EdgeMask(0b0111 << kind) } else { EdgeMask::single(kind, edge) }
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, other: EdgeMask) {
        self.0 |= other.0;
    }

    #[inline(always)]
    pub(super) fn intersects(self, other: EdgeMask) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NodeKind;
    use shakmaty::Color;

    #[test]
    fn edges_that_a_step_matches_are_never_skipped() {
        let kinds = [
            NodeKind::Piece(Color::White.pawn()),
            NodeKind::Piece(Color::Black.king()),
            NodeKind::KingSquare(Color::White),
            NodeKind::SharedKingSquare,
        ];
        let labels = || kinds.into_iter().map(|kind| NodeLabel::new(kind).bits());
        let edge_kinds = || EdgeKind::CONCRETE.into_iter().chain([EdgeKind::Any]);
        for (wanted, there) in labels().flat_map(|a| labels().map(move |b| (a, b))) {
            for (edge_kind, edge) in edge_kinds().flat_map(|a| edge_kinds().map(move |b| (a, b))) {
                let step = EdgeMask::matching(wanted, edge_kind);
                let meets = step.intersects(EdgeMask::single(EdgeMask::kind(there), edge));
                assert!(meets || wanted != there || !edge_kind.covers(edge), "{edge_kind} {edge}");
                assert!(!meets || wanted == there);
            }
        }
        // A step to no node: a closing edge has an edge kind only.
        let close = EdgeMask::matching(NodeLabel::NOTHING.bits(), EdgeKind::Any);
        assert!(!labels().any(|label| close.intersects(EdgeMask::matching(label, EdgeKind::Any))));
        // Threats, the most frequent edges after direct ones, are told from those.
        let there =
            EdgeMask::single(EdgeMask::kind(labels().next().unwrap_or_default()), EdgeKind::Threat);
        assert!(
            !labels().any(|label| EdgeMask::matching(label, EdgeKind::Direct).intersects(there))
        );
    }
}
