//! Memory files.

mod encoded;
mod former;
mod restored;
mod section;
mod tombstones;
mod update;

use std::path::Path;

use serde::{Deserialize, Serialize};

use self::encoded::GraphRecord;
use self::former::FormerSection;
use self::section::Section;
use super::{CandidateCounter, Database, Lineage, Memory, StoredPlan};
use crate::chess::MaterialVector;
use crate::file_format::{CheckedBody, FileFormat, LoadError};
use crate::graph::MoveLabel;
use crate::pattern::{MaterialPattern, MovePattern};

pub use update::SnapshotUpdate;

const FORMAT: FileFormat =
    FileFormat { magic: *b"MORPHMEM", versions: 4..=6, max_body: 4 << 30, name: "a memory file" };

/// The first part of a body: graph patterns, of which there is most to restore.
#[derive(Serialize, Deserialize)]
struct Head {
    lineage: Option<Lineage>,
    games: u32,
    plan: String,
    graphs: Section<GraphRecord>,
}

/// The rest of a body.
#[derive(Serialize, Deserialize)]
struct Tail {
    materials: Section<MaterialVector>,
    moves: Section<MoveLabel>,
    /// Of graphs and of moves.
    candidates: [Vec<(u32, u8)>; 2],
}

/// Version 5.
#[derive(Deserialize)]
struct FormerBody {
    lineage: Option<Lineage>,
    content: FormerContent,
}

/// The whole body in version 4.
#[derive(Deserialize)]
struct FormerContent {
    games: u32,
    plan: String,
    graphs: FormerSection<GraphRecord>,
    materials: FormerSection<MaterialVector>,
    graph_candidates: Vec<(u32, u8)>,
    moves: FormerSection<MoveLabel>,
    move_candidates: Vec<(u32, u8)>,
}

/// What is in the tail of a body.
struct Rest {
    materials: Database<MaterialPattern>,
    moves: Database<MovePattern>,
    candidates: [CandidateCounter; 2],
}

impl Tail {
    fn restore(self) -> Result<Rest, String> {
        let [graphs, moves] = &self.candidates;
        Ok(Rest {
            materials: self.materials.restore()?,
            moves: self.moves.restore()?,
            candidates: [graphs, moves].map(|entries| CandidateCounter::from_entries(entries)),
        })
    }
}

fn stored_plan(text: String) -> Result<StoredPlan, String> {
    StoredPlan::parse(text).map_err(|error| format!("the plan it was trained with: {error}"))
}

/// The results of both functions, the second computed by another thread where there are threads.
fn both<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(target_arch = "wasm32")]
    return (first(), second());
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The memory of a body of the version that is written.
fn restore(body: CheckedBody<'_>) -> Result<Memory, LoadError> {
    let (head, tail): (Head, _) = body.split_first()?;
    let Head { lineage, games, plan, graphs } = head;
    let (rest, graphs) = both(|| tail.decode(Tail::restore), || graphs.restore());
    let damaged = |what| tail.damaged(what);
    let Rest { materials, moves, candidates: [graph_candidates, move_candidates] } = rest?;
    Ok(Memory {
        graphs: graphs.map_err(damaged)?,
        materials,
        moves,
        graph_candidates,
        move_candidates,
        games,
        plan: stored_plan(plan).map_err(damaged)?,
        lineage,
    })
}

impl FormerContent {
    fn into_memory(self, lineage: Option<Lineage>) -> Result<Memory, String> {
        Ok(Memory {
            graphs: self.graphs.restore()?,
            materials: self.materials.restore()?,
            moves: self.moves.restore()?,
            graph_candidates: CandidateCounter::from_entries(&self.graph_candidates),
            move_candidates: CandidateCounter::from_entries(&self.move_candidates),
            games: self.games,
            plan: stored_plan(self.plan)?,
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
        let head = Head {
            lineage: self.lineage,
            games: self.games,
            plan: self.plan.to_file(),
            graphs: Section::new(&self.graphs),
        };
        let tail = Tail {
            materials: Section::new(&self.materials),
            moves: Section::new(&self.moves),
            candidates: [self.graph_candidates.entries(), self.move_candidates.entries()],
        };
        FORMAT.encode(&(head, tail))
    }

    /// Reads the bytes of a memory file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no memory file, are of another version, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Memory, LoadError> {
        let body = FORMAT.check(bytes, path)?;
        match body.version {
            4 => body.decode(|content: FormerContent| content.into_memory(None)),
            5 => body.decode(|body: FormerBody| body.content.into_memory(body.lineage)),
            _ => restore(body),
        }
    }

    /// The memory shipped with the program; patterns/player/README.md says how it was trained.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`].
    pub fn load_shipped() -> Result<Memory, LoadError> {
        const NAME: &str = "patterns/player/memory.morph";
        Memory::from_bytes(include_bytes!("../../../patterns/player/memory.morph"), Path::new(NAME))
    }

    /// Reads a memory file.
    ///
    /// # Errors
    ///
    /// As [`Memory::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<Memory, LoadError> {
        Memory::from_bytes(&FORMAT.read(path)?, path)
    }

    /// The memory of a file, or the shipped one.
    ///
    /// # Errors
    ///
    /// As [`Memory::load`].
    pub fn load_or_shipped(path: Option<&Path>) -> Result<Memory, LoadError> {
        path.map_or_else(Memory::load_shipped, Memory::load)
    }

    /// What [`Memory::load_or_shipped`] loads, for readers.
    #[must_use]
    pub fn name_of(path: Option<&Path>) -> String {
        const SHIPPED: &str = "the memory that comes with the program";
        path.map_or_else(|| SHIPPED.to_owned(), |path| path.display().to_string())
    }
}
