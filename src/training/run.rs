use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shakmaty::{Color, Outcome};

#[cfg(feature = "nats")]
use super::cluster::{ClusterError, RunState, with_cluster};
use super::error::TrainingError;
use super::game_learner::{GameLearner, RecordedGame, misfit, prepare_again};
use super::journal::{History, Journal, JournalEntry, MemoryColor};
use super::observer::RunObserver;
use super::pairing::Pairings;
use super::past_positions::PastPositions;
use super::plan::{self, CheckedPlan, Plan};
use super::players::Players;
use super::run_folder::{Manifest, RunFolder, RunPaths};
use super::start;
use super::worker_records::WorkerRecords;
use super::workers::{Job, Setup, Worker};
use crate::arena::pgn::{GameReader, PgnSettings, format_game};
use crate::arena::{
    GameEnd, GameRecord, Opening, Openings, PlayedGame, Schedule, Tally, play_games, with_threads,
};
use crate::chess::result_for;
use crate::file_format::{FileError, LoadError, write_atomic};
use crate::learning::LearningReport;
use crate::memory::{HistoryDigest, Memory, Snapshot};
use crate::units::counted;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// Games in the journal.
    pub games: u32,
    /// Games the plan asks for; fewer were played if the run was stopped.
    pub planned: u32,
    /// Results against each opponent except itself, by name.
    pub scores: BTreeMap<String, Tally>,
    /// The memory at the end.
    pub memory: Memory,
}

impl RunSummary {
    /// The number of games and the results, one line for each opponent; `root` is the folder to resume.
    #[must_use]
    pub fn text(&self, root: &Path) -> String {
        let mut text = counted(self.games, "game");
        if self.games < self.planned {
            let root = root.display();
            text += &format!(" of {}; resume with: morph train --resume {root}", self.planned);
        }
        for (opponent, tally) in &self.scores {
            text += &format!("\n  against {opponent}: {tally}");
        }
        text
    }

    /// The same for several runs, not all of which are finished; `root` is the folder of their series.
    #[must_use]
    pub fn text_of_all(runs: &[RunSummary], root: &Path) -> String {
        if let [run] = runs {
            return run.text(root);
        }
        let (games, planned) = runs
            .iter()
            .fold((0, 0), |(games, planned), run| (games + run.games, planned + run.planned));
        let (count, root) = (runs.len(), root.display());
        format!(
            "{games} of {planned} games in {count} runs; resume with: morph train --resume {root}"
        )
    }
}

/// A training run under way.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    plan: CheckedPlan,
    journal: Journal,
    learner: GameLearner,
    snapshots: BTreeMap<u32, Arc<Snapshot>>,
    scores: BTreeMap<String, Tally>,
    pairings: Pairings,
    openings: Openings,
    past_positions: PastPositions,
    /// Games that an opponent has abandoned in a row, by its index.
    abandoned_in_a_row: BTreeMap<usize, u32>,
    /// The memory file holds what was learned from all games of the plan.
    is_finished: bool,
}

/// Games in a row that an opponent may abandon before the run stops.
const MAX_FAILURES: u32 = 10;

impl Run {
    /// Begins a run in a new folder, with an empty memory or the one that the plan names.
    ///
    /// # Errors
    ///
    /// The folder already holds a run or cannot be written, the openings or the memory cannot be read, or the memory has
    /// other evaluation settings than the plan.
    pub fn begin(
        root: &Path,
        plan: CheckedPlan,
        command: Vec<String>,
    ) -> Result<Run, TrainingError> {
        Run::begin_with(root, plan, None, command)
    }

    /// The same for a run of a series, whose plan may begin with a `merged` memory.
    pub(super) fn begin_with(
        root: &Path,
        plan: CheckedPlan,
        merged: Option<&Path>,
        command: Vec<String>,
    ) -> Result<Run, TrainingError> {
        let openings = plan.openings.load()?;
        let text = plan.to_toml().map_err(|e| TrainingError::Encode(e.to_string()))?;
        let (memory, start) = start::of_new_run(&plan, merged)?;
        let digest = start::digest(&text, start.as_deref());
        let manifest = Manifest::of_this_program(plan.seed, digest, command);
        let folder = RunFolder::create(root, &text, start.as_deref(), &manifest)?;
        let paths = folder.paths();
        let (journal, _) = Journal::open(&paths.journal(), &paths.games(), digest)?;
        let learner = GameLearner::new(memory, &plan, digest);
        Ok(Run::new(folder, plan, journal, learner, openings))
    }

    /// Resumes a run that was stopped or killed. The games since the last useful checkpoint are learned again. A finished
    /// run with its memory is left as it is. Games that depend on a worker whose games are refused are as if they had never been
    /// played.
    ///
    /// # Errors
    ///
    /// There is no run in the folder, a file of it is damaged, was changed or comes from another run, or a game teaches
    /// something else than it did at first.
    pub fn resume(root: &Path, observer: &mut dyn RunObserver) -> Result<Run, TrainingError> {
        let mut folder = RunFolder::open(root)?;
        let (plan, digest) = load_plan(folder.paths())?;
        let openings = plan.openings.load()?;
        let (journal, history) = trusted_journal(&folder, digest, observer)?;
        folder.truncate_games(journal.pgn_end())?;
        if history.unvouched() > 0 {
            observer.unchecked(history.unvouched());
        }
        let label = start::stored_plan(&plan)?.label();
        let fit = |path: &Path, memory: &Memory| {
            misfit(memory, &history, digest, &label).map_or(Ok(()), |what| Err(foreign(path, what)))
        };
        let played = journal.last_game();
        let is_complete = played >= plan.games;
        let path = folder.paths().memory();
        let finished = if is_complete { memory_of(&path)? } else { None };
        if let Some(memory) = &finished {
            fit(&path, memory)?;
        }
        let finished = finished.filter(|memory| memory.games == played);
        let is_finished = finished.is_some();
        let memory = match finished {
            Some(memory) => memory,
            None => {
                // The next game may be played with an earlier memory; nothing older is needed.
                let needed = plan.memory_for(played + 1);
                let checkpoints = folder.paths().checkpoints()?;
                match checkpoints.into_iter().rfind(|(game, _)| *game <= needed) {
                    Some((game, path)) => {
                        let memory = checkpoint(game, &path)?;
                        fit(&path, &memory)?;
                        memory
                    }
                    None => start::of_run(&plan, folder.paths())?,
                }
            }
        };
        let learned = memory.games;
        let learner = GameLearner::new(memory, &plan, digest);
        let mut run = Run::new(folder, plan, journal, learner, openings);
        run.is_finished = is_finished;
        for entry in &history.entries {
            run.count(entry);
        }
        if !is_finished {
            run.relearn(learned, &history)?;
        }
        observer.resumed(&run.plan, played, played - learned);
        Ok(run)
    }

    fn new(
        folder: RunFolder,
        plan: CheckedPlan,
        journal: Journal,
        learner: GameLearner,
        openings: Openings,
    ) -> Run {
        let mut run = Run {
            pairings: Pairings::new(plan.opponents.clone()),
            past_positions: PastPositions::new(plan.past_positions, plan.seed),
            folder,
            plan,
            journal,
            learner,
            snapshots: BTreeMap::new(),
            scores: BTreeMap::new(),
            openings,
            abandoned_in_a_row: BTreeMap::new(),
            is_finished: false,
        };
        run.take_snapshot();
        run
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &CheckedPlan {
        &self.plan
    }

    /// Games in the journal.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.journal.last_game()
    }

    /// Plays and learns until all games of the plan are played or `stop` is set; then the games under way are finished.
    /// The memory is saved in both cases.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or an opponent cannot play. The journal holds every finished game.
    ///
    /// On a cluster the run goes back to an earlier game, and on from there, if a worker turns out not to be trusted.
    pub fn play(
        mut self,
        players: &Players,
        stop: &AtomicBool,
        observer: &mut dyn RunObserver,
    ) -> Result<RunSummary, TrainingError> {
        if self.is_finished {
            return Ok(self.summary());
        }
        players.check(&self.plan)?;
        let (plan, pairings) = (self.plan.clone(), self.pairings.clone());
        let setup = Setup::new(&plan, &pairings)?;
        observer.goes_on(self.folder.paths().root(), self.games());
        let games = self.games() + 1..=plan.games;
        if !games.is_empty() {
            plan.opponents
                .iter()
                .try_for_each(|opponent| opponent.try_out().map(drop))
                .map_err(TrainingError::Opponent)?;
        }
        let played = self.play_with(players, &setup, games, stop, observer);
        #[cfg(feature = "nats")]
        if let Err(TrainingError::Cluster(ClusterError::Doubtful { .. })) = played {
            let root = self.folder.paths().root().to_owned();
            drop(self);
            return Run::resume(&root, observer)?.play(players, stop, observer);
        }
        // What was learned is kept even after an error.
        let saved = if self.journal.last_game() > 0 { self.save() } else { Ok(()) };
        played?;
        saved?;
        Ok(self.summary())
    }

    fn play_with(
        &mut self,
        players: &Players,
        setup: &Setup<'_>,
        games: RangeInclusive<u32>,
        stop: &AtomicBool,
        observer: &mut dyn RunObserver,
    ) -> Result<(), TrainingError> {
        let preparation = self.learner.preparation().clone();
        #[cfg(feature = "nats")]
        let workers = self.folder.paths().workers();
        let mut schedule = RunSchedule { run: self, observer };
        match players {
            Players::Threads(threads) => {
                schedule.run.learner.leave_processors();
                let worker = || {
                    let (mut worker, preparation) = (Worker::new(setup), &preparation);
                    move |game: u32, job: &Job| {
                        let record = worker.play(game, job)?;
                        Ok(RecordedGame::new(game, record, preparation))
                    }
                };
                let play = |pool: &mut _| play_games(pool, &mut schedule, games, stop);
                with_threads((*threads).max(1), worker, play)
            }
            #[cfg(feature = "nats")]
            Players::Cluster(run) => {
                let (journaled, planned) = (games.start() - 1, *games.end());
                let known = (journaled, workers.as_path());
                with_cluster(run, setup, &preparation, known, stop, |pool| {
                    let played = play_games(pool, &mut schedule, games, stop);
                    let is_finished = schedule.run.games() >= planned;
                    let state = if is_finished { RunState::Finished } else { RunState::Stopped };
                    (played, state)
                })?
            }
        }
    }

    fn summary(self) -> RunSummary {
        RunSummary {
            games: self.journal.last_game(),
            planned: self.plan.games,
            scores: self.scores,
            memory: self.learner.into_memory(),
        }
    }

    fn opening(&self, game: u32) -> Opening {
        let pairing = self.pairings.pairing(game);
        let is_self = self.pairings.opponents()[pairing.opponent].is_self();
        let past = is_self.then(|| self.past_positions.opening(game, self.plan.memory_for(game)));
        let usual = || self.openings.opening(pairing.opening, self.plan.seed);
        past.flatten().unwrap_or_else(usual)
    }

    /// Learns from a game and writes it to the journal.
    fn finish(
        &mut self,
        recorded: &RecordedGame,
        observer: &mut dyn RunObserver,
    ) -> Result<(), TrainingError> {
        let game = self.journal.last_game() + 1;
        let learned = self.learner.learn(game, recorded);
        let record = &recorded.record;
        self.take_snapshot();
        self.past_positions.keep(game, record);
        let settings = PgnSettings { event: self.plan.name.clone(), ..PgnSettings::default() };
        let pgn = format_game(record, Some(game as usize), &settings);
        let pgn_end = self.folder.append_game(&pgn)?;
        let entry = self.entry(game, record, learned, pgn_end);
        self.journal.append(&entry, &pgn)?;
        self.learner.set_history(self.journal.digest());
        self.count(&entry);
        observer.game(&entry);
        self.checkpoint(true)?;
        let opponent = self.pairings.pairing(game).opponent;
        let failures = self.abandoned_in_a_row.entry(opponent).or_default();
        match &record.ending {
            GameEnd::Abandoned { why, .. } => {
                *failures += 1;
                if *failures >= MAX_FAILURES {
                    return Err(TrainingError::Abandoned(*failures, why.clone()));
                }
            }
            _ => *failures = 0,
        }
        Ok(())
    }

    fn take_snapshot(&mut self) {
        let learned = self.learner.memory().games;
        let upcoming = self.journal.last_game().max(learned.saturating_sub(1)) + 1;
        let step = (self.plan.policy_lag / 2).max(1);
        if learned.is_multiple_of(step) {
            self.snapshots.insert(learned, Arc::new(self.learner.memory().snapshot()));
        }
        let oldest = self.plan.memory_for(upcoming);
        self.snapshots.retain(|games, _| *games >= oldest);
    }

    /// Learns the games after number `learned` again from their moves.
    fn relearn(&mut self, learned: u32, history: &History) -> Result<(), TrainingError> {
        let path = self.folder.paths().games();
        let mut records = GameReader::open(&path)?;
        let mut record = |game: u32| match records.next() {
            Some(record) => Ok(record?),
            None => {
                let (path, games, expected) = (path.clone(), game - 1, history.games());
                Err(TrainingError::GamesMissing { path, games, expected })
            }
        };
        let known = history.entries.partition_point(|entry| entry.game <= learned);
        let (known, new) = history.entries.split_at(known);
        for entry in known {
            self.past_positions.keep(entry.game, &record(entry.game)?);
        }
        let preparation = self.learner.preparation().clone();
        prepare_again(
            new,
            &preparation,
            |entry| record(entry.game),
            |entry, recorded| {
                let game = entry.game;
                self.past_positions.keep(game, &recorded.record);
                let learned = self.learner.relearn(entry, recorded, history.digest(game));
                learned.map_err(|what| {
                    let path = self.folder.paths().journal();
                    TrainingError::LearnedDifferently { path, game, what }
                })?;
                self.take_snapshot();
                // The process may have died after it wrote the game and before the checkpoint.
                self.checkpoint(false)
            },
        )
    }

    fn entry(
        &self,
        game: u32,
        record: &GameRecord,
        learned: LearningReport,
        pgn_end: u64,
    ) -> JournalEntry {
        let pairing = self.pairings.pairing(game);
        let is_self = self.pairings.opponents()[pairing.opponent].is_self();
        let side = Color::from_white(pairing.memory_is_white);
        let score = record.result.filter(|_| !is_self).map(|result| result_for(result, side));
        let memory = self.learner.memory();
        JournalEntry {
            game,
            opponent: if is_self { "self".to_owned() } else { record.name_of(!side).to_owned() },
            color: match (is_self, side) {
                (true, _) => MemoryColor::Both,
                (false, Color::White) => MemoryColor::White,
                (false, Color::Black) => MemoryColor::Black,
            },
            result: record.result.map_or(Outcome::Unknown, Outcome::Known),
            score,
            ending: record.ending.name().to_owned(),
            plies: record.plies.len() as u32,
            captured_by_memory: record.captured(side),
            captured_by_opponent: record.captured(!side),
            created: learned.created,
            forgotten: learned.forgotten,
            graph_patterns: memory.graphs.len() as u32,
            material_patterns: memory.materials.len() as u32,
            move_patterns: memory.moves.len() as u32,
            td_error: learned.td_error,
            events: record.events.clone(),
            pgn_end,
            digest: None,
        }
    }

    fn count(&mut self, entry: &JournalEntry) {
        if let Some(score) = entry.score {
            self.scores.entry(entry.opponent.clone()).or_default().add(score);
        }
    }

    /// Writes a checkpoint if one is due, over one that is there only if `replaces`, and removes those that resuming does
    /// not need.
    fn checkpoint(&self, replaces: bool) -> Result<(), TrainingError> {
        let games = self.learner.memory().games;
        if !games.is_multiple_of(self.plan.checkpoint) && !self.keeps(games) {
            return Ok(());
        }
        let path = self.folder.paths().checkpoint(games);
        if replaces || !path.exists() {
            let bytes = self.learner.memory().to_bytes().map_err(TrainingError::Encode)?;
            write_atomic(&path, &bytes)?;
        }
        let needed = self.plan.memory_for(games.saturating_add(1));
        let checkpoints = self.folder.paths().checkpoints()?;
        let mut useful = checkpoints.iter().filter(|(game, _)| *game <= needed);
        let Some((keep, _)) = useful.next_back() else { return Ok(()) };
        for (_, path) in checkpoints.iter().filter(|(game, _)| game < keep && !self.keeps(*game)) {
            std::fs::remove_file(path).map_err(FileError::at("remove", path))?;
        }
        Ok(())
    }

    /// Whether the checkpoint after this game stays for good.
    fn keeps(&self, game: u32) -> bool {
        self.plan.keep_every.is_some_and(|every| game.is_multiple_of(every.get()))
    }

    fn save(&self) -> Result<(), TrainingError> {
        let bytes = self.learner.memory().to_bytes().map_err(TrainingError::Encode)?;
        Ok(write_atomic(&self.folder.paths().memory(), &bytes)?)
    }
}

/// A run while it plays.
struct RunSchedule<'a> {
    run: &'a mut Run,
    observer: &'a mut dyn RunObserver,
}

impl Schedule for RunSchedule<'_> {
    type Job = Job;
    type Game = RecordedGame;
    type Error = TrainingError;

    fn job(&mut self, game: u32) -> Option<Job> {
        let memory_games = self.run.plan.memory_for(game);
        let memory = Arc::clone(self.run.snapshots.get(&memory_games)?);
        Some(Job { memory, memory_games, opening: self.run.opening(game) })
    }

    fn finished(&mut self, _: u32, game: PlayedGame<RecordedGame>) -> Result<(), TrainingError> {
        self.run.finish(&game.map_err(TrainingError::Opponent)?, self.observer)
    }
}

/// The plan of a run and its digest, if it is the one the run began with.
pub(crate) fn load_plan(paths: &RunPaths) -> Result<(CheckedPlan, HistoryDigest), TrainingError> {
    let path = paths.plan();
    let text = plan::read(&path)?;
    let plan = Plan::parse(&text, &path)?.check(&path)?;
    let start = start::bytes(&plan, paths)?;
    let digest = start::digest(&text, start.as_deref());
    if !paths.load_manifest()?.fits(plan.seed, digest) {
        return Err(match start {
            None => TrainingError::PlanChanged { path },
            Some(_) => TrainingError::StartChanged { path: paths.start() },
        });
    }
    Ok((plan, digest))
}

/// The memory of the checkpoint after this game.
pub(crate) fn checkpoint(game: u32, path: &Path) -> Result<Memory, TrainingError> {
    let memory = Memory::load(path).map_err(|error| match error {
        LoadError::Damaged { what, .. } => foreign(path, format!("it is damaged: {what}")),
        other => other.into(),
    })?;
    if memory.games != game {
        let what = format!("it has learned from {} games, not from {game} as named", memory.games);
        return Err(foreign(path, what));
    }
    Ok(memory)
}

/// The journal of a run, up to before the first game of a worker whose games are refused.
fn trusted_journal(
    folder: &RunFolder,
    plan: HistoryDigest,
    observer: &mut dyn RunObserver,
) -> Result<(Journal, History), TrainingError> {
    let paths = folder.paths();
    let open = || Journal::open(&paths.journal(), &paths.games(), plan);
    let (journal, history) = open()?;
    let mut workers = WorkerRecords::load(&paths.workers())?;
    workers.forget_after(journal.last_game())?;
    let Some(first) = workers.first_doubtful() else { return Ok((journal, history)) };
    observer.goes_back(first - 1);
    folder.remove_learned_after(first - 1)?;
    journal.cut_after(first - 1)?;
    workers.forget_after(first - 1)?;
    Ok(open()?)
}

/// The memory in a file; `None` if the file is missing or damaged, because the games teach it again.
fn memory_of(path: &Path) -> Result<Option<Memory>, TrainingError> {
    match Memory::load(path) {
        Ok(memory) => Ok(Some(memory)),
        Err(LoadError::File(error)) if error.source.kind() == ErrorKind::NotFound => Ok(None),
        Err(LoadError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn foreign(path: &Path, what: String) -> TrainingError {
    TrainingError::ForeignMemory { path: path.to_owned(), what }
}
