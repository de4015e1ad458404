use std::convert::Infallible;

use shakmaty::{Chess, Move};

use crate::chess::Game;
use crate::chess::positional_search::{BestLine, PositionalSearch};
use crate::uci::{Analysis, AnalysisEngine, EngineError};
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

    /// Looks longer at the position after a game, in which or before which something seems to be given away; `None`: it has
    /// looked long enough.
    ///
    /// # Errors
    ///
    /// It fails.
    fn again(&mut self, _game: &Game) -> Result<Option<Judgement>, Self::Error> {
        Ok(None)
    }
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

impl Judgement {
    /// Winning chances that the move gives away, in `[0, 2]`; 0 where it was not judged by itself.
    fn loss(&self) -> f64 {
        self.played.map_or(0.0, |played| self.best.loss_to(played))
    }
}

/// Positions that are searched for a move.
const NODES: u32 = 5_000;
/// A move that seems to give away so many winning chances is looked at again, beside the better move alone.
const SUSPICION: f64 = 0.05;
/// In so many times the positions.
const AGAIN: u32 = 6;
/// A move for its sake alone may be searched in so many times the positions: it is searched to the depth of the best.
const FOR_THE_MOVE: u32 = 4;
/// Winning chances that a move must give away before it counts: a smaller loss is as often the search's mistake.
const MIN_LOSS: f64 = 0.16;
/// What a move is worth is searched from this loss on: whether it gives away more than a bound is a less certain answer.
const UNCERTAIN_LOSS: f64 = 0.1;

/// The program's own search. It marks nearly three of four blunders (training/HISTORY.md, "Mistakes in games" and what follows).
#[derive(Clone, Debug)]
pub struct SearchJudge {
    search: PositionalSearch,
    nodes: u32,
}

impl Default for SearchJudge {
    /// With 5,000 positions for a move: some 120 half-moves of amateurs' games a second, 200 of masters'.
    fn default() -> SearchJudge {
        SearchJudge::with_nodes(NODES)
    }
}

impl SearchJudge {
    /// With so many positions for a move, and six times as many where something seems to be given away.
    #[must_use]
    pub fn with_nodes(nodes: u32) -> SearchJudge {
        SearchJudge { search: PositionalSearch::new(), nodes }
    }

    /// What is said of a position and its `best` move; a move that gives away less than `tolerated` winning chances counts as the
    /// best, and so does one of which a bound shows that it gives away less than `uncertain`.
    fn look(
        &mut self,
        position: &Chess,
        BestLine { score: best, line, depth }: BestLine,
        played: Option<Move>,
        nodes: u32,
        [uncertain, tolerated]: [f64; 2],
    ) -> Judgement {
        let least = best.lowered_by(uncertain);
        let played = played.map(|m| {
            let nodes = nodes.saturating_mul(FOR_THE_MOVE);
            if line.first() == Some(&m) || self.search.is_worth(position, m, least, depth, nodes) {
                return best;
            }
            let value = self.search.value_of(position, m, depth, nodes);
            if best.loss_to(value) < tolerated { best } else { value }
        });
        Judgement { best, line, played }
    }
}

impl Judge for SearchJudge {
    type Error = Infallible;

    /// What was found out about the earlier positions of a game helps with the later ones.
    fn judge(&mut self, game: &Game, played: Option<Move>) -> Result<Judgement, Infallible> {
        if game.moves().is_empty() {
            self.search = PositionalSearch::new();
        }
        let position = game.position();
        let best = self.search.best(position, self.nodes);
        let judgement = self.look(position, best, played, self.nodes, [SUSPICION; 2]);
        let Some(m) = played.filter(|_| judgement.loss() > 0.0) else { return Ok(judgement) };
        let nodes = self.nodes.saturating_mul(AGAIN);
        let better = judgement.line.first().copied();
        let moves = better.into_iter().chain([m]).collect();
        let best = self.search.best_among(position, moves, nodes);
        Ok(self.look(position, best, played, nodes, [UNCERTAIN_LOSS, MIN_LOSS]))
    }
}

/// A UCI engine within its limit for each position, and beyond it where a move seems to be a mistake.
impl Judge for AnalysisEngine {
    type Error = EngineError;

    /// The engine forgets earlier games, so that what it says does not depend on them.
    fn judge(&mut self, game: &Game, _: Option<Move>) -> Result<Judgement, EngineError> {
        if game.moves().is_empty() {
            self.forget()?;
        }
        Ok(self.analyse(game)?.into())
    }

    fn again(&mut self, game: &Game) -> Result<Option<Judgement>, EngineError> {
        Ok(Some(self.analyse_longer(game)?.into()))
    }
}

impl From<Analysis> for Judgement {
    fn from(Analysis { score, line, .. }: Analysis) -> Judgement {
        Judgement { best: score, line, played: None }
    }
}
