use std::sync::Arc;

use super::error::TrainingError;
use super::plan::CheckedPlan;
use crate::endgame::advisor::Advisor;
use crate::endgame::player::AdvisedPlayer;
use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::memory::Snapshot;
use crate::opponent_model::coach::{Coach, CoachSettings, CoachedPlayer};
use crate::player::{Exploration, PatternPlayer};

/// How a memory plays: evaluation and exploration, with optional endgame advice and an optional coach.
#[derive(Clone)]
pub struct MemoryPlayer {
    /// How positions are valued.
    pub evaluation: EvaluationSettings,
    /// Moves other than the best one.
    pub exploration: Exploration,
    /// Endgame advice where a table covers the position.
    pub advisor: Option<Arc<Advisor>>,
    /// Prefers moves that leave the known patterns of an opponent.
    pub coach: Option<Coach>,
}

impl MemoryPlayer {
    /// How the memory plays in a run of this plan.
    ///
    /// # Errors
    ///
    /// The advice tables or the model of the opponent cannot be read.
    pub(super) fn of_plan(plan: &CheckedPlan) -> Result<MemoryPlayer, TrainingError> {
        Ok(MemoryPlayer {
            evaluation: plan.evaluation,
            exploration: plan.exploration,
            advisor: plan.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new),
            coach: plan.coach.as_ref().map(CoachSettings::load).transpose()?,
        })
    }

    /// The player with this memory.
    #[must_use]
    pub fn build(&self, memory: &Arc<Snapshot>) -> AdvisedPlayer<CoachedPlayer> {
        AdvisedPlayer::new(
            CoachedPlayer::new(self.plain(memory), self.coach.clone()),
            self.advisor.clone(),
        )
    }

    /// The player without the coach.
    pub(super) fn build_without_coach(
        &self,
        memory: &Arc<Snapshot>,
    ) -> AdvisedPlayer<PatternPlayer> {
        AdvisedPlayer::new(self.plain(memory), self.advisor.clone())
    }

    fn plain(&self, memory: &Arc<Snapshot>) -> PatternPlayer {
        PatternPlayer::new(Arc::clone(memory), Evaluator::new(self.evaluation), self.exploration)
    }
}
