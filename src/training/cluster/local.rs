//! What the learner's machine plays itself: games against engines, and games of workers once more, to compare.

use crossbeam::channel::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

use super::command::Command;
use crate::arena::{GameRecord, PlayedGame, PlyRecord};
use crate::learning::Preparation;
use crate::training::game_learner::RecordedGame;
use crate::training::workers::{Job, Setup, Worker};

pub(super) enum LocalTask {
    /// A game that only this machine can play.
    Play(u32, Job),
    /// Is this the game that the job gives?
    Check(u32, Job, Box<GameRecord>),
}

/// The way of games to the run, which takes them in their order.
#[derive(Clone)]
pub(super) struct ToRun {
    pub(super) preparation: Preparation,
    pub(super) games: Sender<(u32, PlayedGame<RecordedGame>)>,
}

impl ToRun {
    /// Prepares a game and hands it over; false if the run has ended.
    pub(super) fn send(&self, number: u32, game: PlayedGame) -> bool {
        let game = game.map(|record| RecordedGame::new(number, record, &self.preparation));
        self.games.send((number, game)).is_ok()
    }
}

/// Works until nobody has tasks any more.
pub(super) fn work(
    setup: &Setup<'_>,
    tasks: &Receiver<LocalTask>,
    to_run: &ToRun,
    commands: &UnboundedSender<Command>,
) {
    let mut worker = Worker::new(setup);
    for task in tasks {
        let is_heard = match task {
            LocalTask::Play(number, job) => to_run.send(number, worker.play(number, &job)),
            LocalTask::Check(number, job, record) => {
                let own = worker.play(number, &job);
                let agrees = own.is_ok_and(|own| without_values(own) == *record);
                commands.send(Command::Checked { number, record, agrees }).is_ok()
            }
        };
        if !is_heard {
            return;
        }
    }
}

/// Workers send no values: nothing is learned from them.
fn without_values(mut record: GameRecord) -> GameRecord {
    record.plies.iter_mut().for_each(|ply: &mut PlyRecord| ply.value = None);
    record
}
