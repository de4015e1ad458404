//! Plans from pairs of patterns: what a move took away (P_before) and what it after_by_move (P_after).

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position, Square};

use crate::chess::Oriented;
use crate::graph::PositionGraph;
use crate::memory::{Memory, Operator, PatternId};
use crate::pattern::{find_embedding, is_embedded};

/// Pairs of patterns that were created from the position before and after one move (Levinson and Snyder 1991).
#[derive(Clone, Debug, Default)]
pub(super) struct BeforeAfterPairs {
    after: FxHashMap<PatternId, PatternId>,
}

/// A move that does here what the move between P_before and P_after did.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PairMove {
    pub(super) m: Move,
    pub(super) after: PatternId,
    /// Where P_after stands then, by slot, from the perspective of the side then to move as White.
    pub(super) squares: Vec<Square>,
}

impl BeforeAfterPairs {
    pub(super) fn new(memory: &Memory) -> BeforeAfterPairs {
        let mut after_by_move: FxHashMap<(u32, u32), PatternId> = FxHashMap::default();
        let graphs = &memory.graphs;
        let made = |wanted: Operator| {
            graphs.ids().filter_map(move |id| {
                let origin = graphs.origin(id).filter(|o| o.operator == wanted)?;
                Some((id, (origin.game, origin.ply.0)))
            })
        };
        for (id, key) in made(Operator::EbgAfter) {
            after_by_move.insert(key, id);
        }
        let after = made(Operator::EbgBefore)
            .filter_map(|(id, (game, ply))| Some((id, *after_by_move.get(&(game, ply + 1))?)));
        BeforeAfterPairs { after: after.collect() }
    }

    /// A legal move after which P_after occurs that would not occur after passing, by a piece of P_before.
    pub(super) fn repeat(
        &self,
        memory: &Memory,
        position: &Chess,
        before: PatternId,
        pieces: &[Square],
    ) -> Option<PairMove> {
        let after = *self.after.get(&before)?;
        let pattern = memory.graphs.get(after)?;
        let mut graph = PositionGraph::default();
        graph.rebuild(&Oriented::of_board(position.board(), !position.turn()));
        if is_embedded(pattern, graph.graph()) {
            return None;
        }
        position.legal_moves().into_iter().find_map(|m| {
            if !m.from().is_some_and(|from| pieces.contains(&from)) {
                return None;
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            graph.rebuild(&Oriented::new(&next));
            let nodes = find_embedding(pattern, graph.graph())?;
            let squares = nodes.iter().map(|node| graph.square(*node)).collect();
            Some(PairMove { m, after, squares })
        })
    }
}
