//! Training runs, those under way included.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

use super::{Path, Query};
use crate::page::knowledge::Knowledge;
use crate::page::patterns::PatternCard;
use crate::render::patterns::{Idea, PatternRecord};
use crate::render::plots::{RunJournal, RunSamples};
use crate::training::journal::{self, JournalEntry, JournalTail};
use crate::web::State;
use crate::web::error::{ApiError, Problem};
use crate::web::runs::{FoundRun, RunSummary};

/// How often the journal of a run is read for a reader of its events.
const PERIOD: Duration = Duration::from_millis(500);
/// Events that wait for a slow reader.
const WAITING: usize = 256;
/// Bytes of a game that is shown.
const MAX_GAME: u64 = 1 << 20;

/// All runs, by name.
#[utoipa::path(get, path = "/api/v1/runs", responses((status = 200, body = Vec<RunSummary>)))]
pub async fn list(Shared(state): Shared<Arc<State>>) -> Result<Json<Vec<RunSummary>>, ApiError> {
    let list = move || {
        let runs = state.runs.runs();
        let summary = |run: &FoundRun| run.summary(state.trainer.is_playing(run.paths.root()));
        runs.iter().filter_map(summary).collect()
    };
    Ok(Json(off_the_loop(list).await?))
}

/// The curves of a run: some 800 games with the means around them.
#[utoipa::path(get, path = "/api/v1/runs/{id}/curve", params(("id" = String, Path)), responses(
    (status = 200, description = "Label, window and samples", body = Object),
    (status = 404, description = "There is no such run", body = Problem)))]
pub async fn curve(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
) -> Result<Json<RunSamples>, ApiError> {
    let run = found(&state, &id).await?;
    let samples = move || -> Result<RunSamples, ApiError> {
        let journal = run.paths.journal();
        let entries = if journal.exists() { read(&journal)? } else { Vec::new() };
        Ok(RunSamples::of(&RunJournal { label: run.id, entries }, None))
    };
    off_the_loop(samples).await?.map(Json)
}

/// A game of a run.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunGame {
    /// In Portable Game Notation.
    pgn: String,
}

/// Shows a game of a run.
#[utoipa::path(get, path = "/api/v1/runs/{id}/games/{game}", params(("id" = String, Path), ("game" = u32, Path)),
    responses(
    (status = 200, body = RunGame),
    (status = 404, description = "There is no such run or game", body = Problem)))]
pub async fn game(
    Shared(state): Shared<Arc<State>>,
    Path((id, game)): Path<(String, u32)>,
) -> Result<Json<RunGame>, ApiError> {
    let run = found(&state, &id).await?;
    let text = move || -> Result<String, ApiError> {
        let entries = read(&run.paths.journal())?;
        let place = entries.iter().position(|entry| entry.game == game);
        let place = place.ok_or_else(|| ApiError::NotFound(format!("there is no game {game}")))?;
        let begin = place.checked_sub(1).map_or(0, |before| entries[before].pgn_end);
        let length = entries[place].pgn_end.saturating_sub(begin).min(MAX_GAME);
        let text = || -> io::Result<String> {
            let mut file = File::open(run.paths.games())?;
            file.seek(SeekFrom::Start(begin))?;
            let mut bytes = Vec::new();
            file.take(length).read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        text().map_err(ApiError::internal)
    };
    off_the_loop(text).await?.map(|pgn| Json(RunGame { pgn }))
}

/// The newest patterns of a run.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewestAnswer {
    /// Games that the newest memory on the disk has learned from: runs write one every hundred games, unless their plan says
    /// otherwise. 0 before the first.
    games: u32,
    /// The newest first, one for each idea, six at most.
    patterns: Vec<PatternCard>,
}

/// The newest patterns in the newest memory of a run.
#[utoipa::path(get, path = "/api/v1/runs/{id}/patterns", params(("id" = String, Path)), responses(
    (status = 200, body = NewestAnswer),
    (status = 404, description = "There is no such run", body = Problem)))]
pub async fn newest(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
) -> Result<Json<NewestAnswer>, ApiError> {
    let run = found(&state, &id).await?;
    let shared = Arc::clone(&state);
    let work = move |_: &Knowledge| shared.memories.newest(&run.paths).map_err(ApiError::internal);
    let newest = state.pool.ask(work).await?;
    let card =
        |(record, idea): &(PatternRecord, Option<Idea>)| PatternCard::new(record.clone(), *idea, 1);
    Ok(Json(NewestAnswer {
        games: newest.as_ref().map_or(0, |newest| newest.games),
        patterns: newest.iter().flat_map(|newest| newest.patterns.iter().map(card)).collect(),
    }))
}

/// Where a reader begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LiveQuery {
    /// The last game that is known; the header `Last-Event-ID` goes before it.
    #[serde(default)]
    after: u32,
}

/// What a reader gets.
type Events = ReceiverStream<Result<Event, axum::Error>>;

/// The games of a run as they are played: events `game`, whose id is the number of the game and whose data are its line in
/// the journal.
#[utoipa::path(get, path = "/api/v1/runs/{id}/live", params(("id" = String, Path), LiveQuery), responses(
    (status = 200, description = "Server-sent events", body = String, content_type = "text/event-stream"),
    (status = 404, description = "There is no such run", body = Problem)))]
pub async fn live(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Query(query): Query<LiveQuery>,
    headers: HeaderMap,
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let run = found(&state, &id).await?;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let tail = JournalTail::after(&run.paths.journal(), known.unwrap_or(query.after));
    let permit = state.policy.stream()?;
    let (sender, events) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let _permit = permit;
        follow(tail, sender).await;
    });
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default()))
}

/// Sends what is new until nobody listens or the journal is damaged.
async fn follow(mut tail: JournalTail, sender: mpsc::Sender<Result<Event, axum::Error>>) {
    while !sender.is_closed() {
        let read = move || {
            // Absent before the first game.
            let entries = if tail.path().exists() { tail.read() } else { Ok(Vec::new()) };
            (tail, entries)
        };
        let Ok((next, Ok(entries))) = tokio::task::spawn_blocking(read).await else { return };
        tail = next;
        for entry in entries {
            let event = Event::default().id(entry.game.to_string()).event("game");
            if sender.send(event.json_data(&entry)).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(PERIOD).await;
    }
}

async fn found(state: &State, id: &str) -> Result<FoundRun, ApiError> {
    let (runs, id) = (state.runs.clone(), id.to_owned());
    let none = ApiError::NotFound(format!("there is no run '{id}'"));
    off_the_loop(move || runs.find(&id)).await?.ok_or(none)
}

fn read(journal: &std::path::Path) -> Result<Vec<JournalEntry>, ApiError> {
    journal::read(journal).map_err(ApiError::internal)
}

/// Work that waits for the disk.
async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
}
