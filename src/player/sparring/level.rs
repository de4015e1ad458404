//! The strengths of the sparring partners.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Depth of a [`SparringLevel::Search`] in plies, 1 to 6, before quiescence search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchDepth(u8);

impl SearchDepth {
    /// The greatest depth, which answers within seconds.
    pub const MAX: SearchDepth = SearchDepth(6);

    /// `plies` as a depth, `None` outside 1 to 6.
    #[must_use]
    pub fn new(plies: u8) -> Option<SearchDepth> {
        (1..=SearchDepth::MAX.0).contains(&plies).then_some(SearchDepth(plies))
    }

    /// The number of plies.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }
}

/// The strength of a sparring partner; as text `random`, `greedy`, `search-1` to `search-6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SparringLevel {
    /// A legal move, all equally likely.
    Random,
    /// Mates if it can, otherwise wins as much material as possible in one move on the scale 1 3 3 5 9 (a promotion counts
    /// as the difference to a pawn), whatever the reply; equally good moves are equally likely.
    Greedy,
    /// Alpha-beta search to a fixed depth with material and small terms for mobility and the centre, followed by
    /// quiescence search; equally good moves are equally likely.
    Search(SearchDepth),
}

impl fmt::Display for SparringLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparringLevel::Random => f.write_str("random"),
            SparringLevel::Greedy => f.write_str("greedy"),
            SparringLevel::Search(depth) => write!(f, "search-{}", depth.get()),
        }
    }
}

impl FromStr for SparringLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<SparringLevel, UnknownLevel> {
        let unknown = || UnknownLevel(text.to_owned());
        match text {
            "random" => Ok(SparringLevel::Random),
            "greedy" => Ok(SparringLevel::Greedy),
            _ => {
                let plies = text.strip_prefix("search-").ok_or_else(unknown)?;
                let plies = plies.parse().ok().and_then(SearchDepth::new);
                plies.map(SparringLevel::Search).ok_or_else(unknown)
            }
        }
    }
}

impl TryFrom<String> for SparringLevel {
    type Error = UnknownLevel;

    fn try_from(text: String) -> Result<SparringLevel, UnknownLevel> {
        text.parse()
    }
}

impl From<SparringLevel> for String {
    fn from(level: SparringLevel) -> String {
        level.to_string()
    }
}

/// A text that is not a [`SparringLevel`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown sparring partner `{0}`: expected random, greedy or search-1 to search-6")]
pub struct UnknownLevel(pub String);
