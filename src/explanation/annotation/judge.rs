use std::convert::Infallible;

use shakmaty::{Move, Position};

use crate::chess::search::{MATE, MaterialSearch, SearchBudget};
use crate::chess::{Game, MaterialVector};
use crate::uci::{AnalysisEngine, EngineError};
use crate::units::Score;

/// Says how good positions are.
pub trait Judge {
    /// Why it may fail.
    type Error;

    /// Judges the position after a game, which is not over, and the move that was played in it, if there is one.
    ///
    /// # Errors
    ///
    /// It fails.
    fn judge(&mut self, game: &Game, played: Option<Move>) -> Result<Judgement, Self::Error>;
}

/// What a judge says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// After the best move.
    pub best: Score,
    /// The best moves of both sides, as far as the judge has looked; may be empty.
    pub line: Vec<Move>,
    /// After the move that was played; `None`: as the judge says of the next position.
    pub played: Option<Score>,
}

/// What a move must lose before it counts, in pawns: one may be a gambit, or come back beyond the end of the search.
const MIN_LOSS: i32 = 2;

/// The program's own search for material. It knows nothing of other advantages, and finds about half of the blunders; a larger
/// budget finds no more (ledger, "Mistakes in games").
#[derive(Clone, Copy, Debug)]
pub struct SearchJudge;

impl Judge for SearchJudge {
    type Error = Infallible;

    fn judge(&mut self, game: &Game, played: Option<Move>) -> Result<Judgement, Infallible> {
        let position = game.position();
        let mut search = MaterialSearch::new(position, SearchBudget::FORCE);
        let balance = MaterialVector::of_board(position.board()).traditional();
        let balance = position.turn().fold_wb(balance, -balance);
        let best = balance + search.gain();
        let loss = |m| Some(search.loss(m)).filter(|loss| *loss >= MIN_LOSS).unwrap_or(0);
        let played = played.map(loss).map(|loss| score(best - loss));
        Ok(Judgement { best: score(best), line: forced(&search), played })
    }
}

/// The best line, if it wins or saves something; otherwise it is one of many.
fn forced(search: &MaterialSearch) -> Vec<Move> {
    if search.gain() == 0 { Vec::new() } else { search.line().to_vec() }
}

/// Of a value in pawns.
fn score(pawns: i32) -> Score {
    match pawns {
        _ if pawns > MATE / 2 => Score::Mates(1),
        _ if pawns < -MATE / 2 => Score::IsMated(1),
        _ => Score::Centipawns(100 * pawns),
    }
}

/// A UCI engine within its limit for each position.
impl Judge for AnalysisEngine {
    type Error = EngineError;

    fn judge(&mut self, game: &Game, _: Option<Move>) -> Result<Judgement, EngineError> {
        let analysis = self.analyse(game)?;
        Ok(Judgement { best: analysis.score, line: analysis.line, played: None })
    }
}
