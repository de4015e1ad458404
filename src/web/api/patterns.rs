//! The learned patterns: searched, shown, walked along.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Path, Query, written};
use crate::page::knowledge::Knowledge;
use crate::page::patterns::{self, PatternAnswer, SearchAnswer, SearchQuery, missing, read_id};
use crate::web::State;
use crate::web::error::{ApiError, Problem};
use crate::web::run_memory::WeightPoint;

/// Searches the patterns.
#[utoipa::path(get, path = "/api/v1/patterns", params(SearchQuery), responses(
    (status = 200, body = SearchAnswer),
    (status = 400, description = "An unknown name or a number that is none", body = Problem)))]
pub async fn search(
    Shared(state): Shared<Arc<State>>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge| patterns::search(knowledge, &query);
    state.pool.ask(work).await.map(Json)
}

/// Shows a pattern.
#[utoipa::path(get, path = "/api/v1/patterns/{id}", params(("id" = String, Path, description = "`g12`, `m3` or `v7`")),
    responses(
    (status = 200, body = PatternAnswer),
    (status = 400, description = "No id of a pattern", body = Problem),
    (status = 404, description = "There is none, or it was forgotten", body = Problem)))]
pub async fn show(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
) -> Result<Json<PatternAnswer>, ApiError> {
    let work = move |knowledge: &Knowledge| patterns::show(knowledge, &id);
    state.pool.ask(work).await.map(Json)
}

/// The weight of a pattern over the games of the run that the memory comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeightAnswer {
    /// Name of the run; absent if it is not in the folders of runs.
    run: Option<String>,
    /// Checkpoints of the run that are on the disk; of more than 16, 16 are read.
    checkpoints: usize,
    /// By games; none before the pattern was created.
    points: Vec<WeightPointAnswer>,
}

/// A weight after a number of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeightPointAnswer {
    /// Games learned from.
    game: u32,
    /// Expected result for the side to move, in `[0, 1]`.
    weight: f32,
    /// Positions of training games in which it had occurred.
    uses: u32,
}

/// How the weight of a pattern has changed in training.
#[utoipa::path(get, path = "/api/v1/patterns/{id}/weights", params(("id" = String, Path)), responses(
    (status = 200, body = WeightAnswer),
    (status = 404, description = "There is no such pattern", body = Problem)))]
pub async fn weights(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
) -> Result<Json<WeightAnswer>, ApiError> {
    let id = read_id(&id)?;
    let shared = Arc::clone(&state);
    let work = move |knowledge: &Knowledge| {
        let memory = &knowledge.memory;
        memory.phrase(id).ok_or_else(|| missing(memory, id))?;
        let curve = shared.memories.weights(&shared.runs.runs(), memory, id);
        let curve = curve.map_err(ApiError::internal)?;
        let point = |point: &WeightPoint| {
            let WeightPoint { games, weight, uses } = *point;
            WeightPointAnswer { game: games, weight, uses }
        };
        Ok::<_, ApiError>(WeightAnswer {
            checkpoints: curve.as_ref().map_or(0, |curve| curve.checkpoints),
            points: curve.iter().flat_map(|curve| curve.points.iter().map(point)).collect(),
            run: curve.map(|curve| curve.run),
        })
    };
    state.pool.ask(work).await.map(Json)
}

/// Positions of the library in which a pattern says most, and how the side to move fared.
#[utoipa::path(get, path = "/api/v1/patterns/{id}/games", params(("id" = String, Path)), responses(
    (status = 200, description = "As `morph library pattern --format json` writes it", body = Object),
    (status = 404, description = "No library is open", body = Problem)))]
pub async fn games(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let work = move |knowledge: &Knowledge| patterns::games(knowledge, &id);
    state.pool.ask(work).await.map(written)
}
