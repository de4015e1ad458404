//! Memory files.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::database::Tombstones;
use super::{
    CandidateCounter, Database, IndexedPattern, Lineage, Memory, Origin, PatternId, Statistics,
    StoredPlan,
};
use crate::chess::MaterialVector;
use crate::file_format::{FileFormat, LoadError};
use crate::graph::{EdgeKind, GraphBuilder, MAX_NODES, MoveLabel, NodeLabel};
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};

const FORMAT: FileFormat =
    FileFormat { magic: *b"MORPHMEM", versions: 4..=5, max_body: 4 << 30, name: "a memory file" };

/// Above any learned log-odds, and low enough that sums of thousands stay in range.
const MAX_LOG_ODDS: f32 = 1e3;

#[derive(Serialize, Deserialize)]
struct Body {
    lineage: Option<Lineage>,
    content: Content,
}

/// The whole body in version 4.
#[derive(Serialize, Deserialize)]
struct Content {
    games: u32,
    plan: String,
    graphs: Section<GraphRecord>,
    materials: Section<MaterialVector>,
    graph_candidates: Vec<(u32, u8)>,
    moves: Section<MoveLabel>,
    move_candidates: Vec<(u32, u8)>,
}

#[derive(Serialize, Deserialize)]
struct Section<R> {
    bound: u32,
    patterns: Vec<Record<R>>,
    edges: Vec<(PatternId, PatternId)>,
    removed: Vec<Forgotten>,
}

/// The patterns forgotten after a game. A long run forgets far more than it keeps, so the encoding is compact.
#[derive(Serialize, Deserialize)]
struct Forgotten {
    game: u32,
    /// Ascending: the difference of each id from the one before, and the utility.
    patterns: Vec<(u32, f32)>,
}

fn forgotten(tombstones: &Tombstones) -> Vec<Forgotten> {
    let mut by_game: BTreeMap<u32, (u32, Vec<(u32, f32)>)> = BTreeMap::new();
    for ((game, id), utility) in tombstones {
        let (last, patterns) = by_game.entry(*game).or_default();
        patterns.push((id.0 - *last, *utility));
        *last = id.0;
    }
    by_game.into_iter().map(|(game, (_, patterns))| Forgotten { game, patterns }).collect()
}

fn tombstones(forgotten: Vec<Forgotten>, bound: u32) -> Result<Tombstones, String> {
    let mut tombstones = BTreeMap::new();
    for Forgotten { game, patterns } in forgotten {
        let mut last = 0_u32;
        for (step, utility) in patterns {
            last = last.checked_add(step).filter(|id| *id < bound).ok_or("an id out of range")?;
            if !(0.0..=1.0).contains(&utility) {
                return Err(format!("the utility of forgotten pattern {last} is out of range"));
            }
            tombstones.insert((game, PatternId(last)), utility);
        }
    }
    Ok(tombstones)
}

#[derive(Serialize, Deserialize)]
struct Record<R> {
    id: PatternId,
    pattern: R,
    origin: Origin,
    numbers: [f32; 2],
    statistics: Statistics,
}

#[derive(Serialize, Deserialize)]
struct GraphRecord {
    labels: Vec<NodeLabel>,
    edges: Vec<(u8, u8, u8)>,
}

/// A pattern with its encoding in a file.
trait Encoded: IndexedPattern {
    type Record;
    fn to_record(&self) -> Self::Record;
    fn from_record(record: Self::Record) -> Result<Self, String>;
}

impl Encoded for GraphPattern {
    type Record = GraphRecord;

    fn to_record(&self) -> GraphRecord {
        let edges = self.graph().edges().map(|(a, b, kind)| (a, b, kind as u8)).collect();
        GraphRecord { labels: self.graph().labels().to_vec(), edges }
    }

    fn from_record(record: GraphRecord) -> Result<GraphPattern, String> {
        if record.labels.len() > MAX_NODES {
            return Err(format!("a pattern of {} nodes", record.labels.len()));
        }
        let mut builder = GraphBuilder::default();
        for label in &record.labels {
            builder.node(NodeLabel::from_bits(label.bits()).ok_or("an unknown label")?);
        }
        let nodes = record.labels.len();
        for (a, b, kind) in record.edges {
            if usize::from(a.max(b)) >= nodes || a == b {
                return Err("an edge with invalid ends".to_owned());
            }
            builder.edge(a, b, EdgeKind::from_repr(kind).ok_or("an unknown edge kind")?);
        }
        let canonised = GraphPattern::canonise(&builder.build()).map_err(|e| e.to_string())?;
        Ok(canonised.pattern)
    }
}

impl Encoded for MaterialPattern {
    type Record = MaterialVector;

    fn to_record(&self) -> MaterialVector {
        self.0
    }

    fn from_record(record: MaterialVector) -> Result<MaterialPattern, String> {
        Ok(MaterialPattern(record))
    }
}

impl Encoded for MovePattern {
    type Record = MoveLabel;

    fn to_record(&self) -> MoveLabel {
        self.0
    }

    fn from_record(record: MoveLabel) -> Result<MovePattern, String> {
        record.checked().map(MovePattern).ok_or_else(|| "an unknown kind of move".to_owned())
    }
}

fn section<P: Encoded>(database: &Database<P>) -> Section<P::Record> {
    let record = |id| {
        Some(Record {
            id,
            pattern: database.get(id)?.to_record(),
            origin: database.origin(id)?.clone(),
            numbers: [database.weight(id), database.log_odds(id)],
            statistics: database.statistics(id),
        })
    };
    let mut edges: Vec<_> = database.hierarchy().edges().collect();
    edges.sort_unstable();
    Section {
        bound: database.id_bound(),
        patterns: database.ids().filter_map(record).collect(),
        edges,
        removed: forgotten(database.tombstones()),
    }
}

fn restore<P: Encoded>(section: Section<P::Record>) -> Result<Database<P>, String> {
    let mut database = Database::default();
    let bound = section.bound;
    let removed = tombstones(section.removed, bound)?;
    for record in section.patterns {
        if record.id.0 >= bound {
            return Err(format!("pattern id {} out of range", record.id.0));
        }
        let [weight, log_odds] = record.numbers;
        if !(0.0..=1.0).contains(&weight) || !(-MAX_LOG_ODDS..=MAX_LOG_ODDS).contains(&log_odds) {
            return Err(format!("the weight of pattern {} is out of range", record.id.0));
        }
        if !record.statistics.are_possible() {
            return Err(format!("the statistics of pattern {} are out of range", record.id.0));
        }
        let pattern = P::from_record(record.pattern)?;
        let fresh =
            database.restore(record.id, pattern, record.origin, record.numbers, record.statistics);
        if !fresh {
            return Err(format!("pattern {} occurs twice or out of order", record.id.0));
        }
    }
    let known = |id: PatternId| database.get(id).is_some();
    if !section.edges.iter().all(|(a, b)| known(*a) && known(*b)) {
        return Err("the order contains unknown patterns".to_owned());
    }
    if removed.keys().any(|(_, id)| known(*id)) {
        return Err("a pattern is both stored and forgotten".to_owned());
    }
    database.restore_order(&section.edges, removed, bound);
    Ok(database)
}

impl Content {
    fn into_memory(self, lineage: Option<Lineage>) -> Result<Memory, String> {
        Ok(Memory {
            graphs: restore(self.graphs)?,
            materials: restore(self.materials)?,
            moves: restore(self.moves)?,
            graph_candidates: CandidateCounter::from_entries(&self.graph_candidates),
            move_candidates: CandidateCounter::from_entries(&self.move_candidates),
            games: self.games,
            plan: StoredPlan::parse(self.plan)
                .map_err(|error| format!("the plan it was trained with: {error}"))?,
            lineage,
        })
    }
}

impl Memory {
    /// The memory as the bytes of a file. Equal memories give equal bytes.
    ///
    /// # Errors
    ///
    /// The body could not be encoded; does not happen for memories made by this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let content = Content {
            games: self.games,
            plan: self.plan.text().to_owned(),
            graphs: section(&self.graphs),
            materials: section(&self.materials),
            graph_candidates: self.graph_candidates.entries(),
            moves: section(&self.moves),
            move_candidates: self.move_candidates.entries(),
        };
        FORMAT.encode(&Body { lineage: self.lineage, content })
    }

    /// Reads the bytes of a memory file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no memory file, are of another version, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Memory, LoadError> {
        let body = FORMAT.check(bytes, path)?;
        match body.version {
            4 => body.decode(|content: Content| content.into_memory(None)),
            _ => body.decode(|body: Body| body.content.into_memory(body.lineage)),
        }
    }

    /// The memory shipped with the program; patterns/player/README.md says how it was trained.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`].
    pub fn load_shipped() -> Result<Memory, LoadError> {
        const NAME: &str = "patterns/player/memory.morph";
        Memory::from_bytes(include_bytes!("../../patterns/player/memory.morph"), Path::new(NAME))
    }

    /// Reads a memory file.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<Memory, LoadError> {
        Memory::from_bytes(&FORMAT.read(path)?, path)
    }
}
