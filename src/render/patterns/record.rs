mod moves;
mod node;

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Square};
use std::fmt::Display;

pub use moves::MoveRecord;
pub use node::NodeRecord;

use crate::chess::MaterialVector;
use crate::graph::{EdgeKind, Graph, Relation};
use crate::learning::{Exponents, Utility};
use crate::memory::{AnyId, Database, IndexedPattern, Memory, Operator, Origin, PatternId};
use crate::units::Ply;

/// Everything a memory holds about one pattern; every file format is written from this record.
///
/// Serialised it is the JSON object in `patterns/FORMAT.md`. White is the side to move throughout.
#[derive(Clone, Debug, Serialize)]
pub struct PatternRecord {
    /// `g12`, `m3` or `v7`.
    #[serde(serialize_with = "as_text")]
    pub id: AnyId,
    kind: PatternKind,
    /// The pattern in English.
    pub phrase: String,
    /// Expected result for the side to move, in `[0, 1]`.
    pub weight: f32,
    /// ln(w / (1 − w)).
    pub log_odds: f32,
    /// Number of updates of the weight.
    pub updates: u32,
    /// Number of positions of training games in which it occurred.
    pub uses: u32,
    /// Sum of the absolute changes of the weight.
    pub variance: f32,
    /// Number of games since it was created.
    pub age: u32,
    /// The game it was created in.
    pub born: u32,
    /// Nodes and edges, or pieces.
    pub size: usize,
    /// Its utility, factor by factor.
    pub utility: UtilityRecord,
    /// Where it comes from.
    pub origin: OriginRecord,
    /// Its nodes and edges, material or move features.
    #[serde(flatten)]
    pub structure: Structure,
    /// The next more general patterns.
    #[serde(serialize_with = "as_texts")]
    pub more_general: Vec<AnyId>,
    /// The next more special patterns.
    #[serde(serialize_with = "as_texts")]
    pub more_special: Vec<AnyId>,
}

/// The kind of a pattern; each kind has its own table in the memory.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PatternKind {
    /// Pieces and king squares, joined by attack and defence.
    Graph,
    /// A material difference.
    Material,
    /// Features of a legal move.
    Move,
}

/// The factors of the utility and their product.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UtilityRecord {
    /// Each in `[0, 1]`, before its exponent.
    #[serde(flatten)]
    pub factors: Utility,
    /// The product of the factors, each to its exponent.
    pub total: f64,
}

/// Where a pattern comes from.
#[derive(Clone, Debug, Serialize)]
pub struct OriginRecord {
    /// The operator that created it.
    pub operator: Operator,
    /// The game it was created in, counted from 1.
    pub game: u32,
    /// Half-moves played in that game when the position was reached.
    pub ply: Ply,
    /// Patterns it was derived from; they may have been forgotten.
    #[serde(serialize_with = "as_texts")]
    pub parents: Vec<AnyId>,
    /// The position it was first seen in, White to move; castling rights are not known.
    pub fen: String,
    /// The squares of its nodes there, by number of the node.
    #[serde(serialize_with = "as_texts")]
    pub squares: Vec<Square>,
    /// The position as a board.
    #[serde(skip)]
    pub board: Board,
}

/// What a pattern consists of.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Structure {
    /// A graph pattern.
    Graph {
        /// Its nodes; edges name them by their place here.
        nodes: Vec<NodeRecord>,
        /// Its edges.
        edges: Vec<EdgeRecord>,
    },
    /// A material pattern.
    Material {
        /// The difference.
        material: MaterialRecord,
    },
    /// A move pattern.
    Move {
        /// Features of the move.
        #[serde(rename = "move")]
        label: MoveRecord,
    },
}

/// An edge of a graph pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EdgeRecord {
    /// The piece that attacks or defends.
    pub from: u8,
    /// What it attacks or defends.
    pub to: u8,
    /// Attack or defence; follows from the kinds of the nodes.
    pub relation: Relation,
    /// Direct, through other pieces, or potential.
    pub kind: EdgeKind,
}

/// A difference in material, side to move minus the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MaterialRecord {
    pawn: i8,
    knight: i8,
    bishop: i8,
    rook: i8,
    queen: i8,
}

impl MaterialRecord {
    /// The difference as a vector.
    #[must_use]
    pub fn vector(self) -> MaterialVector {
        MaterialVector([self.pawn, self.knight, self.bishop, self.rook, self.queen])
    }
}

impl From<MaterialVector> for MaterialRecord {
    fn from(MaterialVector([pawn, knight, bishop, rook, queen]): MaterialVector) -> Self {
        MaterialRecord { pawn, knight, bishop, rook, queen }
    }
}

impl PatternRecord {
    /// The record of a pattern, with the utility for `exponents`; `None` if it was forgotten or never existed.
    #[must_use]
    pub fn new(memory: &Memory, exponents: &Exponents, id: AnyId) -> Option<PatternRecord> {
        match id {
            AnyId::Graph(id) => {
                let graph = memory.graphs.get(id)?.graph();
                let structure = Structure::Graph { nodes: nodes(graph), edges: edges(graph) };
                record(memory, &memory.graphs, exponents, id, AnyId::Graph, structure)
            }
            AnyId::Material(id) => {
                let material = MaterialRecord::from(memory.materials.get(id)?.0);
                let structure = Structure::Material { material };
                record(memory, &memory.materials, exponents, id, AnyId::Material, structure)
            }
            AnyId::Move(id) => {
                let label = MoveRecord::from(memory.moves.get(id)?.0);
                record(memory, &memory.moves, exponents, id, AnyId::Move, Structure::Move { label })
            }
        }
    }

    /// The kind of pattern.
    #[must_use]
    pub fn kind(&self) -> PatternKind {
        self.kind
    }

    /// The nodes of a graph pattern, each with its square in the origin position. Empty for other patterns.
    pub fn placed_nodes(&self) -> impl Iterator<Item = (NodeRecord, Square)> {
        self.nodes().iter().copied().zip(self.origin.squares.iter().copied())
    }

    /// The edges of a graph pattern with the squares at both ends in the origin position. Empty for other patterns.
    pub fn placed_edges(&self) -> impl Iterator<Item = (EdgeRecord, Square, Square)> {
        let edges = match &self.structure {
            Structure::Graph { edges, .. } => edges.as_slice(),
            Structure::Material { .. } | Structure::Move { .. } => &[],
        };
        let square = |node: u8| self.origin.squares.get(usize::from(node)).copied();
        edges.iter().filter_map(move |edge| Some((*edge, square(edge.from)?, square(edge.to)?)))
    }

    /// From and to square of a move pattern in its origin position. `None` for other patterns.
    #[must_use]
    pub fn placed_move(&self) -> Option<(Square, Square)> {
        match (&self.structure, self.origin.squares.as_slice()) {
            (Structure::Move { .. }, [from, to]) => Some((*from, *to)),
            _ => None,
        }
    }

    /// The nodes of a graph pattern. Empty for other patterns.
    #[must_use]
    pub fn nodes(&self) -> &[NodeRecord] {
        match &self.structure {
            Structure::Graph { nodes, .. } => nodes,
            Structure::Material { .. } | Structure::Move { .. } => &[],
        }
    }
}

fn record<P: IndexedPattern>(
    memory: &Memory,
    database: &Database<P>,
    exponents: &Exponents,
    id: PatternId,
    any: impl Fn(PatternId) -> AnyId,
    structure: Structure,
) -> Option<PatternRecord> {
    let (pattern, origin) = (database.get(id)?, database.origin(id)?);
    let statistics = database.statistics(id);
    let weight = database.weight(id);
    let size = pattern.size();
    let factors = Utility::new(f64::from(weight), size, statistics, memory.games);
    let sorted = |ids: &mut dyn Iterator<Item = PatternId>| {
        let mut ids: Vec<AnyId> = ids.map(&any).collect();
        ids.sort_unstable();
        ids
    };
    Some(PatternRecord {
        id: any(id),
        kind: match structure {
            Structure::Graph { .. } => PatternKind::Graph,
            Structure::Material { .. } => PatternKind::Material,
            Structure::Move { .. } => PatternKind::Move,
        },
        phrase: pattern.phrase(),
        weight,
        log_odds: database.log_odds(id),
        updates: statistics.updates,
        uses: statistics.uses,
        variance: statistics.variance,
        age: statistics.age(memory.games),
        born: statistics.born,
        size,
        utility: UtilityRecord { factors, total: factors.total(exponents) },
        origin: origin_record(origin, &any),
        structure,
        more_general: sorted(&mut database.hierarchy().predecessors(id)),
        more_special: sorted(&mut database.hierarchy().successors(id)),
    })
}

fn origin_record(origin: &Origin, any: impl Fn(PatternId) -> AnyId) -> OriginRecord {
    let board = origin.board();
    OriginRecord {
        operator: origin.operator,
        game: origin.game,
        ply: origin.ply,
        parents: origin.parents.iter().copied().map(any).collect(),
        fen: format!("{} w - - 0 1", board.board_fen()),
        squares: origin.squares(),
        board,
    }
}

fn nodes(graph: &Graph) -> Vec<NodeRecord> {
    graph.labels().iter().map(|label| NodeRecord { label: *label }).collect()
}

fn edges(graph: &Graph) -> Vec<EdgeRecord> {
    graph
        .edges()
        .filter_map(|(from, to, kind)| {
            Some(EdgeRecord { from, to, relation: graph.relation(from, to)?, kind })
        })
        .collect()
}

fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn as_texts<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(T::to_string))
}

/// An entry of an object, absent where there is no value.
fn entry<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}
