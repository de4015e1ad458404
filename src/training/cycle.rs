use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::{self, Receiver, Sender};
use shakmaty::{Color, Outcome};

use super::Plan;
use super::error::TrainingError;
use super::journal::{Journal, JournalEntry, MemoryColour};
use super::opponents::Opponents;
use super::past_positions::PastPositions;
use super::plan::CheckedPlan;
use super::run_folder::{Manifest, RunFolder};
use super::workers::{Done, Job, Players, Table, work};
use crate::arena::pgn::{GameReader, PgnSettings, format_game};
use crate::arena::{GameEnd, GameRecord, Opening, Openings, Tally};
use crate::chess::{Ending, result_for};
use crate::endgame::advisor::Advisor;
use crate::file_format::{FileError, write_atomic};
use crate::learning::{Learner, LearningReport, TrainingSample};
use crate::memory::{Memory, Snapshot};
use crate::opponent_model::coach::CoachSettings;
use crate::rng;
use crate::units::Value;

/// Watches a run.
pub trait Observer {
    /// A game is in the journal.
    fn game(&mut self, entry: &JournalEntry);

    /// The run goes on at this game; `relearned` games were learned again from their moves.
    fn resumed(&mut self, _games: u32, _relearned: u32) {}
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Games in the journal.
    pub games: u32,
    /// Games the plan asks for; fewer were played if the run was stopped.
    pub planned: u32,
    /// Points against each opponent but itself, by name.
    pub scores: BTreeMap<String, Tally>,
    /// The memory at the end.
    pub memory: Memory,
}

/// A run that is under way.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    plan: CheckedPlan,
    journal: Journal,
    learner: Learner,
    snapshots: BTreeMap<u32, Arc<Snapshot>>,
    scores: BTreeMap<String, Tally>,
    opponents: Opponents,
    openings: Openings,
    past_positions: PastPositions,
    /// Games abandoned one after the other, by the number of the opponent.
    abandoned_in_a_row: BTreeMap<usize, u32>,
}

/// Games handed out ahead for each thread.
const JOBS_A_THREAD: usize = 8;

/// Where games are played while a run goes on.
struct Hall<'a> {
    threads: usize,
    table: &'a Table<'a>,
    jobs: Receiver<Job>,
    job_sender: Sender<Job>,
    done: Receiver<Done>,
}

impl Hall<'_> {
    /// A game that has been played elsewhere, or else one played here and now.
    fn next_game(&self, own: &mut Players<'_>) -> Option<Done> {
        if let Ok(done) = self.done.try_recv() {
            return Some(done);
        }
        match self.jobs.try_recv() {
            Ok(job) => Some(own.done(&job)),
            Err(_) => self.done.recv().ok(),
        }
    }
}

/// Games a failing opponent may abandon one after the other before the run stops.
const FAILURES_IN_A_ROW: u32 = 10;

impl Run {
    /// Begins a run in a new folder, from an empty memory.
    ///
    /// # Errors
    ///
    /// The folder holds a run already or cannot be written, or the openings cannot be read.
    pub fn begin(
        root: &Path,
        plan: CheckedPlan,
        command: Vec<String>,
    ) -> Result<Run, TrainingError> {
        let openings = plan.openings.load()?;
        let text = in_toml(plan.to_toml())?;
        let manifest = Manifest::of_this_program(plan.seed, command);
        let folder = RunFolder::create(root, &text, &manifest)?;
        let (journal, _) = Journal::open(&folder.paths().journal())?;
        let memory = empty_memory(&plan)?;
        Ok(Run::new(folder, plan, journal, memory, openings))
    }

    /// Takes up a run that was stopped or killed. The games since the last useful checkpoint are learned again.
    ///
    /// # Errors
    ///
    /// There is no run in the folder, or a file of it is damaged.
    pub fn resume(root: &Path, observer: &mut dyn Observer) -> Result<Run, TrainingError> {
        let mut folder = RunFolder::open(root)?;
        let path = folder.paths().plan();
        let plan = Plan::load(&path)?.check(&path)?;
        let openings = plan.openings.load()?;
        let (journal, entries) = Journal::open(&folder.paths().journal())?;
        folder.truncate_games(journal.pgn_end())?;
        let played = journal.last_game();
        // The next game may need the memory of a while ago; nothing older is needed.
        let needed = plan.memory_for(played + 1);
        let checkpoints = folder.paths().checkpoints()?;
        let start = checkpoints.into_iter().rfind(|(game, _)| *game <= needed);
        let memory = match start {
            Some((_, path)) => Memory::load(&path)?,
            None => empty_memory(&plan)?,
        };
        let learned = memory.games;
        let mut run = Run::new(folder, plan, journal, memory, openings);
        for entry in &entries {
            run.count(entry);
        }
        run.relearn(learned, played)?;
        observer.resumed(played, played - learned);
        Ok(run)
    }

    fn new(
        folder: RunFolder,
        plan: CheckedPlan,
        journal: Journal,
        memory: Memory,
        openings: Openings,
    ) -> Run {
        let learner = Learner::new(memory, plan.learning.clone(), plan.evaluation, plan.games);
        let mut run = Run {
            opponents: Opponents::new(plan.opponents.clone()),
            past_positions: PastPositions::new(plan.past_positions, plan.seed),
            folder,
            plan,
            journal,
            learner,
            snapshots: BTreeMap::new(),
            scores: BTreeMap::new(),
            openings,
            abandoned_in_a_row: BTreeMap::new(),
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

    /// Plays and learns until the plan is fulfilled or `stop` is set; then the games under way are finished. The
    /// memory is saved in both cases.
    ///
    /// # Errors
    ///
    /// The disk refuses, or the opponent cannot play. What was journaled is safe.
    pub fn play(
        mut self,
        threads: usize,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Summary, TrainingError> {
        let threads = threads.max(1);
        if threads > self.plan.policy_lag as usize + 1 {
            return Err(TrainingError::Threads { threads, policy_lag: self.plan.policy_lag });
        }
        let (plan, opponents) = (self.plan.clone(), self.opponents.clone());
        let advisor = plan.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new);
        let coach = plan.coach.as_ref().map(CoachSettings::load).transpose()?;
        let table = Table { plan: &plan, opponents: &opponents, advisor, coach };
        let (job_sender, jobs) = channel::unbounded::<Job>();
        let (done_sender, done) = channel::unbounded::<Done>();
        let played = std::thread::scope(|scope| {
            // This thread is one of them: it learns, and plays while there is nothing to learn.
            for _ in 1..threads {
                let (table, jobs, done) = (&table, jobs.clone(), done_sender.clone());
                scope.spawn(move || work(table, &jobs, &done));
            }
            drop(done_sender);
            let mut hall = Hall { threads, table: &table, jobs, job_sender, done };
            self.direct(&mut hall, stop, observer)
        });
        // Whatever happened, what was learned is kept.
        let saved = if self.journal.last_game() > 0 { self.save() } else { Ok(()) };
        played?;
        saved?;
        Ok(Summary {
            games: self.journal.last_game(),
            planned: self.plan.games,
            scores: self.scores,
            memory: self.learner.into_memory(),
        })
    }

    /// Hands out games and learns from them in order.
    fn direct(
        &mut self,
        hall: &mut Hall<'_>,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainingError> {
        let mut own = Players::new(hall.table);
        let mut next = self.journal.last_game() + 1;
        let mut under_way = 0;
        let mut waiting: BTreeMap<u32, GameRecord> = BTreeMap::new();
        loop {
            // Enough for the other threads while this one plays a game and learns from those that have come in.
            while next <= self.plan.games
                && under_way < JOBS_A_THREAD * hall.threads
                && !stop.load(Ordering::Relaxed)
                && let Some(memory) = self.snapshots.get(&self.plan.memory_for(next))
            {
                let job =
                    Job { game: next, memory: Arc::clone(memory), opening: self.opening(next) };
                if hall.job_sender.send(job).is_err() {
                    break;
                }
                next += 1;
                under_way += 1;
            }
            // What nobody has begun is not begun any more. Games are taken in order, so that none is missing before others.
            while stop.load(Ordering::Relaxed) && hall.jobs.try_recv().is_ok() {
                under_way -= 1;
            }
            if under_way == 0 {
                return Ok(());
            }
            // What is played is learned before anything else is begun here: others may wait for that memory.
            let Some(Done { game, record }) = hall.next_game(&mut own) else { return Ok(()) };
            under_way -= 1;
            waiting.insert(game, record.map_err(TrainingError::Opponent)?);
            while let Some(record) = waiting.remove(&(self.journal.last_game() + 1)) {
                self.finish(&record, observer)?;
            }
        }
    }

    /// How game `game` begins.
    fn opening(&self, game: u32) -> Opening {
        let pairing = self.opponents.pairing(game);
        let is_self = self.opponents.get(pairing.opponent).is_self();
        let revisited =
            is_self.then(|| self.past_positions.opening(game, self.plan.memory_for(game)));
        let usual = || self.openings.opening(pairing.opening, self.plan.seed);
        revisited.flatten().unwrap_or_else(usual)
    }

    /// Learns from a game and writes it down.
    fn finish(
        &mut self,
        record: &GameRecord,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainingError> {
        let game = self.journal.last_game() + 1;
        let learned = self.learn(game, record);
        self.past_positions.keep(game, record);
        let settings = PgnSettings { event: self.plan.name.clone(), ..PgnSettings::default() };
        let pgn = format_game(record, Some(game as usize), &settings);
        let pgn_end = self.folder.append_game(&pgn)?;
        let entry = self.entry(game, record, learned, pgn_end);
        self.journal.append(&entry)?;
        self.count(&entry);
        observer.game(&entry);
        if game.is_multiple_of(self.plan.checkpoint) {
            self.checkpoint()?;
        }
        let opponent = self.opponents.pairing(game).opponent;
        let failures = self.abandoned_in_a_row.entry(opponent).or_default();
        match &record.ending {
            GameEnd::Abandoned { why, .. } => {
                *failures += 1;
                if *failures >= FAILURES_IN_A_ROW {
                    return Err(TrainingError::Abandoned(*failures, why.clone()));
                }
            }
            _ => *failures = 0,
        }
        Ok(())
    }

    /// Learns from game number `game`. What is learned depends on the moves and on what was learned before, so that
    /// a run can be resumed.
    fn learn(&mut self, game: u32, record: &GameRecord) -> LearningReport {
        let learned = match sample(game, record) {
            Some(sample) => {
                let mut rng = rng::seeded(self.plan.seed, "learning", u64::from(game));
                self.learner.learn(&sample, &mut rng)
            }
            None => {
                self.learner.skip(game);
                LearningReport::default()
            }
        };
        self.take_snapshot();
        learned
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

    /// Learns games `learned + 1` to `played` again from their moves.
    fn relearn(&mut self, learned: u32, played: u32) -> Result<(), TrainingError> {
        let path = self.folder.paths().games();
        let file = File::open(&path).map_err(FileError::at("open", &path))?;
        let mut games = 0;
        for (game, record) in (1..=played).zip(GameReader::new(BufReader::new(file))) {
            let record =
                record.map_err(|source| TrainingError::Games { path: path.clone(), source })?;
            self.past_positions.keep(game, &record);
            if game > learned {
                self.learn(game, &record);
            }
            games = game;
        }
        if games != played {
            return Err(TrainingError::GamesMissing { path, games, expected: played });
        }
        Ok(())
    }

    fn entry(
        &self,
        game: u32,
        record: &GameRecord,
        learned: LearningReport,
        pgn_end: u64,
    ) -> JournalEntry {
        let pairing = self.opponents.pairing(game);
        let is_self = self.opponents.get(pairing.opponent).is_self();
        let side = Color::from_white(pairing.memory_is_white);
        let score = record.result.filter(|_| !is_self).map(|result| result_for(result, side));
        let memory = self.learner.memory();
        JournalEntry {
            game,
            opponent: if is_self { "self".to_owned() } else { record.name_of(!side).to_owned() },
            colour: match (is_self, side) {
                (true, _) => MemoryColour::Both,
                (false, Color::White) => MemoryColour::White,
                (false, Color::Black) => MemoryColour::Black,
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
        }
    }

    fn count(&mut self, entry: &JournalEntry) {
        if let Some(score) = entry.score {
            self.scores.entry(entry.opponent.clone()).or_default().add(score);
        }
    }

    /// Writes a checkpoint and removes those that no resumption needs.
    fn checkpoint(&self) -> Result<(), TrainingError> {
        let games = self.learner.memory().games;
        let bytes = self.learner.memory().to_bytes().map_err(TrainingError::Encode)?;
        write_atomic(&self.folder.paths().checkpoint(games), &bytes)?;
        let needed = self.plan.memory_for(games + 1);
        let checkpoints = self.folder.paths().checkpoints()?;
        let mut useful = checkpoints.iter().filter(|(game, _)| *game <= needed);
        let Some((keep, _)) = useful.next_back() else { return Ok(()) };
        let every = self.plan.keep_every;
        let stays = |game: u32| every.is_some_and(|every| game.is_multiple_of(every.get()));
        for (_, path) in checkpoints.iter().filter(|(game, _)| game < keep && !stays(*game)) {
            std::fs::remove_file(path).map_err(FileError::at("remove", path))?;
        }
        Ok(())
    }

    fn save(&self) -> Result<(), TrainingError> {
        let bytes = self.learner.memory().to_bytes().map_err(TrainingError::Encode)?;
        Ok(write_atomic(&self.folder.paths().memory(), &bytes)?)
    }
}

fn in_toml(text: Result<String, toml::ser::Error>) -> Result<String, TrainingError> {
    text.map_err(|e| TrainingError::Encode(e.to_string()))
}

fn empty_memory(plan: &CheckedPlan) -> Result<Memory, TrainingError> {
    Ok(Memory { plan: in_toml(plan.to_toml_for_memory())?, ..Memory::default() })
}

/// The sample of a game; `None` if it has no result. One that was cut off is a draw.
fn sample(game: u32, record: &GameRecord) -> Option<TrainingSample> {
    record.result?;
    let outcome = match record.ending {
        GameEnd::Rule(Ending::Checkmate) => Value::LOSS,
        _ => Value::DRAW,
    };
    let moves = record.plies.iter().map(|ply| ply.m).collect();
    let explored = record.plies.iter().map(|ply| ply.explored).collect();
    TrainingSample::new(game, record.start.position(), moves, explored, outcome).ok()
}
