//! Files of games, annotated by several threads.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::num::NonZeroU32;

use super::{AnnotatedGame, Annotator, GameError, GameFormat, GameWriter};
use crate::arena::GameSource;
use crate::arena::pgn::{PgnError, PgnGame};
use crate::explanation::annotation::{Judge, SearchJudge};
use crate::file_format::ReadProgress;
use crate::library::Library;
use crate::parallel::in_order;
use crate::render::progress::WorkProgress;
use crate::uci::AnalysisEngine;

/// Who judges the moves of games.
#[derive(Clone, Debug)]
pub enum GameJudge<'a> {
    /// The program's own search.
    Search(Box<SearchJudge>),
    /// A UCI engine, by its command, and the plies that it searches; its scores are written, too.
    Engine(&'a str, NonZeroU32),
}

impl<'a> GameJudge<'a> {
    /// The engine of a command if there is one, which searches `depth` plies; otherwise the program's own search, with so many
    /// positions for a move if a number is given.
    #[must_use]
    pub fn new(command: Option<&'a str>, depth: NonZeroU32, nodes: Option<u32>) -> GameJudge<'a> {
        match command {
            Some(command) => GameJudge::Engine(command, depth),
            None => {
                let search = nodes.map_or_else(SearchJudge::default, SearchJudge::with_nodes);
                GameJudge::Search(Box::new(search))
            }
        }
    }
}

/// How the games of files are annotated.
#[derive(Debug)]
pub struct GameReport<'a> {
    /// How they are written.
    pub format: GameFormat,
    /// Who judges the moves.
    pub judge: GameJudge<'a>,
    /// Says where a game leaves known ones.
    pub library: Option<&'a Library>,
    /// Games at the same time, at least 1: each takes a processor, or an engine that does.
    pub threads: usize,
}

impl GameReport<'_> {
    /// Writes the games of all sources, each with its name, in their order. Broken games are left out and named on standard error,
    /// where it is shown how far the work is, too.
    ///
    /// # Errors
    ///
    /// A source cannot be read on or holds no game, the engine cannot be started or fails, the library is damaged, or the output
    /// cannot be written; or, when all others are written, some games are broken.
    ///
    /// # Cost
    ///
    /// Some 5 to 14 ms of a processor for each half-move, judged by the program's own search with 5,000 positions: the more mistakes,
    /// the longer.
    pub fn write(
        &self,
        out: &mut impl Write,
        sources: Vec<(String, GameSource)>,
    ) -> Result<(), GameError> {
        match &self.judge {
            GameJudge::Search(search) => {
                self.write_judged(out, sources, || Ok(Annotator::new(SearchJudge::clone(search))))
            }
            GameJudge::Engine(command, depth) => self.write_judged(out, sources, || {
                Ok(Annotator::new(AnalysisEngine::at_depth(command, *depth)?).with_scores())
            }),
        }
    }

    fn write_judged<J: Judge + Send>(
        &self,
        out: &mut impl Write,
        sources: Vec<(String, GameSource)>,
        annotator: impl Fn() -> Result<Annotator<'static, J>, GameError> + Sync,
    ) -> Result<(), GameError>
    where
        GameError: From<J::Error>,
    {
        let worker = |_| {
            // Made for the first game: there may be fewer games than threads.
            let mut own = None;
            let annotator = &annotator;
            move |game: Result<PgnGame, GameError>| {
                let game = game?;
                let own = match &mut own {
                    Some(own) => own,
                    none => none.insert(annotator()?.with_library(self.library)),
                };
                let annotated = own.annotate(&game)?;
                Ok::<(PgnGame, AnnotatedGame), GameError>((game, annotated))
            }
        };
        let sources = sources.into_iter().map(|(name, source)| (name, source.keeping_text()));
        let sources: Vec<(String, GameSource)> = sources.collect();
        let watch = Watch::new(&sources);
        let mut games = Games { sources, at: 0, found: 0, broken: 0, watch: &watch };
        let mut writer = GameWriter::new(self.format);
        let mut written = 0;
        let workers = (0..self.threads).map(worker).collect();
        let annotated = in_order(&mut games, workers, |annotated| {
            let (game, annotated) = annotated?;
            written += 1;
            watch.annotated(written);
            writer.write(out, &game, &annotated)
        });
        watch.progress.borrow().finish();
        annotated?;
        writer.finish(out)?;
        out.flush()?;
        match (written, games.broken) {
            (0, _) => Err(GameError::Unreadable),
            (_, 0) => Ok(()),
            (_, broken) => Err(GameError::Broken(broken)),
        }
    }
}

/// Shows how far the work is.
struct Watch {
    progress: RefCell<WorkProgress>,
    /// How far the sources are read, those that are files.
    read: Vec<Option<ReadProgress>>,
    /// Games that were read; some of them are not annotated yet.
    taken: Cell<u32>,
}

impl Watch {
    fn new(sources: &[(String, GameSource)]) -> Watch {
        Watch {
            progress: RefCell::new(WorkProgress::beside_results()),
            read: sources.iter().map(|(_, source)| source.progress()).collect(),
            taken: Cell::new(0),
        }
    }

    /// So many games are annotated. Files are read in large parts, a small one at once: then the games that were taken out of it
    /// tell more.
    fn annotated(&self, games: u32) {
        let read: f64 = self.read.iter().flatten().map(ReadProgress::share).sum();
        let ready = f64::from(games) / f64::from(self.taken.get().max(1));
        let share = read / self.read.len() as f64 * ready;
        self.progress.borrow_mut().share(share, format!("{games} annotated"));
    }
}

/// The games of all sources in turn; broken ones are named on standard error. An error ends them.
struct Games<'a> {
    sources: Vec<(String, GameSource)>,
    /// The source that is being read.
    at: usize,
    /// Games in it so far.
    found: usize,
    /// Broken games of all sources.
    broken: usize,
    watch: &'a Watch,
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, GameError>;

    fn next(&mut self) -> Option<Result<PgnGame, GameError>> {
        loop {
            let (name, source) = self.sources.get_mut(self.at)?;
            match source.next_game(&mut |_| true, PgnGame::with_content) {
                Some(Ok(Some(game))) => {
                    self.found += 1;
                    self.watch.taken.set(self.watch.taken.get() + 1);
                    return Some(Ok(game));
                }
                Some(Ok(None)) => {}
                Some(Err(error @ PgnError::Read { .. })) => return Some(Err(error.into())),
                Some(Err(fault)) => {
                    self.broken += 1;
                    self.watch.progress.borrow().line(&format!("skipped: {fault}"));
                }
                None if self.found == 0 && self.broken == 0 => {
                    return Some(Err(GameError::Empty(std::mem::take(name))));
                }
                None => (self.at, self.found) = (self.at + 1, 0),
            }
        }
    }
}
