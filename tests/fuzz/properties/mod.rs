//! What must hold for every input, whoever wrote it: one function for each target, called by cargo-fuzz with new inputs and
//! by `cargo test` with those of the corpora. An input that breaks a property is a panic.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, missing_docs)]

mod advice;
mod cases;
mod epd;
mod explain;
mod journal;
mod learned;
mod memory;
mod model;
mod pgn;
mod plan;
mod tree;
mod uci;
#[path = "../../common/uci_commands.rs"]
mod uci_commands;
mod update;

use std::error::Error;
use std::io::Write;

use cap::Cap;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use tempfile::NamedTempFile;

pub use advice::advice;
pub use cases::cases;
pub use epd::epd;
pub use explain::explain;
pub use journal::journal;
pub use memory::memory;
pub use model::model;
pub use pgn::pgn;
pub use plan::plan;
pub use tree::tree;
pub use uci::uci;
pub use update::update;

/// Bytes that all inputs together may take at a time. A request for more fails, even if the memory would not be touched.
#[global_allocator]
static ALLOCATOR: Cap<std::alloc::System> = Cap::new(std::alloc::System, 512 << 20);

/// What the program is told the input is called.
const NAME: &str = "folder/input";

/// An error names the file, and quotes at most what is in it.
fn check_refusal(error: &dyn Error, name: &str, bytes: &[u8]) {
    let text = error.to_string();
    assert!(text.contains(name), "no file in: {text}");
    assert!(text.len() <= 2000 + 4 * bytes.len(), "{} bytes of error", text.len());
}

/// A file with these bytes, for what is only read from files; in memory if there is such a place.
fn file(bytes: &[u8], extension: &str) -> NamedTempFile {
    let memory = std::path::Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let mut file = tempfile::Builder::new().suffix(extension).tempfile_in(place).unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// The path of a file, as messages have it.
fn name(file: &NamedTempFile) -> String {
    file.path().display().to_string()
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// A binary file whose header announces its body: the fuzzer cannot guess a checksum.
fn with_right_header(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some((header, body)) = bytes.split_first_chunk_mut::<24>() {
        header[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
        header[20..].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    }
    bytes
}
