//! What an engine thinks of the legal moves of positions, for models that may use one.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;
use std::time::Duration;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::chess::{Game, Start};
use crate::parallel::in_order;
use crate::uci::{AnalysisEngine, EngineError, EngineSettings, GoLimit, StartError};
use crate::units::{Score, Value};

/// Moves of a position that the engine values; all others count as the worst of these.
const MOVES: u32 = 8;

/// An engine may take so long for a position: at large depths the moves take more than the usual ten seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// A UCI engine as a judge of moves: it is asked about positions first, and answers from what it said then.
pub struct EngineOpinion {
    name: String,
    depth: NonZeroU32,
    engines: Vec<AnalysisEngine>,
    values: HashMap<Zobrist64, Vec<Value>>,
}

impl EngineOpinion {
    /// Starts the engine, `processes` times, to search so many plies in each position.
    ///
    /// # Errors
    ///
    /// As [`AnalysisEngine::start_named`]; an engine without the option `MultiPV` cannot be used.
    pub fn start(
        command: &str,
        depth: NonZeroU32,
        processes: usize,
    ) -> Result<EngineOpinion, StartError> {
        let settings = EngineSettings {
            options: vec![("MultiPV".to_owned(), MOVES.to_string())],
            move_timeout: PATIENCE,
            ..EngineSettings::new(command, GoLimit::Depth(depth))
        };
        let start = |_| AnalysisEngine::start_named(settings.clone());
        let engines = (0..processes.max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        Ok(EngineOpinion {
            name: engines[0].name().to_owned(),
            depth,
            engines,
            values: HashMap::new(),
        })
    }

    /// The name that the engine announces.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Plies that it searches.
    #[must_use]
    pub fn depth(&self) -> NonZeroU32 {
        self.depth
    }

    /// Asks the engine about the positions that it has not been asked about, each as if it knew no other, so that the answers
    /// do not depend on their order. `progress` is called with the positions done and the total.
    ///
    /// # Errors
    ///
    /// The engine hangs or dies.
    ///
    /// # Cost
    ///
    /// With Stockfish 15.1 at depth 8 20 to 40 ms a position and process.
    pub fn ask(
        &mut self,
        positions: impl IntoIterator<Item = Chess>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        let is_new = |position: &Chess| {
            !position.legal_moves().is_empty()
                && !self.values.contains_key(&key(position))
                && seen.insert(key(position))
        };
        let positions: Vec<Chess> = positions.into_iter().filter(is_new).collect();
        let total = positions.len();
        let EngineOpinion { engines, values, .. } = self;
        let askers = engines
            .iter_mut()
            .map(|engine| move |position: Chess| (key(&position), ask_about(engine, &position)));
        let mut done = 0;
        in_order(positions, askers.collect(), |(key, answer)| {
            values.insert(key, answer?);
            done += 1;
            progress(done, total);
            Ok(())
        })
    }

    /// The expected result after each legal move, for the side that makes it, in the order of move generation; `None` if the
    /// engine has not been [asked](EngineOpinion::ask).
    #[must_use]
    pub fn values(&self, position: &Chess) -> Option<&[Value]> {
        self.values.get(&key(position)).map(Vec::as_slice)
    }
}

fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

fn ask_about(engine: &mut AnalysisEngine, position: &Chess) -> Result<Vec<Value>, EngineError> {
    engine.forget()?;
    let game = Game::new(Start::Position(Box::new(position.clone())));
    let scored = engine.analyse_moves(&game)?;
    let worst = scored.iter().map(|(_, score)| value(*score)).fold(1.0, f64::min);
    let of_move = |m: &Move| {
        let found = scored.iter().find(|(other, _)| other == m);
        Value::new(found.map_or(worst, |(_, score)| value(*score)))
    };
    Ok(position.legal_moves().iter().map(of_move).collect())
}

fn value(score: Score) -> f64 {
    f64::midpoint(1.0, score.winning_chance())
}
