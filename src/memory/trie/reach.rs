use crate::graph::{EdgeKind, NodeLabel};

/// What edges lead to: a bit for each node kind at their far end and class of edge kinds.
///
/// A step without a common bit cannot match. Edge kinds may share a class, so the converse does not hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach(u64);

impl Reach {
    /// The class of a mode. Of what is there only friends in between, one way or another, are not told apart, and of
    /// what may come, forks from other threats.
    #[inline(always)]
    fn class(mode: EdgeKind) -> u8 {
        [0, 1, 2, 2, 0, 3, 3][mode as usize]
    }

    /// What stands on a node, from its label: the number of the first of its four bits.
    #[inline(always)]
    pub(super) fn kind(label: u64) -> u8 {
        (NodeLabel::kind_code(label) << 2) as u8
    }

    /// What a host's edge reaches.
    #[inline(always)]
    pub(super) fn of(kind: u8, mode: EdgeKind) -> Reach {
        Reach(1 << ((kind | Reach::class(mode)) % 64))
    }

    /// What a step wants; with the generic mode, all classes but that of threats.
    pub(super) fn wanted(label: u64, mode: EdgeKind) -> Reach {
        let kind = Reach::kind(label);
        if mode == EdgeKind::Any { Reach(0b0111 << kind) } else { Reach::of(kind, mode) }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: Reach) {
        self.0 |= other.0;
    }

    #[inline(always)]
    pub(super) fn meets(self, other: Reach) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NodeKind;
    use shakmaty::Color;

    #[test]
    fn what_a_step_covers_is_never_passed_over() {
        let kinds = [
            NodeKind::Piece(Color::White.pawn()),
            NodeKind::Piece(Color::Black.king()),
            NodeKind::KingSquare(Color::White),
            NodeKind::SharedKingSquare,
        ];
        let labels = || kinds.into_iter().map(|kind| NodeLabel::new(kind).bits());
        let modes = || EdgeKind::CONCRETE.into_iter().chain([EdgeKind::Any]);
        for (wanted, there) in labels().flat_map(|a| labels().map(move |b| (a, b))) {
            for (mode, edge) in modes().flat_map(|a| modes().map(move |b| (a, b))) {
                let step = Reach::wanted(wanted, mode);
                let meets = step.meets(Reach::of(Reach::kind(there), edge));
                assert!(meets || wanted != there || !mode.covers(edge), "{mode} {edge}");
                assert!(!meets || wanted == there);
            }
        }
        // A step to no node: of a closing edge only the mode is asked.
        let close = Reach::wanted(NodeLabel::NOTHING.bits(), EdgeKind::Any);
        assert!(!labels().any(|label| close.meets(Reach::wanted(label, EdgeKind::Any))));
        // Threats, the most frequent edges after direct ones, are told from those.
        let there = Reach::of(Reach::kind(labels().next().unwrap_or_default()), EdgeKind::Threat);
        assert!(!labels().any(|label| Reach::wanted(label, EdgeKind::Direct).meets(there)));
    }
}
