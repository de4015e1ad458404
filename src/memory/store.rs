//! Memory files: a header (magic, version, length, checksum) and a body in bincode. Only this file knows of bincode.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::database::Stored;
use super::{Database, Memory, Nursery, Origin, PatternId, Removed, Statistics};
use crate::board::MaterialVector;
use crate::graph::{GraphBuilder, MAX_NODES, Mode, NodeLabel};
use crate::pattern::{GraphPattern, MaterialPattern};

const MAGIC: [u8; 8] = *b"MORPHMEM";
const VERSION: u32 = 1;

/// Far more than any pattern learns, and so little that sums of thousands stay in range.
const MOST_LOG_ODDS: f32 = 1e3;
const HEADER: usize = 8 + 4 + 8 + 4;
/// No memory is larger; a length field beyond this is damage.
const MAX_BYTES: u64 = 4 << 30;

/// A memory file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("cannot read {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not a memory file at all.
    #[error("{path} is not a memory file")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version of the program.
    #[error("{path} has format version {found}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it names.
        found: u32,
    },
    /// Cut off, or changed since it was written.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Body {
    games: u32,
    plan: String,
    graphs: Section<GraphRecord>,
    materials: Section<MaterialVector>,
    nursery: Vec<(u32, u8)>,
}

#[derive(Serialize, Deserialize)]
struct Section<R> {
    bound: u32,
    patterns: Vec<Record<R>>,
    edges: Vec<(PatternId, PatternId)>,
    removed: BTreeMap<PatternId, Removed>,
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

/// A pattern in the form a file keeps.
trait Filed: Stored {
    type Record;
    fn to_record(&self) -> Self::Record;
    fn from_record(record: Self::Record) -> Result<Self, String>;
}

impl Filed for GraphPattern {
    type Record = GraphRecord;

    fn to_record(&self) -> GraphRecord {
        let edges = self.graph().edges().map(|(a, b, mode)| (a, b, mode as u8)).collect();
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
        for (a, b, mode) in record.edges {
            if usize::from(a.max(b)) >= nodes || a == b {
                return Err("an edge without ends".to_owned());
            }
            builder.edge(a, b, Mode::from_code(mode).ok_or("an unknown mode")?);
        }
        let canonised = GraphPattern::canonise(&builder.build()).map_err(|e| e.to_string())?;
        Ok(canonised.pattern)
    }
}

impl Filed for MaterialPattern {
    type Record = MaterialVector;

    fn to_record(&self) -> MaterialVector {
        self.0
    }

    fn from_record(record: MaterialVector) -> Result<MaterialPattern, String> {
        Ok(MaterialPattern(record))
    }
}

fn section<P: Filed>(database: &Database<P>) -> Section<P::Record> {
    let record = |id| {
        database.record(id).map(|(pattern, origin, numbers, statistics)| Record {
            id,
            pattern: pattern.to_record(),
            origin: origin.clone(),
            numbers,
            statistics,
        })
    };
    let mut edges: Vec<_> = database.hierarchy().edges().collect();
    edges.sort_unstable();
    Section {
        bound: database.id_bound() as u32,
        patterns: database.ids().filter_map(record).collect(),
        edges,
        removed: database.tombstones().clone(),
    }
}

fn restore<P: Filed>(section: Section<P::Record>) -> Result<Database<P>, String> {
    let mut database = Database::default();
    let bound = section.bound as usize;
    if section.patterns.len() + section.removed.len() != bound {
        return Err("ids are missing".to_owned());
    }
    for record in section.patterns {
        if record.id.index() >= bound {
            return Err(format!("pattern id {} out of range", record.id.0));
        }
        let [weight, log_odds] = record.numbers;
        if !(0.0..=1.0).contains(&weight) || !(-MOST_LOG_ODDS..=MOST_LOG_ODDS).contains(&log_odds) {
            return Err(format!("the weight of pattern {} is out of range", record.id.0));
        }
        let pattern = P::from_record(record.pattern)?;
        let fresh =
            database.restore(record.id, pattern, record.origin, record.numbers, record.statistics);
        if !fresh {
            return Err(format!("pattern {} is there twice", record.id.0));
        }
    }
    let known = |id: PatternId| database.get(id).is_some();
    if !section.edges.iter().all(|(a, b)| known(*a) && known(*b)) {
        return Err("the order names unknown patterns".to_owned());
    }
    database.restore_order(&section.edges, section.removed, bound);
    Ok(database)
}

impl Memory {
    /// The memory as the bytes of a file. Equal memories give equal bytes.
    ///
    /// # Errors
    ///
    /// The body could not be encoded; does not happen for memories made by this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let body = Body {
            games: self.games,
            plan: self.plan.clone(),
            graphs: section(&self.graphs),
            materials: section(&self.materials),
            nursery: self.nursery.entries(),
        };
        let body = bincode::serde::encode_to_vec(&body, bincode::config::standard())
            .map_err(|e| e.to_string())?;
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// Reads the bytes of a memory file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no memory file, are of another version, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Memory, StoreError> {
        let path = || path.to_owned();
        let damaged = |what: String| StoreError::Damaged { path: path(), what };
        let Some((magic, rest)) = bytes.split_first_chunk::<8>() else {
            return Err(StoreError::Foreign { path: path() });
        };
        if *magic != MAGIC {
            return Err(StoreError::Foreign { path: path() });
        }
        let cut = || damaged("the header is cut off".to_owned());
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(StoreError::Version { path: path(), found });
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let (checksum, body) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = u64::from_le_bytes(*length);
        if length > MAX_BYTES || length != body.len() as u64 {
            return Err(damaged(format!("{} bytes instead of {length}", body.len())));
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum does not agree".to_owned()));
        }
        let config = bincode::config::standard().with_limit::<{ MAX_BYTES as usize }>();
        let (body, used): (Body, usize) =
            bincode::serde::decode_from_slice(body, config).map_err(|e| damaged(e.to_string()))?;
        if used as u64 != length {
            return Err(damaged("there is something behind the end".to_owned()));
        }
        Ok(Memory {
            graphs: restore(body.graphs).map_err(damaged)?,
            materials: restore(body.materials).map_err(damaged)?,
            nursery: Nursery::from_entries(&body.nursery),
            games: body.games,
            plan: body.plan,
        })
    }

    /// The memory that comes with the program; patterns/player/README.md tells how it was trained.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`].
    pub fn load_shipped() -> Result<Memory, StoreError> {
        const NAME: &str = "patterns/player/memory.morph";
        Memory::from_bytes(include_bytes!("../../patterns/player/memory.morph"), Path::new(NAME))
    }

    /// Reads a memory file.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<Memory, StoreError> {
        let bytes = std::fs::read(path)
            .map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
        Memory::from_bytes(&bytes, path)
    }
}
