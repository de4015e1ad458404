//! The search engine: where it is, only `engine` knows tantivy; where there are no files, as in a browser, there is none.

// What only an engine reads.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

#[cfg(not(target_arch = "wasm32"))]
mod engine;
#[cfg(target_arch = "wasm32")]
mod no_engine;

#[cfg(target_arch = "wasm32")]
use no_engine as engine;
use strum::EnumCount;

use super::key::MoveCode;
use super::words::Word;

pub(super) use engine::{Index, Places, Searcher, Writer};

/// A position as it is indexed.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionDocument {
    /// Number of its game.
    pub game: u64,
    /// Half-moves before it.
    pub ply: u16,
    /// Its words, separated by spaces.
    pub words: String,
    /// Words to filter by, such as `eco:b9`.
    pub tags: Vec<String>,
    /// By [`KeyKind`].
    pub keys: [u64; KeyKind::COUNT],
    /// The next move.
    pub next: Option<MoveCode>,
    /// Result for the side to move in half-points.
    pub half_points: Option<u8>,
    /// Mean Elo.
    pub elo: Option<u16>,
    /// Year of the game.
    pub year: Option<u16>,
}

/// A position that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hit {
    place: engine::Place,
    pub score: f32,
    /// Key of the position.
    pub position: u64,
    pub row: Row,
}

/// Which key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount)]
pub(super) enum KeyKind {
    Position,
    Material,
    Pawns,
}

/// What a position must have to be found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// This key.
    Key(KeyKind, u64),
    /// This word.
    Word(String),
    /// This tag.
    Tag(String),
    /// A mean Elo in this range.
    Elo(std::ops::RangeInclusive<u64>),
    /// A year in this range.
    Year(std::ops::RangeInclusive<u64>),
}

/// A question to the index: which positions that meet all conditions have most of the words.
#[derive(Clone, Debug, Default)]
pub(super) struct Question {
    pub words: Vec<AskedWord>,
    pub conditions: Vec<Condition>,
}

/// A word of a question.
#[derive(Clone, Debug)]
pub(super) struct AskedWord {
    pub word: Word,
    /// Where the index has it.
    pub places: Places,
    /// What it adds to the score of a position that has it.
    pub gain: f32,
}

/// What was played in a position, and how it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// Number of the game.
    pub game: u64,
    /// Half-moves before the position.
    pub ply: u16,
    /// The next move; `None`: the last position of the game.
    pub next: Option<MoveCode>,
    /// Result for the side to move in half-points.
    pub half_points: Option<u8>,
    /// Mean Elo.
    pub elo: Option<u16>,
}
