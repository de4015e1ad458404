//! A pool of which the workers are elsewhere.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam::channel::{self, Receiver, RecvTimeoutError, Sender};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::Notify;
use super::address::ClusterAddress;
use super::command::Command;
use super::error::ClusterError;
use super::learner::{Channels, Claim, Learner, PlayerNames};
use super::local::{LocalTask, ToRun, work};
use super::message::{Head, PROTOCOL, RunState};
use super::server::Server;
use crate::arena::{GamePool, PlayedGame};
use crate::evaluation::EvaluationSettings;
use crate::learning::Preparation;
use crate::memory::Memory;
use crate::player::bench;
use crate::training::TrainingError;
use crate::training::game_learner::RecordedGame;
use crate::training::worker_records::WorkerRecords;
use crate::training::workers::{Job, Setup};

/// Games offered and not yet taken back; the policy lag allows fewer.
const MAX_UNDER_WAY: usize = 20_000;
/// Between two looks at whether the run is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// A run on a cluster.
#[derive(Clone)]
pub struct ClusterRun {
    /// Where.
    pub address: ClusterAddress,
    /// Told what a user should know.
    pub notify: Notify,
}

/// The pool of [`with_cluster`].
pub(crate) struct ClusterPool<'a> {
    setup: &'a Setup<'a>,
    commands: UnboundedSender<Command>,
    games: Receiver<(u32, PlayedGame<RecordedGame>)>,
    to_local: Sender<LocalTask>,
    stop: &'a AtomicBool,
    /// The learner's end has failed.
    has_failed: &'a AtomicBool,
    under_way: usize,
}

impl GamePool<Job, RecordedGame> for ClusterPool<'_> {
    fn has_room(&self) -> bool {
        self.under_way < MAX_UNDER_WAY
    }

    fn offer(&mut self, number: u32, job: Job) {
        let opponent = self.setup.pairings.pairing(number).opponent;
        // Both fail only when the learner's end has failed, which `take` finds.
        let _ = if self.setup.pairings.opponents()[opponent].is_engine() {
            self.to_local.send(LocalTask::Play(number, job)).is_ok()
        } else {
            self.commands.send(Command::Offer { number, job: Box::new(job) }).is_ok()
        };
        self.under_way += 1;
    }

    fn take(&mut self) -> Option<(u32, PlayedGame<RecordedGame>)> {
        while self.under_way > 0 && !self.has_failed.load(Ordering::Relaxed) {
            match self.games.recv_timeout(LOOK) {
                Ok(game) => {
                    self.under_way -= 1;
                    return Some(game);
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    self.withdraw();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    fn handled(&mut self, number: u32) {
        let _ = self.commands.send(Command::Handled(number));
    }

    /// Games under way elsewhere are given up: they are played again when the run is resumed.
    fn withdraw(&mut self) {
        let _ = self.commands.send(Command::Withdraw);
        self.under_way = 0;
    }
}

/// Runs `play` with the workers of a cluster; `games` are in the journal, and the file `workers` keeps who plays.
///
/// # Errors
///
/// The plan needs this machine, the server cannot be reached or trains another run, another learner takes over, or a worker of
/// which games are in the journal is not to be trusted.
pub(crate) fn with_cluster<T>(
    run: &ClusterRun,
    setup: &Setup<'_>,
    preparation: &Preparation,
    (games, workers): (u32, &Path),
    stop: &AtomicBool,
    play: impl FnOnce(&mut ClusterPool<'_>) -> (T, RunState),
) -> Result<T, TrainingError> {
    let plan = setup.plan;
    if plan.coach.is_some() {
        return Err(ClusterError::Local("a plan with a coach").into());
    }
    let names = PlayerNames::new(setup).map_err(TrainingError::Opponent)?;
    let mut workers = WorkerRecords::load(workers)?;
    workers.forget_after(games)?;
    let head = Head {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        signature: signature()?,
        run: plan.name.clone(),
        plan: plan.to_toml().map_err(|e| TrainingError::Encode(e.to_string()))?,
        epoch: 0,
        state: RunState::Running,
        games,
        planned: plan.games,
        games_per_second: 0.0,
        barred: workers.refused(),
    };
    let runtime = runtime().map_err(ClusterError::System)?;
    let (to_run, games) = channel::unbounded();
    let (to_local, tasks) = channel::unbounded();
    let (commands, orders) = mpsc::unbounded_channel();
    let to_run = ToRun { preparation: preparation.clone(), games: to_run };
    let channels = Channels { to_run: to_run.clone(), to_local: to_local.clone() };
    let learner = runtime.block_on(async {
        let server = Server::connect(&run.address, "learner").await?;
        let claim = match Claim::make(&server, head.clone()).await {
            // After a moment in which the machine was suspended or the disk did nothing else, the answer comes.
            Err(error @ ClusterError::Server { .. }) => {
                (run.notify)(&format!("{error}; trying once more"));
                Claim::make(&server, head).await?
            }
            claim => claim?,
        };
        let notify = Arc::clone(&run.notify);
        Ok::<_, ClusterError>(Learner::new(server, claim, setup, names, notify, channels, workers))
    })?;
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let own_commands = commands.clone();
        scope.spawn(move || work(setup, &tasks, &to_run, &own_commands));
        let served = scope.spawn(|| {
            let served = runtime.block_on(learner.serve(orders));
            has_failed.store(served.is_err(), Ordering::Relaxed);
            served
        });
        let mut pool = ClusterPool {
            setup,
            commands,
            games,
            to_local,
            stop,
            has_failed: &has_failed,
            under_way: 0,
        };
        let (done, state) = play(&mut pool);
        let _ = pool.commands.send(Command::Close(state));
        drop(pool);
        served.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(done)
    })
}

/// A runtime for the connection to a server; it works while it is waited on.
pub(super) fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// What `morph bench` prints: whether two programs compute the same.
pub(super) fn signature() -> Result<String, TrainingError> {
    let memory = Memory::load_shipped()?;
    let report = bench(&memory.snapshot(), EvaluationSettings::default(), 1);
    Ok(format!("{:016x}", report.signature))
}
