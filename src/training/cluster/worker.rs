//! A worker: plays the games of whatever run the cluster trains.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{self, Receiver, Sender};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::Notify;
use super::address::{ClusterAddress, ClusterName};
use super::error::ClusterError;
use super::memory_feed::MemoryCache;
use super::message::{
    Binary, Head, JobBatch, PROTOCOL, Played, PlayedMessage, RunState, WorkerStatus,
};
use super::pool::{runtime, signature};
use super::server::{ACK_WAIT, Delivery, Server};
use crate::training::TrainingError;
use crate::training::pairing::Pairings;
use crate::training::plan::Plan;
use crate::training::workers::{Job, Setup, Worker};

/// Jobs fetched ahead: none of the threads waits while the next memory is on its way.
const AHEAD: usize = 2;
/// Between two signs of life.
const STATUS: Duration = Duration::from_secs(5);
/// Between two looks at a cluster that has nothing to do.
const IDLE: Duration = Duration::from_millis(500);
/// Between attempts to send a game.
const RETRY: Duration = Duration::from_millis(500);

/// What a worker does, and for how long.
#[derive(Clone)]
pub struct WorkerSettings {
    /// The cluster.
    pub address: ClusterAddress,
    /// Its name, different from that of every other worker.
    pub name: ClusterName,
    /// Games played at the same time.
    pub threads: usize,
    /// End with the run, in place of waiting for the next.
    pub once: bool,
    /// Told what a user should know.
    pub notify: Notify,
}

/// See the module.
pub struct ClusterWorker {
    settings: WorkerSettings,
    server: Server,
    signature: String,
    /// Games played since the worker began.
    games: u64,
    /// When the games of the last minute were played.
    recent: VecDeque<Instant>,
}

/// A message with jobs that are not all done.
struct OpenBatch {
    delivery: Delivery,
    /// Games not yet sent.
    left: usize,
    told: Instant,
}

/// A game for a thread, of the batch with this number.
struct Task {
    batch: u64,
    game: u32,
    job: Job,
}

/// A game from a thread.
struct Done {
    batch: u64,
    game: u32,
    outcome: Played,
}

impl ClusterWorker {
    /// Plays until `stop` is set, or the run has ended if that is asked for; games under way are finished. Returns how many
    /// were played.
    ///
    /// # Errors
    ///
    /// The server cannot be reached at first, the learner has another version, or the plan cannot be used here. A server that
    /// goes away later is waited for.
    pub fn run(settings: WorkerSettings, stop: &AtomicBool) -> Result<u64, TrainingError> {
        let runtime = runtime().map_err(ClusterError::System)?;
        let signature = signature()?;
        let server =
            runtime.block_on(Server::connect(&settings.address, &settings.name.to_string()))?;
        let (games, recent) = (0, VecDeque::new());
        let mut worker = ClusterWorker { settings, server, signature, games, recent };
        let mut played_epoch = None;
        let mut has_told_waiting = false;
        while !stop.load(Ordering::Relaxed) {
            let Ok(head) = runtime.block_on(worker.server.head()) else {
                // The server does not answer: it may come back.
                runtime.block_on(worker.idle());
                continue;
            };
            let head = head.map(|(head, _)| head).filter(|head| head.state == RunState::Running);
            let Some(head) = head else {
                if worker.settings.once && played_epoch.is_some() {
                    break;
                }
                if !std::mem::replace(&mut has_told_waiting, true) {
                    (worker.settings.notify)("waiting for a run: `morph train --nats` begins one");
                }
                runtime.block_on(worker.idle());
                continue;
            };
            has_told_waiting = false;
            played_epoch = Some(head.epoch);
            worker.check(&head)?;
            worker.play(&runtime, &head, stop)?;
        }
        runtime.block_on(worker.server.flush());
        Ok(worker.games)
    }

    async fn idle(&mut self) {
        self.tell_status(0).await;
        tokio::time::sleep(IDLE).await;
    }

    /// Whether learner and worker understand each other and compute the same.
    fn check(&self, head: &Head) -> Result<(), ClusterError> {
        let version = head.version.clone();
        if head.protocol != PROTOCOL {
            let (found, expected) = (head.protocol, PROTOCOL);
            return Err(ClusterError::Protocol { version, found, expected });
        }
        if head.signature != self.signature {
            let (own, theirs) = (self.signature.clone(), head.signature.clone());
            return Err(ClusterError::OtherValues { own, theirs, version });
        }
        self.check_is_welcome(head)
    }

    fn check_is_welcome(&self, head: &Head) -> Result<(), ClusterError> {
        let name = self.settings.name.to_string();
        if head.barred.contains(&name) { Err(ClusterError::Refused(name)) } else { Ok(()) }
    }

    /// Plays the games of one epoch.
    fn play(
        &mut self,
        runtime: &tokio::runtime::Runtime,
        head: &Head,
        stop: &AtomicBool,
    ) -> Result<(), TrainingError> {
        let source = format!("the plan of run {}", head.run);
        let source = Path::new(&source);
        let plan = Plan::parse(&head.plan, source).and_then(|plan| plan.check(source));
        let plan = plan.map_err(ClusterError::Plan)?;
        (self.settings.notify)(&format!("run {}, epoch {}", head.run, head.epoch));
        let pairings = Pairings::new(plan.opponents.clone());
        let setup = Setup::new(&plan, &pairings)?;
        let under_way = AtomicUsize::new(0);
        let (to_threads, tasks) = channel::unbounded();
        let (to_worker, done) = mpsc::unbounded_channel();
        thread::scope(|scope| {
            for _ in 0..self.settings.threads.max(1) {
                let (tasks, to_worker) = (tasks.clone(), to_worker.clone());
                let (setup, under_way) = (&setup, &under_way);
                scope.spawn(move || play_tasks(setup, &tasks, &to_worker, under_way));
            }
            drop(to_worker);
            let epoch = Epoch {
                number: head.epoch,
                memories: MemoryCache::new(head.epoch),
                batches: BTreeMap::new(),
                next_batch: 0,
                to_threads,
                queued: tasks,
                under_way: &under_way,
            };
            runtime.block_on(self.serve(epoch, done, stop))
        })?;
        Ok(())
    }

    async fn serve(
        &mut self,
        mut epoch: Epoch<'_>,
        mut done: UnboundedReceiver<Done>,
        stop: &AtomicBool,
    ) -> Result<(), ClusterError> {
        let mut heads = self.server.heads().await?;
        let mut jobs = self.server.jobs(1);
        let mut ticks = tokio::time::interval(Duration::from_millis(250));
        let mut told = Instant::now() - STATUS;
        loop {
            let has_room = epoch.queued.len() < self.settings.threads + AHEAD;
            tokio::select! {
                Some(head) = heads.recv() => {
                    self.check_is_welcome(&head)?;
                    if head.epoch > epoch.number || head.state != RunState::Running {
                        break;
                    }
                }
                Some(game) = done.recv() => self.finish(&mut epoch, game).await,
                Some(delivery) = jobs.recv(), if has_room => self.take(&mut epoch, delivery).await?,
                _ = ticks.tick() => {}
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            epoch.tell_progress().await;
            if told.elapsed() >= STATUS {
                told = Instant::now();
                self.tell_status(epoch.queued.len() + epoch.under_way.load(Ordering::Relaxed))
                    .await;
                // A change that was not heard of.
                let head = self.server.head().await.ok().flatten();
                if head.is_some_and(|(head, _)| head.epoch > epoch.number) {
                    break;
                }
            }
        }
        jobs.close();
        while let Some(delivery) = jobs.recv().await {
            delivery.give_back().await;
        }
        // What no thread has begun, others play.
        let given_up: Vec<u64> = epoch.queued.try_iter().map(|task| task.batch).collect();
        for batch in given_up {
            if let Some(batch) = epoch.batches.remove(&batch) {
                batch.delivery.give_back().await;
            }
        }
        // The threads end when they have played what they have begun.
        drop(std::mem::replace(&mut epoch.to_threads, channel::bounded(0).0));
        while let Some(game) = done.recv().await {
            self.finish(&mut epoch, game).await;
        }
        self.tell_status(0).await;
        Ok(())
    }

    /// Hands the games of a message to the threads.
    async fn take(&self, epoch: &mut Epoch<'_>, delivery: Delivery) -> Result<(), ClusterError> {
        let batch = match JobBatch::from_bytes(delivery.bytes(), delivery.subject()) {
            Ok(batch) if batch.epoch == epoch.number => batch,
            // Of a learner that is gone, or for a program of another version.
            Ok(_) | Err(_) => {
                delivery.done().await;
                return Ok(());
            }
        };
        let number = epoch.next_batch;
        epoch.next_batch += 1;
        let mut tasks = Vec::new();
        for game in &batch.jobs {
            let memory = match epoch.memories.get(&self.server, game.memory).await {
                Ok(memory) => memory,
                Err(error) => {
                    tracing::debug!("game {}: {error}", game.game);
                    delivery.give_back().await;
                    tokio::time::sleep(RETRY).await;
                    return Ok(());
                }
            };
            let opening = game.opening().map_err(|what| ClusterError::Message {
                subject: delivery.subject().to_owned(),
                what,
            })?;
            let job = Job { memory, memory_games: game.memory, opening };
            tasks.push(Task { batch: number, game: game.game, job });
        }
        let left = tasks.len();
        epoch.batches.insert(number, OpenBatch { delivery, left, told: Instant::now() });
        for task in tasks {
            // Cannot fail: this task keeps the channel open.
            let _ = epoch.to_threads.send(task);
        }
        Ok(())
    }

    /// Sends a game; with the last one of a message, the message is done.
    async fn finish(&mut self, epoch: &mut Epoch<'_>, game: Done) {
        self.games += 1;
        self.recent.push_back(Instant::now());
        let Done { batch: number, game, outcome } = game;
        let message = PlayedMessage { epoch: epoch.number, game, outcome };
        let name = &self.settings.name;
        let id = format!("{}:{game}:{name}", epoch.number);
        // The threads play on meanwhile. A game that cannot be sent in time is given to somebody else.
        let begun = Instant::now();
        while begun.elapsed() < ACK_WAIT {
            let subject = self.server.names.games(name);
            match self.server.store(subject, &message, Some(id.clone())).await {
                Ok(()) => break,
                Err(error) => tracing::debug!("game {game}: {error}"),
            }
            tokio::time::sleep(RETRY).await;
        }
        if let Some(batch) = epoch.batches.get_mut(&number) {
            batch.left -= 1;
            if batch.left == 0 {
                batch.delivery.done().await;
                epoch.batches.remove(&number);
            }
        }
    }

    async fn tell_status(&mut self, under_way: usize) {
        let minute = Duration::from_secs(60);
        while self.recent.front().is_some_and(|played| played.elapsed() > minute) {
            self.recent.pop_front();
        }
        let seconds = self.recent.front().map_or(0.0, |first| first.elapsed().as_secs_f64());
        let status = WorkerStatus {
            name: self.settings.name.to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            threads: self.settings.threads,
            games: self.games,
            games_per_second: self.recent.len() as f64 / seconds.max(1.0),
            under_way,
        };
        self.server.tell_status(&self.settings.name, &status).await;
    }
}

/// What a worker has of one epoch.
struct Epoch<'a> {
    number: u64,
    memories: MemoryCache,
    batches: BTreeMap<u64, OpenBatch>,
    next_batch: u64,
    to_threads: Sender<Task>,
    /// The other end, to count what waits and to take it back.
    queued: Receiver<Task>,
    /// Games that threads play.
    under_way: &'a AtomicUsize,
}

impl Epoch<'_> {
    /// Keeps the server from giving the same games to others.
    async fn tell_progress(&mut self) {
        for batch in self.batches.values_mut() {
            if batch.told.elapsed() > ACK_WAIT / 3 {
                batch.delivery.in_progress().await;
                batch.told = Instant::now();
            }
        }
    }
}

/// What a thread does: plays one game after the other.
fn play_tasks(
    setup: &Setup<'_>,
    tasks: &Receiver<Task>,
    done: &UnboundedSender<Done>,
    under_way: &AtomicUsize,
) {
    let mut worker = Worker::new(setup);
    for Task { batch, game, job } in tasks {
        under_way.fetch_add(1, Ordering::Relaxed);
        let outcome = match catch_unwind(AssertUnwindSafe(|| worker.play(game, &job))) {
            Ok(Ok(record)) => Played::new(&record),
            Ok(Err(error)) => Played::Failed(error.to_string()),
            Err(_) => {
                worker = Worker::new(setup);
                Played::Failed("the program failed".to_owned())
            }
        };
        under_way.fetch_sub(1, Ordering::Relaxed);
        if done.send(Done { batch, game, outcome }).is_err() {
            return;
        }
    }
}
