//! What is sent.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, MoveList, Position};

use super::error::ClusterError;
use crate::arena::{GameEnd, GameRecord, Opening};
use crate::chess::{Game, Start, fen, position_from_fen};
use crate::file_format::FileFormat;
use crate::opponent_model::packed_game::PackedMove;

/// The version of all messages. Learner and workers must agree.
pub(super) const PROTOCOL: u32 = 2;

/// The run of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) protocol: u32,
    /// The version of the learner's program.
    pub(super) version: String,
    /// The signature of `morph bench` there.
    pub(super) signature: String,
    /// Name of the run.
    pub(super) run: String,
    /// The plan as TOML.
    pub(super) plan: String,
    /// Number of the learner, from 1.
    pub(super) epoch: u64,
    pub(super) state: RunState,
    /// Games in the journal.
    pub(super) games: u32,
    /// Games the plan asks for.
    pub(super) planned: u32,
    /// Games learned from in a second, over the last minute.
    pub(super) games_per_second: f64,
    /// Workers whose games are refused.
    pub(super) barred: Vec<String>,
}

/// What a learner does.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RunState {
    /// It trains.
    Running,
    /// It was stopped, or failed.
    Stopped,
    /// All games are played.
    Finished,
}

/// A message of the stream of jobs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JobBatch {
    pub(super) epoch: u64,
    pub(super) jobs: Vec<GameJob>,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameJob {
    pub(super) game: u32,
    /// How many games the memory has learned from that plays it.
    pub(super) memory: u32,
    /// The start as FEN; `None` for the initial position.
    start: Option<String>,
    /// The moves of the opening.
    opening: Vec<PackedMove>,
}

impl GameJob {
    pub(super) fn new(game: u32, memory: u32, opening: &Opening) -> GameJob {
        let start = match opening.game().start() {
            Start::Initial => None,
            Start::Position(position) => Some(fen(position)),
        };
        let moves = opening.game().moves().iter().map(|m| PackedMove::new(*m));
        GameJob { game, memory, start, opening: moves.collect() }
    }

    /// The opening; an error if it is not legal.
    pub(super) fn opening(&self) -> Result<Opening, String> {
        let start = match &self.start {
            None => Start::Initial,
            Some(fen) => {
                Start::Position(Box::new(position_from_fen(fen).map_err(|e| e.to_string())?))
            }
        };
        let mut game = Game::new(start);
        for packed in &self.opening {
            let m = packed.unpack(game.position()).ok_or("an illegal move in an opening")?;
            game.play(m).map_err(|illegal| illegal.to_string())?;
        }
        Ok(game.into())
    }
}

/// A message of the stream of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlayedMessage {
    pub(super) epoch: u64,
    pub(super) game: u32,
    pub(super) outcome: Played,
}

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Played {
    /// The game was played to its end.
    Whole {
        /// The moves after the opening.
        moves: Vec<MoveNumber>,
        /// Which of them, from 0, were made to explore, ascending, and the best move in their place.
        explored: Vec<(u16, Option<MoveNumber>)>,
    },
    /// It could not be played.
    Failed(String),
}

impl Played {
    /// The outcome of a game that ended by the rules or by the cap of plies; anything else failed.
    pub(super) fn new(record: &GameRecord) -> Played {
        match &record.ending {
            GameEnd::Rule(_) | GameEnd::PlyCap => {}
            other => {
                let events = record.events.join("; ");
                return Played::Failed(format!("{}: {events}", other.name()));
            }
        }
        let mut position = record.start.position();
        let (mut moves, mut explored) = (Vec::new(), Vec::new());
        for (place, ply) in record.plies.iter().enumerate() {
            if place >= record.opening_plies {
                if ply.explored {
                    let best = ply.best.map(|best| MoveNumber::new(best, &position));
                    explored.push((moves.len() as u16, best));
                }
                moves.push(MoveNumber::new(ply.m, &position));
            }
            position.play_unchecked(ply.m);
        }
        Played::Whole { moves, explored }
    }
}

/// A move by its number among the legal ones of its position: one byte, where origin and target take three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MoveNumber(u8);

impl MoveNumber {
    /// The number of no move: no position has more than 218.
    pub(super) const NONE: MoveNumber = MoveNumber(u8::MAX);

    /// The number of a legal move.
    pub(super) fn new(m: Move, position: &Chess) -> MoveNumber {
        let place = numbered(position).iter().position(|legal| *legal == m);
        place.map_or(MoveNumber::NONE, |place| MoveNumber(place as u8))
    }

    /// The move; `None` if there are fewer legal ones.
    pub(super) fn of(self, position: &Chess) -> Option<Move> {
        numbered(position).get(usize::from(self.0)).copied()
    }
}

/// The legal moves by origin, target and promotion: an order that does not depend on how they are generated.
fn numbered(position: &Chess) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|m| PackedMove::new(*m));
    moves
}

/// A part of a snapshot: of all its patterns, or of what makes it from an earlier one.
#[derive(Serialize, Deserialize)]
pub(super) struct MemoryPart {
    pub(super) epoch: u64,
    /// The snapshot that it is made from, by games; `None` for a keyframe.
    pub(super) from: Option<u32>,
    /// How many parts there are.
    pub(super) parts: u32,
    pub(super) bytes: Vec<u8>,
}

/// What a worker does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// Games it plays at the same time.
    pub threads: usize,
    /// Games played since it began.
    pub games: u64,
    /// Games in a second, over the last minute.
    pub games_per_second: f64,
    /// Games under way and waiting there.
    pub under_way: usize,
}

/// No message is longer.
const MAX_BODY: u64 = 64 << 20;

/// A kind of message in binary.
pub(super) trait Binary: Serialize + DeserializeOwned {
    /// The magic number that begins each.
    const MAGIC: [u8; 8];
    /// What it is called in errors.
    const NAME: &'static str;
    const FORMAT: FileFormat = FileFormat {
        magic: Self::MAGIC,
        versions: PROTOCOL..=PROTOCOL,
        max_body: MAX_BODY,
        name: Self::NAME,
    };

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        Self::FORMAT.encode(self)
    }

    /// Reads a message found under `subject`.
    fn from_bytes(bytes: &[u8], subject: &str) -> Result<Self, ClusterError> {
        let body = Self::FORMAT.check(bytes, Path::new(subject)).and_then(|body| body.decode(Ok));
        body.map_err(|error| ClusterError::Message {
            subject: subject.to_owned(),
            what: error.to_string(),
        })
    }
}

impl Binary for JobBatch {
    const MAGIC: [u8; 8] = *b"MORPHJOB";
    const NAME: &'static str = "a message with games to be played";
}

impl Binary for PlayedMessage {
    const MAGIC: [u8; 8] = *b"MORPHGAM";
    const NAME: &'static str = "a message with a game";
}

impl Binary for MemoryPart {
    const MAGIC: [u8; 8] = *b"MORPHPRT";
    const NAME: &'static str = "a part of a memory";
}
