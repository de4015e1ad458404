use shakmaty::{Chess, Color, Move, Position};

use super::lines::{is_settled, mates, told, told_of_bad};
use super::{Judge, Judgement, Mark};
use crate::chess::{Game, MaterialVector, Start, after_line, material_of, material_won};
use crate::units::Score;

/// A move that seems to give away so many winning chances is looked at again.
const SUSPICION: f64 = Mark::LEAST_LOSS / 2.0;

/// Centipawns that are more than what an evaluation finds in a position besides its material.
const MADE_UP_FOR: i32 = 250;

/// What is to be said of the moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNotes {
    /// By half-move.
    pub plies: Vec<PlyNote>,
}

/// What is to be said of a half-move, from the viewpoint of the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyNote {
    /// Of the best move.
    pub best: Score,
    /// Of the move that was played.
    pub played: Score,
    /// What the move gives away.
    pub mark: Option<Mark>,
    /// The better move and what follows it; empty where there is no mark or where the judge names none.
    pub better: Vec<Move>,
    /// The move that was played and the play that shows its cost; empty where there is no mark.
    pub refutation: Vec<Move>,
}

/// What a marked move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The other side mates; in so many moves, if the line shows it.
    AllowsMate(Option<u32>),
    /// It would have mated; in so many moves, if the line shows it.
    MissesMate(Option<u32>),
    /// What the side that moved has in pieces, minus what it had before.
    Loses(MaterialVector),
    /// What it would have won beyond what it wins.
    MissesGain(MaterialVector),
    /// Winning chances.
    Chances,
}

impl PlyNote {
    /// Of a move with the play after it, beside the best move with the play after that, and their scores.
    #[must_use]
    pub fn new(
        position: &Chess,
        mark: Option<Mark>,
        (best, better): (Score, &[Move]),
        (played, refutation): (Score, &[Move]),
    ) -> PlyNote {
        let [better, refutation] = match mark {
            None => [const { Vec::new() }; 2],
            Some(_) => [told(position, better), told_of_bad(position, refutation)],
        };
        PlyNote { best, played, mark, better, refutation }
    }

    /// The score of the move as White sees it, played by `side`.
    #[must_use]
    pub fn for_white(&self, side: Color) -> Score {
        side.fold_wb(self.played, self.played.reversed())
    }

    /// The winning chances that the move gives away, in `[0, 2]`.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.best.loss_to(self.played)
    }

    /// The side that moved is worth much more than what it has on the board after the refutation: what it loses there comes back, or is
    /// paid for otherwise.
    fn is_made_up_for(&self, position: &Chess, side: Color) -> bool {
        let left = material_of(&after_line(position, &self.refutation), side);
        self.played.clamped() - 100 * left.traditional() >= MADE_UP_FOR
    }

    /// What the move costs, played in `position`.
    #[must_use]
    pub fn cost(&self, position: &Chess) -> Cost {
        let side = position.turn();
        let number =
            |line: &[Move]| mates(position, line).then_some((line.len() as u32).div_ceil(2));
        match (self.best, self.played) {
            (_, Score::IsMated(_)) => {
                let number = mates(position, &self.refutation);
                return Cost::AllowsMate(number.then_some(self.refutation.len() as u32 / 2));
            }
            (Score::Mates(_), _) => return Cost::MissesMate(number(&self.better)),
            _ => {}
        }
        let lost = material_won(position, &self.refutation, side);
        let won = material_won(position, &self.better, side);
        // In the middle of an exchange nothing is won or lost yet.
        let shows_loss =
            is_settled(position, &self.refutation) && !self.is_made_up_for(position, side);
        let shows_gain = shows_loss && is_settled(position, &self.better);
        match (lost.traditional(), won.traditional()) {
            (lost_pawns, won_pawns) if shows_loss && lost_pawns < 0 && lost_pawns < won_pawns => {
                Cost::Loses(lost.without_traded_minors())
            }
            (0.., won_pawns) if shows_gain && lost.traditional() < won_pawns => {
                Cost::MissesGain((won - lost).without_traded_minors())
            }
            _ => Cost::Chances,
        }
    }
}

impl GameNotes {
    /// Judges all moves of a game.
    ///
    /// # Errors
    ///
    /// The judge fails.
    ///
    /// # Cost
    ///
    /// One judgement for each position, and two more for each move that seems to give something away, if the judge looks again.
    pub fn new<J: Judge>(
        start: &Start,
        moves: &[Move],
        judge: &mut J,
    ) -> Result<GameNotes, J::Error> {
        let mut game = Game::new(start.clone());
        let mut plies = Vec::with_capacity(moves.len());
        let mut now = judgement(judge, &game, moves.first().copied())?;
        for (place, m) in moves.iter().enumerate() {
            let before = game.clone();
            if game.play(*m).is_err() {
                break;
            }
            let mut next = judgement(judge, &game, moves.get(place + 1).copied())?;
            let first = played(&game, &now, &next);
            let mut at_first = None;
            if is_suspicious(*m, &now, first)
                && let Some(again) = judge.again(&before)?
            {
                at_first = Some(now.best.loss_to(first));
                now = again;
                if game.ending().is_none() {
                    next = judge.again(&game)?.unwrap_or(next);
                }
            }
            plies.push(note(&before, *m, &now, &next, played(&game, &now, &next), at_first));
            now = next;
        }
        Ok(GameNotes { plies })
    }

    /// The half-moves that gave away most, at most `count`, in the order of the game.
    #[must_use]
    pub fn key_moments(&self, count: usize) -> Vec<usize> {
        let mut marked: Vec<usize> =
            (0..self.plies.len()).filter(|ply| self.plies[*ply].mark.is_some()).collect();
        marked
            .sort_by(|a, b| self.plies[*b].loss().total_cmp(&self.plies[*a].loss()).then(a.cmp(b)));
        marked.truncate(count);
        marked.sort_unstable();
        marked
    }
}

/// Of a position in which the game may be over.
fn judgement<J: Judge>(
    judge: &mut J,
    game: &Game,
    played: Option<Move>,
) -> Result<Judgement, J::Error> {
    let best = match game.ending() {
        None => return judge.judge(game, played),
        Some(_) if game.position().is_checkmate() => Score::IsMated(0),
        Some(_) => Score::Centipawns(0),
    };
    Ok(Judgement { best, line: Vec::new(), played: None })
}

/// The score of the move that led from one position to the next, after which `game` stands. A mate that is found there is certain.
fn played(game: &Game, now: &Judgement, next: &Judgement) -> Score {
    let as_next = next.best.of_move();
    let is_certain = game.ending().is_some() || as_next.is_mate();
    if is_certain { as_next } else { now.played.unwrap_or(as_next) }
}

fn mark(m: Move, now: &Judgement, played: Score) -> Option<Mark> {
    Mark::new(now.best, played).filter(|_| now.line.first() != Some(&m))
}

/// A move deserves a second look: it gives away half of what a mark needs, or would be marked.
fn is_suspicious(m: Move, now: &Judgement, played: Score) -> bool {
    let is_best = now.line.first() == Some(&m);
    !is_best && now.best.loss_to(played) >= SUSPICION || mark(m, now, played).is_some()
}

/// `at_first` is what the move gave away at first sight, in winning chances, if it was looked at twice.
fn note(
    before: &Game,
    m: Move,
    now: &Judgement,
    next: &Judgement,
    played: Score,
    at_first: Option<f64>,
) -> PlyNote {
    // A small loss that only one of two looks sees is as often their noise.
    let is_lasting = |first: f64| (first + now.best.loss_to(played)) / 2.0 >= Mark::LEAST_LOSS;
    let has_mate = now.best.is_mate() || played.is_mate();
    let mark = mark(m, now, played).filter(|_| has_mate || at_first.is_none_or(is_lasting));
    let after: Vec<Move> = std::iter::once(m).chain(next.line.iter().copied()).collect();
    PlyNote::new(before.position(), mark, (now.best, &now.line), (played, &after))
}
