//! Whose games: one player under the several spellings of his name.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// A player as he was asked for.
///
/// # Example
///
/// ```
/// use morph::opponent_model::identity::Identity;
/// let tal = Identity::new("Tal");
/// assert!(tal.is("Tal, Mihail") && tal.is("M. Tal") && !tal.is("Talbot, A."));
/// assert!(Identity::new("Mihail Tal").is("Tal,M") && !Identity::new("Mihail Tal").is("Tal,K"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The name asked for.
    pub name: String,
}

impl Identity {
    /// The player called `name`: a surname, or surname and first names in any order.
    #[must_use]
    pub fn new(name: &str) -> Identity {
        Identity { name: name.to_owned() }
    }

    /// Whether a name in a game means him: every word asked for is in it, first names possibly as initials, but
    /// one word at least in full. Capitals and punctuation do not matter.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        let (asked, found) = (words(&self.name), words(name));
        let is_whole = |word: &String| found.contains(word);
        let is_initial = |word: &String| {
            found.iter().any(|f| f.chars().count() == 1 && word.starts_with(f.as_str()))
        };
        asked.iter().any(is_whole) && asked.iter().all(|word| is_whole(word) || is_initial(word))
    }

    /// Which colour he has in a game between `white` and `black`; `None` if he is neither or both.
    #[must_use]
    pub fn colour(&self, white: &str, black: &str) -> Option<Color> {
        match (self.is(white), self.is(black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}

fn words(name: &str) -> Vec<String> {
    let letters = name.split(|c: char| !c.is_alphanumeric());
    letters.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
