use super::{CandidateCounter, Database, EvaluationSettings, PatternTable, StoredPlan, Weights};
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};

/// Everything learned in a training run.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Graph patterns.
    pub graphs: Database<GraphPattern>,
    /// Material patterns.
    pub materials: Database<MaterialPattern>,
    /// Move patterns.
    pub moves: Database<MovePattern>,
    /// How often candidates for graph patterns have come up.
    pub graph_candidates: CandidateCounter,
    /// How often candidates for move patterns have come up.
    pub move_candidates: CandidateCounter,
    /// Games learned from.
    pub games: u32,
    /// The plan it was trained with.
    pub plan: StoredPlan,
}

/// The patterns and weights of a memory at one moment: immutable, cheap to clone and to share between threads.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Graph patterns.
    pub graphs: PatternTable<GraphPattern>,
    /// Material patterns.
    pub materials: PatternTable<MaterialPattern>,
    /// Move patterns.
    pub moves: PatternTable<MovePattern>,
}

/// The weights of all three kinds of pattern.
#[derive(Clone, Copy, Debug)]
pub struct WeightTables<'a> {
    /// Of graph patterns.
    pub graphs: &'a Weights,
    /// Of material patterns.
    pub materials: &'a Weights,
    /// Of move patterns.
    pub moves: &'a Weights,
}

impl Memory {
    /// The patterns and weights at this moment. Copies nothing; the next change of the memory copies what it changes.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            graphs: self.graphs.table(),
            materials: self.materials.table(),
            moves: self.moves.table(),
        }
    }

    /// How positions were valued in training, and have to be valued in play.
    #[must_use]
    pub fn evaluation(&self) -> EvaluationSettings {
        self.plan.evaluation()
    }

    /// The present weights.
    #[must_use]
    pub fn weights(&self) -> WeightTables<'_> {
        WeightTables {
            graphs: self.graphs.weights(),
            materials: self.materials.weights(),
            moves: self.moves.weights(),
        }
    }
}

impl Snapshot {
    /// The weights.
    #[must_use]
    pub fn weights(&self) -> WeightTables<'_> {
        WeightTables {
            graphs: self.graphs.weights(),
            materials: self.materials.weights(),
            moves: self.moves.weights(),
        }
    }
}
