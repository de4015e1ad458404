//! The players of a training run on one thread.

use std::sync::Arc;

use shakmaty::Color;

use super::error::TrainingError;
use super::memory_player::MemoryPlayer;
use super::pairing::Pairings;
use super::plan::CheckedPlan;
use crate::arena::{Opening, PlayedGame, Seat, play_game};
use crate::endgame::player::AdvisedPlayer;
use crate::memory::Snapshot;
use crate::opponent_model::coach::CoachedPlayer;
use crate::player::{PatternPlayer, Player};
use crate::rng;

/// A game to be played.
#[derive(Clone)]
pub(super) struct Job {
    /// The memory that plays it.
    pub(super) memory: Arc<Snapshot>,
    /// How many games that memory has learned from; who plays elsewhere asks for it by that.
    #[cfg_attr(not(feature = "nats"), allow(dead_code))]
    pub(super) memory_games: u32,
    pub(super) opening: Opening,
}

/// What the workers of all threads share.
pub(super) struct Setup<'a> {
    pub(super) plan: &'a CheckedPlan,
    pub(super) pairings: &'a Pairings,
    /// How the memory plays.
    pub(super) player: MemoryPlayer,
}

impl<'a> Setup<'a> {
    pub(super) fn new(
        plan: &'a CheckedPlan,
        pairings: &'a Pairings,
    ) -> Result<Setup<'a>, TrainingError> {
        Ok(Setup { plan, pairings, player: MemoryPlayer::of_plan(plan)? })
    }
}

/// Plays the games of one thread. The players are kept from game to game: engines take time to start, and a pattern
/// player caches its evaluations.
pub(super) struct Worker<'a> {
    setup: &'a Setup<'a>,
    learner: Option<AdvisedPlayer<CoachedPlayer>>,
    /// The other side in self-play.
    twin: Option<AdvisedPlayer<PatternPlayer>>,
    /// By the index of the opponent.
    opponents: Vec<Seat>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(setup: &'a Setup<'a>) -> Worker<'a> {
        let opponents = setup.pairings.opponents().iter().map(|_| Seat::default()).collect();
        Worker { setup, learner: None, twin: None, opponents }
    }

    /// Plays game `game`.
    pub(super) fn play(&mut self, game: u32, job: &Job) -> PlayedGame {
        let Setup { plan, pairings, player } = self.setup;
        let pairing = pairings.pairing(game);
        let side = Color::from_white(pairing.memory_is_white);
        let learner = self.learner.get_or_insert_with(|| player.build(&job.memory));
        learner.player_mut().player_mut().set_memory(Arc::clone(&job.memory));
        let settings = &pairings.opponents()[pairing.opponent];
        let opponent: &mut dyn Player = if settings.is_self() {
            let twin = self.twin.get_or_insert_with(|| player.build_without_coach(&job.memory));
            twin.player_mut().set_memory(Arc::clone(&job.memory));
            twin
        } else {
            let build = || settings.build(&job.memory, plan.evaluation, plan.exploration);
            self.opponents[pairing.opponent].player(&build)?
        };
        let mut rng = rng::seeded(plan.seed, "training game", u64::from(game));
        let (white, black): (&mut dyn Player, &mut dyn Player) =
            if side.is_white() { (learner, opponent) } else { (opponent, learner) };
        let record = play_game(white, black, &job.opening, &plan.rules, &mut rng);
        self.opponents[pairing.opponent].after(&record, !side);
        Ok(record)
    }
}
