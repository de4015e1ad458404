use std::cmp::Ordering;

use crate::units::Score;

/// A move that gives something away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The winning chances that an inaccuracy gives away at least.
    pub(super) const LEAST_LOSS: f64 = 0.1;

    /// The mark of a move, from the scores of the best move and of this one; `None`: it gives nothing away.
    ///
    /// The bounds are those of lichess (`lila`, `Advice.scala`): winning chances lower by .1, .2, .3 on a scale from −1 to 1;
    /// a mate allowed or missed counts less where the game is lost or won anyway.
    #[must_use]
    pub fn new(best: Score, played: Score) -> Option<Mark> {
        let by_centipawns = |centipawns: i32| match centipawns.cmp(&700) {
            _ if centipawns > 999 => Mark::Inaccuracy,
            Ordering::Greater => Mark::Mistake,
            _ => Mark::Blunder,
        };
        match (best, played) {
            (Score::Mates(_), Score::Mates(_)) | (Score::IsMated(_), _) => None,
            (Score::Mates(_), Score::IsMated(_)) => Some(Mark::Blunder),
            (Score::Mates(_), Score::Centipawns(now)) => Some(by_centipawns(now)),
            (Score::Centipawns(before), Score::IsMated(_)) => Some(by_centipawns(-before)),
            (Score::Centipawns(_), Score::Mates(_)) => None,
            (Score::Centipawns(_), Score::Centipawns(_)) => {
                match best.winning_chance() - played.winning_chance() {
                    loss if loss >= 0.3 => Some(Mark::Blunder),
                    loss if loss >= 0.2 => Some(Mark::Mistake),
                    loss if loss >= Mark::LEAST_LOSS => Some(Mark::Inaccuracy),
                    _ => None,
                }
            }
        }
    }

    /// Its numeric annotation glyph.
    #[must_use]
    pub fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// As it is written behind a move.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Score::{Centipawns, IsMated, Mates};

    #[test]
    fn a_pawn_matters_more_in_a_level_game_than_far_ahead() {
        assert_eq!(Mark::new(Centipawns(0), Centipawns(-100)), Some(Mark::Inaccuracy));
        assert_eq!(Mark::new(Centipawns(0), Centipawns(-170)), Some(Mark::Blunder));
        assert_eq!(Mark::new(Centipawns(900), Centipawns(800)), None);
        assert_eq!(Mark::new(Centipawns(30), Centipawns(50)), None);
    }

    #[test]
    fn chances_given_away_are_fewer_centipawns_in_a_level_game() {
        for (best, loss) in [(0, 0.08), (250, 0.14), (-300, 0.1)] {
            let best = Centipawns(best);
            let lowered = Centipawns(best.lowered_by(loss));
            assert!((best.loss_to(lowered) - loss).abs() < 0.005, "{best:?} {lowered:?}");
        }
        assert_eq!(Centipawns(-900).lowered_by(0.5), -Score::DECIDED);
    }

    #[test]
    fn a_mate_allowed_or_missed_is_a_blunder_unless_all_is_decided() {
        assert_eq!(Mark::new(Centipawns(0), IsMated(2)), Some(Mark::Blunder));
        assert_eq!(Mark::new(Centipawns(-1200), IsMated(2)), Some(Mark::Inaccuracy));
        assert_eq!(Mark::new(Mates(3), Centipawns(0)), Some(Mark::Blunder));
        assert_eq!(Mark::new(Mates(3), Centipawns(800)), Some(Mark::Mistake));
        assert_eq!(Mark::new(Mates(3), Mates(5)), None);
        assert_eq!(Mark::new(IsMated(3), IsMated(1)), None);
    }
}
