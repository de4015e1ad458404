use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Square, attacks};

use super::attack_map::AttackMap;
use super::line_edges::LineEdges;
use super::mobility::{Threats, destinations};
use super::pins_and_checks::PinsAndChecks;
use super::standing::StandingLabels;
use super::structure::Link;
use super::{AttackBalance, EdgeKind, Graph, MAX_NODES, NodeKind, NodeLabel, RoleCounts};
use crate::chess::Oriented;

/// The graph of a position, White to move, with the square of every node.
///
/// Nodes are in the order of their squares, a1 first. Building one costs a few microseconds; a value can be built
/// anew in place, without allocating. It carries over what no move between the two positions touches, so that the
/// successors of a position cost less one after another than each on its own.
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
    /// By square.
    nodes: [u8; 64],
    attacks: AttackMap,
    /// Of the line pieces, by square.
    lines: [LineEdges; 64],
    /// Of all pieces, by square.
    threats: [Threats; 64],
    standing: StandingLabels,
    /// Squares attacked directly by each side.
    control: ByColor<Bitboard>,
    pins_and_checks: PinsAndChecks,
}

/// No node on a square.
const NO_NODE: u8 = u8::MAX;

impl Default for PositionGraph {
    fn default() -> PositionGraph {
        PositionGraph {
            graph: Graph::default(),
            squares: Vec::with_capacity(MAX_NODES),
            nodes: [NO_NODE; 64],
            attacks: AttackMap::default(),
            lines: [LineEdges::default(); 64],
            threats: [Threats::default(); 64],
            standing: StandingLabels::default(),
            control: ByColor::default(),
            pins_and_checks: PinsAndChecks::default(),
        }
    }
}

/// Kings and the empty squares next to them.
struct Kings {
    square: ByColor<Option<Square>>,
    ring: ByColor<Bitboard>,
}

impl Kings {
    fn new(board: &Board) -> Kings {
        let square = ByColor::new_with(|color| board.king_of(color));
        let ring = square
            .map(|king| king.map_or(Bitboard::EMPTY, attacks::king_attacks) & !board.occupied());
        Kings { square, ring }
    }

    /// What a piece of a side defends when it reaches it: its own pieces and king squares; shared ones are White's.
    fn friends(&self, board: &Board, color: Color) -> Bitboard {
        let ring = match color {
            Color::White => self.ring.white,
            Color::Black => self.ring.black & !self.ring.white,
        };
        board.by_color(color) | ring
    }
}

/// Facts about nodes by square, collected for their labels.
struct NodeFacts {
    attackers: [RoleCounts; 64],
    defenders: [RoleCounts; 64],
    /// How many squares a piece can go to that no enemy piece attacks.
    safe: [u8; 64],
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
        let changed = self.attacks.update(board);
        self.control = ByColor::new_with(|color| self.attacks.control(board.by_color(color)));
        let kings = Kings::new(board);
        self.pins_and_checks = PinsAndChecks::new(board, &self.attacks, kings.square);
        self.standing.update(board, kings.square, changed);
        self.place_nodes(board, &kings);
        let mut facts = NodeFacts {
            attackers: [RoleCounts::default(); 64],
            defenders: [RoleCounts::default(); 64],
            safe: [0; 64],
        };
        self.find_edges(board, &kings, changed, &mut facts);
        self.label_nodes(board, &facts);
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
        let node = self.nodes[square as usize];
        (node != NO_NODE).then_some(node)
    }

    /// What attacks what directly.
    pub(super) fn attacks(&self) -> &AttackMap {
        &self.attacks
    }

    /// Squares attacked directly by each side.
    pub(super) fn control(&self) -> &ByColor<Bitboard> {
        &self.control
    }

    pub(super) fn pins_and_checks(&self) -> &PinsAndChecks {
        &self.pins_and_checks
    }

    fn place_nodes(&mut self, board: &Board, kings: &Kings) {
        self.squares.clear();
        self.nodes = [NO_NODE; 64];
        self.graph.labels.clear();
        let Kings { ring, .. } = kings;
        for square in board.occupied() | ring.white | ring.black {
            let label = if board.occupied().contains(square) {
                self.standing.of(square)
            } else if (ring.white & ring.black).contains(square) {
                NodeLabel::new(NodeKind::SharedKingSquare).on(square)
            } else {
                let side = Color::from_white(ring.white.contains(square));
                NodeLabel::new(NodeKind::KingSquare(side)).on(square)
            };
            self.nodes[square as usize] = self.squares.len() as u8;
            self.squares.push(square);
            self.graph.labels.push(label);
        }
    }

    /// `changed` are the squares on which something else stands than in the position before.
    fn find_edges(
        &mut self,
        board: &Board,
        kings: &Kings,
        changed: Bitboard,
        facts: &mut NodeFacts,
    ) {
        let PositionGraph { graph, squares, nodes, attacks, lines, threats, .. } = self;
        let (control, pins_and_checks) = (&self.control, &self.pins_and_checks);
        let friends = ByColor::new_with(|color| kings.friends(board, color));
        let all_nodes = board.occupied() | kings.ring.white | kings.ring.black;
        let line_pieces = board.sliders();
        let mut edges = graph.refill();
        for square in squares.iter().copied() {
            if let Some(piece) = board.piece_at(square) {
                let direct = attacks.reach(square);
                let behind = if line_pieces.contains(square) {
                    let behind = &mut lines[square as usize];
                    behind.update(board, square, piece, direct, changed);
                    *behind
                } else {
                    LineEdges::default()
                };
                let present = direct | behind.indirect | behind.discovered | behind.pin;

                let targets = destinations(board, square, piece, direct);
                let enemy_control = *control.get(!piece.color);
                let safe = pins_and_checks.safe(square, piece, targets, enemy_control);
                facts.safe[square as usize] = safe.count() as u8;
                let threats = &mut threats[square as usize];
                threats.update(board, square, piece, safe, changed);
                let forked = threats.forked;

                for target in (present | threats.all) & all_nodes {
                    let kind = if direct.contains(target) {
                        EdgeKind::Direct
                    } else if !present.contains(target) {
                        if forked.contains(target) { EdgeKind::Fork } else { EdgeKind::Threat }
                    } else if behind.indirect.contains(target) {
                        EdgeKind::Indirect
                    } else if behind.pin.contains(target) {
                        EdgeKind::Pin
                    } else {
                        EdgeKind::Discovered
                    };
                    edges.push(Link { node: nodes[target as usize], kind });
                }

                let guarded = (direct | behind.indirect) & all_nodes;
                let guarded = pins_and_checks.can_act_on(board, attacks, square, piece, guarded);
                let friends = *friends.get(piece.color);
                for target in guarded & friends {
                    facts.defenders[target as usize].add(piece.role);
                }
                for target in guarded & !friends {
                    facts.attackers[target as usize].add(piece.role);
                }
            }
            edges.end_node();
        }
        edges.finish();
    }

    fn label_nodes(&mut self, board: &Board, facts: &NodeFacts) {
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        for (label, square) in self.graph.labels.iter_mut().zip(self.squares.iter().copied()) {
            let attackers = facts.attackers[square as usize];
            let defenders = facts.defenders[square as usize];
            *label = label
                .with_guards(attackers, defenders)
                .with_attack_balance(AttackBalance::between(attackers, defenders))
                .with_phase(pieces);
            if board.occupied().contains(square) {
                *label = label
                    .with_mobility(usize::from(facts.safe[square as usize]))
                    .with_pinned(self.pins_and_checks.is_pinned(square));
            }
        }
    }
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
