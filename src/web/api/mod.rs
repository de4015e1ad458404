//! The answers of [`page`](crate::page) over HTTP, and what only the server has: one file for each view.

mod analysis;
mod endgame;
mod game_text;
mod library;
mod opponents;
mod patterns;
mod play;
mod sessions;
mod training;

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request, State as Shared};
use axum::http::{HeaderValue, header, request::Parts};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use utoipa::OpenApi;

use super::State;
use super::error::{ApiError, Problem};
use crate::page::about::{self, About};
use crate::page::knowledge::Knowledge;

/// The document that describes all requests.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "morph",
        description = "The program as the local page sees it. Every failure is a `Problem`."
    ),
    paths(
        about,
        play::play,
        play::why,
        analysis::explain,
        analysis::game,
        analysis::annotate,
        analysis::page,
        game_text::list,
        patterns::search,
        patterns::show,
        patterns::games,
        library::similar,
        endgame::advise,
        opponents::list,
        opponents::sheet,
        opponents::game,
        opponents::position,
        opponents::predict,
        patterns::weights,
        training::list,
        training::curve,
        training::game,
        training::live,
        training::newest,
        sessions::status,
        sessions::start,
        sessions::stop
    ),
    components(schemas(Problem))
)]
struct Description;

/// Everything below `/api/v1`.
pub fn router() -> Router<Arc<State>> {
    let v1 = Router::new()
        .route("/openapi.json", get(|| async { Json(Description::openapi()) }))
        .route("/about", get(about))
        .route("/move", post(play::play))
        .route("/why", post(play::why))
        .route("/explain", post(analysis::explain))
        .route("/game", post(analysis::game))
        .route("/games", post(game_text::list))
        .route("/annotate", post(analysis::annotate))
        .route("/annotate/page", post(analysis::page))
        .route("/patterns", get(patterns::search))
        .route("/patterns/{id}", get(patterns::show))
        .route("/patterns/{id}/games", get(patterns::games))
        .route("/patterns/{id}/weights", get(patterns::weights))
        .route("/similar", post(library::similar))
        .route("/advise", post(endgame::advise))
        .route("/opponents", get(opponents::list))
        .route("/opponents/{number}", get(opponents::sheet))
        .route("/opponents/{number}/games/{game}", get(opponents::game))
        .route("/opponents/{number}/position", post(opponents::position))
        .route("/predict", post(opponents::predict))
        .route("/runs", get(training::list))
        .route("/runs/{id}/curve", get(training::curve))
        .route("/runs/{id}/games/{game}", get(training::game))
        .route("/runs/{id}/live", get(training::live))
        .route("/runs/{id}/patterns", get(training::newest))
        .route("/training", get(sessions::status))
        .route("/training/start", post(sessions::start))
        .route("/training/stop", post(sessions::stop))
        .method_not_allowed_fallback(|| async {
            ApiError::Request {
                status: axum::http::StatusCode::METHOD_NOT_ALLOWED,
                detail: "this address answers another method: see /api/v1/openapi.json".to_owned(),
            }
        });
    Router::new().nest("/api/v1", v1)
}

/// What the server knows.
#[utoipa::path(get, path = "/api/v1/about", responses((status = 200, body = About)))]
async fn about(Shared(state): Shared<Arc<State>>) -> Result<Json<About>, ApiError> {
    let work = |knowledge: &Knowledge| about::about(knowledge);
    state.pool.ask(work).await.map(Json)
}

/// What a renderer has written as JSON.
fn written(bytes: Vec<u8>) -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], bytes).into_response()
}

/// A body in JSON; other bodies are problems.
struct Body<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let refused = |fault: JsonRejection| ApiError::Request {
            status: fault.status(),
            detail: fault.body_text(),
        };
        Json::from_request(request, state).await.map(|Json(body)| Body(body)).map_err(refused)
    }
}

/// The part of an address behind the question mark.
struct Query<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let refused = |fault: QueryRejection| ApiError::invalid(fault.body_text());
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query.map(|axum::extract::Query(query)| Query(query)).map_err(refused)
    }
}

/// The variable parts of a path.
struct Path<T>(T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let refused = |fault: PathRejection| ApiError::invalid(fault.body_text());
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Path(path)).map_err(refused)
    }
}
