//! What a run that does not start empty begins with.

use super::{Memory, StoredPlan};

impl Memory {
    /// This memory as a run with this plan begins with it: what it knows, before the first game. Ages are counted from here
    /// on; numbers of updates and uses go on.
    #[must_use]
    pub(crate) fn beginning_of(mut self, plan: StoredPlan) -> Memory {
        self.plan = plan.begun_with(&self.plan);
        (self.games, self.lineage) = (0, None);
        self.graphs.begin_ages();
        self.materials.begin_ages();
        self.moves.begin_ages();
        self
    }
}
