//! What to know about an opponent: the preparation sheet, the openings position by position, the next move.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde_json::Value as JsonValue;

use super::{Body, Path};
use crate::page::knowledge::Knowledge;
use crate::page::opponents::{
    self, OpponentGame, OpponentSheet, OpponentSummary, PredictRequest, PreparationAnswer,
    PreparationRequest,
};
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// The players of whom there are models.
#[utoipa::path(get, path = "/api/v1/opponents", responses((status = 200, body = Vec<OpponentSummary>)))]
pub async fn list(
    Shared(state): Shared<Arc<State>>,
) -> Result<Json<Vec<OpponentSummary>>, ApiError> {
    let work = move |knowledge: &Knowledge| Ok::<_, ApiError>(opponents::list(knowledge));
    state.pool.ask(work).await.map(Json)
}

/// The preparation sheet of an opponent.
#[utoipa::path(get, path = "/api/v1/opponents/{number}", params(("number" = usize, Path)), responses(
    (status = 200, body = OpponentSheet),
    (status = 404, description = "There is no such opponent", body = Problem)))]
pub async fn sheet(
    Shared(state): Shared<Arc<State>>,
    Path(number): Path<usize>,
) -> Result<Json<OpponentSheet>, ApiError> {
    let work = move |knowledge: &Knowledge| opponents::sheet(knowledge, number);
    state.pool.ask(work).await.map(Json)
}

/// Shows a game of an opponent.
#[utoipa::path(get, path = "/api/v1/opponents/{number}/games/{game}",
    params(("number" = usize, Path), ("game" = u32, Path)), responses(
    (status = 200, body = OpponentGame),
    (status = 404, description = "There is no such opponent or game", body = Problem)))]
pub async fn game(
    Shared(state): Shared<Arc<State>>,
    Path((number, game)): Path<(usize, u32)>,
) -> Result<Json<OpponentGame>, ApiError> {
    let work = move |knowledge: &Knowledge| opponents::game(knowledge, number, game);
    state.pool.ask(work).await.map(Json)
}

/// Looks a position up in the openings of an opponent.
#[utoipa::path(post, path = "/api/v1/opponents/{number}/position", params(("number" = usize, Path)),
    request_body = PreparationRequest, responses(
    (status = 200, body = PreparationAnswer),
    (status = 404, description = "There is no such opponent", body = Problem),
    (status = 422, description = "An illegal position or move", body = Problem)))]
pub async fn position(
    Shared(state): Shared<Arc<State>>,
    Path(number): Path<usize>,
    Body(request): Body<PreparationRequest>,
) -> Result<Json<PreparationAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge| opponents::position(knowledge, number, &request);
    state.pool.ask(work).await.map(Json)
}

/// Predicts an opponent's next move.
#[utoipa::path(post, path = "/api/v1/predict", request_body = PredictRequest, responses(
    (status = 200, description = "The element of what `morph opponent predict --format json` writes", body = Object),
    (status = 404, description = "There is no such opponent", body = Problem),
    (status = 422, description = "An illegal position or move", body = Problem)))]
pub async fn predict(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<PredictRequest>,
) -> Result<Json<JsonValue>, ApiError> {
    let work = move |knowledge: &Knowledge| opponents::predict(knowledge, &request);
    state.pool.ask(work).await.map(Json)
}
