use super::{
    AnyId, CandidateCounter, Database, EvaluationSettings, Forgotten, Lineage, PatternTable,
    StoredPlan, Weights,
};
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern, Pattern};

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
    /// The run it comes from; `None` for a merged memory, and for one of a former version of the program.
    pub lineage: Option<Lineage>,
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

    /// Whether both come from one run, or from runs with equal plans, merged or not: together they tell no more than one of them.
    #[must_use]
    pub fn shares_run_with(&self, other: &Memory) -> bool {
        let is_same_run = match (self.lineage, other.lineage) {
            (Some(own), Some(others)) => own.plan == others.plan,
            _ => false,
        };
        // The plan holds the seed, and files of former versions have no lineage.
        is_same_run || self.plan.shares_run_with(&other.plan)
    }

    /// How positions were valued in training, and have to be valued in play.
    #[must_use]
    pub fn evaluation(&self) -> EvaluationSettings {
        self.plan.evaluation()
    }

    /// What is known of a forgotten pattern; see [`Database::forgotten`].
    #[must_use]
    pub fn forgotten(&self, id: AnyId) -> Option<Forgotten> {
        match id {
            AnyId::Graph(id) => self.graphs.forgotten(id),
            AnyId::Material(id) => self.materials.forgotten(id),
            AnyId::Move(id) => self.moves.forgotten(id),
        }
    }

    /// What a pattern says, in English, with White to move; `None` if there is none with this id.
    #[must_use]
    pub fn phrase(&self, id: AnyId) -> Option<String> {
        match id {
            AnyId::Graph(id) => self.graphs.get(id).map(Pattern::phrase),
            AnyId::Material(id) => self.materials.get(id).map(Pattern::phrase),
            AnyId::Move(id) => self.moves.get(id).map(Pattern::phrase),
        }
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
