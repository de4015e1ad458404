//! Games of a run played on other machines, through a NATS server with JetStream.
//!
//! The *learner* (`morph train --nats`) offers games and learns from those that come back; any number of *workers*
//! (`morph worker`) play them. A game depends on nothing but the plan, its number, its opening and the memory that plays it,
//! so that a run gives the same journal and memory wherever its games are played. What is exact rests on the journal, never on
//! the server: a game is learned from once because its number is journaled once. Learner, workers and server can stop at any
//! moment and come back.
//!
//! # On the server
//!
//! The streams of a cluster begin with its name, here `morph`:
//!
//! | stream | subjects | content |
//! |---|---|---|
//! | `morph-head` | `morph.head` | the run: plan, epoch, state (JSON); the last message counts |
//! | `morph-jobs` | `morph.jobs` | games to be played, a few a message; a work queue |
//! | `morph-games` | `morph.games.<worker>` | games that were played; a work queue |
//! | `morph-memory` | `morph.memory.<games>.…` | snapshots of the memory: keyframes, and steps from one to the next |
//! | `morph-status` | `morph.status.<worker>` | what each worker does (JSON); kept for twenty seconds |
//!
//! Each learner that begins or resumes a run takes the next *epoch*, by compare and set on the head: an earlier one that
//! comes back finds it changed and stops. Jobs, games and snapshots of other epochs are ignored.
//!
//! # Whose games count
//!
//! A worker is believed its moves and nothing else. If a game of it turns out to be none, or another one than its job gives, its
//! games are refused for good, and the run goes back to where it was before the first of them (`workers.json` in its folder says
//! which that is); the games after it are played again by others.

mod address;
mod command;
mod error;
mod learner;
mod local;
mod memory_feed;
mod message;
mod open_games;
mod pool;
mod replay;
mod server;
mod status;
mod worker;

pub use address::{BadClusterName, ClusterAddress, ClusterName};
pub use error::ClusterError;
pub use message::{RunState, WorkerStatus};
pub use pool::ClusterRun;
pub(super) use pool::with_cluster;
pub use server::Queues;
pub use status::ClusterStatus;
pub use worker::{ClusterWorker, WorkerSettings};

/// Receives what a user should know while games are played: workers that come and go, a server that does not answer.
pub type Notify = std::sync::Arc<dyn Fn(&str) + Send + Sync>;
