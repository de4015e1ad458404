use std::{
    fmt,
    num::{NonZeroU32, NonZeroU64},
    time::Duration,
};

use serde::{Deserialize, Serialize};

/// How an engine is started, and its search limit.
///
/// # Example
///
/// ```
/// use morph::uci::EngineSettings;
///
/// let settings: EngineSettings = toml::from_str(
///     r#"
///     command = "gnuchess --uci"
///     options = [["Hash", "64"]]
///     limit = { depth = 1 }
///     move_timeout = 5
///     "#,
/// )?;
/// assert_eq!(settings.limit.to_string(), "depth 1");
/// assert_eq!(settings.start_timeout.as_secs(), 10);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// Program and arguments, quoted as in a shell; on Windows only `"` quotes, and a backslash is part of a path. No
    /// shell runs: there are no variables and no globs. The path of a file needs no quotes if no arguments follow. A program
    /// that is not on the `PATH` is also looked for where Debian keeps its games.
    pub command: String,
    /// Name in reports; the name that the engine announces if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Options to set at every start, in this order, as pairs of name and value. A button gets the empty value.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Whether an engine with an opening book of its own (option `OwnBook`) may use it. When false it is
    /// switched off, so that the openings of the plan decide how games begin; when true, the engine's default is
    /// kept. An `OwnBook` among `options` overrides this.
    #[serde(default)]
    pub own_book: bool,
    /// Search limit for each move.
    pub limit: GoLimit,
    /// Seconds after which an engine that has not answered `go` counts as hanging, in addition to the time
    /// that a `movetime` limit gives it.
    #[serde(default = "ten_seconds", with = "seconds")]
    pub move_timeout: Duration,
    /// Seconds that the engine may take to start and to become ready.
    #[serde(default = "ten_seconds", with = "seconds")]
    pub start_timeout: Duration,
}

impl EngineSettings {
    /// Settings with no options, no book and timeouts of ten seconds.
    #[must_use]
    pub fn new(command: impl Into<String>, limit: GoLimit) -> EngineSettings {
        EngineSettings {
            command: command.into(),
            name: None,
            options: Vec::new(),
            own_book: false,
            limit,
            move_timeout: ten_seconds(),
            start_timeout: ten_seconds(),
        }
    }
}

fn ten_seconds() -> Duration {
    Duration::from_secs(10)
}

/// Search limit for a move: what follows `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum GoLimit {
    /// Plies of search.
    Depth(NonZeroU32),
    /// Positions searched. GNU Chess 6.2 does not know this limit and searches forever.
    Nodes(NonZeroU64),
    /// Milliseconds. Games then depend on the machine and are not reproducible.
    MoveTime(NonZeroU64),
    /// Nothing but the clock of the game. Not for plans, whose games have no clocks.
    #[serde(skip)]
    Clock,
}

/// How many times the positions or the time a longer search takes.
const LONGER: NonZeroU64 = NonZeroU64::MIN.saturating_add(4);

impl GoLimit {
    /// A few times as much: three plies more, or five times the positions or the time.
    pub(super) fn longer(self) -> GoLimit {
        match self {
            GoLimit::Depth(plies) => GoLimit::Depth(plies.saturating_add(3)),
            GoLimit::Nodes(nodes) => GoLimit::Nodes(nodes.saturating_mul(LONGER)),
            GoLimit::MoveTime(time) => GoLimit::MoveTime(time.saturating_mul(LONGER)),
            GoLimit::Clock => GoLimit::Clock,
        }
    }

    /// The search time of the limit itself.
    pub(super) fn time(self) -> Duration {
        match self {
            GoLimit::MoveTime(milliseconds) => Duration::from_millis(milliseconds.get()),
            GoLimit::Depth(_) | GoLimit::Nodes(_) | GoLimit::Clock => Duration::ZERO,
        }
    }
}

impl fmt::Display for GoLimit {
    /// As in the `go` command, for example `depth 1`; `clock` if it is the clock's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoLimit::Depth(plies) => write!(f, "depth {plies}"),
            GoLimit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            GoLimit::MoveTime(milliseconds) => write!(f, "movetime {milliseconds}"),
            GoLimit::Clock => f.write_str("clock"),
        }
    }
}

/// Durations as numbers of seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(d)?;
        // A year is longer than any run; more would overflow the clock when a deadline is computed.
        if (0.0..=31_536_000.0).contains(&seconds) {
            Ok(Duration::from_secs_f64(seconds))
        } else {
            Err(D::Error::custom(format!("{seconds}: expected seconds, 0 to 31536000 (a year)")))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn settings_round_trip_and_invalid_values_are_rejected() {
        let mut settings =
            EngineSettings::new("stockfish", GoLimit::Nodes(NonZeroU64::new(50).unwrap()));
        settings.options.push(("Skill Level".into(), "0".into()));
        settings.move_timeout = Duration::from_millis(1500);
        let text = toml::to_string(&settings).unwrap();
        assert!(text.contains("move_timeout = 1.5"), "{text}");
        assert_eq!(toml::from_str::<EngineSettings>(&text).unwrap(), settings);
        for bad in [
            "command = 'x'\nlimit = { depth = 0 }",
            "command = 'x'\nlimit = { plies = 1 }",
            "command = 'x'\nlimit = 'clock'",
            "command = 'x'\nlimit = { depth = 1 }\nthreads = 2",
            "command = 'x'\nlimit = { depth = 1 }\nmove_timeout = -1",
            "command = 'x'\nlimit = { depth = 1 }\nmove_timeout = 1e300",
        ] {
            assert!(toml::from_str::<EngineSettings>(bad).is_err(), "{bad}");
        }
    }
}
