//! The state of a cluster as text.

use std::fmt::Write;

use super::table::plain;
use crate::training::cluster::{ClusterStatus, RunState};

/// The run, the queues, and a line for each worker.
#[must_use]
pub fn text(status: &ClusterStatus) -> String {
    let ClusterStatus { cluster, run, state, epoch, games, planned, games_per_second, .. } = status;
    let queues = status.queues;
    let mut text = format!(
        "cluster {cluster}: run {run}, {state}, epoch {epoch}\n\
         {games} of {planned} games, {games_per_second:.1}/s over the last minute\n"
    );
    let (waiting, under_way) = (queues.jobs_waiting, queues.jobs_under_way);
    let again = queues.jobs_given_out_again;
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "jobs: {waiting} waiting, {under_way} with workers, {again} of them given out again; games: {} waiting for the \
         learner; memory: {:.1} MB",
        queues.games_waiting,
        queues.memory_bytes as f64 / 1e6,
    );
    if status.workers.is_empty() {
        let advice = match status.state {
            RunState::Finished => "",
            _ => ": start one with `morph worker --nats URL`",
        };
        return text + &format!("no worker in the last 20 seconds{advice}\n");
    }
    let columns = ["worker", "version", "threads", "games", "games/s", "under way"];
    let mut table = plain(columns, &[2, 3, 4, 5]);
    for worker in &status.workers {
        table.add_row([
            worker.name.clone(),
            worker.version.clone(),
            worker.threads.to_string(),
            worker.games.to_string(),
            format!("{:.1}", worker.games_per_second),
            worker.under_way.to_string(),
        ]);
    }
    let total: f64 = status.workers.iter().map(|worker| worker.games_per_second).sum();
    let count = status.workers.len();
    let workers = if count == 1 { "worker" } else { "workers" };
    let _ =
        writeln!(text, "\n{}\n\n{count} {workers}, {total:.1} games/s together", table.trim_fmt());
    text
}
