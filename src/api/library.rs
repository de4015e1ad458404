use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::{Chess, Move};

use super::{Error, Morph};
use crate::arena::processors;
use crate::chess::san;
use crate::library::{
    self, AddCounts, AddEvent, Analyser, Criterion, Filter, GamePosition, LibraryError,
    LibraryGame, Neighbour, SimilarityKind, Statistics, Vocabulary,
};
use crate::page::knowledge::Knowledge;
use crate::render::library::{LibraryReport, citation, continuation, result};

/// Games in which positions like a given one are found: a folder with an index, whose words are the patterns of a memory.
///
/// ```
/// use std::ops::ControlFlow;
/// use morph::{Library, Morph};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().join("games.library");
/// # let file = temporary.path().join("games.pgn");
/// # std::fs::write(&file, "[White \"Anderssen\"]\n[Black \"Dufresne\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 1-0\n\n\
/// #     [White \"Morphy\"]\n[Black \"Allies\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 1-0\n")?;
/// let morph = Morph::built_in()?;
/// let mut library = Library::open_or_create(&folder, &morph)?;
/// let added = library.add(&file, |_| ControlFlow::Continue(()))?;
///
/// // The Italian game, where the bishop stands a square further back.
/// let position = morph::position_from_fen("r1bqk1nr/pppp1ppp/1bn5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")?;
/// for found in library.similar(&position, 3)? {
///     println!("{:.0} %  {}", 100.0 * found.score, found.found.citation);
///     for sentence in &found.alike {
///         println!("    {sentence}");
///     }
/// }
/// let start = library.exact(&Default::default(), 1)?;
/// println!("{} was played in {} games", start.moves[0].san, start.moves[0].results.games);
/// # assert_eq!((added.games, start.moves[0].san.as_str(), start.moves[0].results.won), (2, "e4", 2));
/// # let found = &library.similar(&position, 3)?[0];
/// # assert!(found.found.citation.starts_with("Anderssen – Dufresne, move 4"), "{found:?}");
/// # assert!(!found.alike.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    library: library::Library,
    words: Vocabulary,
    knowledge: Arc<Knowledge>,
}

impl Library {
    /// The library in a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Library`]: there is none, it was made with another memory, or it is damaged.
    pub fn open(folder: impl AsRef<Path>, morph: &Morph) -> Result<Library, Error> {
        Library::with(morph, |words| library::Library::open(folder.as_ref(), words))
    }

    /// The library in a folder; an empty one is made where the folder is missing or empty.
    ///
    /// # Errors
    ///
    /// As [`Library::open`]; or the folder holds other files, or cannot be written.
    pub fn open_or_create(folder: impl AsRef<Path>, morph: &Morph) -> Result<Library, Error> {
        Library::with(morph, |words| library::Library::open_or_create(folder.as_ref(), words))
    }

    fn with(
        morph: &Morph,
        open: impl FnOnce(&Vocabulary) -> Result<library::Library, LibraryError>,
    ) -> Result<Library, Error> {
        let knowledge = Arc::clone(morph.knowledge());
        let words = Vocabulary::new(&knowledge.memory);
        Ok(Library { library: open(&words).map_err(error)?, words, knowledge })
    }

    /// How many games it has.
    ///
    /// # Errors
    ///
    /// [`Error::Library`]: it is damaged.
    pub fn games(&self) -> Result<usize, Error> {
        Ok(self.library.size().map_err(error)?.0)
    }

    /// Adds the games of a file that it does not have: PGN, puzzles of lichess.org (`.csv`) or positions (`.epd`), each
    /// plain, `.gz` or `.zst`; or the folder of another library. Broken games are left out and counted.
    ///
    /// `progress` is told now and then what was read so far; after [`Break`](ControlFlow::Break) the games under way are
    /// finished, and what was added stays.
    ///
    /// # Errors
    ///
    /// [`Error::Library`]: the file cannot be read, another process is adding, or the disk refuses.
    ///
    /// # Cost
    ///
    /// About half a millisecond of one processor for each position; all processors are used.
    pub fn add(
        &mut self,
        file: impl AsRef<Path>,
        mut progress: impl FnMut(&AddedGames) -> ControlFlow<()>,
    ) -> Result<AddedGames, Error> {
        let threads = processors();
        let stop = AtomicBool::new(false);
        let mut observe = |event: AddEvent<'_>| {
            if let AddEvent::Progress(counts, _) = event
                && progress(&AddedGames::new(counts)).is_break()
            {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let file = file.as_ref();
        let added = self.library.add(file, &self.words, threads, &stop, &mut observe);
        added.map(AddedGames::new).map_err(error)
    }

    /// The positions most like this one, the most similar first, at most `limit`: no two equal, and none from the same game
    /// as another. Colours may be reversed. None, if the game is over in it.
    ///
    /// # Errors
    ///
    /// [`Error::Library`]: it is damaged.
    ///
    /// # Cost
    ///
    /// 9 ms among a million positions, 40 ms among ten million (median).
    pub fn similar(&self, position: &Chess, limit: usize) -> Result<Vec<SimilarPosition>, Error> {
        let mut analyser = Analyser::new(&self.words);
        let (kind, filter) = (SimilarityKind::All, Filter::default());
        let similar = self.library.similar(&mut analyser, position, kind, &filter, limit);
        let report = LibraryReport::new(&self.knowledge.memory);
        let neighbours = similar.map_err(error)?.neighbours;
        let found = |neighbour| SimilarPosition::new(&report, position, neighbour);
        Ok(neighbours.iter().map(found).collect())
    }

    /// The games with this very position: how they ended, what was played, and at most `examples` of them.
    ///
    /// # Errors
    ///
    /// [`Error::Library`]: it is damaged.
    pub fn exact(&self, position: &Chess, examples: usize) -> Result<ExactMatches, Error> {
        let criterion = Criterion::Exact(position.clone());
        let found = self.library.occurrences(&criterion, &Filter::default(), examples);
        let found = found.map_err(error)?;
        let moves = found.moves.iter().map(|played| PlayedMove {
            m: played.m,
            san: san(position, played.m),
            results: GameResults::new(&played.statistics),
        });
        Ok(ExactMatches {
            results: GameResults::new(&found.statistics),
            moves: moves.collect(),
            examples: found
                .examples
                .iter()
                .map(|(game, at)| FoundPosition::new(game, at))
                .collect(),
        })
    }
}

fn error(error: LibraryError) -> Error {
    Error::Library(error.into())
}

/// What was read from a file, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddedGames {
    /// Games added.
    pub games: u64,
    /// Positions added.
    pub positions: u64,
    /// Games that the library had already.
    pub known: u64,
    /// Games left out because they are broken.
    pub broken: u64,
}

impl AddedGames {
    fn new(AddCounts { games, positions, known, broken }: AddCounts) -> AddedGames {
        AddedGames { games, positions, known, broken }
    }
}

/// A position of a game in a library.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FoundPosition {
    /// Name of White; empty if unknown.
    pub white: String,
    /// Name of Black; empty if unknown.
    pub black: String,
    /// Tournament or match; empty if unknown.
    pub event: String,
    /// Date as in PGN, such as `1931.??.??`; empty if unknown.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if unknown.
    pub result: String,
    /// Half-moves played before the position.
    pub ply: usize,
    /// The position.
    pub position: Chess,
    /// The move that was played in it; `None` at the end of a game.
    pub next: Option<Move>,
    /// What was played from there, with numbers, at most six half-moves: `14. Bd3 Nd7 15. Qc2`.
    pub continuation: String,
    /// The game in one sentence: `Botvinnik – Sorokin, 1931, move 20: White played 20. Bb3 Bb6 21. c4 and won`.
    pub citation: String,
}

impl FoundPosition {
    fn new(game: &LibraryGame, at: &GamePosition) -> FoundPosition {
        let LibraryGame { white, black, event, date, .. } = game.clone();
        FoundPosition {
            white,
            black,
            event,
            date,
            result: result(game).to_owned(),
            ply: usize::from(at.ply),
            position: at.position.clone(),
            next: at.next,
            continuation: continuation(game, at),
            citation: citation(game, at),
        }
    }
}

/// A position of a library that is like the one asked about.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SimilarPosition {
    /// The position and its game.
    pub found: FoundPosition,
    /// How much of what the patterns say of the position asked about is shared, from 0 to 1.
    pub score: f64,
    /// What both have in common, in English, that first which says most; about the position asked about.
    pub alike: Vec<String>,
}

/// Sentences about what positions have in common.
const MAX_LIKENESSES: usize = 4;

impl SimilarPosition {
    fn new(report: &LibraryReport<'_>, position: &Chess, neighbour: &Neighbour) -> SimilarPosition {
        SimilarPosition {
            found: FoundPosition::new(&neighbour.game, &neighbour.place),
            score: f64::from(neighbour.score),
            alike: report.alike(position, neighbour, MAX_LIKENESSES),
        }
    }
}

/// The games of a library with one and the same position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactMatches {
    /// How they ended.
    pub results: GameResults,
    /// What was played, the most frequent move first.
    pub moves: Vec<PlayedMove>,
    /// Some of them.
    pub examples: Vec<FoundPosition>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// The move as a game score has it.
    pub san: String,
    /// How the games ended in which it was played.
    pub results: GameResults,
}

/// How games ended for the side to move in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GameResults {
    /// Games, those of unknown result included. A game that repeats the position counts each time.
    pub games: usize,
    /// Won by the side to move.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost by the side to move.
    pub lost: usize,
}

impl GameResults {
    fn new(statistics: &Statistics) -> GameResults {
        let [won, drawn, lost] = statistics.results;
        GameResults { games: statistics.positions, won, drawn, lost }
    }

    /// Mean result for the side to move, from 0 to 1; `None` if no result is known.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let known = self.won + self.drawn + self.lost;
        (known > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) / known as f64)
    }
}
