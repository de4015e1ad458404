//! The NATS server, as learner and workers need it. No other file knows of the client library.

use std::fmt::Display;
use std::future::IntoFuture;
use std::time::Duration;

use async_nats::jetstream::consumer::pull::Config as PullConfig;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::context::{GetStreamErrorKind, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config as StreamConfig, DirectGetErrorKind, LastRawMessageErrorKind, RetentionPolicy,
    StorageType,
};
use async_nats::jetstream::{AckKind, Context, Error as JetStreamError, ErrorCode, Message};
use async_nats::{Client, ConnectOptions, ServerAddr};
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;

use super::address::{ClusterAddress, ClusterName, Names};
use super::error::ClusterError;
use super::message::{Binary, Head, MemoryPart};

/// A job that is not acknowledged and of which no progress is told for so long is given to another worker.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(30);
/// For a connection to a server that is there and does not greet.
const CONNECTION: Duration = Duration::from_secs(20);
/// A pull is repeated after so long, so that none waits on a server that has forgotten it.
const PULL: Duration = Duration::from_secs(3);
/// Between attempts at what fails.
const PAUSE: Duration = Duration::from_millis(300);
/// The consumer of the stream of jobs.
const WORKERS: &str = "workers";
/// Room in a message for what the server and the frame of a part add.
const ENVELOPE: usize = 4096;

/// A connection to the server. It reconnects by itself.
#[derive(Clone)]
pub(super) struct Server {
    client: Client,
    context: Context,
    pub(super) names: Names,
}

/// A message of a work queue, to be acknowledged.
pub(super) struct Delivery(Message);

/// How a message with an expected predecessor was received.
pub(super) enum Put {
    /// It is stored, at this place of the stream.
    Stored(u64),
    /// There is another message since.
    Outdated,
}

/// How much waits in the streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Queues {
    /// Messages with games to be played.
    pub jobs_waiting: u64,
    /// Messages with games that are being played.
    pub jobs_under_way: u64,
    /// Of these, how many were given out before.
    pub jobs_given_out_again: u64,
    /// Games that the learner has not taken in yet.
    pub games_waiting: u64,
    /// Bytes of snapshots.
    pub memory_bytes: u64,
}

impl Server {
    /// Connects.
    pub(super) async fn connect(
        address: &ClusterAddress,
        who: &str,
    ) -> Result<Server, ClusterError> {
        let mut options =
            ConnectOptions::new().name(format!("morph {who}")).connection_timeout(CONNECTION);
        if let Some(path) = &address.credentials {
            let failed = |cause| ClusterError::Credentials { path: path.clone(), cause };
            let text = std::fs::read_to_string(path).map_err(failed)?;
            options = options.credentials(&text).map_err(failed)?;
        }
        let failed = |cause: &dyn Display| ClusterError::Connect {
            url: address.shown(),
            cause: cause.to_string(),
        };
        let urls: Result<Vec<ServerAddr>, _> =
            address.url.split(',').map(|url| url.trim().parse()).collect();
        let urls = urls.map_err(|error: std::io::Error| failed(&error))?;
        // The library does not look for them in the URLs.
        let user = urls.iter().find_map(|url| Some((url.username()?, url.password()?)));
        if let Some((user, password)) = user {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(urls).await.map_err(|error| failed(&error))?;
        let context = async_nats::jetstream::new(client.clone());
        Ok(Server { client, context, names: Names::of(address) })
    }

    fn stream_configs(&self) -> [StreamConfig; 5] {
        let config = |kind: &str| StreamConfig {
            name: self.names.stream(kind),
            subjects: self.names.subjects(kind),
            storage: StorageType::File,
            ..StreamConfig::default()
        };
        let last_counts =
            |kind| StreamConfig { max_messages_per_subject: 1, allow_direct: true, ..config(kind) };
        let queue = |kind| StreamConfig { retention: RetentionPolicy::WorkQueue, ..config(kind) };
        let fleeting = StreamConfig {
            storage: StorageType::Memory,
            max_age: Duration::from_secs(20),
            duplicate_window: Duration::from_secs(20),
            ..last_counts("status")
        };
        [last_counts("head"), queue("jobs"), queue("games"), last_counts("memory"), fleeting]
    }

    /// Creates the streams that are missing, and the consumer of jobs.
    pub(super) async fn create_streams(&self) -> Result<(), ClusterError> {
        let failed = ClusterError::server("creating a stream");
        for config in self.stream_configs() {
            self.context.get_or_create_stream(config).await.map_err(|e| failed(&e))?;
        }
        self.create_consumer("jobs", WORKERS).await
    }

    async fn create_consumer(&self, kind: &str, name: &str) -> Result<(), ClusterError> {
        let config = PullConfig {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: 100_000,
            ..PullConfig::default()
        };
        let created = self.context.create_consumer_on_stream(config, self.names.stream(kind)).await;
        created.map(drop).map_err(|e| ClusterError::server("creating a consumer")(&e))
    }

    /// Makes the learner of this epoch the only one that takes in games.
    pub(super) async fn take_games(&self, epoch: u64) -> Result<(), ClusterError> {
        let failed = ClusterError::server("taking over the games");
        let stream = self.context.get_stream(self.names.stream("games")).await;
        let stream = stream.map_err(|e| failed(&e))?;
        let mut others = stream.consumer_names();
        while let Some(name) = others.next().await {
            let name = name.map_err(|e| failed(&e))?;
            if name != learner(epoch) {
                stream.delete_consumer(&name).await.map_err(|e| failed(&e))?;
            }
        }
        self.create_consumer("games", &learner(epoch)).await
    }

    /// Removes what earlier epochs have left.
    pub(super) async fn clear(&self) -> Result<(), ClusterError> {
        for kind in ["jobs", "games", "memory"] {
            self.purge(kind, None).await?;
        }
        Ok(())
    }

    /// Removes all jobs that no worker has taken.
    pub(super) async fn withdraw_jobs(&self) -> Result<(), ClusterError> {
        self.purge("jobs", None).await
    }

    /// Removes a snapshot.
    pub(super) async fn forget_memory(&self, games: u32) -> Result<(), ClusterError> {
        self.purge("memory", Some(self.names.memory_of(games))).await
    }

    async fn purge(&self, kind: &str, subject: Option<String>) -> Result<(), ClusterError> {
        let failed = ClusterError::server("removing messages");
        let stream = self.context.get_stream_no_info(self.names.stream(kind)).await;
        let stream = stream.map_err(|e| failed(&e))?;
        let purged = match subject {
            Some(subject) => stream.purge().filter(subject).into_future().await,
            None => stream.purge().into_future().await,
        };
        purged.map(drop).map_err(|e| failed(&e))
    }

    /// The run of the cluster, and its place in the stream.
    ///
    /// Only a stream with messages is asked for one: `nats-server` 2.9 of Debian 12 ends when it is asked for a message of a stream
    /// that another client is just creating.
    pub(super) async fn head(&self) -> Result<Option<(Head, u64)>, ClusterError> {
        let subject = self.names.head();
        let failed = ClusterError::server("reading the run");
        let stream = match self.context.get_stream(self.names.stream("head")).await {
            Ok(stream) if stream.cached_info().state.messages > 0 => stream,
            Ok(_) => return Ok(None),
            Err(error) => {
                return match error.kind() {
                    GetStreamErrorKind::JetStream(cause) if is_missing_stream(&cause) => Ok(None),
                    _ => Err(failed(&error)),
                };
            }
        };
        // Not a direct request, to which nobody answers where there is no stream any more.
        match stream.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => Ok(Some((json(&message.payload, &subject)?, message.sequence))),
            Err(error) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                LastRawMessageErrorKind::JetStream(cause) if is_missing_stream(&cause) => Ok(None),
                _ => Err(failed(&error)),
            },
        }
    }

    /// Changes of the run, as they come.
    pub(super) async fn heads(&self) -> Result<mpsc::Receiver<Head>, ClusterError> {
        let subject = self.names.head();
        let failed = ClusterError::server("following the run");
        let mut changes = self.client.subscribe(subject.clone()).await.map_err(|e| failed(&e))?;
        let (sender, receiver) = mpsc::channel(16);
        tokio::spawn(async move {
            while let Some(message) = changes.next().await {
                let Ok(head) = json(&message.payload, &subject) else { continue };
                if sender.send(head).await.is_err() {
                    return;
                }
            }
        });
        Ok(receiver)
    }

    /// Puts the head after the one at place `after`, 0 for none.
    pub(super) async fn put_head(&self, head: &Head, after: u64) -> Result<Put, ClusterError> {
        let bytes = serde_json::to_vec(head).unwrap_or_default();
        let message =
            PublishMessage::build().payload(bytes.into()).expected_last_subject_sequence(after);
        match self.publish(self.names.head(), message).await {
            Ok(place) => Ok(Put::Stored(place)),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(Put::Outdated),
            Err(error) => Err(ClusterError::server("telling the run")(&error)),
        }
    }

    /// Stores a message; `id` makes a repeated one known as such.
    pub(super) async fn store(
        &self,
        subject: String,
        message: &impl Binary,
        id: Option<String>,
    ) -> Result<(), ClusterError> {
        let subject_name = subject.clone();
        let bytes = message
            .to_bytes()
            .map_err(|what| ClusterError::Message { subject: subject_name, what })?;
        let message = PublishMessage::build().payload(bytes.into());
        let message = match id {
            Some(id) => message.message_id(id),
            None => message,
        };
        let stored = self.publish(subject, message).await;
        stored.map(drop).map_err(|e| ClusterError::server("storing a message")(&e))
    }

    async fn publish(&self, subject: String, message: PublishMessage) -> Result<u64, PublishError> {
        let receipt = self.context.send_publish(subject, message).await?;
        Ok(receipt.into_future().await?.sequence)
    }

    /// Tells what a worker does. May be lost.
    pub(super) async fn tell_status(&self, name: &ClusterName, status: &impl serde::Serialize) {
        let bytes = serde_json::to_vec(status).unwrap_or_default();
        let sent = self.client.publish(self.names.status(name), bytes.into()).await;
        if let Err(error) = sent {
            tracing::debug!("the status was not sent: {error}");
        }
    }

    /// A part of a snapshot; `kind` is `key` or `step`.
    pub(super) async fn memory_part(
        &self,
        games: u32,
        kind: &str,
        part: u32,
    ) -> Result<Option<MemoryPart>, ClusterError> {
        let subject = self.names.memory(games, kind, part);
        let failed = ClusterError::server("reading a snapshot");
        let stream = self.context.get_stream_no_info(self.names.stream("memory")).await;
        let stream = stream.map_err(|e| failed(&e))?;
        match stream.direct_get_last_for_subject(&subject).await {
            Ok(message) => MemoryPart::from_bytes(&message.payload, &subject).map(Some),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Bytes that a part of a snapshot can have.
    pub(super) fn part_size(&self) -> usize {
        self.client.max_payload().saturating_sub(ENVELOPE).clamp(1024, 512 << 10)
    }

    /// The jobs of the cluster, as many at a time as the channel holds and one.
    pub(super) fn jobs(&self, capacity: usize) -> mpsc::Receiver<Delivery> {
        self.pull("jobs", WORKERS.to_owned(), 1, capacity)
    }

    /// The games for the learner of an epoch.
    pub(super) fn games(&self, epoch: u64) -> mpsc::Receiver<Delivery> {
        self.pull("games", learner(epoch), 64, 64)
    }

    fn pull(
        &self,
        kind: &str,
        consumer: String,
        batch: usize,
        capacity: usize,
    ) -> mpsc::Receiver<Delivery> {
        let (sender, receiver) = mpsc::channel(capacity);
        let (context, stream) = (self.context.clone(), self.names.stream(kind));
        tokio::spawn(async move {
            while !sender.is_closed() {
                if let Err(error) = pull_on(&context, &stream, &consumer, batch, &sender).await {
                    tracing::debug!("{stream}: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        });
        receiver
    }

    /// What every worker of the last twenty seconds does.
    pub(super) async fn statuses<S: DeserializeOwned>(&self) -> Result<Vec<S>, ClusterError> {
        let failed = ClusterError::server("reading the workers");
        let stream = match self.context.get_stream(self.names.stream("status")).await {
            Ok(stream) => stream,
            // The first worker makes it again after the server has lost it.
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(cause) if is_missing_stream(&cause) => {
                    return Ok(Vec::new());
                }
                _ => return Err(failed(&error)),
            },
        };
        let state = &stream.cached_info().state;
        let mut found = Vec::new();
        for place in state.first_sequence..=state.last_sequence {
            // What is older than the last message of its subject is not there any more.
            if let Ok(message) = stream.direct_get(place).await {
                found.extend(serde_json::from_slice(&message.payload).ok());
            }
        }
        Ok(found)
    }

    /// How much waits.
    pub(super) async fn queues(&self) -> Result<Queues, ClusterError> {
        let failed = ClusterError::server("reading the queues");
        let consumer: Result<PullConsumer, _> =
            self.context.get_consumer_from_stream(WORKERS, self.names.stream("jobs")).await;
        let consumer = consumer.map_err(|e| failed(&e))?;
        let jobs = consumer.cached_info();
        let mut states = Vec::new();
        for kind in ["games", "memory"] {
            let stream = self.context.get_stream(self.names.stream(kind)).await;
            states.push(stream.map_err(|e| failed(&e))?.cached_info().state.clone());
        }
        Ok(Queues {
            jobs_waiting: jobs.num_pending,
            jobs_under_way: jobs.num_ack_pending as u64,
            jobs_given_out_again: jobs.num_redelivered as u64,
            games_waiting: states[0].messages,
            memory_bytes: states[1].bytes,
        })
    }

    /// Sends what is still to be sent.
    pub(super) async fn flush(&self) {
        let _ = tokio::time::timeout(PULL, self.client.flush()).await;
    }
}

fn learner(epoch: u64) -> String {
    format!("learner-{epoch}")
}

/// Nobody has created the stream, or somebody has deleted it.
fn is_missing_stream(error: &JetStreamError) -> bool {
    error.error_code() == ErrorCode::STREAM_NOT_FOUND
}

/// Pulls messages until something fails.
async fn pull_on(
    context: &Context,
    stream: &str,
    consumer: &str,
    batch: usize,
    to: &mpsc::Sender<Delivery>,
) -> Result<(), async_nats::Error> {
    let consumer: PullConsumer = context.get_consumer_from_stream(consumer, stream).await?;
    loop {
        let Ok(room) = to.reserve().await else { return Ok(()) };
        drop(room);
        let mut messages = consumer.batch().max_messages(batch).expires(PULL).messages().await?;
        while let Some(message) = tokio::time::timeout(2 * PULL, messages.next()).await? {
            // Nobody takes it any more: somebody else should have it at once, not after the wait for an acknowledgement.
            if let Err(mpsc::error::SendError(delivery)) = to.send(Delivery(message?)).await {
                delivery.give_back().await;
            }
        }
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8], subject: &str) -> Result<T, ClusterError> {
    serde_json::from_slice(bytes).map_err(|error| ClusterError::Message {
        subject: subject.to_owned(),
        what: error.to_string(),
    })
}

impl Delivery {
    pub(super) fn subject(&self) -> &str {
        self.0.subject.as_str()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0.payload
    }

    /// It is done with. If the server does not hear of it, it comes again.
    pub(super) async fn done(&self) {
        self.answer(AckKind::Ack).await;
    }

    /// It is being worked on.
    pub(super) async fn in_progress(&self) {
        self.answer(AckKind::Progress).await;
    }

    /// Somebody else should take it.
    pub(super) async fn give_back(&self) {
        self.answer(AckKind::Nak(None)).await;
    }

    async fn answer(&self, kind: AckKind) {
        if let Err(error) = self.0.ack_with(kind).await {
            tracing::debug!("{}: not acknowledged: {error}", self.subject());
        }
    }
}
