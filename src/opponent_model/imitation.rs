//! A player that moves as a modelled player is expected to move, also as a UCI engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use shakmaty::Move;

use super::coach::game_state;
use super::model::OpponentModel;
use super::move_model::EngineOpinion;
use super::predict::{Method, Predictor, RankedMoves};
use crate::chess::{Game, san};
use crate::file_format::LoadError;
use crate::player::{Choice, Player, PlayerError};
use crate::rng;
use crate::uci::{
    Backend, EngineError, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits,
    SearchResult, Variation,
};

/// A player who draws each move from those that the modelled player is expected to make.
pub struct Imitation {
    predictor: Predictor<Arc<OpponentModel>>,
    method: Method,
    name: String,
    /// In percent, 0 to 100; see [`Imitation::set_variety`].
    variety: u8,
}

impl Imitation {
    /// Half way between the most likely move and the predicted probabilities: fewer moves that the player would hardly make.
    pub const USUAL_VARIETY: u8 = 50;

    /// A player like that of the model.
    ///
    /// # Errors
    ///
    /// As [`Predictor::new`].
    pub fn new(model: Arc<OpponentModel>) -> Result<Imitation, LoadError> {
        let name = format!("like {}", model.player);
        let variety = Imitation::USUAL_VARIETY;
        let method = Method::Best;
        Ok(Imitation { predictor: Predictor::new(model)?, method, name, variety })
    }

    /// The same with the opinion of an engine, which is asked about each position.
    #[must_use]
    pub fn with_engine(self, engine: EngineOpinion) -> Imitation {
        let predictor = self.predictor.with_engine(Some(engine));
        Imitation { predictor, method: Method::WithEngine, ..self }
    }

    /// How much the moves vary, in percent: with 100 they are drawn with the predicted probabilities, with less by
    /// probability^(100 / variety), with 0 the most likely move is made.
    pub fn set_variety(&mut self, percent: u8) {
        self.variety = percent.min(100);
    }

    /// All legal moves with their probabilities, the one that is made first.
    fn moves(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<RankedMoves, EngineError> {
        self.predictor.ask_engine([game.position().clone()])?;
        let mut moves = self.predictor.ranked_moves(self.method, &game_state(game));
        if self.variety > 0 {
            let power = 100.0 / f64::from(self.variety);
            let weight = |(_, probability): &(Move, f64)| libm::pow(*probability, power);
            let mut left = rng.random::<f64>() * moves.iter().map(weight).sum::<f64>();
            let chosen = moves.iter().position(|m| {
                left -= weight(m);
                left < 0.0
            });
            moves[..=chosen.unwrap_or(0)].rotate_right(1);
        }
        Ok(moves)
    }
}

impl Player for Imitation {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let player = self.name();
        let moves = self.moves(game, rng).map_err(|error| PlayerError {
            player: player.clone(),
            what: error.report(),
            recovered: false,
        })?;
        let what = "the game is over".to_owned();
        let (m, _) = *moves.first().ok_or(PlayerError { player, what, recovered: true })?;
        Ok(Choice { m, value: None, explored: false, best: None })
    }
}

/// An [`Imitation`] behind the protocol. It takes no time to think, whatever the limits, and says with each move how likely it
/// was. `Hash`, `Threads` and `Move Overhead` change nothing.
pub struct ImitationEngine {
    model: PathBuf,
    engine: Option<String>,
    variety: u8,
    player: Option<Imitation>,
    rng: ChaCha8Rng,
}

const VARIETY: &str = "Variety";

impl ImitationEngine {
    /// An engine that plays like the player of a model, with the opinion of an engine if its command is given; the file is
    /// read after the handshake.
    #[must_use]
    pub fn new(model: PathBuf, engine: Option<String>) -> ImitationEngine {
        let variety = Imitation::USUAL_VARIETY;
        ImitationEngine { model, engine, variety, player: None, rng: rng::unpredictable() }
    }
}

impl Backend for ImitationEngine {
    fn identity(&self) -> EngineIdentity {
        let model = self.model.file_stem().unwrap_or(self.model.as_os_str()).to_string_lossy();
        EngineIdentity {
            name: format!("Morph {} like {model}", env!("CARGO_PKG_VERSION")),
            author: "the Morph project".to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionDeclaration> {
        let default = i64::from(Imitation::USUAL_VARIETY);
        let variety = OptionKind::Spin { default, min: 0, max: 100 };
        let own = [OptionDeclaration::new(VARIETY, variety)];
        own.into_iter().chain(OptionDeclaration::without_effect()).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == VARIETY {
            self.variety =
                value.parse().map_err(|_| format!("{VARIETY}: not a number: {value}"))?;
        }
        Ok(())
    }

    fn load(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let model = OpponentModel::load(&self.model).map_err(|error| error.to_string())?;
            let start = |command: &String| model.start_engine(command, 1);
            let engine = self.engine.as_ref().map(start).transpose();
            let engine = engine.map_err(|error| error.to_string())?;
            let player = Imitation::new(Arc::new(model)).map_err(|error| error.to_string())?;
            self.player = Some(match engine {
                Some(engine) => player.with_engine(engine),
                None => player,
            });
        }
        Ok(())
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        _: &AtomicBool,
    ) -> Result<SearchResult, String> {
        let player = self.player.as_mut().ok_or("no model is loaded")?;
        player.set_variety(self.variety);
        let moves = player.moves(game, &mut self.rng);
        let mut moves = moves.map_err(|error| error.report())?;
        moves.retain(|(m, _)| limits.search_moves.is_empty() || limits.search_moves.contains(m));
        let nodes = moves.len() as u64;
        let note = moves.first().map(|(m, probability)| {
            let san = san(game.position(), *m);
            format!("{san}: expected with {:.0} %", 100.0 * probability)
        });
        let line = |(m, _)| Variation { pv: vec![m], value: None, win_draw_loss: None, mate: None };
        Ok(SearchResult { lines: moves.into_iter().map(line).collect(), nodes, note })
    }
}
