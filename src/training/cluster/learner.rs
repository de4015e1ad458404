//! The learner's end of a cluster: offers games, takes in those that come back, and keeps the server informed.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossbeam::channel::Sender;
use rand::RngExt;
use shakmaty::Color;
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::Notify;
use super::command::Command;
use super::error::ClusterError;
use super::local::{LocalTask, ToRun};
use super::memory_feed::MemoryFeed;
use super::message::{Binary, GameJob, Head, JobBatch, Played, PlayedMessage, RunState};
use super::open_games::OpenGames;
use super::replay::replay;
use super::server::{ACK_WAIT, Delivery, Put, Server};
use crate::arena::{GameRecord, PlayedGame};
use crate::evaluation::Selection;
use crate::memory::Snapshot;
use crate::player::PlayerError;
use crate::training::worker_records::WorkerRecords;
use crate::training::workers::Setup;

/// Games in a message.
const GAMES_PER_JOB: usize = 4;
/// The share of games of workers that are played again, to compare.
const CHECKED_SHARE: f64 = 0.02;
/// Failures of a game after which the run stops.
const MAX_FAILURES: u32 = 3;
/// Between two reports to the server.
const REPORT: Duration = Duration::from_secs(5);
/// After so long without a game, the user is told if there is no worker.
const LONG_WAIT: Duration = Duration::from_secs(10);
/// Time to tell the server that the run has ended.
const FAREWELL: Duration = Duration::from_secs(5);

/// The players' names, White first, in games against each opponent: with the memory as Black, and as White.
pub(super) struct PlayerNames(Vec<[[String; 2]; 2]>);

impl PlayerNames {
    /// The names that the players of this machine give themselves.
    pub(super) fn new(setup: &Setup<'_>) -> Result<PlayerNames, PlayerError> {
        use crate::player::Player;
        let nothing = std::sync::Arc::new(Snapshot::default());
        let memory = setup.player.build(&nothing).name();
        let opponents = setup.pairings.opponents().iter().map(|opponent| {
            let other = if opponent.is_self() {
                setup.player.build_without_coach(&nothing).name()
            } else if opponent.is_engine() {
                String::new()
            } else {
                opponent.build(&nothing, setup.plan.evaluation, setup.plan.exploration)?.name()
            };
            Ok([[other.clone(), memory.clone()], [memory.clone(), other]])
        });
        Ok(PlayerNames(opponents.collect::<Result<_, PlayerError>>()?))
    }
}

/// See the module.
pub(super) struct Learner<'a> {
    server: Server,
    setup: &'a Setup<'a>,
    names: PlayerNames,
    notify: Notify,
    channels: Channels,
    workers: WorkerRecords,
    head: Head,
    /// Of the head in its stream.
    place: u64,
    feed: MemoryFeed,
    open: OpenGames,
    /// Games still to be offered.
    unsent: VecDeque<u32>,
    is_withdrawing: bool,
    reported: Instant,
    is_report_due: bool,
    /// Games in the journal at some moments of the last minute.
    rates: VecDeque<(Instant, u32)>,
    heard: Instant,
    has_told_wait: bool,
    is_cut_off: bool,
}

/// The channels of a learner.
pub(super) struct Channels {
    pub(super) to_run: ToRun,
    pub(super) to_local: Sender<LocalTask>,
}

/// The run that a learner has made its own.
pub(super) struct Claim {
    head: Head,
    /// Of the head in its stream.
    place: u64,
}

impl Claim {
    /// Makes `head` the run of the cluster, as its next epoch.
    ///
    /// # Errors
    ///
    /// The server fails, another run is under way, or another learner begins at the same moment.
    pub(super) async fn make(server: &Server, mut head: Head) -> Result<Claim, ClusterError> {
        let mut changes = server.heads().await?;
        server.create_streams().await?;
        let (epoch, place) = match server.head().await? {
            None => (0, 0),
            Some((other, place)) => {
                if other.state == RunState::Running && other.plan != head.plan {
                    // Its learner reports every few seconds, if it is alive.
                    if let Ok(Some(_)) = tokio::time::timeout(REPORT * 2, changes.recv()).await {
                        let cluster = server.names.cluster().to_string();
                        return Err(ClusterError::Busy { cluster, run: other.run });
                    }
                }
                (other.epoch, place)
            }
        };
        head.epoch = epoch + 1;
        let place = match server.put_head(&head, place).await? {
            Put::Stored(place) => place,
            Put::Outdated => return Err(taken_over(server, head.epoch)),
        };
        server.take_games(head.epoch).await?;
        server.clear().await?;
        Ok(Claim { head, place })
    }
}

impl<'a> Learner<'a> {
    /// The learner of a run that is claimed.
    pub(super) fn new(
        server: Server,
        Claim { head, place }: Claim,
        setup: &'a Setup<'a>,
        names: PlayerNames,
        notify: Notify,
        channels: Channels,
        workers: WorkerRecords,
    ) -> Learner<'a> {
        let with_order = setup.plan.evaluation.patterns == Selection::MostSpecific;
        let now = Instant::now();
        Learner {
            feed: MemoryFeed::new(head.epoch, with_order),
            server,
            setup,
            names,
            notify,
            channels,
            workers,
            rates: VecDeque::from([(now, head.games)]),
            head,
            place,
            open: OpenGames::default(),
            unsent: VecDeque::new(),
            is_withdrawing: false,
            reported: now,
            is_report_due: false,
            heard: now,
            has_told_wait: false,
            is_cut_off: false,
        }
    }

    /// Serves the run until it ends.
    ///
    /// # Errors
    ///
    /// Another learner has taken over, or a worker has turned out not to be trusted of which games are taken. While the server does
    /// not answer, it is asked again and again.
    pub(super) async fn serve(
        mut self,
        mut commands: UnboundedReceiver<Command>,
    ) -> Result<(), ClusterError> {
        let mut games = self.server.games(self.head.epoch);
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            let done = tokio::select! {
                command = commands.recv() => {
                    let mut next = Some(command.unwrap_or(Command::Close(RunState::Stopped)));
                    while let Some(command) = next {
                        if let Some(state) = self.command(command).await? {
                            return self.close(state).await;
                        }
                        next = commands.try_recv().ok();
                    }
                    self.send().await
                }
                Some(game) = games.recv() => {
                    self.game(game).await?;
                    self.send().await
                }
                _ = ticks.tick() => self.tick().await,
            };
            match done {
                Err(error @ ClusterError::TakenOver { .. }) => return Err(error),
                Err(error) => self.recover(&error, &mut games).await?,
                Ok(()) => {}
            }
        }
    }

    /// The state in which the run has ended, if it has.
    async fn command(&mut self, command: Command) -> Result<Option<RunState>, ClusterError> {
        match command {
            Command::Offer { number, job } => {
                let message = GameJob::new(number, job.memory_games, &job.opening);
                self.open.offer(message, *job);
                self.unsent.push_back(number);
            }
            Command::Handled(number) => {
                self.head.games = self.head.games.max(number);
                if let Some(delivery) = self.open.handled(number) {
                    delivery.done().await;
                }
            }
            Command::Checked { number, record, agrees } => match self.open.checked(number) {
                Some((worker, delivery)) if agrees => {
                    self.take(&worker, number, *record, delivery)?;
                }
                Some((worker, delivery)) => {
                    self.unsent.push_back(number);
                    delivery.done().await;
                    self.bar(worker, &format!("game {number} is not the one that its job gives"))?;
                }
                None => {}
            },
            Command::Withdraw => {
                self.unsent.clear();
                self.open.withdraw();
                self.is_withdrawing = true;
            }
            Command::Close(state) => return Ok(Some(state)),
        }
        Ok(None)
    }

    /// Takes in a message of a worker.
    async fn game(&mut self, delivery: Delivery) -> Result<(), ClusterError> {
        let worker = delivery.subject().rsplit('.').next().unwrap_or_default().to_owned();
        let message = match PlayedMessage::from_bytes(delivery.bytes(), delivery.subject()) {
            Ok(message) => message,
            Err(error) => {
                delivery.done().await;
                return self.bar(worker, &error.to_string());
            }
        };
        let number = message.game;
        if message.epoch != self.head.epoch || self.open.unanswered(number).is_none() {
            delivery.done().await;
            return Ok(());
        }
        if self.head.barred.contains(&worker) {
            self.unsent.push_back(number);
            delivery.done().await;
            return Ok(());
        }
        self.heard = Instant::now();
        self.has_told_wait = false;
        if let Played::Failed(why) = &message.outcome {
            self.failed(number, &worker, why);
            delivery.done().await;
            return Ok(());
        }
        match self.record(number, &message.outcome) {
            Err(why) => {
                self.unsent.push_back(number);
                delivery.done().await;
                self.bar(worker, &format!("game {number}: {why}"))?;
            }
            Ok(record) if rand::rng().random_bool(CHECKED_SHARE) => {
                let Some(game) = self.open.get(number) else { return Ok(()) };
                let task = LocalTask::Check(number, game.job.clone(), Box::new(record));
                self.open.check(number, worker, delivery);
                // Cannot fail while the run is under way.
                let _ = self.channels.to_local.send(task);
            }
            Ok(record) => self.take(&worker, number, record, delivery)?,
        }
        Ok(())
    }

    /// Takes a game of a worker.
    fn take(
        &mut self,
        worker: &str,
        number: u32,
        record: GameRecord,
        delivery: Delivery,
    ) -> Result<(), ClusterError> {
        self.workers.takes(worker, number)?;
        self.answer(number, Ok(record), Some(delivery));
        Ok(())
    }

    /// The record of a game, from its moves.
    fn record(&self, number: u32, played: &Played) -> Result<GameRecord, String> {
        let Some(game) = self.open.get(number) else {
            return Err("it was not asked for".to_owned());
        };
        let pairing = self.setup.pairings.pairing(number);
        let color = Color::from_white(pairing.memory_is_white);
        let names = &self.names.0[pairing.opponent][color as usize];
        replay(
            names.each_ref().map(String::as_str),
            &game.job.opening,
            &self.setup.plan.rules,
            played,
        )
    }

    /// Hands a game to the run.
    fn answer(&mut self, number: u32, game: PlayedGame, delivery: Option<Delivery>) {
        self.open.answered(number, delivery);
        // Nobody takes it when the run has ended.
        self.channels.to_run.send(number, game);
    }

    /// A worker could not play a game.
    fn failed(&mut self, number: u32, worker: &str, why: &str) {
        (self.notify)(&format!("worker {worker} could not play game {number}: {why}"));
        let Some(game) = self.open.unanswered(number) else { return };
        game.failures += 1;
        if game.failures >= MAX_FAILURES {
            let player = format!("worker {worker}");
            let error = PlayerError { player, what: why.to_owned(), recovered: false };
            self.answer(number, Err(error), None);
        } else {
            self.unsent.push_back(number);
        }
    }

    /// Refuses the games of a worker from now on, and lets it know.
    ///
    /// # Errors
    ///
    /// Games of it are taken already: the run has to go back.
    fn bar(&mut self, worker: String, why: &str) -> Result<(), ClusterError> {
        if self.head.barred.contains(&worker) {
            return Ok(());
        }
        self.workers.refuse(&worker, why)?;
        (self.notify)(&format!("worker {worker}: {why}; its games are refused from now on"));
        self.head.barred.push(worker);
        self.is_report_due = true;
        self.workers.first_doubtful().map_or(Ok(()), |first| Err(ClusterError::Doubtful { first }))
    }

    async fn tick(&mut self) -> Result<(), ClusterError> {
        if let Some(number) = self.open.straggler() {
            self.unsent.push_back(number);
        }
        self.send().await?;
        if self.reported.elapsed() < REPORT && !self.is_report_due {
            return Ok(());
        }
        self.report().await?;
        self.is_report_due = false;
        let is_waiting = self.open.all_unanswered().next().is_some();
        if is_waiting && self.heard.elapsed() > LONG_WAIT {
            self.look_for_workers().await?;
        }
        Ok(())
    }

    /// Nothing has come for a while: is there nobody, or were the jobs lost?
    async fn look_for_workers(&mut self) -> Result<(), ClusterError> {
        let workers = self.server.statuses::<serde_json::Value>().await?;
        if workers.is_empty() && !std::mem::replace(&mut self.has_told_wait, true) {
            (self.notify)("no worker plays: start one with `morph worker --nats URL`");
        }
        let queues = self.server.queues().await?;
        let is_lost = queues.jobs_waiting + queues.jobs_under_way + queues.games_waiting == 0;
        if is_lost && self.heard.elapsed() > ACK_WAIT {
            self.offer_again();
        }
        Ok(())
    }

    fn offer_again(&mut self) {
        self.unsent = self.open.all_unanswered().collect();
    }

    /// Sends what is to be sent. What fails stays to be sent.
    async fn send(&mut self) -> Result<(), ClusterError> {
        if self.is_withdrawing {
            self.server.withdraw_jobs().await?;
            self.is_withdrawing = false;
        }
        while !self.unsent.is_empty() {
            let numbers: Vec<u32> = self.unsent.iter().copied().take(GAMES_PER_JOB).collect();
            let mut jobs = Vec::new();
            for number in &numbers {
                // Answered or given up in the meantime.
                let Some(game) = self.open.unanswered(*number) else { continue };
                self.feed.store(&self.server, game.job.memory_games, &game.job.memory).await?;
                jobs.push(game.message.clone());
            }
            if !jobs.is_empty() {
                let batch = JobBatch { epoch: self.head.epoch, jobs };
                self.server.store(self.server.names.jobs(), &batch, None).await?;
            }
            self.unsent.drain(..numbers.len());
        }
        Ok(())
    }

    /// Tells the server how far the run is; finds out whether another learner has taken over.
    async fn report(&mut self) -> Result<(), ClusterError> {
        let now = Instant::now();
        self.rates.push_back((now, self.head.games));
        let is_old = |(at, _): &(Instant, u32)| now.duration_since(*at) > Duration::from_secs(60);
        while self.rates.len() > 2 && self.rates.front().is_some_and(is_old) {
            self.rates.pop_front();
        }
        if let Some((since, games)) = self.rates.front() {
            let seconds = now.duration_since(*since).as_secs_f64();
            self.head.games_per_second =
                f64::from(self.head.games.saturating_sub(*games)) / seconds.max(1.0);
        }
        self.put_head().await?;
        self.reported = now;
        Ok(())
    }

    async fn put_head(&mut self) -> Result<(), ClusterError> {
        if let Put::Stored(place) = self.server.put_head(&self.head, self.place).await? {
            self.place = place;
            return Ok(());
        }
        match self.server.head().await? {
            // Our own, of which we did not hear that it was stored.
            Some((head, place)) if head.epoch <= self.head.epoch => self.place = place,
            Some((head, _)) => return Err(taken_over(&self.server, head.epoch)),
            None => self.place = 0,
        }
        Ok(())
    }

    /// Makes everything as it should be on the server, after something has failed.
    async fn recover(
        &mut self,
        error: &ClusterError,
        games: &mut mpsc::Receiver<Delivery>,
    ) -> Result<(), ClusterError> {
        if !std::mem::replace(&mut self.is_cut_off, true) {
            (self.notify)(&format!("{error}; the run goes on when it answers again"));
        }
        match self.restore(games).await {
            Ok(()) => {
                self.is_cut_off = false;
                (self.notify)("the NATS server answers again");
                Ok(())
            }
            Err(error @ ClusterError::TakenOver { .. }) => Err(error),
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(500)).await;
                Ok(())
            }
        }
    }

    async fn restore(&mut self, games: &mut mpsc::Receiver<Delivery>) -> Result<(), ClusterError> {
        self.server.create_streams().await?;
        match self.server.head().await? {
            Some((head, _)) if head.epoch > self.head.epoch => {
                return Err(taken_over(&self.server, head.epoch));
            }
            Some((_, place)) => self.place = place,
            None => {
                // The server has lost its streams: they are made anew from what this process holds.
                self.place = 0;
                self.feed.begin_again();
                self.offer_again();
                self.server.take_games(self.head.epoch).await?;
                *games = self.server.games(self.head.epoch);
            }
        }
        self.put_head().await
    }

    /// Takes leave of the server.
    async fn close(mut self, state: RunState) -> Result<(), ClusterError> {
        self.head.state = state;
        let farewell = async {
            let _ = self.report().await;
            let _ = self.server.withdraw_jobs().await;
            self.server.flush().await;
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
        Ok(())
    }
}

fn taken_over(server: &Server, epoch: u64) -> ClusterError {
    ClusterError::TakenOver { cluster: server.names.cluster().to_string(), epoch }
}
