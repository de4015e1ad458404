//! A pattern on a board: its squares, and arrows for what attacks and defends what.

use serde::Serialize;
use shakmaty::{Chess, Move, Position, Square};
use utoipa::ToSchema;

use crate::graph::{EdgeKind, PositionGraph, Relation};
use crate::memory::{AnyId, Snapshot};
use crate::render::patterns::PatternRecord;

/// Squares and arrows that show a pattern on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Drawing {
    /// Squares of its pieces, such as `a7`.
    pub squares: Vec<String>,
    /// What attacks and defends what, and the move of a move pattern.
    pub arrows: Vec<Arrow>,
}

/// An arrow from square to square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Arrow {
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// What it stands for.
    pub kind: ArrowKind,
    /// Through another piece, or after one more move.
    pub indirect: bool,
}

/// What an arrow stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArrowKind {
    /// The piece attacks what the arrow points at.
    Attack,
    /// The piece defends what the arrow points at.
    Defence,
    /// The piece moves.
    Move,
}

impl Arrow {
    fn of_edge(from: Square, to: Square, relation: Relation, edge: EdgeKind) -> Arrow {
        let kind = match relation {
            Relation::Attacks => ArrowKind::Attack,
            Relation::Defends => ArrowKind::Defence,
        };
        let indirect = !matches!(edge, EdgeKind::Direct | EdgeKind::Any);
        Arrow { from: from.to_string(), to: to.to_string(), kind, indirect }
    }

    fn of_move(from: Square, to: Square) -> Arrow {
        let (from, to) = (from.to_string(), to.to_string());
        Arrow { from, to, kind: ArrowKind::Move, indirect: false }
    }
}

impl Drawing {
    /// A pattern in the position it was first seen in.
    #[must_use]
    pub fn of_record(record: &PatternRecord) -> Drawing {
        let edges = record.placed_edges();
        let edges =
            edges.map(|(edge, from, to)| Arrow::of_edge(from, to, edge.relation, edge.kind));
        let of_move = record.placed_move().map(|(from, to)| Arrow::of_move(from, to));
        Drawing {
            squares: record.origin.squares.iter().map(ToString::to_string).collect(),
            arrows: edges.chain(of_move).collect(),
        }
    }

    /// A move on the board.
    #[must_use]
    pub fn of_move(m: Move) -> Drawing {
        let arrows = m.from().map(|from| Arrow::of_move(from, m.to())).into_iter().collect();
        Drawing { squares: vec![m.to().to_string()], arrows }
    }

    /// A graph pattern on these squares of a position; squares alone for other patterns, and where it does not occur.
    #[must_use]
    pub fn in_position(
        snapshot: &Snapshot,
        position: &Chess,
        id: AnyId,
        squares: &[Square],
    ) -> Drawing {
        let mut drawing = Drawing {
            squares: squares.iter().map(ToString::to_string).collect(),
            arrows: Vec::new(),
        };
        let AnyId::Graph(wanted) = id else { return drawing };
        let Some(pattern) = snapshot.graphs.get(wanted) else { return drawing };
        let host = PositionGraph::new(position);
        let real = |node: u8| {
            let square = host.square(node);
            position.turn().fold_wb(square, square.flip_vertical())
        };
        let mut occurrence: Option<Vec<Square>> = None;
        snapshot.graphs.walk(host.graph(), |id, nodes| {
            let is_here = || squares.iter().all(|square| nodes.iter().any(|n| real(*n) == *square));
            if id == wanted && occurrence.is_none() && is_here() {
                occurrence = Some(nodes.iter().map(|node| real(*node)).collect());
            }
        });
        if let Some(nodes) = occurrence {
            let graph = pattern.graph();
            let arrow = |(from, to, edge): (u8, u8, EdgeKind)| {
                let relation = graph.relation(from, to)?;
                Some(Arrow::of_edge(nodes[from as usize], nodes[to as usize], relation, edge))
            };
            drawing.arrows = graph.edges().filter_map(arrow).collect();
            drawing.squares = nodes.iter().map(ToString::to_string).collect();
        }
        drawing
    }
}
