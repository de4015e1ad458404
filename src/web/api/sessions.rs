//! Training that is started and stopped from the page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Body;
use crate::training::{PlanFile, PlanOverrides};
use crate::web::State;
use crate::web::error::{ApiError, Problem};
use crate::web::trainer::{BegunSession, EndedSession, NamedPlan, StartFault};

/// What can be trained, and what is being trained.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrainingStatus {
    /// Plans that can be started; empty if there is no folder for new runs.
    plans: Vec<PlanSummary>,
    /// The session that was started from the page and is under way.
    active: Option<SessionAnswer>,
    /// The last one that has ended.
    last: Option<SessionAnswer>,
}

/// A plan that can be started.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanSummary {
    /// Built in, or the name of its file.
    name: String,
    /// Games of all runs.
    games: u64,
    /// Runs, more than one in a series.
    runs: usize,
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionAnswer {
    /// Name of its plan.
    plan: String,
    /// Name of its run; the runs of a series begin with it and `~`.
    run: String,
    /// What came of it; absent while it is under way.
    outcome: Option<String>,
    /// It has failed.
    has_failed: bool,
}

impl SessionAnswer {
    fn begun(begun: &BegunSession) -> SessionAnswer {
        let run = begun.root.file_name().map(|name| name.to_string_lossy().into_owned());
        SessionAnswer {
            plan: begun.plan.clone(),
            run: run.unwrap_or_default(),
            outcome: None,
            has_failed: false,
        }
    }

    fn ended(ended: &EndedSession) -> SessionAnswer {
        let (Ok(text) | Err(text)) = &ended.outcome;
        let (outcome, has_failed) = (Some(text.clone()), ended.outcome.is_err());
        SessionAnswer { outcome, has_failed, ..SessionAnswer::begun(&ended.begun) }
    }
}

/// What can be trained, and what is being trained.
#[utoipa::path(get, path = "/api/v1/training", responses((status = 200, body = TrainingStatus)))]
pub async fn status(Shared(state): Shared<Arc<State>>) -> Json<TrainingStatus> {
    let plan = |plan: &NamedPlan| PlanSummary {
        name: plan.name.clone(),
        games: plan.file.games(),
        runs: match &plan.file {
            PlanFile::Run(_) => 1,
            PlanFile::Series(_, runs) => runs.len(),
        },
    };
    let plans = if state.trainer.can_start() { state.trainer.plans() } else { &[] };
    let (active, last) = state.trainer.sessions();
    Json(TrainingStatus {
        plans: plans.iter().map(plan).collect(),
        active: active.as_ref().map(SessionAnswer::begun),
        last: last.as_ref().map(SessionAnswer::ended),
    })
}

/// What to train.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartRequest {
    /// Name of a plan.
    plan: String,
    /// Games of each run; absent: as in the plan.
    #[schema(minimum = 1)]
    games: Option<u32>,
    /// Seed of all random choices; absent: as in the plan.
    seed: Option<u64>,
}

/// Starts a training, in a new folder.
#[utoipa::path(post, path = "/api/v1/training/start", request_body = StartRequest, responses(
    (status = 200, body = SessionAnswer),
    (status = 404, description = "There is no such plan", body = Problem),
    (status = 409, description = "A training is under way, or there is no folder for new runs", body = Problem),
    (status = 422, description = "A setting out of range", body = Problem)))]
pub async fn start(
    Shared(state): Shared<Arc<State>>,
    Body(request): Body<StartRequest>,
) -> Result<Json<SessionAnswer>, ApiError> {
    let StartRequest { plan, games, seed } = request;
    let overrides = PlanOverrides { games, seed, ..PlanOverrides::default() };
    let started = tokio::task::spawn_blocking(move || state.trainer.start(&plan, &overrides));
    match started.await.map_err(ApiError::internal)? {
        Ok(begun) => Ok(Json(SessionAnswer::begun(&begun))),
        Err(fault @ StartFault::Unknown(_)) => Err(ApiError::NotFound(fault.to_string())),
        Err(fault @ (StartFault::Busy | StartFault::NoFolder)) => {
            Err(ApiError::Conflict(fault.to_string()))
        }
        Err(StartFault::Training(fault)) => Err(ApiError::Chess(fault.to_string())),
    }
}

/// A request that needs no words.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StopRequest {}

/// Stops the training that was started from the page, as Ctrl-C does: games under way are finished and the memory is saved.
#[utoipa::path(post, path = "/api/v1/training/stop", request_body = StopRequest, responses(
    (status = 200, body = SessionAnswer),
    (status = 409, description = "There is none", body = Problem)))]
pub async fn stop(
    Shared(state): Shared<Arc<State>>,
    Body(StopRequest {}): Body<StopRequest>,
) -> Result<Json<SessionAnswer>, ApiError> {
    let none = || ApiError::Conflict("no training that was started here is under way".to_owned());
    state.trainer.stop().map(|begun| Json(SessionAnswer::begun(&begun))).ok_or_else(none)
}
