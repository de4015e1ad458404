use crate::chess::{MaterialVector, Oriented};
use crate::graph::{PositionGraph, PositionMoves};

/// What patterns are matched against: graph, material and moves of a position, with the side to move as White.
#[derive(Clone, Debug, Default)]
pub struct PositionFeatures {
    graph: PositionGraph,
    material: MaterialVector,
    moves: PositionMoves,
}

impl PositionFeatures {
    /// The features of a position.
    #[must_use]
    pub fn new(position: &Oriented) -> PositionFeatures {
        let mut features = PositionFeatures::default();
        features.rebuild(position, true);
        features
    }

    /// Turns this value into the features of another position, without allocating once it has grown.
    ///
    /// Without `moves`, which cost about as much as the graph, it has none: enough for a memory without move patterns.
    pub fn rebuild(&mut self, position: &Oriented, moves: bool) {
        self.graph.rebuild(position);
        self.material = MaterialVector::of_board(position.board());
        if moves {
            self.moves.rebuild(position, &self.graph);
        } else {
            self.moves.clear();
        }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &PositionGraph {
        &self.graph
    }

    /// The difference in material.
    #[must_use]
    pub fn material(&self) -> MaterialVector {
        self.material
    }

    /// The moves of the side to move.
    #[must_use]
    pub fn moves(&self) -> &PositionMoves {
        &self.moves
    }
}
