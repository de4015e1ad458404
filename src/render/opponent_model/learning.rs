use std::fmt::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use shakmaty::Chess;

use super::report::spellings_text;
use super::style::preference_text;
use crate::arena::pgn::PgnError;
use crate::arena::processors;
use crate::file_format::LoadError;
use crate::opponent_model::import::{ImportCounts, LastDate, SkippedGames, similar_names};
use crate::opponent_model::model::{NoEngine, OpponentModel};
use crate::opponent_model::move_model::fit::EngineWeights;
use crate::opponent_model::move_model::{EngineOpinion, MemoryOpinion};
use crate::opponent_model::player_name::PlayerName;
use crate::opponent_model::style::Style;
use crate::render::output::note;
use crate::render::progress::WorkProgress;
use crate::uci::EngineError;
use crate::units::counted;

/// Why nothing was learned or evaluated.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The built-in memory is invalid.
    #[error(transparent)]
    Memory(#[from] LoadError),
    /// There is no game of the player.
    #[error("{0}")]
    NoGames(String),
    /// The model was learned without an engine, or the engine cannot be started.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The engine does not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// What a model has learned in all, and from the games just imported.
#[must_use]
pub fn learning_text(model: &OpponentModel, counts: &ImportCounts) -> String {
    let OpponentModel { player, pieces, pawns, repertoire, statistics, move_model, .. } = model;
    let ImportCounts { games, invalid, studied, moves_only, duplicates, later } = counts;
    let later = if *later > 0 { format!(", {later} left out as later") } else { String::new() };
    let [occurrences, appearances, coalesced] = model.chunk_counts;
    let total = model.games().len();
    let spellings = spellings_text(model.spellings());
    let from = statistics.games;
    let style = preference_text(Style::of(statistics).preference);
    let with_engine = model.engine_weights.as_ref().map_or_else(String::new, |with_engine| {
        format!(", and with {} at depth {}", with_engine.engine, with_engine.depth)
    });
    let (structures, structures_induced) = (pawns.iter().count(), pawns.induced().count());
    let (personal, general) = (move_model.personal_moves, move_model.general_moves);
    format!(
        "{}: {total} games, as {spellings}\n  \
         this import: {games} games read, {invalid} invalid; {studied} studied, {moves_only} for the move model only, \
         {duplicates} duplicates{later}\n  \
         chunks in {from} studied games: {occurrences} occurrences, {appearances} appearances, {coalesced} after \
         coalescing, {} induced\n  \
         pawn structures: {structures}, {structures_induced} induced\n  \
         opening moves: {}, {} by the move they answer\n  \
         move model: {personal} moves by the player, {general} by others (games between other players: {}){with_engine}\n  \
         style: {style}\n",
        player,
        pieces.induced().count(),
        repertoire.len_without_response_code(),
        repertoire.len(),
        model.others().len(),
    )
}

/// Learns the games of PGN files as [`OpponentModel::import_files`] does, fits the move model if there is a game of the player,
/// with the opinion of the engine of a command and depth besides if they are given, and shows on standard error how far that is, how fast files were read, and what was skipped.
///
/// # Errors
///
/// A file cannot be read, there is no game of the player, the built-in memory is invalid, or the engine fails.
pub fn learn_files(
    model: &mut OpponentModel,
    files: &[PathBuf],
    others: &[PathBuf],
    until: Option<&LastDate>,
    engine: Option<(&str, NonZeroU32)>,
) -> Result<ImportCounts, ModelError> {
    let start = |(command, depth)| EngineOpinion::start(command, depth, processors());
    let engine = engine.map(start).transpose().map_err(NoEngine::from)?;
    let started = Instant::now();
    let mut progress = WorkProgress::new();
    let show = &mut |share, games| progress.share(share, counted(games, "game"));
    let (counts, skipped) = model.import_files(files, others, until, show)?;
    progress.finish();
    let seconds = started.elapsed().as_secs_f64();
    warn_of(&skipped);
    let has_learned = counts.studied + counts.moves_only > 0 || !others.is_empty();
    if has_learned && !model.games().is_empty() {
        let dropped = model.engine_weights.as_ref().filter(|_| engine.is_none());
        if let Some(EngineWeights { engine, .. }) = dropped {
            note(&format!(
                "warning: what the model knew with {engine} is dropped: it would lack the new games (--engine learns it anew)"
            ));
        }
        let memory = MemoryOpinion::built_in()?;
        with_progress("move model", |progress| model.fit(memory, progress));
    }
    if let Some(mut engine) = engine
        && !model.games().is_empty()
    {
        ask_engine(&mut engine, model.positions_to_rate())?;
        let memory = MemoryOpinion::built_in()?;
        let fit = |progress: &mut dyn FnMut(usize, usize)| {
            model.fit_with_engine(memory, &engine, progress);
        };
        with_progress("move model with the engine", fit);
    }
    if model.chances().len() < model.games().len() {
        with_progress("mistakes", |progress| model.find_chances(progress));
    }
    let rate = counts.games as f64 / seconds.max(1e-9);
    note(&format!("read {} in {seconds:.2} s ({rate:.0} games/s)", counted(counts.games, "game")));
    if model.games().is_empty() {
        let names = similar_names(files, &model.player)?;
        return Err(ModelError::NoGames(no_games_text(&model.player, &counts, &names)));
    }
    Ok(counts)
}

/// Starts the engine of this command, if there is one, as [`OpponentModel::start_engine`] does; says on standard error if the
/// model has learned to use another.
///
/// # Errors
///
/// As [`OpponentModel::start_engine`].
pub fn start_engine(
    model: &OpponentModel,
    command: Option<&str>,
    processes: usize,
) -> Result<Option<EngineOpinion>, NoEngine> {
    let Some(command) = command else { return Ok(None) };
    let engine = model.start_engine(command, processes)?;
    if let Some(weights) = &model.engine_weights
        && weights.engine != engine.name()
    {
        let (learned, now) = (&weights.engine, engine.name());
        note(&format!("warning: the model has learned to use {learned}, and this is {now}"));
    }
    Ok(Some(engine))
}

/// Asks an engine about positions, and shows on standard error how far that is.
pub(super) fn ask_engine(
    engine: &mut EngineOpinion,
    positions: Vec<Chess>,
) -> Result<(), EngineError> {
    let name = engine.name().to_owned();
    with_progress(&name, |progress| engine.ask(positions, progress))
}

/// Does work that says how much of how much is done, which is shown on standard error.
fn with_progress<T>(what: &str, work: impl FnOnce(&mut dyn FnMut(usize, usize)) -> T) -> T {
    let mut progress = WorkProgress::new();
    let result =
        work(&mut |done, total| progress.share(done as f64 / total as f64, what.to_owned()));
    progress.finish();
    result
}

/// Says on standard error which games were skipped.
pub fn warn_of(skipped: &SkippedGames) {
    skipped.lines().for_each(|line| note(&format!("warning: {line}")));
}

/// That there are no games of the player among those read, and the names most like theirs.
fn no_games_text(player: &PlayerName, counts: &ImportCounts, similar: &[String]) -> String {
    let mut text = format!("no game of {player} among {}", counted(counts.games, "game"));
    if counts.later > 0 {
        let _ = write!(text, " ({} are later than --until)", counts.later);
    }
    if !similar.is_empty() {
        let _ = write!(text, "; did you mean {}?", similar.join(", or "));
    }
    text
}

/// What was learned, for programs.
#[derive(Debug, Serialize)]
pub struct LearningRecord<'a> {
    /// The file of the model.
    pub model: &'a Path,
    /// The player.
    pub player: String,
    /// Games of the player that the model has learned in all.
    pub games: usize,
    /// The games just imported.
    pub import: ImportCounts,
    /// Moves by the player that the move model has learned from.
    pub personal_moves: u32,
    /// Moves by others.
    pub general_moves: u32,
    /// The engine whose opinion it has learned to use; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'a str>,
}

impl LearningRecord<'_> {
    /// Of a model written to a file.
    #[must_use]
    pub fn new<'a>(
        model: &'a OpponentModel,
        import: ImportCounts,
        path: &'a Path,
    ) -> LearningRecord<'a> {
        LearningRecord {
            model: path,
            player: model.player.to_string(),
            games: model.games().len(),
            import,
            personal_moves: model.move_model.personal_moves,
            general_moves: model.move_model.general_moves,
            engine: model.engine_weights.as_ref().map(|with_engine| with_engine.engine.as_str()),
        }
    }
}
