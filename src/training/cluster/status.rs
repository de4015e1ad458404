use serde::Serialize;

use super::address::ClusterAddress;
use super::error::ClusterError;
use super::message::{RunState, WorkerStatus};
use super::pool::runtime;
use super::server::{Queues, Server};

/// A cluster at a moment.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct ClusterStatus {
    /// Its name on the server.
    pub cluster: String,
    /// Name of the run.
    pub run: String,
    /// What the learner said last.
    pub state: RunState,
    /// Number of the learner, from 1: how often the run, or another one before it, was begun or resumed.
    pub epoch: u64,
    /// Games in the journal.
    pub games: u32,
    /// Games the plan asks for.
    pub planned: u32,
    /// Games learned from in a second, over the last minute.
    pub games_per_second: f64,
    /// What waits on the server.
    pub queues: Queues,
    /// The workers of the last twenty seconds, by name.
    pub workers: Vec<WorkerStatus>,
}

impl ClusterStatus {
    /// Asks the server.
    ///
    /// # Errors
    ///
    /// It cannot be reached, or has no such cluster.
    pub fn ask(address: &ClusterAddress) -> Result<ClusterStatus, ClusterError> {
        runtime()?.block_on(async {
            let server = Server::connect(address, "status").await?;
            let missing = || ClusterError::Missing(address.name.to_string());
            let (head, _) = server.head().await?.ok_or_else(missing)?;
            let mut workers: Vec<WorkerStatus> = server.statuses().await?;
            workers.sort_by(|a, b| a.name.cmp(&b.name));
            Ok(ClusterStatus {
                cluster: address.name.to_string(),
                run: head.run,
                state: head.state,
                epoch: head.epoch,
                games: head.games,
                planned: head.planned,
                games_per_second: head.games_per_second,
                queues: server.queues().await?,
                workers,
            })
        })
    }
}
