//! Plans from pairs of patterns: what a move took away (P_before) and what it brought (P_after).

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position, san::SanPlus};

use crate::chess::Oriented;
use crate::graph::PositionGraph;
use crate::memory::{Memory, Operator, PatternId};
use crate::pattern::{find_embedding, is_embedded};

/// Which patterns of a memory were made from the two sides of one move (Levinson and Snyder 1991).
#[derive(Debug, Default)]
pub(super) struct Pairs {
    after: FxHashMap<PatternId, PatternId>,
}

/// A move that does here what the move between P_before and P_after did.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PairMove {
    pub(super) san: String,
    pub(super) m: Move,
    pub(super) after: PatternId,
    /// Where P_after stands then, in its own view with White to move, by slot.
    pub(super) squares: Vec<shakmaty::Square>,
}

impl Pairs {
    pub(super) fn new(memory: &Memory) -> Pairs {
        let mut brought: FxHashMap<(u32, u32), PatternId> = FxHashMap::default();
        let graphs = &memory.graphs;
        let made = |wanted: Operator| {
            graphs.ids().filter_map(move |id| {
                let origin = graphs.origin(id).filter(|o| o.operator == wanted)?;
                Some((id, (origin.game, origin.ply.0)))
            })
        };
        for (id, key) in made(Operator::EbgAfter) {
            brought.insert(key, id);
        }
        let after = made(Operator::EbgBefore)
            .filter_map(|(id, (game, ply))| Some((id, *brought.get(&(game, ply + 1))?)));
        Pairs { after: after.collect() }
    }

    /// A legal move after which P_after occurs that would not occur after passing, by a man of P_before.
    pub(super) fn repeat(
        &self,
        memory: &Memory,
        position: &Chess,
        before: PatternId,
        men: &[shakmaty::Square],
    ) -> Option<PairMove> {
        let after = *self.after.get(&before)?;
        let pattern = memory.graphs.get(after)?;
        let mut graph = PositionGraph::default();
        graph.rebuild(&Oriented::of_board(position.board(), !position.turn()));
        if is_embedded(pattern, graph.graph()) {
            return None;
        }
        position.legal_moves().into_iter().find_map(|m| {
            if !m.from().is_some_and(|from| men.contains(&from)) {
                return None;
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            graph.rebuild(&Oriented::new(&next));
            let nodes = find_embedding(pattern, graph.graph())?;
            let squares = nodes.iter().map(|node| graph.square(*node)).collect();
            let san = SanPlus::from_move(position.clone(), m).to_string();
            Some(PairMove { san, m, after, squares })
        })
    }
}
