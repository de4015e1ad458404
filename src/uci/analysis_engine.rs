use std::num::NonZeroU32;

use shakmaty::{Chess, Move, Position};

use super::client::{announce_game, ask_for_move, legal_move, name_of, shake_hands};
use super::process::Process;
use super::{EngineError, EngineSettings, GoLimit};
use crate::chess::{Game, fen};
use crate::units::Score;

/// An engine's analysis of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// For the side to move.
    pub score: Score,
    /// The engine's move.
    pub best: Move,
    /// The best moves of both sides, as far as they are legal; it begins with the engine's move.
    pub line: Vec<Move>,
}

/// An engine cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("{command}: {}", error.report())]
pub struct StartError {
    /// Its command.
    pub command: String,
    /// Why.
    pub error: EngineError,
}

/// A UCI engine that scores positions after a game, for diagnosis and for models of other players. No memory may learn from
/// one or choose moves by it: the program learns from its own games only.
pub struct AnalysisEngine {
    settings: EngineSettings,
    name: String,
    process: Process,
}

impl AnalysisEngine {
    /// Starts the engine and sets its options. `settings.limit` bounds the search of each position.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`](super::Engine::start).
    pub fn start(settings: EngineSettings) -> Result<AnalysisEngine, EngineError> {
        let (process, own_name) = shake_hands(&settings)?;
        let name = name_of(&settings, own_name);
        Ok(AnalysisEngine { settings, name, process })
    }

    /// The same, with the command in the error.
    ///
    /// # Errors
    ///
    /// As [`AnalysisEngine::start`].
    pub fn start_named(settings: EngineSettings) -> Result<AnalysisEngine, StartError> {
        let command = settings.command.clone();
        AnalysisEngine::start(settings).map_err(|error| StartError { command, error })
    }

    /// An engine that searches so many plies in each position.
    ///
    /// # Errors
    ///
    /// As [`AnalysisEngine::start_named`].
    pub fn at_depth(command: &str, depth: NonZeroU32) -> Result<AnalysisEngine, StartError> {
        AnalysisEngine::start_named(EngineSettings::new(command, GoLimit::Depth(depth)))
    }

    /// The name in reports.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets the engine forget what it has analysed, so that the next answer does not depend on it.
    ///
    /// # Errors
    ///
    /// The engine hangs or dies.
    pub fn forget(&mut self) -> Result<(), EngineError> {
        announce_game(&mut self.process, self.settings.start_timeout)
    }

    /// Analyses a position in which the game is not over.
    ///
    /// # Errors
    ///
    /// The engine hangs or dies, or reports no score or no legal move.
    pub fn analyse(&mut self, game: &Game) -> Result<Analysis, EngineError> {
        analyse(&mut self.process, &self.settings, game)
    }

    /// The best moves in a position in which the game is not over, with their scores for the side to move: as many as the
    /// option `MultiPV` says, the best first.
    ///
    /// # Errors
    ///
    /// As [`AnalysisEngine::analyse`].
    pub fn analyse_moves(&mut self, game: &Game) -> Result<Vec<(Move, Score)>, EngineError> {
        let mut moves: Vec<(Move, Score)> = Vec::new();
        ask_for_move(&mut self.process, &self.settings, game, |info| {
            if let Some((rank, score)) = rank_of(info).zip(score_of(info))
                && let Some(m) = line_of(info, game.position()).first()
            {
                // The first move of a deeper search begins the list anew.
                if rank == 1 {
                    moves.clear();
                }
                moves.push((*m, score));
            }
        })?;
        if moves.is_empty() {
            return Err(EngineError::NoScore { fen: fen(game.position()) });
        }
        Ok(moves)
    }

    /// The same as [`AnalysisEngine::analyse`] for a few times as long.
    ///
    /// # Errors
    ///
    /// As [`AnalysisEngine::analyse`].
    pub fn analyse_longer(&mut self, game: &Game) -> Result<Analysis, EngineError> {
        let limit = self.settings.limit.longer();
        let settings = EngineSettings { limit, ..self.settings.clone() };
        analyse(&mut self.process, &settings, game)
    }
}

fn analyse(
    process: &mut Process,
    settings: &EngineSettings,
    game: &Game,
) -> Result<Analysis, EngineError> {
    let (mut score, mut line) = (None, Vec::new());
    let best = ask_for_move(process, settings, game, |info| {
        if let Some(found) = score_of(info) {
            score = Some(found);
            line = line_of(info, game.position());
        }
    })?;
    let score = score.ok_or_else(|| EngineError::NoScore { fen: fen(game.position()) })?;
    if line.first() != Some(&best) {
        line = vec![best];
    }
    Ok(Analysis { score, best, line })
}

/// The score of an `info` line; `None` if there is none or it is only a bound.
fn score_of(line: &str) -> Option<Score> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "score")?;
    if words.contains(&"lowerbound") || words.contains(&"upperbound") {
        return None;
    }
    let number: i32 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(Score::Centipawns(number)),
        // "mate 0" and below: the side to move is mated.
        "mate" if number > 0 => Some(Score::Mates(number.unsigned_abs())),
        "mate" => Some(Score::IsMated(number.unsigned_abs())),
        _ => None,
    }
}

/// The place of the line among those of `MultiPV`, from 1.
fn rank_of(line: &str) -> Option<usize> {
    line.split_whitespace().skip_while(|word| *word != "multipv").nth(1)?.parse().ok()
}

/// The moves of an `info` line after `pv`, up to the first that is not legal.
fn line_of(info: &str, position: &Chess) -> Vec<Move> {
    let mut position = position.clone();
    let moves = info.split_whitespace().skip_while(|word| *word != "pv").skip(1);
    let legal = |text| {
        let m = legal_move(text, &position)?;
        position.play_unchecked(m);
        Some(m)
    };
    moves.map_while(legal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_in_centipawns_and_mates() {
        let cp = "info depth 8 seldepth 9 multipv 1 score cp -37 nodes 1 pv e2e4";
        assert_eq!(score_of(cp), Some(Score::Centipawns(-37)));
        assert_eq!(score_of("info depth 8 score cp 4000 pv e2e4"), Some(Score::Centipawns(4000)));
        assert_eq!(score_of("info depth 8 score mate 3"), Some(Score::Mates(3)));
        assert_eq!(score_of("info depth 8 score mate -2"), Some(Score::IsMated(2)));
        assert_eq!(score_of("info depth 8 score cp 12 lowerbound nodes 5"), None);
        assert_eq!(score_of("info string score of the day"), None);
        assert_eq!(score_of("bestmove e2e4"), None);
        assert_eq!(rank_of("info depth 8 multipv 3 score cp 4 pv e2e4"), Some(3));
        assert_eq!(rank_of("info depth 8 score cp 4 pv e2e4"), None);
    }
}
