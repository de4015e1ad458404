//! The games that were offered and are not yet learned from.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::message::GameJob;
use super::server::Delivery;
use crate::training::workers::Job;

/// The median is taken over so many games.
const MEDIAN_OF: usize = 101;
/// No game is offered again before.
const MIN_PATIENCE: Duration = Duration::from_secs(5);
/// Nor before so many times the usual.
const PATIENCE: u32 = 3;

pub(super) struct OpenGame {
    pub(super) job: Job,
    pub(super) message: GameJob,
    offered: Instant,
    /// When it was offered last.
    last_offered: Instant,
    /// Workers that could not play it.
    pub(super) failures: u32,
    state: State,
}

enum State {
    Offered,
    /// A worker sent it, and it is being played again.
    Checked(String, Delivery),
    /// To be acknowledged when it is in the journal.
    Answered(Option<Delivery>),
}

/// See the module.
#[derive(Default)]
pub(super) struct OpenGames {
    games: BTreeMap<u32, OpenGame>,
    /// How long the last games took, from offer to answer.
    durations: VecDeque<Duration>,
}

impl OpenGames {
    pub(super) fn offer(&mut self, message: GameJob, job: Job) {
        let game = OpenGame {
            job,
            offered: Instant::now(),
            last_offered: Instant::now(),
            failures: 0,
            state: State::Offered,
            message,
        };
        self.games.insert(game.message.game, game);
    }

    pub(super) fn get(&self, number: u32) -> Option<&OpenGame> {
        self.games.get(&number)
    }

    /// The game, if no answer to it has come.
    pub(super) fn unanswered(&mut self, number: u32) -> Option<&mut OpenGame> {
        self.games.get_mut(&number).filter(|game| matches!(game.state, State::Offered))
    }

    /// The numbers of those to which no answer has come.
    pub(super) fn all_unanswered(&self) -> impl Iterator<Item = u32> + '_ {
        let open = self.games.iter().filter(|(_, game)| matches!(game.state, State::Offered));
        open.map(|(number, _)| *number)
    }

    /// An answer of a worker came, and is played again to compare.
    pub(super) fn check(&mut self, number: u32, worker: String, delivery: Delivery) {
        if let Some(game) = self.games.get_mut(&number) {
            game.state = State::Checked(worker, delivery);
        }
    }

    /// It was played again: who had played it, and the message. The game has no answer any more.
    pub(super) fn checked(&mut self, number: u32) -> Option<(String, Delivery)> {
        let game = self.games.get_mut(&number)?;
        match std::mem::replace(&mut game.state, State::Offered) {
            State::Checked(worker, delivery) => Some((worker, delivery)),
            other => {
                game.state = other;
                None
            }
        }
    }

    /// An answer came, and is right.
    pub(super) fn answered(&mut self, number: u32, delivery: Option<Delivery>) {
        if let Some(game) = self.games.get_mut(&number) {
            game.state = State::Answered(delivery);
            self.durations.push_back(game.offered.elapsed());
            if self.durations.len() > MEDIAN_OF {
                self.durations.pop_front();
            }
        }
    }

    /// The game is in the journal: the message to be acknowledged.
    pub(super) fn handled(&mut self, number: u32) -> Option<Delivery> {
        match self.games.remove(&number)?.state {
            State::Answered(delivery) => delivery,
            State::Offered | State::Checked(..) => None,
        }
    }

    /// Forgets those to which no answer has come.
    pub(super) fn withdraw(&mut self) {
        self.games.retain(|_, game| !matches!(game.state, State::Offered));
    }

    /// The first game, if the learner waits for it much longer than for others, to be offered again.
    pub(super) fn straggler(&mut self) -> Option<u32> {
        let median = median(&self.durations)?;
        let (number, game) = self.games.iter_mut().next()?;
        let patience = (median * PATIENCE).max(MIN_PATIENCE);
        let waits = matches!(game.state, State::Offered) && game.last_offered.elapsed() > patience;
        waits.then(|| {
            game.last_offered = Instant::now();
            *number
        })
    }
}

fn median(durations: &VecDeque<Duration>) -> Option<Duration> {
    let mut sorted: Vec<Duration> = durations.iter().copied().collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}
