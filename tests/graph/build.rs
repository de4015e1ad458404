use morph::chess::Oriented;
use morph::graph::{Direction, EdgeKind, NodeKind, PositionGraph, PositionMoves, RoleCounts};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Board, Color, Piece, Position, Role, Square};

use crate::games::random_game;
use crate::oracle::{describe, expected};

const FENS: &[&str] = &[
    // Promoted pieces: three queens, four knights.
    "3qk3/1q2q3/8/2N1N3/2N1N3/8/8/R3K2R w KQ - 0 1",
    "8/k1Q3Q1/8/8/3Q4/8/K6q/q6q b - - 0 1",
    // Three in a battery on a file, a rank and a diagonal.
    "3r2k1/3r4/3q4/8/3P4/3Q4/3R4/3R2K1 w - - 0 1",
    "6k1/8/8/RRQ3pp/8/8/8/6K1 w - - 0 1",
    "7k/6p1/8/4B3/3Q4/2B5/1P6/Q5K1 w - - 0 1",
    // A queen, a bishop and a pawn one behind the other.
    "7k/8/5n2/4P3/3B4/2Q5/8/K7 w - - 0 1",
    // Pins along every line, a pin behind a battery, two on one king.
    "4k3/4n3/b7/1P6/2N5/3K1R1q/8/4R3 w - - 0 1",
    "3rk3/8/8/b7/1N6/2P5/3KB2r/8 w - - 0 1",
    "4k3/4q3/8/8/8/4B3/4R3/4K3 b - - 0 1",
    // Kings two squares apart, in a corner, in opposition on a diagonal.
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
    "k7/8/K7/8/8/8/8/1R6 w - - 0 1",
    "8/8/8/2k2p2/8/4K3/3Q4/8 b - - 0 1",
    "8/8/1p1k1p2/2p1p3/2P1P3/1P1K1P2/8/8 w - - 0 1",
    // Kings and knights as blockers.
    "4r1k1/8/8/8/4K2r/8/8/4R3 w - - 0 1",
    "7k/8/5r2/8/8/2N5/1B6/K7 w - - 0 1",
];

fn check(board: &Board, turn: Color) {
    let oriented = Oriented::of_board(board, turn);
    let mut graph = PositionGraph::default();
    graph.rebuild(&oriented);
    let fen = format!("{board} {turn} to move");
    pretty(&describe(&graph), &expected(oriented.board()), &fen);
    for (node, square) in graph.squares().iter().enumerate() {
        assert_eq!(graph.node_on(*square), Some(node as u8), "{fen}");
    }
}

fn pretty(got: &[String], wanted: &[String], fen: &str) {
    let more: Vec<_> = got.iter().filter(|line| !wanted.contains(line)).collect();
    let less: Vec<_> = wanted.iter().filter(|line| !got.contains(line)).collect();
    assert!(more.is_empty() && less.is_empty(), "{fen}\nwrong: {more:#?}\nmissing: {less:#?}");
    assert_eq!(got.len(), wanted.len(), "{fen}");
}

#[test]
fn graphs_of_chosen_positions_are_as_defined() {
    for fen in FENS {
        let fen = fen.parse::<Fen>().unwrap().into_setup();
        check(&fen.board, fen.turn);
    }
}

#[test]
fn graphs_of_random_games_are_as_defined() {
    for seed in 0..12 {
        for position in random_game(seed, 160).0 {
            check(position.board(), position.turn());
        }
    }
}

#[test]
fn who_may_take_is_who_the_rules_let_take() {
    let mut taken = 0;
    for position in (0..40).flat_map(|seed| random_game(seed, 160).0) {
        let oriented = Oriented::new(&position);
        let mut graph = PositionGraph::default();
        graph.rebuild(&oriented);
        let legal = position.legal_moves();
        for (node, square) in graph.squares().iter().enumerate() {
            let label = graph.graph().label(node as u8);
            let enemy = label.kind().and_then(NodeKind::piece).is_some_and(|p| p.color.is_black());
            // Of several pieces in a row only the first can take at once.
            let links = graph.graph().links(node as u8, Direction::In);
            if !enemy || links.iter().any(|link| link.kind == EdgeKind::Indirect) {
                continue;
            }
            let on = position.turn().fold_wb(*square, square.flip_vertical());
            let mut from: Vec<(Role, Square)> = legal
                .iter()
                .filter(|m| m.is_capture() && !m.is_en_passant() && m.to() == on)
                .filter_map(|m| Some((m.role(), m.from()?)))
                .collect();
            from.sort_unstable();
            from.dedup();
            let mut kinds = RoleCounts::default();
            from.into_iter().for_each(|(role, _)| kinds.add(role));
            let said = label.attackers().unwrap();
            assert_eq!(said, kinds, "{on} in {}", position.board());
            taken += said.total();
        }
    }
    assert!(taken > 1000, "only {taken} captures");
}

/// Any placement of up to 32 pieces with both kings, mostly line pieces and pawns; legality does not matter.
fn any_board() -> impl Strategy<Value = Board> {
    let role = prop::sample::select(vec![
        Role::Pawn,
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Bishop,
        Role::Rook,
        Role::Rook,
        Role::Queen,
        Role::Queen,
    ]);
    let pieces = prop::collection::vec((0u32..64, any::<bool>(), role), 0..30);
    let kings = (0u32..64, 0u32..64).prop_filter("two squares", |(a, b)| a != b);
    (pieces, kings).prop_map(|(pieces, (white, black))| {
        let mut board = Board::empty();
        for (square, color, role) in pieces {
            let color = Color::from_white(color);
            board.set_piece_at(Square::new(square), Piece { color, role });
        }
        board.set_piece_at(Square::new(white), Color::White.king());
        board.set_piece_at(Square::new(black), Color::Black.king());
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn graphs_of_any_board_are_as_defined(board in any_board()) {
        check(&board, Color::White);
    }

    #[test]
    fn a_colour_flip_changes_nothing(board in any_board(), white in any::<bool>()) {
        let turn = Color::from_white(white);
        let mut flipped = board.clone();
        flipped.mirror();
        let (mut a, mut b) = (PositionGraph::default(), PositionGraph::default());
        a.rebuild(&Oriented::of_board(&board, turn));
        b.rebuild(&Oriented::of_board(&flipped, !turn));
        prop_assert_eq!(a.graph(), b.graph());
        prop_assert_eq!(a.squares(), b.squares());
    }

    #[test]
    fn left_and_right_are_alike(board in any_board()) {
        let mut mirrored = board.clone();
        mirrored.flip_horizontal();
        let (mut a, mut b) = (PositionGraph::default(), PositionGraph::default());
        a.rebuild(&Oriented::of_board(&board, Color::White));
        b.rebuild(&Oriented::of_board(&mirrored, Color::White));
        let edges = |graph: &PositionGraph, turn: fn(Square) -> Square| {
            let edge = |(from, to, edge_kind): (u8, u8, EdgeKind)| {
                (turn(graph.square(from)), turn(graph.square(to)), edge_kind)
            };
            let mut edges: Vec<_> = graph.graph().edges().map(edge).collect();
            edges.sort();
            edges
        };
        prop_assert_eq!(edges(&a, Square::flip_horizontal), edges(&b, |square| square));
    }

    #[test]
    fn a_value_built_anew_is_the_same_as_a_fresh_one(first in any_board(), second in any_board()) {
        let (mut used, mut fresh) = (PositionGraph::default(), PositionGraph::default());
        used.rebuild(&Oriented::of_board(&first, Color::White));
        used.rebuild(&Oriented::of_board(&second, Color::White));
        fresh.rebuild(&Oriented::of_board(&second, Color::White));
        prop_assert_eq!(used.graph(), fresh.graph());
    }
}

/// What is carried over from the position before, or from any other, is what would be built anew.
#[test]
fn a_graph_that_is_rebuilt_is_a_new_one() {
    let (mut graph, mut moves) = (PositionGraph::default(), PositionMoves::default());
    for seed in 0..12 {
        for position in random_game(seed, 100).0 {
            let successors = position.legal_moves().into_iter().map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                next
            });
            for next in successors.take(5).chain([position.clone()]) {
                // The side that has moved, too: its enemy's king may be in check.
                for turn in [next.turn(), !next.turn()] {
                    let oriented = Oriented::of_board(next.board(), turn);
                    let (mut fresh, mut fresh_moves) = Default::default();
                    PositionGraph::rebuild(&mut fresh, &oriented);
                    PositionMoves::rebuild(&mut fresh_moves, &oriented, &fresh);
                    graph.rebuild(&oriented);
                    moves.rebuild(&oriented, &graph);
                    assert_eq!(graph.squares(), fresh.squares());
                    assert_eq!(graph.graph(), fresh.graph(), "{next:?}");
                    assert!(moves.iter().eq(fresh_moves.iter()), "{next:?}");
                }
            }
        }
    }
}
