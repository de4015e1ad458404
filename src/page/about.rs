//! What is known, in numbers.

use serde::Serialize;
use strum::VariantNames;
use utoipa::ToSchema;

use super::Fault;
use super::knowledge::Knowledge;
use crate::library::{Library, Vocabulary};
use crate::memory::Operator;
use crate::render::patterns::MemoryRecord;

/// What the page is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct About {
    /// Version of the program.
    version: &'static str,
    /// Where the memory comes from.
    memory: String,
    /// What is in it.
    #[schema(value_type = Object)]
    contents: MemoryRecord,
    /// The games and positions of the library, if one is open.
    library: Option<LibrarySize>,
    /// Operators that create patterns.
    operators: &'static [&'static str],
}

/// How large a library is.
#[derive(Debug, Serialize, ToSchema)]
pub struct LibrarySize {
    games: usize,
    positions: usize,
}

/// What is known.
///
/// # Errors
///
/// The library is damaged.
pub fn about(knowledge: &Knowledge) -> Result<About, Fault> {
    let size = |(library, _): &(Library, Vocabulary)| library.size();
    let size = knowledge.library.as_ref().map(size).transpose()?;
    Ok(About {
        version: env!("CARGO_PKG_VERSION"),
        memory: knowledge.memory_name.clone(),
        contents: MemoryRecord::new(&knowledge.memory),
        library: size.map(|(games, positions)| LibrarySize { games, positions }),
        operators: Operator::VARIANTS,
    })
}
