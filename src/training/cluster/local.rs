//! What the learner's machine plays itself: games against engines, and games of workers once more, to compare.

use crossbeam::channel::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

use super::learner::Command;
use crate::arena::{GameRecord, PlayedGame, PlyRecord};
use crate::training::workers::{Job, Setup, Worker};

pub(super) enum LocalTask {
    /// A game that only this machine can play.
    Play(u32, Job),
    /// Is this the game that the job gives?
    Check(u32, Job, Box<GameRecord>),
}

/// Works until nobody has tasks any more.
pub(super) fn work(
    setup: &Setup<'_>,
    tasks: &Receiver<LocalTask>,
    games: &Sender<(u32, PlayedGame)>,
    commands: &UnboundedSender<Command>,
) {
    let mut worker = Worker::new(setup);
    for task in tasks {
        let is_heard = match task {
            LocalTask::Play(number, job) => games.send((number, worker.play(number, &job))).is_ok(),
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
