//! Positions like a given one.

use serde::Deserialize;
use utoipa::ToSchema;

use super::knowledge::Knowledge;
use super::{Fault, read_position};
use crate::library::{Analyser, Filter, FilterError, Library, SimilarityKind, Vocabulary};
use crate::render::library::{Format, LibraryReport};

/// Positions of one answer.
const MAX_SHOWN: usize = 50;

/// A position, and what others shall have in common with it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SimilarRequest {
    /// In Forsyth-Edwards notation.
    fen: String,
    /// `all`, `tactics`, `structure` or `endgame`; absent: all.
    kind: Option<String>,
    /// Only games like this: `result=1-0 elo>2400 player=Tal eco=B9 year=1950..1960`.
    #[serde(default, rename = "where")]
    filter: String,
    /// How many, 50 at most.
    #[serde(default = "a_page")]
    top: usize,
}

fn a_page() -> usize {
    6
}

/// The library.
///
/// # Errors
///
/// None is open; the message says how to make one.
pub fn opened(knowledge: &Knowledge) -> Result<&(Library, Vocabulary), Fault> {
    knowledge.library.as_ref().ok_or_else(|| {
        Fault::NotFound(
            "no library is open: `morph library add games.pgn --to my.library` makes one, `morph serve --library \
             my.library` opens it"
                .to_owned(),
        )
    })
}

/// Finds positions like one, as `morph library similar --format json` writes them.
///
/// # Errors
///
/// The position is illegal, the kind or the filter is none, or no library is open.
pub fn similar(knowledge: &Knowledge, request: &SimilarRequest) -> Result<Vec<u8>, Fault> {
    let position = read_position(&request.fen)?;
    let filter: Filter =
        request.filter.parse().map_err(|fault: FilterError| Fault::Invalid(fault.to_string()))?;
    let kind: SimilarityKind = match request.kind.as_deref() {
        None => SimilarityKind::default(),
        Some(name) => name.parse().map_err(|_| Fault::Invalid(format!("kind: '{name}'")))?,
    };
    let top = request.top.clamp(1, MAX_SHOWN);
    let (library, vocabulary) = opened(knowledge)?;
    let mut analyser = Analyser::new(vocabulary);
    let found = library.similar(&mut analyser, &position, kind, &filter, top)?;
    let mut json = Vec::new();
    let report = LibraryReport::new(&knowledge.memory);
    let done = report.write_similar(&mut json, Format::JsonLine, &position, &found);
    done.map(|()| json).map_err(Fault::internal)
}
