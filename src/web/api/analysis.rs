//! Positions explained, games annotated.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{Body, written};
use crate::explanation::learned::MemoryExplainer;
use crate::page::analysis::{self, AnnotatedGame, ExplainRequest, GameAnswer};
use crate::page::game_text::GameRequest;
use crate::page::knowledge::Knowledge;
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// Explains a position: the object that `morph explain --format json` writes.
#[utoipa::path(post, path = "/api/v1/explain", request_body = ExplainRequest, responses(
    (status = 200, description = "As patterns/EXPLANATION.md describes it", body = Object),
    (status = 422, description = "An illegal position", body = Problem)))]
pub async fn explain(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<ExplainRequest>,
) -> Result<Response, ApiError> {
    let work = move |knowledge: &Knowledge, learned: &mut MemoryExplainer| {
        analysis::explain(knowledge, learned, &request)
    };
    state.pool.answer(work).await.map(written)
}

/// Reads a game, and values its moves.
#[utoipa::path(post, path = "/api/v1/game", request_body = GameRequest, responses(
    (status = 200, body = GameAnswer),
    (status = 422, description = "No game, or one that cannot be read", body = Problem)))]
pub async fn game(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<GameRequest>,
) -> Result<Json<GameAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge| analysis::game(knowledge, &request);
    state.pool.ask(work).await.map(Json)
}

/// Annotates a game. Takes some 10 ms for each half-move.
#[utoipa::path(post, path = "/api/v1/annotate", request_body = GameRequest, responses(
    (status = 200, body = AnnotatedGame),
    (status = 422, description = "No game, or one that cannot be read", body = Problem)))]
pub async fn annotate(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<GameRequest>,
) -> Result<Json<AnnotatedGame>, ApiError> {
    let work = move |knowledge: &Knowledge| analysis::annotate(knowledge, &request);
    state.pool.ask(work).await.map(Json)
}

/// Annotates a game and writes it as a page that needs nothing else, to be kept or sent. Takes as long as `annotate`.
#[utoipa::path(post, path = "/api/v1/annotate/page", request_body = GameRequest, responses(
    (status = 200, description = "As `morph explain game.pgn --format html` writes it", body = String,
        content_type = "text/html"),
    (status = 422, description = "No game, or one that cannot be read", body = Problem)))]
pub async fn page(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<GameRequest>,
) -> Result<Response, ApiError> {
    let work = move |knowledge: &Knowledge| analysis::annotated_page(knowledge, &request);
    let html = state.pool.ask(work).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"annotated.html\""),
    ];
    Ok((headers, html).into_response())
}
