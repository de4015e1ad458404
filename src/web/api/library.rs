//! Positions like a given one.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Body, read_position, written};
use crate::library::{Analyser, Filter, FilterError, Library, SimilarityKind, Vocabulary};
use crate::render::library::{Format, LibraryReport};
use crate::web::State;
use crate::web::error::{ApiError, Problem};
use crate::web::knowledge::Knowledge;

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
pub fn opened(knowledge: &Knowledge) -> Result<&(Library, Vocabulary), ApiError> {
    knowledge.library.as_ref().ok_or_else(|| {
        ApiError::NotFound(
            "no library is open: `morph library add games.pgn --to my.library` makes one, `morph serve --library \
             my.library` opens it"
                .to_owned(),
        )
    })
}

/// Finds positions like one.
#[utoipa::path(post, path = "/api/v1/similar", request_body = SimilarRequest, responses(
    (status = 200, description = "As `morph library similar --format json` writes it", body = Object),
    (status = 404, description = "No library is open", body = Problem),
    (status = 422, description = "An illegal position", body = Problem)))]
pub async fn similar(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<SimilarRequest>,
) -> Result<Response, ApiError> {
    let position = read_position(&request.fen)?;
    let filter: Filter = request
        .filter
        .parse()
        .map_err(|fault: FilterError| ApiError::invalid(fault.to_string()))?;
    let kind: SimilarityKind = match request.kind.as_deref() {
        None => SimilarityKind::default(),
        Some(name) => name.parse().map_err(|_| ApiError::invalid(format!("kind: '{name}'")))?,
    };
    let top = request.top.clamp(1, MAX_SHOWN);
    let work = move |knowledge: &Knowledge| {
        let (library, vocabulary) = opened(knowledge)?;
        let mut analyser = Analyser::new(vocabulary);
        let found = library.similar(&mut analyser, &position, kind, &filter, top)?;
        let mut json = Vec::new();
        let report = LibraryReport::new(&knowledge.memory);
        let done = report.write_similar(&mut json, Format::JsonLine, &position, &found);
        done.map(|()| json).map_err(ApiError::internal)
    };
    state.pool.ask(work).await?.map(written)
}
