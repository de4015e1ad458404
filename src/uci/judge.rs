use shakmaty::Move;

use super::client::{ask_for_move, shake_hands};
use super::process::Process;
use super::{EngineError, EngineSettings};
use crate::chess::{Game, fen};

/// What an engine thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Centipawns for the side to move; mates count as [`Verdict::MATE`].
    pub score: i32,
    /// The move it would play.
    pub best: Move,
}

impl Verdict {
    /// The score of a mate, and the most a score can be.
    pub const MATE: i32 = 1000;
}

/// An engine asked for its opinion, for diagnosis after a game. Unlike a player's, its opinion is passed on, so nothing
/// that learns or chooses moves may have one.
pub struct Judge {
    settings: EngineSettings,
    process: Process,
}

impl Judge {
    /// Starts the engine and sets its options. `settings.limit` is what it gets for a position.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`](super::Engine::start).
    pub fn start(settings: EngineSettings) -> Result<Judge, EngineError> {
        let (process, _) = shake_hands(&settings)?;
        Ok(Judge { settings, process })
    }

    /// Its opinion of a position in which the game is not over.
    ///
    /// # Errors
    ///
    /// It hangs, dies, names no score or no legal move.
    pub fn verdict(&mut self, game: &Game) -> Result<Verdict, EngineError> {
        let mut score = None;
        let best = ask_for_move(&mut self.process, &self.settings, game, |line| {
            score = score_of(line).or(score);
        })?;
        let score = score.ok_or_else(|| EngineError::NoScore { fen: fen(game.position()) })?;
        Ok(Verdict { score, best })
    }
}

/// The score of an `info` line, but not of one that tells of a bound only.
fn score_of(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "score")?;
    if words.contains(&"lowerbound") || words.contains(&"upperbound") {
        return None;
    }
    let number: i32 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(number.clamp(-Verdict::MATE, Verdict::MATE)),
        // "mate 0" and below: the side to move is mated.
        "mate" => Some(if number > 0 { Verdict::MATE } else { -Verdict::MATE }),
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
        assert_eq!(score_of("info depth 8 score cp 4000 pv e2e4"), Some(Verdict::MATE));
        assert_eq!(score_of("info depth 8 score mate 3"), Some(Verdict::MATE));
        assert_eq!(score_of("info depth 8 score mate -2"), Some(-Verdict::MATE));
        assert_eq!(score_of("info depth 8 score cp 12 lowerbound nodes 5"), None);
        assert_eq!(score_of("info string score of the day"), None);
        assert_eq!(score_of("bestmove e2e4"), None);
    }
}
