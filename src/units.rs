//! The quantities that modules exchange, each with a type of its own.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// `1 game`, `2 games`.
#[must_use]
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A number from 0 to 1, such as a probability.
///
/// # Errors
///
/// The text is none.
pub fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("expected 0 to 1".to_owned()) }
}

/// Expected result of a game in `[0, 1]` for the side to move: 0 loss, ½ draw, 1 win.
///
/// # Example
///
/// ```
/// use morph::units::Value;
/// assert_eq!(Value::new(0.75).flipped(), Value::new(0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Value(f64);

impl Value {
    /// The side to move has lost.
    pub const LOSS: Value = Value(0.0);
    /// Neither side is better.
    pub const DRAW: Value = Value(0.5);
    /// The side to move has won.
    pub const WIN: Value = Value(1.0);

    /// A value; numbers outside `[0, 1]` are clamped, and NaN becomes ½.
    #[must_use]
    pub fn new(value: f64) -> Value {
        if value.is_nan() { Value::DRAW } else { Value(value.clamp(0.0, 1.0)) }
    }

    /// The value whose log-odds ln(v / (1 − v)) are `log_odds`.
    #[must_use]
    pub fn from_log_odds(log_odds: f64) -> Value {
        Value::new(1.0 / (1.0 + libm::exp(-log_odds)))
    }

    /// The number in `[0, 1]`.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// ln(v / (1 − v)), finite: v is kept 10⁻⁹ away from 0 and 1.
    #[must_use]
    pub fn log_odds(self) -> f64 {
        let v = self.0.clamp(1e-9, 1.0 - 1e-9);
        libm::log(v / (1.0 - v))
    }

    /// The value for the other side.
    #[must_use]
    pub fn flipped(self) -> Value {
        Value(1.0 - self.0)
    }

    /// Distance from ½, the paper's *extremeness* ex(w) = |w − ½|, in `[0, ½]`.
    #[must_use]
    pub fn extremeness(self) -> f64 {
        (self.0 - 0.5).abs()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

/// A sum in fixed point, in steps of 2⁻³⁶: it does not depend on the order of its numbers, to the last bit. For totals
/// below 2²⁷.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedPointSum(i64);

impl FixedPointSum {
    const ONE: f64 = (1u64 << 36) as f64;

    /// The total.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0 as f64 / FixedPointSum::ONE
    }
}

impl AddAssign<f64> for FixedPointSum {
    #[inline]
    fn add_assign(&mut self, number: f64) {
        self.0 += (number * FixedPointSum::ONE) as i64;
    }
}

impl AddAssign for FixedPointSum {
    #[inline]
    fn add_assign(&mut self, other: FixedPointSum) {
        self.0 += other.0;
    }
}

impl FromIterator<f64> for FixedPointSum {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> FixedPointSum {
        let mut sum = FixedPointSum::default();
        numbers.into_iter().for_each(|number| sum += number);
        sum
    }
}

/// Number of half-moves played since the start of a game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Ply(pub u32);

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A rating difference on the logistic Elo scale: 400 points are odds of ten to one.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference at which `score`, a fraction of the points in `[0, 1]`, is expected.
    /// Infinite at 0 and 1.
    #[must_use]
    pub fn from_score(score: f64) -> Elo {
        Elo(400.0 * libm::log10(score / (1.0 - score)))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0}", self.0)
    }
}
/// How good a position is for the side to move, or a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// It mates in so many of its own moves.
    Mates(u32),
    /// It is mated in so many moves of the other side; 0: it is checkmate.
    IsMated(u32),
}

/// By which factor centipawns become the exponent of the logistic function: fitted by lichess to the results of its games
/// between players of 2300.
const STEEPNESS: f64 = 0.003_682_08;

impl Score {
    /// Beyond this many centipawns all is decided.
    pub const DECIDED: i32 = 1000;

    /// Expected result, in `[-1, 1]`.
    #[must_use]
    pub fn winning_chance(self) -> f64 {
        2.0 / (1.0 + libm::exp(-STEEPNESS * f64::from(self.clamped()))) - 1.0
    }

    /// How many winning chances are given away for this other score of the same side, in `[0, 2]`; 0 if it is better.
    #[must_use]
    pub fn loss_to(self, other: Score) -> f64 {
        (self.winning_chance() - other.winning_chance()).max(0.0)
    }

    /// The centipawns, within ±[`Score::DECIDED`], at which so many winning chances are given away.
    #[must_use]
    pub fn lowered_by(self, loss: f64) -> i32 {
        let chance = self.winning_chance() - loss;
        let centipawns = libm::log(((1.0 + chance) / (1.0 - chance)).max(0.0)) / STEEPNESS;
        // A chance of -1 or less is infinitely far away.
        (centipawns as i32).clamp(-Score::DECIDED, Score::DECIDED)
    }

    /// In centipawns within ±[`Score::DECIDED`], where a mate is.
    #[must_use]
    pub fn clamped(self) -> i32 {
        match self {
            Score::Centipawns(centipawns) => centipawns.clamp(-Score::DECIDED, Score::DECIDED),
            Score::Mates(_) => Score::DECIDED,
            Score::IsMated(_) => -Score::DECIDED,
        }
    }

    /// One side mates.
    #[must_use]
    pub fn is_mate(self) -> bool {
        !matches!(self, Score::Centipawns(_))
    }

    /// Of the move that led to a position with this score, for the side that played it.
    #[must_use]
    pub fn of_move(self) -> Score {
        match self {
            Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
            Score::Mates(moves) => Score::IsMated(moves),
            Score::IsMated(moves) => Score::Mates(moves + 1),
        }
    }

    /// The other side's.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
            Score::Mates(moves) => Score::IsMated(moves),
            Score::IsMated(moves) => Score::Mates(moves),
        }
    }
}

/// As graphs and engines write it: `+0.35`, `#3`, `#-3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "{:+.2}", f64::from(*centipawns) / 100.0),
            Score::Mates(moves) => write!(f, "#{moves}"),
            Score::IsMated(moves) => write!(f, "#-{moves}"),
        }
    }
}
