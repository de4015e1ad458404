use shakmaty::{Bitboard, Board, Chess, Color, Role, Square, attacks};

use super::attack_map::AttackMap;
use super::lines::behind_blockers;
use super::mobility::{destinations, threats};
use super::pawn_context::PawnStructure;
use super::pins_and_checks::PinsAndChecks;
use super::structure::fill;
use super::{AttackBalance, EdgeKind, Graph, MAX_NODES, NodeKind, NodeLabel, Relation, RoleCounts};
use crate::chess::Oriented;

/// The graph of a position, White to move, with the square of every node.
///
/// Nodes are in the order of their squares, a1 first. Building one costs a few microseconds; a value can be built
/// anew in place, without allocating.
///
/// # Example
///
/// ```
/// use morph::graph::PositionGraph;
/// let graph = PositionGraph::new(&shakmaty::Chess::default());
/// // 32 pieces and no empty square next to a king.
/// assert_eq!(graph.graph().len(), 32);
/// ```
#[derive(Clone, Debug)]
pub struct PositionGraph {
    graph: Graph,
    squares: Vec<Square>,
    edges: Vec<(u8, u8, EdgeKind)>,
    attacks: AttackMap,
    /// Squares attacked directly by White and by Black.
    control: [Bitboard; 2],
    pins_and_checks: PinsAndChecks,
}

impl Default for PositionGraph {
    fn default() -> PositionGraph {
        PositionGraph {
            graph: Graph::default(),
            squares: Vec::with_capacity(MAX_NODES),
            edges: Vec::with_capacity(256),
            attacks: AttackMap::default(),
            control: [Bitboard::EMPTY; 2],
            pins_and_checks: PinsAndChecks::default(),
        }
    }
}

/// Facts about nodes, collected for their labels.
struct NodeFacts {
    attackers: [RoleCounts; MAX_NODES],
    defenders: [RoleCounts; MAX_NODES],
    /// Squares of the nodes to which an edge leads from a node.
    reached: [Bitboard; MAX_NODES],
    /// Squares a node's piece can go to and no enemy piece attacks.
    safe: [Bitboard; MAX_NODES],
}

impl PositionGraph {
    /// The graph of a position, turned so that the side to move is White.
    #[must_use]
    pub fn new(position: &Chess) -> PositionGraph {
        let mut graph = PositionGraph::default();
        graph.rebuild(&Oriented::new(position));
        graph
    }

    /// Turns this value into the graph of another position.
    pub fn rebuild(&mut self, position: &Oriented) {
        let board = position.board();
        self.attacks.update(board);
        let kings = [board.king_of(Color::White), board.king_of(Color::Black)];
        let rings = kings
            .map(|king| king.map_or(Bitboard::EMPTY, attacks::king_attacks) & !board.occupied());
        self.place_nodes(board, rings);
        let mut facts = NodeFacts {
            attackers: [RoleCounts::default(); MAX_NODES],
            defenders: [RoleCounts::default(); MAX_NODES],
            reached: [Bitboard::EMPTY; MAX_NODES],
            safe: [Bitboard::EMPTY; MAX_NODES],
        };
        self.control = [Bitboard::EMPTY; 2];
        self.pins_and_checks = PinsAndChecks::new(board, kings);
        let mut node_of = [0u8; 64];
        for (node, square) in self.squares.iter().enumerate() {
            node_of[*square as usize] = node as u8;
        }
        self.find_edges(board, rings[0] | rings[1] | board.occupied(), &node_of, &mut facts);
        self.find_threats(board, &node_of, &mut facts);
        fill(&mut self.graph, &self.edges);
        self.label_nodes(board, kings, &facts);
    }

    /// The graph itself.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Where a node stands, in the view with White to move.
    #[must_use]
    pub fn square(&self, node: u8) -> Square {
        self.squares[usize::from(node)]
    }

    /// Squares of all nodes, ascending.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The node on a square, if it has one.
    #[must_use]
    pub fn node_on(&self, square: Square) -> Option<u8> {
        self.squares.binary_search(&square).ok().map(|node| node as u8)
    }

    /// What attacks what directly.
    pub(super) fn attacks(&self) -> &AttackMap {
        &self.attacks
    }

    /// Squares attacked directly by White and by Black.
    pub(super) fn control(&self) -> [Bitboard; 2] {
        self.control
    }

    pub(super) fn pins_and_checks(&self) -> &PinsAndChecks {
        &self.pins_and_checks
    }

    fn place_nodes(&mut self, board: &Board, rings: [Bitboard; 2]) {
        self.squares.clear();
        self.graph.labels.clear();
        for square in board.occupied() | rings[0] | rings[1] {
            let kind = match board.piece_at(square) {
                Some(piece) => NodeKind::Piece(piece),
                None if (rings[0] & rings[1]).contains(square) => NodeKind::SharedKingSquare,
                None => NodeKind::KingSquare(Color::from_white(rings[0].contains(square))),
            };
            self.squares.push(square);
            self.graph.labels.push(NodeLabel::new(kind).on(square));
        }
    }

    fn find_edges(
        &mut self,
        board: &Board,
        nodes: Bitboard,
        node_of: &[u8; 64],
        facts: &mut NodeFacts,
    ) {
        self.edges.clear();
        for from in 0..self.squares.len() {
            let Some(NodeKind::Piece(piece)) = self.graph.labels[from].kind() else { continue };
            let square = self.squares[from];
            let direct = self.attacks.reach(square);
            self.control[side(piece.color)] |= direct;
            let mut reach = |targets: Bitboard, kind: EdgeKind| {
                facts.reached[from] |= targets & nodes;
                for target in targets & nodes {
                    let to = node_of[target as usize];
                    self.edges.push((from as u8, to, kind));
                    if matches!(kind, EdgeKind::Direct | EdgeKind::Indirect)
                        && let Some(kind) = self.graph.labels[usize::from(to)].kind()
                        && self.pins_and_checks.can_act_on(board, square, piece, target, kind)
                    {
                        let guards = match kind {
                            NodeKind::SharedKingSquare if piece.color.is_white() => {
                                &mut facts.defenders
                            }
                            _ if Relation::between(NodeKind::Piece(piece), kind)
                                == Relation::Defends =>
                            {
                                &mut facts.defenders
                            }
                            _ => &mut facts.attackers,
                        };
                        guards[usize::from(to)].add(piece.role);
                    }
                }
            };
            reach(direct, EdgeKind::Direct);
            if matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen) {
                behind_blockers(board, square, piece, direct, &mut reach);
            }
        }
    }

    /// Threats need to know first what everything attacks.
    fn find_threats(&mut self, board: &Board, node_of: &[u8; 64], facts: &mut NodeFacts) {
        for from in 0..self.squares.len() {
            let Some(NodeKind::Piece(piece)) = self.graph.labels[from].kind() else { continue };
            let square = self.squares[from];
            let targets = destinations(board, square, piece);
            let control = self.control[side(!piece.color)];
            let safe = self.pins_and_checks.safe(board, square, piece, targets, control);
            facts.safe[from] = safe;
            let threats = threats(board, square, piece, safe);
            for target in threats.all & !facts.reached[from] {
                let kind =
                    if threats.forked.contains(target) { EdgeKind::Fork } else { EdgeKind::Threat };
                self.edges.push((from as u8, node_of[target as usize], kind));
            }
        }
    }

    fn label_nodes(&mut self, board: &Board, kings: [Option<Square>; 2], facts: &NodeFacts) {
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let pawns = PawnStructure::new(board);
        for (node, square) in self.squares.iter().enumerate() {
            let (attackers, defenders) = (facts.attackers[node], facts.defenders[node]);
            let mut label = self.graph.labels[node]
                .with_guards(attackers, defenders)
                .with_attack_balance(AttackBalance::between(attackers, defenders))
                .with_phase(pieces.count());
            if let Some(NodeKind::Piece(piece)) = label.kind() {
                label = label
                    .with_mobility(facts.safe[node].count())
                    .with_pinned(self.pins_and_checks.is_pinned(*square));
                if piece.role == Role::Pawn {
                    label = label.with_passed(pawns.is_passed(*square));
                }
                if let Some(king) = kings[side(!piece.color)] {
                    label = label.with_king_distance(square.distance(king));
                }
                if let Some(context) = pawns.context(*square, piece) {
                    label = label.with_pawn_context(context);
                }
            }
            self.graph.labels[node] = label;
        }
    }
}

fn side(color: Color) -> usize {
    usize::from(color.is_black())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::chess::position_from_fen;

    fn graph(fen: &str) -> PositionGraph {
        PositionGraph::new(&position_from_fen(fen).unwrap())
    }

    fn edge(graph: &PositionGraph, from: Square, to: Square) -> Option<EdgeKind> {
        graph.graph().edge(graph.node_on(from).unwrap(), graph.node_on(to).unwrap())
    }

    #[test]
    fn edge_kinds_are_distinguished() {
        // Rook behind queen (battery), bishop behind knight (discovery), rook through a bishop to the king (pin).
        let g = graph("4k3/4b3/8/3p4/6N1/q6B/Q3R3/R3K3 w - - 0 1");
        assert_eq!(edge(&g, Square::A2, Square::A3), Some(EdgeKind::Direct));
        assert_eq!(edge(&g, Square::A1, Square::A3), Some(EdgeKind::Indirect));
        assert_eq!(edge(&g, Square::E2, Square::E8), Some(EdgeKind::Pin));
        let bishop = g.graph().label(g.node_on(Square::E7).unwrap());
        assert_eq!(bishop.pinned(), Some(true));
        assert_eq!(bishop.attackers().unwrap().to_string(), "rook");
        let g = graph("2k5/8/8/8/6N1/7B/8/4K3 w - - 0 1");
        assert_eq!(edge(&g, Square::H3, Square::C8), Some(EdgeKind::Discovered));
    }

    #[test]
    fn a_pawn_lets_a_bishop_through_only_the_way_it_attacks() {
        let g = graph("7k/8/8/3r4/4P3/5B2/8/K7 w - - 0 1");
        assert_eq!(edge(&g, Square::F3, Square::D5), Some(EdgeKind::Indirect));
        let g = graph("7k/8/8/8/r7/1P6/2B5/K7 w - - 0 1");
        assert_eq!(edge(&g, Square::C2, Square::A4), Some(EdgeKind::Indirect));
        let g = graph("7k/8/8/8/8/5B2/4P3/K2r4 w - - 0 1");
        assert_eq!(edge(&g, Square::F3, Square::D1), Some(EdgeKind::Discovered));
    }

    #[test]
    fn king_squares_are_nodes_while_empty() {
        let g = graph("8/8/8/3k4/8/3K4/8/8 w - - 0 1");
        // Eight squares round each king, three of them shared: 2 + 16 − 3.
        assert_eq!(g.graph().len(), 15);
        let shared = g.graph().label(g.node_on(Square::D4).unwrap());
        assert_eq!(shared.kind(), Some(NodeKind::SharedKingSquare));
        assert_eq!(shared.attackers().unwrap().to_string(), "king");
        assert_eq!(shared.defenders().unwrap().to_string(), "king");
    }

    #[test]
    fn black_to_move_is_the_same_as_white_to_move_mirrored() {
        let white = graph("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
        let black = graph("rnb1k1nr/pppp1ppp/8/2b1p3/4P2q/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 4 4");
        assert_eq!(white.graph(), black.graph());
    }

    #[test]
    fn mobility_counts_squares_the_enemy_does_not_attack() {
        let g = graph("7k/8/8/8/8/1r6/8/N6K w - - 0 1");
        // The knight on a1 has b3 (the rook, undefended) and c2.
        assert_eq!(g.graph().label(0).mobility(), Some("2"));
        let g = graph("7k/8/8/8/p7/1r6/8/N6K w - - 0 1");
        // Now a pawn defends b3.
        assert_eq!(g.graph().label(0).mobility(), Some("1"));
    }
}
