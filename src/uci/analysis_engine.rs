use shakmaty::{Chess, Move, Position};

use super::client::{ask_for_move, legal_move, shake_hands};
use super::process::Process;
use super::{EngineError, EngineSettings};
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
        analyse(&mut self.process, &self.settings, game)
    }

    /// The same for a few times as long.
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
    }
}
