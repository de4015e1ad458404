//! Time controls and the clocks of a game. Nothing here measures time: the referee does.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use shakmaty::Color;

/// The time that each player has, as cutechess and fastchess write it: `MOVES/TIME+INCREMENT`, for example `10+0.1` (10 s
/// and 0.1 s more for each move), `40/60` (60 s for each 40 moves) or `1:30+1` (a minute and a half).
///
/// # Example
///
/// ```
/// use morph::player::TimeControl;
/// let control: TimeControl = "40/1:30+1".parse()?;
/// assert_eq!(control.to_string(), "40/90+1");
/// # Ok::<(), morph::player::BadTimeControl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves of a player after which the time is given again; `None`: it is for the whole game.
    moves: Option<NonZeroU32>,
    /// Up to a day.
    time: Duration,
    /// Given before each move. Up to a day; not 0 together with `time`.
    increment: Duration,
    /// How much later a move may come than the clock allows; not given to the player.
    margin: Duration,
}

/// A text that is not a [`TimeControl`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}`: expected [MOVES/]TIME[+INCREMENT] with TIME in seconds, MINUTES:SECONDS or HOURS:MINUTES:SECONDS, such as \
     10+0.1, 40/60 or 1:30+1"
)]
pub struct BadTimeControl(String);

/// Longest time and increment, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

impl TimeControl {
    /// The same with a margin: a move that comes later than the clock allows, but no more than this, is in time.
    #[must_use]
    pub fn with_margin(self, margin: Duration) -> TimeControl {
        TimeControl { margin, ..self }
    }

    fn parse(text: &str) -> Option<TimeControl> {
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse().ok()?), times),
            None => (None, text),
        };
        let (time, increment) = times.split_once('+').unwrap_or((times, "0"));
        let (time, increment) = (duration(time)?, duration(increment)?);
        // Clocks count milliseconds.
        let is_some = time + increment >= Duration::from_millis(1);
        is_some.then_some(TimeControl { moves, time, increment, margin: Duration::ZERO })
    }
}

/// `SECONDS`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS`.
fn duration(text: &str) -> Option<Duration> {
    let mut parts = text.rsplitn(3, ':');
    let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let mut seconds = parts.next().filter(|text| digits(text))?.parse::<f64>().ok()?;
    for (part, unit) in parts.zip([60.0, 3600.0]) {
        seconds += unit * f64::from(part.parse::<u32>().ok()?);
    }
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        TimeControl::parse(text).ok_or_else(|| BadTimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    /// Times in seconds, as in the PGN tag `TimeControl`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", seconds(self.time))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", seconds(self.increment)) }
    }
}

/// The clock of one player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<NonZeroU32>,
}

impl Clock {
    /// A clock before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let TimeControl { moves, time, increment, .. } = control;
        Clock { control, left: time + increment, moves_to_go: moves }
    }

    /// Time for the next move and, without increment, those after it.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Time until the next move comes too late: what is left and the margin.
    #[must_use]
    pub fn limit(&self) -> Duration {
        self.left + self.control.margin
    }

    /// Moves until the time is given again, if it is.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<NonZeroU32> {
        self.moves_to_go
    }

    /// What each move adds.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Counts a move that took `time`; `false` if it came too late.
    pub fn count_move(&mut self, time: Duration) -> bool {
        if time > self.limit() {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(moves) = self.moves_to_go {
            self.moves_to_go = NonZeroU32::new(moves.get() - 1);
            if self.moves_to_go.is_none() {
                self.moves_to_go = self.control.moves;
                self.left += self.control.time;
            }
        }
        true
    }
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// White's.
    pub white: Clock,
    /// Black's.
    pub black: Clock,
}

impl Clocks {
    /// Clocks before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { white: Clock::new(control), black: Clock::new(control) }
    }

    /// The clock of `side`.
    #[must_use]
    pub fn of(&self, side: Color) -> &Clock {
        side.fold_wb(&self.white, &self.black)
    }

    /// The clock of `side`, to count a move.
    pub fn of_mut(&mut self, side: Color) -> &mut Clock {
        side.fold_wb(&mut self.white, &mut self.black)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn time_controls_are_read_and_written_in_seconds() {
        for (text, expected) in [
            ("10+0.1", "10+0.1"),
            ("40/60", "40/60"),
            ("1:30+1", "90+1"),
            ("40/1:00:00.5+0", "40/3600.5"),
            ("0+1", "0+1"),
            (".25", "0.25"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), expected);
        }
        for bad in [
            "", "x", "0", "0/10", "-1", "10+", "10+-1", "1/2/3", "1:2:3:4", "nan", "inf", "+1",
            "1e9", "0.0001", "10 + 1", "1.5:30", "86401",
        ] {
            let error = bad.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{bad}`: expected")), "{error}");
        }
    }

    #[test]
    fn an_increment_comes_before_each_move() {
        let mut clock = Clock::new("1+0.1".parse().unwrap());
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1100), None));
        assert!(clock.count_move(ms(300)));
        assert_eq!(clock.left(), ms(900));
        assert!(clock.count_move(ms(900)));
        assert_eq!(clock.left(), ms(100));
        assert!(!clock.count_move(ms(101)));
    }

    #[test]
    fn the_time_is_given_again_after_the_last_move_of_a_period() {
        let mut clock = Clock::new("2/1".parse().unwrap());
        assert!(clock.count_move(ms(400)));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(600), NonZeroU32::new(1)));
        assert!(clock.count_move(ms(500)));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1100), NonZeroU32::new(2)));
        let mut late = Clock::new("1/1".parse().unwrap());
        assert!(!late.count_move(ms(1001)), "the next period's time does not save the last move");
    }

    #[test]
    fn the_margin_is_forgiven_but_not_given() {
        let control: TimeControl = "1".parse().unwrap();
        let mut clock = Clock::new(control.with_margin(ms(50)));
        assert_eq!((clock.left(), clock.limit()), (ms(1000), ms(1050)));
        assert!(clock.count_move(ms(1050)));
        assert_eq!(clock.left(), Duration::ZERO);
        assert!(!clock.count_move(ms(51)));
    }
}
