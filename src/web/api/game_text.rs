//! Games in Portable Game Notation as a request brings them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;

use super::Body;
use crate::page::game_text::{self, GamesAnswer, GamesRequest};
use crate::page::knowledge::Knowledge;
use crate::web::State;
use crate::web::error::{ApiError, Problem};

/// Lists the games of a text.
#[utoipa::path(post, path = "/api/v1/games", request_body = GamesRequest, responses(
    (status = 200, body = GamesAnswer),
    (status = 422, description = "No game", body = Problem)))]
pub async fn list(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<GamesRequest>,
) -> Result<Json<GamesAnswer>, ApiError> {
    let work = move |_: &Knowledge| game_text::list(&request);
    state.pool.ask(work).await.map(Json)
}
