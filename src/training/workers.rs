//! Threads that play the games of a run.

use std::collections::HashMap;
use std::sync::Arc;

use crossbeam::channel::{Receiver, Sender};

use super::opponents::Opponents;
use super::plan::CheckedPlan;
use crate::arena::{GameEnd, GameRecord, Opening, play_game};
use crate::endgame::advisor::Advisor;
use crate::endgame::player::AdvisedPlayer;
use crate::evaluation::Evaluator;
use crate::memory::Snapshot;
use crate::opponent_model::coach::{Coach, Coached};
use crate::player::{PatternPlayer, Player, PlayerError};
use crate::rng;

/// A game to be played.
pub(super) struct Job {
    pub(super) game: u32,
    pub(super) memory: Arc<Snapshot>,
    pub(super) opening: Opening,
}

/// A game that was played, or could not be: the opponent did not come up.
pub(super) struct Done {
    pub(super) game: u32,
    pub(super) record: Result<GameRecord, PlayerError>,
}

/// What all workers share.
pub(super) struct Table<'a> {
    pub(super) plan: &'a CheckedPlan,
    pub(super) opponents: &'a Opponents,
    /// If the plan wants advice.
    pub(super) advisor: Option<Arc<Advisor>>,
    /// If the plan names one.
    pub(super) coach: Option<Coach>,
}

/// Plays jobs until there are no more.
pub(super) fn work(table: &Table<'_>, jobs: &Receiver<Job>, done: &Sender<Done>) {
    let mut players = Players::new(table);
    for job in jobs {
        if done.send(players.done(&job)).is_err() {
            return;
        }
    }
}

/// The players of one thread. They live from game to game: engines take time to start, and who plays by a memory
/// keeps what it has answered.
pub(super) struct Players<'a> {
    table: &'a Table<'a>,
    memory: Option<AdvisedPlayer<Coached>>,
    /// The other side of self-play.
    twin: Option<AdvisedPlayer<PatternPlayer>>,
    others: HashMap<usize, Box<dyn Player>>,
}

/// How often an opponent is built before a game is given up.
const BUILD_TRIES: usize = 3;

impl<'a> Players<'a> {
    pub(super) fn new(table: &'a Table<'a>) -> Players<'a> {
        Players { table, memory: None, twin: None, others: HashMap::new() }
    }

    /// Plays a job.
    pub(super) fn done(&mut self, job: &Job) -> Done {
        Done { game: job.game, record: self.play(job) }
    }

    fn play(&mut self, job: &Job) -> Result<GameRecord, PlayerError> {
        let Table { plan, opponents, advisor, coach } = self.table;
        let pairing = opponents.pairing(job.game);
        let is_self = opponents.get(pairing.opponent).is_self();
        let mut other =
            if is_self { None } else { Some(self.other(pairing.opponent, &job.memory)?) };
        let player = || {
            let evaluator = Evaluator::new(plan.evaluation);
            PatternPlayer::new(Arc::clone(&job.memory), evaluator, plan.exploration)
        };
        let memory = self.memory.get_or_insert_with(|| {
            AdvisedPlayer::new(Coached::new(player(), coach.clone()), advisor.clone())
        });
        memory.player_mut().player_mut().set_memory(Arc::clone(&job.memory));
        let opponent: &mut dyn Player = match &mut other {
            Some(other) => other.as_mut(),
            None => {
                let twin =
                    self.twin.get_or_insert_with(|| AdvisedPlayer::new(player(), advisor.clone()));
                twin.player_mut().set_memory(Arc::clone(&job.memory));
                twin
            }
        };
        let mut rng = rng::seeded(plan.seed, "training game", u64::from(job.game));
        let (white, black): (&mut dyn Player, &mut dyn Player) =
            if pairing.memory_is_white { (memory, opponent) } else { (opponent, memory) };
        let record = play_game(white, black, &job.opening, &plan.rules, &mut rng);
        let lost = matches!(record.ending, GameEnd::Abandoned { recovered: false, .. });
        if let Some(other) = other.filter(|_| !lost) {
            self.others.insert(pairing.opponent, other);
        }
        Ok(record)
    }

    fn other(
        &mut self,
        index: usize,
        memory: &Arc<Snapshot>,
    ) -> Result<Box<dyn Player>, PlayerError> {
        if let Some(player) = self.others.remove(&index) {
            return Ok(player);
        }
        let (opponents, plan) = (self.table.opponents, self.table.plan);
        let build = || opponents.build(index, memory, plan.evaluation, plan.exploration);
        (1..BUILD_TRIES).fold(build(), |built, _| built.or_else(|_| build()))
    }
}
