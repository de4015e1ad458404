use super::journal::{History, JournalEntry};
use super::plan::CheckedPlan;
use crate::arena::{GameEnd, GameRecord, processors};
use crate::chess::Ending;
use crate::learning::{Learner, LearningReport, Preparation, PreparedGame, TrainingSample};
use crate::memory::{HistoryDigest, Lineage, Memory};
use crate::parallel;
use crate::rng;
use crate::units::Value;

/// A game with what learning from it needs; any thread can make it.
pub(crate) struct RecordedGame {
    pub(super) record: GameRecord,
    /// `None` if it has no result.
    prepared: Option<PreparedGame>,
}

impl RecordedGame {
    /// Prepares game number `game`.
    pub(crate) fn new(game: u32, record: GameRecord, preparation: &Preparation) -> RecordedGame {
        let prepared = sample(game, &record).map(|sample| preparation.prepare(sample));
        RecordedGame { record, prepared }
    }
}

/// To prepare a game takes half as long as to learn from it, and a prepared game several megabytes.
const MAX_PREPARING: usize = 2;

/// Reads journaled games with `read`, prepares them on other threads, and gives them to `handle` in order.
///
/// # Errors
///
/// The first error of `read` or `handle`.
pub(crate) fn prepare_again<'a, E: Send>(
    entries: &'a [JournalEntry],
    preparation: &Preparation,
    mut read: impl FnMut(&JournalEntry) -> Result<GameRecord, E>,
    mut handle: impl FnMut(&'a JournalEntry, &RecordedGame) -> Result<(), E>,
) -> Result<(), E> {
    let games = entries.iter().map(|entry| (entry, read(entry)));
    let prepare = |(entry, record): (&'a JournalEntry, Result<GameRecord, E>)| {
        record.map(|record| (entry, RecordedGame::new(entry.game, record, preparation)))
    };
    parallel::in_order(games, vec![prepare; processors().min(MAX_PREPARING)], |prepared| {
        let (entry, recorded) = prepared?;
        handle(entry, &recorded)
    })
}

/// Learns from the games of a run, for the first time or again. What is learned depends on the plan, the moves and what was
/// learned before, so that a run can be resumed.
#[derive(Debug)]
pub(crate) struct GameLearner {
    learner: Learner,
    preparation: Preparation,
    seed: u64,
    plan: HistoryDigest,
}

/// More threads would have too few positions each.
const MAX_THREADS: usize = 8;

impl GameLearner {
    /// Goes on with a memory; `digest` is that of the plan. Learns on several threads, unless it [leaves
    /// the processors](GameLearner::leave_processors) to others.
    pub(crate) fn new(memory: Memory, plan: &CheckedPlan, digest: HistoryDigest) -> GameLearner {
        let preparation = Preparation::new(&plan.learning, &memory);
        let mut learner = Learner::new(memory, plan.learning.clone(), plan.evaluation, plan.games);
        learner.set_threads(processors().min(MAX_THREADS));
        GameLearner { learner, preparation, seed: plan.seed, plan: digest }
    }

    /// Learns on one thread from now on, for others that play on the other processors.
    pub(super) fn leave_processors(&mut self) {
        self.learner.set_threads(1);
    }

    pub(crate) fn memory(&self) -> &Memory {
        self.learner.memory()
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.learner.into_memory()
    }

    /// How games are prepared for it.
    pub(crate) fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// Learns from game number `game`.
    pub(super) fn learn(&mut self, game: u32, recorded: &RecordedGame) -> LearningReport {
        let Some(prepared) = &recorded.prepared else {
            self.learner.skip(game);
            return LearningReport::default();
        };
        let mut rng = rng::seeded(self.seed, "learning", u64::from(game));
        self.learner.learn_prepared(prepared, &mut rng)
    }

    /// States the digest after the game learned last.
    pub(crate) fn set_history(&mut self, history: HistoryDigest) {
        self.learner.set_lineage(Lineage { plan: self.plan, history });
    }

    /// Learns from a game again.
    ///
    /// # Errors
    ///
    /// Other numbers than the first time.
    pub(crate) fn relearn(
        &mut self,
        entry: &JournalEntry,
        recorded: &RecordedGame,
        history: Option<HistoryDigest>,
    ) -> Result<(), String> {
        let game = entry.game;
        let learned = self.learn(game, recorded);
        if let Some(history) = history {
            self.set_history(history);
        }
        let memory = self.memory();
        let counts = [
            ("created", entry.created, learned.created),
            ("forgotten", entry.forgotten, learned.forgotten),
            ("graph_patterns", entry.graph_patterns, memory.graphs.len() as u32),
            ("material_patterns", entry.material_patterns, memory.materials.len() as u32),
            ("move_patterns", entry.move_patterns, memory.moves.len() as u32),
        ];
        let mut counts = counts.into_iter().filter(|(_, journal, again)| journal != again);
        let (name, journal, again) = match counts.next() {
            Some((name, journal, again)) => (name, journal.to_string(), again.to_string()),
            None if entry.td_error == learned.td_error => return Ok(()),
            None => ("td_error", entry.td_error.to_string(), learned.td_error.to_string()),
        };
        Err(format!("game {game}, learned again, has {name} = {again} in place of {journal}"))
    }
}

/// The training sample of a game; `None` if it has no result. The ply cap counts as a draw.
fn sample(game: u32, record: &GameRecord) -> Option<TrainingSample> {
    record.result?;
    let outcome = match record.ending {
        GameEnd::Rule(Ending::Checkmate) => Value::LOSS,
        _ => Value::DRAW,
    };
    let moves = record.plies.iter().map(|ply| ply.m).collect();
    let explored = record.plies.iter().map(|ply| ply.explored).collect();
    let sample =
        TrainingSample::new(game, record.start.position(), moves, explored, outcome).ok()?;
    Some(sample.knowing_best(record.plies.iter().map(|ply| ply.best)))
}

/// Why a memory does not come from these games of this run, if it does not; `label` is that of its plan, which
/// counts for runs of former versions of the program only.
pub(crate) fn misfit(
    memory: &Memory,
    history: &History,
    plan: HistoryDigest,
    label: &str,
) -> Option<String> {
    let games = memory.games;
    let Some(digest) = history.digest(games) else {
        let played = history.games();
        return Some(format!("it has learned from {games} games, but the journal holds {played}"));
    };
    match memory.lineage {
        Some(lineage) if lineage.plan != plan => Some("it comes from another plan".to_owned()),
        Some(lineage) if lineage.history != digest => {
            Some("it has learned from other games than those in the journal".to_owned())
        }
        Some(_) => None,
        None if history.is_vouched(games) => Some("it does not come from this run".to_owned()),
        None if memory.plan.label() == label => None,
        None => Some(format!("it comes from another plan: {}", memory.plan.label())),
    }
}
