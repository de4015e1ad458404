use shakmaty::Move;

use super::client::{ask_for_move, shake_hands};
use super::process::Process;
use super::{EngineError, EngineSettings};
use crate::chess::{Game, fen};

/// An engine's analysis of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Centipawns for the side to move, clamped to ±[`Analysis::MATE`].
    pub score: i32,
    /// The engine's move.
    pub best: Move,
}

impl Analysis {
    /// The score of any mate, and the largest score.
    pub const MATE: i32 = 1000;
}

/// A UCI engine that scores positions after a game, for diagnosis. Nothing that learns or chooses moves may use one:
/// the program learns from its own games only.
pub struct AnalysisEngine {
    settings: EngineSettings,
    process: Process,
}

impl AnalysisEngine {
    /// Starts the engine and sets its options. `settings.limit` bounds the search of each position.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`](super::Engine::start).
    pub fn start(settings: EngineSettings) -> Result<AnalysisEngine, EngineError> {
        let (process, _) = shake_hands(&settings)?;
        Ok(AnalysisEngine { settings, process })
    }

    /// Analyses a position in which the game is not over.
    ///
    /// # Errors
    ///
    /// The engine hangs or dies, or reports no score or no legal move.
    pub fn analyse(&mut self, game: &Game) -> Result<Analysis, EngineError> {
        let mut score = None;
        let best = ask_for_move(&mut self.process, &self.settings, game, |line| {
            score = score_of(line).or(score);
        })?;
        let score = score.ok_or_else(|| EngineError::NoScore { fen: fen(game.position()) })?;
        Ok(Analysis { score, best })
    }
}

/// The score of an `info` line; `None` if there is none or it is only a bound.
fn score_of(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "score")?;
    if words.contains(&"lowerbound") || words.contains(&"upperbound") {
        return None;
    }
    let number: i32 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(number.clamp(-Analysis::MATE, Analysis::MATE)),
        // "mate 0" and below: the side to move is mated.
        "mate" => Some(if number > 0 { Analysis::MATE } else { -Analysis::MATE }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_in_centipawns_and_mates() {
        let cp = "info depth 8 seldepth 9 multipv 1 score cp -37 nodes 1 pv e2e4";
        assert_eq!(score_of(cp), Some(-37));
        assert_eq!(score_of("info depth 8 score cp 4000 pv e2e4"), Some(Analysis::MATE));
        assert_eq!(score_of("info depth 8 score mate 3"), Some(Analysis::MATE));
        assert_eq!(score_of("info depth 8 score mate -2"), Some(-Analysis::MATE));
        assert_eq!(score_of("info depth 8 score cp 12 lowerbound nodes 5"), None);
        assert_eq!(score_of("info string score of the day"), None);
        assert_eq!(score_of("bestmove e2e4"), None);
    }
}
