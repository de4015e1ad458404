use petgraph::unionfind::UnionFind;
use shakmaty::{Color, Move, Role, Square};

use crate::chess::piece_moves;
use crate::graph::{EdgeKind, Graph, MAX_NODES, NodeKind, PositionGraph};

/// The difference that a move makes to the graph of a position.
///
/// A moved piece is the same piece: an attack that is still there after the move has not changed. The label of a king or
/// pawn has its square, though: all its edges change when it moves.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// The graph before the move; the mover is White.
    pub before: &'a PositionGraph,
    /// The graph after it; the mover is Black.
    pub after: &'a PositionGraph,
    /// Edges of `before` only.
    pub lost: Vec<(u8, u8, EdgeKind)>,
    /// Edges of `after` only.
    pub gained: Vec<(u8, u8, EdgeKind)>,
    /// The moved piece in `before`.
    pub mover_before: Option<u8>,
    /// The moved piece in `after`.
    pub mover_after: Option<u8>,
    /// Nodes of `before` with the same piece or square in `after`.
    pub kept: Vec<(u8, u8)>,
}

impl<'a> Change<'a> {
    /// The change by the legal move `m` of `mover`, from the graphs of the positions before and after it.
    #[must_use]
    pub fn new(
        mover: Color,
        m: Move,
        before: &'a PositionGraph,
        after: &'a PositionGraph,
    ) -> Change<'a> {
        let turned = mover.is_black();
        // From a square of the board to the views before and after the move.
        let old = |square: Square| if turned { square.flip_vertical() } else { square };
        let new = |square: Square| if turned { square } else { square.flip_vertical() };
        let moves = piece_moves(m, mover);
        let left = |square: Square| moves.iter().any(|(from, _)| *from == square);
        let mut kept = Vec::new();
        for node in 0..before.graph().len() as u8 {
            let square = old(before.square(node));
            let to = match moves.iter().find(|(from, _)| *from == square) {
                Some((_, to)) => *to,
                None => square,
            };
            let Some(there) = after.node_on(new(to)) else { continue };
            let taken = !left(square) && moves.iter().any(|(_, to)| *to == square);
            let same = match (before.graph().label(node).kind(), after.graph().label(there).kind())
            {
                (Some(NodeKind::Piece(a)), Some(NodeKind::Piece(b))) => {
                    a.role == b.role && a.color != b.color
                }
                (Some(NodeKind::KingSquare(a)), Some(NodeKind::KingSquare(b))) => a != b,
                (Some(a), Some(b)) => a == b && a.piece().is_none(),
                _ => false,
            };
            if same && !taken {
                kept.push((node, there));
            }
        }
        let relocated = |node: u8| {
            let piece = before.graph().label(node).kind().and_then(NodeKind::piece);
            left(old(before.square(node)))
                && piece.is_some_and(|p| matches!(p.role, Role::Pawn | Role::King))
        };
        let mut there = [None; MAX_NODES];
        let mut here = [None; MAX_NODES];
        for (a, b) in kept.iter().filter(|(a, _)| !relocated(*a)) {
            there[usize::from(*a)] = Some(*b);
            here[usize::from(*b)] = Some(*a);
        }
        let lost = missing(before.graph(), after.graph(), &there);
        let gained = missing(after.graph(), before.graph(), &here);
        let moved = moves.first().copied();
        Change {
            mover_before: moved.and_then(|(from, _)| before.node_on(old(from))),
            mover_after: moved.and_then(|(_, to)| after.node_on(new(to))),
            before,
            after,
            lost,
            gained,
            kept,
        }
    }
}

/// Edges of `graph` that `other` does not have between the same nodes of the same kind.
fn missing(
    graph: &Graph,
    other: &Graph,
    there: &[Option<u8>; MAX_NODES],
) -> Vec<(u8, u8, EdgeKind)> {
    graph
        .edges()
        .filter(|(from, to, kind)| match (there[usize::from(*from)], there[usize::from(*to)]) {
            (Some(a), Some(b)) => other.edge(a, b) != Some(*kind),
            _ => true,
        })
        .collect()
}

/// The nodes of the connected component of `edges` with `focus`; of the largest component if none has it.
pub(super) fn component(edges: &[(u8, u8, EdgeKind)], focus: Option<u8>) -> Vec<u8> {
    let mut parts: UnionFind<u8> = UnionFind::new(MAX_NODES as u8 as usize);
    for (a, b, _) in edges {
        parts.union(*a, *b);
    }
    let touched = |node: u8| edges.iter().any(|(a, b, _)| *a == node || *b == node);
    let size = |root: u8| edges.iter().filter(|(a, _, _)| parts.find(*a) == root).count();
    let focus = focus.filter(|node| touched(*node)).map(|node| parts.find(node));
    let largest =
        || edges.iter().map(|(a, _, _)| parts.find(*a)).max_by_key(|r| (size(*r), u8::MAX - *r));
    let Some(root) = focus.or_else(largest) else { return Vec::new() };
    (0..MAX_NODES as u8).filter(|node| touched(*node) && parts.find(*node) == root).collect()
}
