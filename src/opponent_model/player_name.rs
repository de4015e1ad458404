//! The player's name, which PGN files spell in several ways.

use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::terminal_text::{MAX_NAME, printable};

/// The name of the modelled player, as the user wrote it.
///
/// # Example
///
/// ```
/// use morph::opponent_model::player_name::PlayerName;
/// let tal = PlayerName::new("Tal");
/// assert!(tal.matches("Tal, Mihail") && tal.matches("M. Tal") && !tal.matches("Talbot, A."));
/// let mihail = PlayerName::new("Mihail Tal");
/// assert!(mihail.matches("Tal,M") && !mihail.matches("Tal,K"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerName {
    /// The name.
    pub name: String,
}

impl PlayerName {
    /// A surname, or surname and first names in any order.
    #[must_use]
    pub fn new(name: &str) -> PlayerName {
        PlayerName { name: name.to_owned() }
    }

    /// Whether a name in a game means this player: it contains each word of the player's name, in full or as an initial,
    /// and at least one word in full. Case and punctuation are ignored.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let (wanted, found) = (words(&self.name), words(name));
        let is_in_full = |word: &String| found.contains(word);
        let is_initial = |word: &String| {
            found.iter().any(|f| f.chars().count() == 1 && word.starts_with(f.as_str()))
        };
        wanted.iter().any(is_in_full)
            && wanted.iter().all(|word| is_in_full(word) || is_initial(word))
    }

    /// How alike another name is, in `[0, 1]`: the mean over the words of this name of the most similar word there.
    #[must_use]
    pub fn likeness(&self, name: &str) -> f64 {
        let (wanted, found) = (words(&self.name), words(name));
        let most = |word: &String| {
            found.iter().map(|other| strsim::jaro_winkler(word, other)).fold(0.0, f64::max)
        };
        wanted.iter().map(most).sum::<f64>() / wanted.len().max(1) as f64
    }

    /// The player's colour in a game between `white` and `black`; `None` if the name matches neither or both.
    #[must_use]
    pub fn color(&self, white: &str, black: &str) -> Option<Color> {
        match (self.matches(white), self.matches(black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}

/// The name, fit to be printed.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.name, MAX_NAME))
    }
}

fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
