//! Games with what is to be said of their moves: as PGN, JSON and as a page to step through.

mod annotate;
mod document;
mod match_pgn;
mod page;

use std::convert::Infallible;
use std::io::{self, Read, Write};

use serde::Serialize;

use super::Format;
use crate::arena::GameSource;
use crate::arena::pgn::{PgnError, PgnGame, PgnReader, format_annotated_text};
use crate::explanation::annotation::{Judge, SearchJudge};
use crate::explanation::learned::MemoryExplainer;
use crate::library::{Library, LibraryError};
use crate::render::output::note;
use crate::uci::{AnalysisEngine, EngineError};

pub use annotate::{AnnotatedGame, Annotator};
pub use document::GameDocument;
pub use match_pgn::MatchPgn;

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
    #[error("{0} broken games were skipped")]
    Broken(usize),
    /// The games cannot be read on.
    #[error(transparent)]
    Pgn(#[from] PgnError),
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

/// Judges games and writes them in one format.
#[derive(Debug)]
pub struct GameReport<'a, J> {
    annotator: Annotator<'a, J>,
    format: GameFormat,
    /// Of a page, which is written at the end.
    documents: Vec<GameDocument>,
}

impl<'a, J: Judge> GameReport<'a, J>
where
    GameError: From<J::Error>,
{
    /// Games judged by an annotator.
    #[must_use]
    pub fn new(annotator: Annotator<'a, J>, format: GameFormat) -> GameReport<'a, J> {
        GameReport { annotator, format, documents: Vec::new() }
    }

    /// Writes the games of a source; returns how many. A broken game is left out and named to `skipped`.
    ///
    /// # Errors
    ///
    /// The source cannot be read on, the judge fails, the library is damaged, or the output cannot be written.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        source: PgnReader<impl Read>,
        skipped: &mut dyn FnMut(&PgnError),
    ) -> Result<usize, GameError> {
        let mut source = source.keeping_text();
        let mut count = 0;
        while let Some(game) = source.next_game(&mut |_| true, Ok) {
            let game = match game {
                Ok(Some(game)) => game,
                Ok(None) => continue,
                Err(error @ PgnError::Read { .. }) => return Err(error.into()),
                Err(error) => {
                    skipped(&error);
                    continue;
                }
            };
            count += 1;
            self.write_game(out, &game)?;
        }
        Ok(count)
    }

    /// Writes one game that was read with its text.
    ///
    /// # Errors
    ///
    /// The judge fails, the library is damaged, or the output cannot be written.
    pub fn write_game(&mut self, out: &mut impl Write, game: &PgnGame) -> Result<(), GameError> {
        let annotated = self.annotator.annotate(game)?;
        let document = || GameDocument::new(game, &annotated);
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

/// Writes the games of all sources, each with its name: judged by an engine, whose scores are written too, or by the program's own
/// search. Broken games are left out and named on standard error.
///
/// # Errors
///
/// As [`GameReport::write`]; or a source holds no game, or, when all others are written, some are broken.
pub fn write_games(
    out: &mut impl Write,
    sources: Vec<(String, GameSource)>,
    format: GameFormat,
    learned: Option<&mut MemoryExplainer>,
    engine: Option<AnalysisEngine>,
    library: Option<&Library>,
) -> Result<(), GameError> {
    let Some(engine) = engine else {
        let annotator = Annotator::new(learned, SearchJudge::default());
        return write_all(out, sources, GameReport::new(annotator.with_library(library), format));
    };
    let annotator = Annotator::new(learned, engine).with_scores();
    write_all(out, sources, GameReport::new(annotator.with_library(library), format))
}

fn write_all<J: Judge>(
    out: &mut impl Write,
    sources: Vec<(String, GameSource)>,
    mut report: GameReport<'_, J>,
) -> Result<(), GameError>
where
    GameError: From<J::Error>,
{
    let (mut games, mut broken) = (0, 0);
    for (name, source) in sources {
        let count = report.write(out, source, &mut |fault| {
            broken += 1;
            note(&format!("skipped: {fault}"));
        })?;
        if count == 0 && broken == 0 {
            return Err(GameError::Empty(name));
        }
        games += count;
    }
    report.finish(out)?;
    out.flush()?;
    match (games, broken) {
        (0, _) => Err(GameError::Unreadable),
        (_, 0) => Ok(()),
        (_, broken) => Err(GameError::Broken(broken)),
    }
}

/// As JSON inside a script element, which it cannot end.
fn embedded(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}
