//! Games with what is to be said of their moves: as PGN, JSON and as a page to step through.

mod annotate;
mod document;
mod match_pgn;
mod page;
mod sources;

use std::convert::Infallible;
use std::io::{self, Write};

use serde::Serialize;

use super::Format;
use crate::arena::pgn::{PgnError, PgnGame, format_annotated_text};
use crate::library::LibraryError;
use crate::uci::{EngineError, StartError};

pub use annotate::{AnnotatedGame, Annotator};
pub use document::GameDocument;
pub use match_pgn::MatchPgn;
pub use sources::{GameJudge, GameReport};

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// What was read, with marks, comments and side variations added.
    Pgn,
    /// One [`GameDocument`] a line.
    Json,
    /// One page with all games, to step through.
    Html,
}

impl GameFormat {
    /// For games what is asked for positions.
    ///
    /// # Errors
    ///
    /// A picture, which shows no game.
    pub fn of(format: Format) -> Result<GameFormat, GameError> {
        match format {
            Format::Text | Format::Pgn => Ok(GameFormat::Pgn),
            Format::Json => Ok(GameFormat::Json),
            Format::Html => Ok(GameFormat::Html),
            Format::Svg => Err(GameError::Picture),
        }
    }
}

/// Games cannot be explained.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// A picture is asked for.
    #[error("a picture shows one position, not a game (--format html shows games)")]
    Picture,
    /// A source holds no game.
    #[error("{0}: no game in it")]
    Empty(String),
    /// All games are broken.
    #[error("no game could be read")]
    Unreadable,
    /// So many games are broken; the others are written.
    #[error("{}", skipped(*.0))]
    Broken(usize),
    /// The games cannot be read on.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The engine that is to judge cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The judge failed.
    #[error(transparent)]
    Judge(#[from] EngineError),
    /// The library is damaged.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A number cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The output cannot be written. The cause stays visible: a closed pipe is no failure.
    #[error("the games cannot be written")]
    Write(#[from] io::Error),
}

impl From<Infallible> for GameError {
    fn from(never: Infallible) -> GameError {
        match never {}
    }
}

/// Writes annotated games in one format.
#[derive(Debug)]
pub struct GameWriter {
    format: GameFormat,
    /// Of a page, which is written at the end.
    documents: Vec<GameDocument>,
}

impl GameWriter {
    /// A writer of a format.
    #[must_use]
    pub fn new(format: GameFormat) -> GameWriter {
        GameWriter { format, documents: Vec::new() }
    }

    /// Writes one game that was read with its text.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        game: &PgnGame,
        annotated: &AnnotatedGame,
    ) -> Result<(), GameError> {
        let document = || GameDocument::new(game, annotated);
        match self.format {
            GameFormat::Pgn => {
                let text = format_annotated_text(game, "Morph", &annotated.annotations);
                out.write_all(text.as_bytes())?;
            }
            GameFormat::Json => writeln!(out, "{}", serde_json::to_string(&document())?)?,
            GameFormat::Html => self.documents.push(document()),
        }
        Ok(())
    }

    /// Writes what belongs at the end.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn finish(self, out: &mut impl Write) -> Result<(), GameError> {
        match self.format {
            GameFormat::Html => page::write(out, &self.documents),
            GameFormat::Pgn | GameFormat::Json => Ok(()),
        }
    }
}

fn skipped(broken: usize) -> String {
    match broken {
        1 => "a broken game was skipped".to_owned(),
        _ => format!("{broken} broken games were skipped"),
    }
}

/// As JSON inside a script element, which it cannot end.
fn embedded(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}
