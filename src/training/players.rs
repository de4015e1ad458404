//! Who plays the games of training.

#[cfg(feature = "nats")]
use super::cluster::ClusterRun;
use super::error::TrainingError;
use super::plan::CheckedPlan;

/// Who plays the games of a run.
#[derive(Clone)]
pub enum Players {
    /// So many threads of this process, at least 1.
    Threads(usize),
    /// The workers of a cluster, and this process where an opponent is an engine.
    #[cfg(feature = "nats")]
    Cluster(ClusterRun),
}

impl Players {
    pub(super) fn check(&self, plan: &CheckedPlan) -> Result<(), TrainingError> {
        match *self {
            Players::Threads(threads) if threads > plan.max_threads() => {
                Err(TrainingError::Threads { threads, policy_lag: plan.policy_lag })
            }
            _ => Ok(()),
        }
    }
}

/// Who plays the games of the runs of a session.
#[derive(Clone)]
pub enum Workforce {
    /// So many threads of this process, at least 1. A run does not begin if they are more than its plan allows.
    Threads(usize),
    /// As many threads of this process as plans allow, at most one for each of so many processors, at least 1.
    Processors(usize),
    /// The workers of a cluster, which play one run after the other.
    #[cfg(feature = "nats")]
    Cluster(ClusterRun),
}

/// Threads that one run keeps busy: its one learner needs a quarter of the time that a game takes. Below that, two runs are slower than
/// one after the other, since each has a memory of its own (training/HISTORY.md, 2026-11-29).
const THREADS_OF_A_RUN: usize = 4;

impl Workforce {
    /// How many runs are played at the same time, as far as there are so many: one for every four threads.
    #[must_use]
    pub fn runs_at_a_time(&self) -> usize {
        match *self {
            Workforce::Threads(threads) | Workforce::Processors(threads) => {
                threads.div_ceil(THREADS_OF_A_RUN).max(1)
            }
            #[cfg(feature = "nats")]
            Workforce::Cluster(_) => 1,
        }
    }

    /// Who plays run number `index`, from 0, of so many at the same time.
    pub(super) fn share(&self, index: usize, runs: usize, plan: &CheckedPlan) -> Players {
        let share = |all: usize| all / runs + usize::from(index < all % runs);
        match self {
            Workforce::Threads(threads) => Players::Threads(share(*threads)),
            Workforce::Processors(processors) => {
                Players::Threads(share(*processors).min(plan.max_threads()))
            }
            #[cfg(feature = "nats")]
            Workforce::Cluster(run) => Players::Cluster(run.clone()),
        }
    }
}
