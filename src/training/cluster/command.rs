use super::message::RunState;
use crate::arena::GameRecord;
use crate::training::workers::Job;

/// What the run tells its end of the cluster.
pub(super) enum Command {
    /// A game to be played elsewhere.
    Offer { number: u32, job: Box<Job> },
    /// A game was learned from and written to the journal.
    Handled(u32),
    /// A game of a worker was played again.
    Checked { number: u32, record: Box<GameRecord>, agrees: bool },
    /// The games that nobody plays are not wanted any more.
    Withdraw,
    /// The run has ended.
    Close(RunState),
}
