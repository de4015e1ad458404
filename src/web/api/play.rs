//! Playing against the memory, and asking why.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;

use super::Body;
use crate::explanation::learned::MemoryExplainer;
use crate::page::knowledge::Knowledge;
use crate::page::play::{self, MoveAnswer, MoveRequest, WhyAnswer, WhyRequest};
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// Plays a move.
#[utoipa::path(post, path = "/api/v1/move", request_body = MoveRequest, responses(
    (status = 200, body = MoveAnswer),
    (status = 422, description = "An illegal position or move, or the game is over", body = Problem)))]
pub async fn play(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<MoveAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge, learned: &mut MemoryExplainer| {
        play::play(knowledge, learned, &request)
    };
    state.pool.answer(work).await.map(Json)
}

/// Compares two moves.
#[utoipa::path(post, path = "/api/v1/why", request_body = WhyRequest, responses(
    (status = 200, body = WhyAnswer),
    (status = 422, description = "An illegal position or move, or one move twice", body = Problem)))]
pub async fn why(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<WhyRequest>,
) -> Result<Json<WhyAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge, learned: &mut MemoryExplainer| {
        play::why(knowledge, learned, &request)
    };
    state.pool.answer(work).await.map(Json)
}
