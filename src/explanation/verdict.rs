//! Who stands better, and how much: one number.
//!
//! A forced mate decides. Otherwise a search with positional terms counts. Neither the sum of the facts nor what a memory expects
//! adds anything to it (training/HISTORY.md): they say why, not how much.

use super::facts::assessment::{Assessment, rounded};
use super::force::{Force, Prize};
use crate::units::Score;

/// A value that stands for a game that is won, in pawns.
pub const DECIDED: f64 = 100.0;

/// What is left of a pawn that the search sees, on an engine's scale.
const PAWN: f64 = 0.9;

/// A value of this many pawns counts half: small values are mostly noise.
const HALF: f64 = 0.3;

/// What a search says, in pawns, on the scale of a verdict.
fn calibrated(searched: f64) -> f64 {
    let value = PAWN * searched;
    value * value.abs() / (value.abs() + HALF)
}

/// The scores of the better and the worse of two moves as they are told: the better one on the scale of a verdict, the worse one
/// less by what it gives away, since what the search sees between two moves is less noisy than what it sees in either. A mate is
/// a mate.
#[must_use]
pub fn told(better: Score, worse: Score) -> [Score; 2] {
    let pawns = |score: Score| f64::from(score.clamped()) / 100.0;
    let first = calibrated(pawns(better));
    let second = match better {
        Score::Centipawns(_) => first - PAWN * (pawns(better) - pawns(worse)),
        _ => calibrated(pawns(worse)),
    };
    let in_pawns = |score, told: f64| match score {
        Score::Centipawns(_) => Score::Centipawns((100.0 * told).round() as i32),
        mate => mate,
    };
    [in_pawns(better, first), in_pawns(worse, second)]
}

/// Who stands better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Pawns for White; ±[`DECIDED`] for a forced mate.
    pub value: f64,
}

impl Verdict {
    /// From what the next moves decide, and what a search says in pawns for White.
    #[must_use]
    pub fn new(force: Option<&Force>, searched: f64) -> Verdict {
        if let Some(Force { winner, prize: Prize::Mate, .. }) = force {
            return Verdict { value: winner.fold_wb(DECIDED, -DECIDED) };
        }
        Verdict { value: rounded(calibrated(searched)) }
    }

    /// As a symbol.
    #[must_use]
    pub fn assessment(self) -> Assessment {
        Assessment::of(self.value)
    }
}
