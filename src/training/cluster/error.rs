use crate::file_format::FileError;
use crate::training::PlanError;

/// A failure of a cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The server cannot be reached, or refuses the connection.
    #[error("{url}: {cause}")]
    Connect {
        /// The server, without passwords.
        url: String,
        /// What the client says.
        cause: String,
    },
    /// The server answers a request with an error, or not at all.
    #[error("the NATS server: {what}: {cause}")]
    Server {
        /// What was asked.
        what: &'static str,
        /// What the client says.
        cause: String,
    },
    /// A file with credentials cannot be read.
    #[error("{path}: {cause}")]
    Credentials {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Another learner trains another plan.
    #[error(
        "the cluster `{cluster}` trains the run `{run}` already: wait until it is finished, stop its learner, or give this \
         one another name (--cluster)"
    )]
    Busy {
        /// The cluster.
        cluster: String,
        /// The other run.
        run: String,
    },
    /// Another learner has taken over the run.
    #[error(
        "another learner has taken over the cluster `{cluster}` (epoch {epoch}); this one stops, and its journal is whole"
    )]
    TakenOver {
        /// The cluster.
        cluster: String,
        /// The epoch of the other learner.
        epoch: u64,
    },
    /// A plan that needs this machine.
    #[error("{0} needs files of this machine: train without --nats")]
    Local(&'static str),
    /// No learner has begun a run.
    #[error("there is no cluster `{0}` on this server: begin a run with `morph train --nats`")]
    Missing(String),
    /// The learner speaks another version of the protocol.
    #[error(
        "the learner is version {version} with protocol {found}, this is protocol {expected}: use one version for all"
    )]
    Protocol {
        /// The learner's version.
        version: String,
        /// Its protocol.
        found: u32,
        /// That of this program.
        expected: u32,
    },
    /// This machine computes other values than the learner.
    #[error(
        "this machine computes other values than the learner (`morph bench` gives {own}, there {theirs}): the learner is \
         version {version}; use the same version for all"
    )]
    OtherValues {
        /// The signature of this program.
        own: String,
        /// That of the learner.
        theirs: String,
        /// The learner's version.
        version: String,
    },
    /// The learner has found a game of this worker to be none, or another one than its job gives.
    #[error(
        "the learner refuses the games of worker `{0}`: use the learner's version, and a name of its own"
    )]
    Refused(String),
    /// Games of a worker that is not to be trusted are in the journal.
    #[error("games from number {first} on depend on a worker that is not to be trusted")]
    Doubtful {
        /// The first game that is to be played again.
        first: u32,
    },
    /// What the run knows of its workers cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The plan of the run cannot be used here.
    #[error("the plan of the run")]
    Plan(#[from] PlanError),
    /// A message that is not what it should be.
    #[error("{subject}: {what}")]
    Message {
        /// Where it was found.
        subject: String,
        /// What is wrong.
        what: String,
    },
    /// The system gives no thread or runtime.
    #[error("this system: {0}")]
    System(#[from] std::io::Error),
}

impl ClusterError {
    /// What `what` failed with.
    pub(super) fn server(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> ClusterError {
        move |cause| ClusterError::Server { what, cause: cause.to_string() }
    }
}
