//! Memory files.

mod encoded;
mod former;
mod restored;
mod section;
mod tombstones;

use std::path::Path;

use serde::{Deserialize, Serialize};

use self::encoded::GraphRecord;
use self::former::FormerSection;
use self::section::Section;
use super::{CandidateCounter, Database, Lineage, Memory, StoredPlan};
use crate::chess::MaterialVector;
use crate::file_format::{FileFormat, LoadError};
use crate::graph::MoveLabel;
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};

const FORMAT: FileFormat =
    FileFormat { magic: *b"MORPHMEM", versions: 4..=6, max_body: 4 << 30, name: "a memory file" };

#[derive(Serialize, Deserialize)]
struct Body {
    lineage: Option<Lineage>,
    games: u32,
    plan: String,
    graphs: Section<GraphRecord>,
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

/// The parts of a memory, each still to be restored.
struct Parts<G, M, V> {
    lineage: Option<Lineage>,
    games: u32,
    plan: String,
    graphs: G,
    materials: M,
    moves: V,
    candidates: [Vec<(u32, u8)>; 2],
}

impl<G, M, V> Parts<G, M, V>
where
    G: FnOnce() -> Result<Database<GraphPattern>, String>,
    M: FnOnce() -> Result<Database<MaterialPattern>, String>,
    V: FnOnce() -> Result<Database<MovePattern>, String> + Send,
{
    fn into_memory(self) -> Result<Memory, String> {
        let [graph_candidates, move_candidates] = &self.candidates;
        let plan = StoredPlan::parse(self.plan)
            .map_err(|error| format!("the plan it was trained with: {error}"))?;
        let (graphs, moves) = both(self.graphs, self.moves);
        Ok(Memory {
            graphs: graphs?,
            materials: (self.materials)()?,
            moves: moves?,
            graph_candidates: CandidateCounter::from_entries(graph_candidates),
            move_candidates: CandidateCounter::from_entries(move_candidates),
            games: self.games,
            plan,
            lineage: self.lineage,
        })
    }
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

impl Body {
    fn into_memory(self) -> Result<Memory, String> {
        let Body { lineage, games, plan, graphs, materials, moves, candidates } = self;
        let (graphs, materials) = (|| graphs.restore(), || materials.restore());
        let moves = || moves.restore();
        Parts { lineage, games, plan, graphs, materials, moves, candidates }.into_memory()
    }
}

impl FormerContent {
    fn into_memory(self, lineage: Option<Lineage>) -> Result<Memory, String> {
        let FormerContent { games, plan, graphs, materials, moves, .. } = self;
        let candidates = [self.graph_candidates, self.move_candidates];
        let (graphs, materials) = (|| graphs.restore(), || materials.restore());
        let moves = || moves.restore();
        Parts { lineage, games, plan, graphs, materials, moves, candidates }.into_memory()
    }
}

impl Memory {
    /// The memory as the bytes of a file. Equal memories give equal bytes.
    ///
    /// # Errors
    ///
    /// The body could not be encoded; does not happen for memories made by this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        FORMAT.encode(&Body {
            lineage: self.lineage,
            games: self.games,
            plan: self.plan.text().to_owned(),
            graphs: Section::new(&self.graphs),
            materials: Section::new(&self.materials),
            moves: Section::new(&self.moves),
            candidates: [self.graph_candidates.entries(), self.move_candidates.entries()],
        })
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
            _ => body.decode(Body::into_memory),
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
}
