//! A small memory, made by hand.

use morph::chess::{MaterialVector, Oriented};
use morph::graph::{Component, Components, MoveComponent, PositionGraph, PositionMoves};
use morph::memory::{
    Database, IndexedPattern, Insertion, Memory, Operator, Origin, PatternId, Tombstone,
};
use morph::pattern::{GraphPattern, MaterialPattern, MovePattern};
use morph::units::Ply;
use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Position, Square};

/// A black knight attacks king and rook; a white bishop pins a knight.
pub const FORK: &str = "4k3/8/2n5/1B6/8/8/2n5/R3K3 w - - 0 1";

/// The fork (g2), what it is more special than (g0, g1), a king square (g3), a pin (g4), a pattern that was forgotten
/// (g5), one that was born on a board without kings (g6), four material patterns of which one is forgotten (m2), and a mate
/// (v1) with a more general check (v0).
pub fn memory() -> Memory {
    let mut memory = Memory { games: 10, ..Memory::default() };
    let graphs = &mut memory.graphs;
    let square = [Component::File, Component::Rank];
    let guards = [Component::Attackers, Component::Defenders, Component::Mobility];

    let fork = [Square::C2, Square::A1, Square::E1];
    let rook_hangs = pattern(graphs, Operator::Edge, 2, &[Square::C2, Square::A1], &[]);
    pattern(graphs, Operator::Place, 2, &[Square::C2], &square);
    pattern(graphs, Operator::EbgAfter, 3, &fork, &square);
    pattern(graphs, Operator::Guard, 4, &[Square::D1], &guards);
    let pin = [Square::B5, Square::C6, Square::E8];
    let pinned = pattern(graphs, Operator::Generalise, 5, &pin, &[Component::Pinned]);
    let forgotten = pattern(graphs, Operator::Mobility, 6, &[Square::A1], &[Component::Mobility]);
    graphs.remove(forgotten, Tombstone { game: 9, utility: 0.0125 });
    let kingless = Origin::new(
        Operator::Place,
        7,
        Ply(3),
        &Board::from_ascii_board_fen(b"8/8/8/3P4/8/8/8/8").unwrap(),
        [Square::D5],
    );
    let pawn = graph(&position("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"), &[Square::D5], &square);
    new(graphs.insert(pawn, kingless));
    learn(graphs, rook_hangs, &[0.45, 0.3, 0.1875], 40);
    learn(graphs, pinned, &[0.75], 8);

    let materials = &mut memory.materials;
    let even = material(materials, [0, 0, 0, 0, 0], 1);
    let pawn = material(materials, [1, 0, 0, 0, 0], 1);
    let lost = material(materials, [0, 0, 0, 0, -1], 2);
    let mixed = material(materials, [1, -1, 0, 0, 0], 3);
    materials.remove(lost, Tombstone { game: 8, utility: 0.5 });
    learn(materials, even, &[0.4375], 100);
    learn(materials, pawn, &[0.625, 0.6875], 60);
    learn(materials, mixed, &[0.25], 5);

    let moves = &mut memory.moves;
    let check = back_rank(moves, &[MoveComponent::Check], 4);
    let mate = [MoveComponent::Mover, MoveComponent::Captured, MoveComponent::Check];
    let mate = back_rank(moves, &mate, 5);
    learn(moves, check, &[0.5625], 20);
    learn(moves, mate, &[0.625], 10);
    memory
}

/// The rook goes to a8 and mates.
fn back_rank(moves: &mut Database<MovePattern>, keep: &[MoveComponent], game: u32) -> PatternId {
    let position = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let mut possible = PositionMoves::default();
    possible.rebuild(&Oriented::new(&position), &PositionGraph::new(&position));
    let mate = possible.iter().find(|m| m.to == Square::A8).unwrap();
    let label = mate.label.keep_all(keep.iter().copied().collect()).unwrap();
    let squares = [mate.from, mate.to];
    let origin = Origin::new(Operator::Move, game, Ply(7), position.board(), squares);
    new(moves.insert(MovePattern(label), origin))
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn graph(position: &Chess, squares: &[Square], keep: &[Component]) -> GraphPattern {
    let position = PositionGraph::new(position);
    let nodes: Vec<u8> = squares.iter().map(|s| position.node_on(*s).unwrap()).collect();
    let keep: Components = keep.iter().copied().collect();
    let graph = position.graph().subgraph(
        &nodes,
        |_, label| label.keep(keep),
        |_, _, mode| mode.is_present(),
    );
    GraphPattern::canonise(&graph).unwrap().pattern
}

fn pattern(
    graphs: &mut Database<GraphPattern>,
    operator: Operator,
    game: u32,
    squares: &[Square],
    keep: &[Component],
) -> PatternId {
    let position = position(FORK);
    let pattern = graph(&position, squares, keep);
    let nodes = morph::pattern::find_embedding(&pattern, PositionGraph::new(&position).graph());
    let places = nodes.unwrap().into_iter().map(|n| PositionGraph::new(&position).square(n));
    let mut origin = Origin::new(operator, game, Ply(10 * game), position.board(), places);
    if operator == Operator::Generalise {
        origin = origin.with_parents(vec![PatternId(1)]);
    }
    new(graphs.insert(pattern, origin))
}

fn material(materials: &mut Database<MaterialPattern>, vector: [i8; 5], game: u32) -> PatternId {
    let origin = Origin::new(Operator::Material, game, Ply(game), position(FORK).board(), []);
    new(materials.insert(MaterialPattern(MaterialVector(vector)), origin))
}

fn new(insertion: Insertion) -> PatternId {
    match insertion {
        Insertion::New(id) => id,
        other => panic!("not new: {other:?}"),
    }
}

fn learn<P: IndexedPattern>(database: &mut Database<P>, id: PatternId, weights: &[f64], uses: u32) {
    for weight in weights {
        database.set_weight(id, *weight);
    }
    database.statistics_mut(id).unwrap().uses = uses;
}

/// Stores and forgets as many patterns as tombstones are kept, with ids from 4.
pub fn forget_many(materials: &mut Database<MaterialPattern>) {
    for number in 0..Tombstone::KEPT as u32 {
        let digit = |place: u32| (number / 9_u32.pow(place) % 9) as i8;
        let digits = [8 + digit(0), digit(1), digit(2), digit(3), digit(4)];
        let id = material(materials, digits, 9);
        materials.remove(id, Tombstone { game: 9, utility: 0.25 });
    }
}
