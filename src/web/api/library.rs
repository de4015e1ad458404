//! Positions like a given one.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::response::Response;

use super::{Body, written};
use crate::page::knowledge::Knowledge;
use crate::page::library::{self, SimilarRequest};
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// Finds positions like one.
#[utoipa::path(post, path = "/api/v1/similar", request_body = SimilarRequest, responses(
    (status = 200, description = "As `morph library similar --format json` writes it", body = Object),
    (status = 404, description = "No library is open", body = Problem),
    (status = 422, description = "An illegal position", body = Problem)))]
pub async fn similar(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<SimilarRequest>,
) -> Result<Response, ApiError> {
    let work = move |knowledge: &Knowledge| library::similar(knowledge, &request);
    state.pool.ask(work).await.map(written)
}
