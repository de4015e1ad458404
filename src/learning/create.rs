use serde::{Deserialize, Serialize};
use shakmaty::{Role, Square};

use super::Change;
use super::change::component;
use crate::graph::{
    Component, Components, Direction, EdgeKind, Graph, GraphBuilder, Link, NodeKind, NodeLabel,
    PositionGraph, Relation,
};
use crate::memory::Operator;

/// One way to create patterns from a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreationRule {
    /// What to create. `generalise`, `specialise`, `material` and `move` have settings of their own and are not allowed here.
    pub operator: Operator,
    /// Components of the label kept at the node in focus: the piece placed or guarded, the end of an edge that is
    /// attacked or defended, the node that two edges share. Not for `ebg-…`, which keep what the paper keeps: the
    /// squares of kings and pawns.
    #[serde(default)]
    pub keep: Vec<Component>,
    /// Components kept at the other nodes of an `edge` or a `pair`.
    #[serde(default)]
    pub other: Vec<Component>,
    /// Kinds of the edges an `edge` or a `pair` is made of; absent: those of 1991, all but `threat` and `fork`.
    #[serde(default, alias = "modes", skip_serializing_if = "Option::is_none")]
    pub edge_kinds: Option<Vec<EdgeKind>>,
    /// Only edges that attack, or that defend, for an `edge` or a `pair`; absent: both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
}

impl CreationRule {
    pub(crate) fn check(&self) -> Result<(), String> {
        use Operator::{EbgAfter, EbgBefore, Edge, Generalise, Material, Move, Pair, Specialise};
        let chooses_edges = self.edge_kinds.is_some() || self.relation.is_some();
        if chooses_edges && !matches!(self.operator, Edge | Pair) {
            return Err(format!(
                "learning.creation.rules: operator {:?} takes no edge_kinds and no relation",
                self.operator
            ));
        }
        if let Some(kinds) = &self.edge_kinds
            && (kinds.is_empty() || kinds.iter().any(|kind| kind.is_generic()))
        {
            return Err("learning.creation.rules.edge_kinds: expected some of direct, indirect, \
                        discovered, pin, threat, fork"
                .to_owned());
        }
        match self.operator {
            Material | Generalise | Specialise | Move => Err(format!(
                "learning.creation.rules: operator {:?} has settings of its own",
                self.operator
            )),
            EbgBefore | EbgAfter if !self.keep.is_empty() || !self.other.is_empty() => {
                Err("learning.creation.rules: ebg-before and ebg-after take no components"
                    .to_owned())
            }
            _ => Ok(()),
        }
    }

    fn takes(&self, graph: &Graph, from: u8, to: u8, kind: EdgeKind) -> bool {
        self.edge_kinds.as_ref().map_or(kind.is_present(), |kinds| kinds.contains(&kind))
            && (self.relation.is_none() || self.relation == graph.relation(from, to))
    }
}

/// A graph that may become a pattern.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The operator that proposed it.
    pub operator: Operator,
    /// It occurs after the move, not before it.
    pub after: bool,
    /// The graph.
    pub graph: Graph,
    /// The squares of its nodes.
    pub squares: Vec<Square>,
}

/// The candidates that `rules` propose for a move.
#[must_use]
pub fn candidates(rules: &[CreationRule], change: &Change<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for rule in rules {
        let mut proposer = Proposer {
            rule,
            keep: rule.keep.iter().copied().collect(),
            other: rule.other.iter().copied().collect(),
            found: &mut found,
        };
        for side in [ChangeSide::before(change), ChangeSide::after(change)] {
            proposer.propose(change, &side);
        }
    }
    found
}

/// The position before or after the move, with the edges that are only there.
struct ChangeSide<'a> {
    is_after: bool,
    position: &'a PositionGraph,
    /// Edges of this position only.
    edges: &'a [(u8, u8, EdgeKind)],
    mover: Option<u8>,
}

impl<'a> ChangeSide<'a> {
    fn before(change: &'a Change<'_>) -> ChangeSide<'a> {
        ChangeSide {
            is_after: false,
            position: change.before,
            edges: &change.lost,
            mover: change.mover_before,
        }
    }

    fn after(change: &'a Change<'_>) -> ChangeSide<'a> {
        ChangeSide {
            is_after: true,
            position: change.after,
            edges: &change.gained,
            mover: change.mover_after,
        }
    }

    fn graph(&self) -> &'a Graph {
        self.position.graph()
    }
}

struct Proposer<'a> {
    rule: &'a CreationRule,
    keep: Components,
    other: Components,
    found: &'a mut Vec<Candidate>,
}

impl<'a> Proposer<'a> {
    fn propose(&mut self, change: &Change<'_>, side: &ChangeSide<'_>) {
        match self.rule.operator {
            Operator::EbgBefore if !side.is_after => self.explanation(side),
            Operator::EbgAfter if side.is_after => self.explanation(side),
            Operator::Place => {
                if let Some(mover) = side.mover {
                    self.single(side, mover);
                }
            }
            Operator::Guard => {
                let guards = Components::NONE.with(Component::Attackers).with(Component::Defenders);
                self.changed_labels(change, side, guards);
            }
            Operator::Mobility => {
                let freedom = Components::NONE.with(Component::Mobility).with(Component::Pinned);
                self.changed_labels(change, side, freedom);
            }
            Operator::Edge => {
                for edge in self.chosen(side) {
                    self.edges(side, &[*edge], edge.1);
                }
            }
            Operator::Pair => self.pairs(side),
            Operator::EbgBefore
            | Operator::EbgAfter
            | Operator::Material
            | Operator::Generalise
            | Operator::Specialise
            | Operator::Move => {}
        }
    }

    fn offer(&mut self, side: &ChangeSide<'_>, graph: Graph, nodes: &[u8]) {
        self.found.push(Candidate {
            operator: self.rule.operator,
            after: side.is_after,
            graph,
            squares: nodes.iter().map(|node| side.position.square(*node)).collect(),
        });
    }

    /// The changed edges around the moved piece, with every edge that touches them for context.
    fn explanation(&mut self, side: &ChangeSide<'_>) {
        // The paper has no edges for threats.
        let edges: Vec<_> =
            side.edges.iter().copied().filter(|(_, _, kind)| kind.is_present()).collect();
        let core = component(&edges, side.mover);
        if core.is_empty() {
            return;
        }
        let graph = side.graph();
        let in_core = |node: u8| core.contains(&node);
        let mut nodes = core.clone();
        let context =
            |a: u8, b: u8, kind: EdgeKind| kind.is_present() && (in_core(a) || in_core(b));
        for (a, b, _) in graph.edges().filter(|(a, b, kind)| context(*a, *b, *kind)) {
            nodes.extend([a, b].into_iter().filter(|node| !core.contains(node)));
        }
        nodes.sort_unstable();
        nodes.dedup();
        let relabel = |_: u8, label: NodeLabel| label.keep(paper_components(label));
        let pattern = graph.subgraph(&nodes, relabel, context);
        self.offer(side, pattern, &nodes);
    }

    /// One node for the moved piece and for every other piece or square whose components in `watched` changed.
    fn changed_labels(&mut self, change: &Change<'_>, side: &ChangeSide<'_>, watched: Components) {
        for (a, b) in &change.kept {
            let (before, after) = (change.before.graph().label(*a), change.after.graph().label(*b));
            let same_square = change.before.square(*a) == change.after.square(*b).flip_vertical();
            if before.keep(watched).without_kind() != after.keep(watched).without_kind()
                || !same_square
            {
                self.single(side, if side.is_after { *b } else { *a });
            }
        }
    }

    fn single(&mut self, side: &ChangeSide<'_>, node: u8) {
        let mut builder = GraphBuilder::default();
        builder.node(side.graph().label(node).keep(self.keep));
        self.offer(side, builder.build(), &[node]);
    }

    /// Every pair of edges out of one piece of which at least one changed.
    fn pairs(&mut self, side: &ChangeSide<'_>) {
        for &(from, to, kind) in self.chosen(side) {
            let is_older = |a: u8, b: u8| {
                side.edges.iter().any(|(x, y, _)| (*x, *y) == (a, b)) && (a, b) < (from, to)
            };
            for link in side.graph().links(from, Direction::Out) {
                let Link { node, kind: other } = *link;
                if node != to
                    && self.rule.takes(side.graph(), from, node, other)
                    && !is_older(from, node)
                {
                    self.edges(side, &[(from, to, kind), (from, node, other)], from);
                }
            }
        }
    }

    /// The changed edges that the rule applies to.
    fn chosen<'s>(
        &self,
        side: &ChangeSide<'s>,
    ) -> impl Iterator<Item = &'s (u8, u8, EdgeKind)> + use<'a, 's> {
        let (rule, graph) = (self.rule, side.graph());
        side.edges.iter().filter(move |(from, to, kind)| rule.takes(graph, *from, *to, *kind))
    }

    fn edges(&mut self, side: &ChangeSide<'_>, edges: &[(u8, u8, EdgeKind)], focus: u8) {
        let mut nodes: Vec<u8> = edges.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let (keep, other) = (self.keep, self.other);
        let relabel =
            |node: u8, label: NodeLabel| label.keep(if node == focus { keep } else { other });
        let chosen = |a: u8, b: u8, _: EdgeKind| edges.iter().any(|(x, y, _)| (*x, *y) == (a, b));
        let graph = side.graph().subgraph(&nodes, relabel, chosen);
        self.offer(side, graph, &nodes);
    }
}

/// What the 1991 paper puts on a node: the square of kings and pawns, the kind of all others.
fn paper_components(label: NodeLabel) -> Components {
    match label.kind() {
        Some(NodeKind::Piece(piece)) if matches!(piece.role, Role::Pawn | Role::King) => {
            Components::SQUARE
        }
        _ => Components::NONE,
    }
}
