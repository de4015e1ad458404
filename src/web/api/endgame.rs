//! Endgames by rules that can be read aloud.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;

use super::Body;
use crate::page::PlayedMoves;
use crate::page::endgame;
use crate::page::knowledge::Knowledge;
use crate::render::endgame::AdviceRecord;
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// Looks up the rule for a position of a few pieces.
#[utoipa::path(post, path = "/api/v1/advise", request_body = PlayedMoves, responses(
    (status = 200, body = AdviceRecord),
    (status = 422, description = "An illegal position or move, or one for which there is no advice", body = Problem)))]
pub async fn advise(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<PlayedMoves>,
) -> Result<Json<AdviceRecord>, ApiError> {
    let work = move |knowledge: &Knowledge| endgame::advise(knowledge, &request);
    state.pool.ask(work).await.map(Json)
}
