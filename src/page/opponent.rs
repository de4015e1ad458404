//! Models of opponents, and what is prepared from them.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use shakmaty::Color;

use crate::file_format::LoadError;
use crate::opponent_model::coach::{Coach, CoachSettings};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::move_model::MemoryOpinion;
use crate::opponent_model::opening_tree::OpeningTree;
use crate::opponent_model::predict::Predictor;

/// A player to prepare for.
pub struct Opponent {
    /// Knows the player, and what using that may cost.
    pub coach: Coach,
    memory: &'static MemoryOpinion,
    /// What takes a while to prepare.
    prepared: OnceLock<Prepared>,
}

/// What a model needs to answer.
pub struct Prepared {
    /// Predicts the player's next move.
    pub predictor: Predictor<Arc<OpponentModel>>,
    trees: [OpeningTree; 2],
}

impl Prepared {
    /// The player's openings with this colour.
    #[must_use]
    pub fn tree(&self, color: Color) -> &OpeningTree {
        &self.trees[usize::from(color.is_black())]
    }
}

impl Opponent {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no model.
    pub fn load(path: &Path) -> Result<Opponent, LoadError> {
        let margin = CoachSettings::default_margin();
        let coach = CoachSettings { model: path.to_owned(), margin }.load()?;
        let memory = MemoryOpinion::built_in()?;
        Ok(Opponent { coach, memory, prepared: OnceLock::new() })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &OpponentModel {
        &self.coach.model
    }

    /// The indexes of the games, made when first asked for.
    ///
    /// # Cost
    ///
    /// The first time all games are played through: some milliseconds for each hundred.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| Prepared {
            predictor: Predictor::with_memory(self.memory, Arc::clone(&self.coach.model)),
            trees: Color::ALL.map(|color| OpeningTree::new(self.model(), color)),
        })
    }
}
