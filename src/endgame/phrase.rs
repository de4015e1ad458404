//! From words to conditions: the grammar of the lines in an advice table.
//!
//! ```text
//! line       = literal { "or" literal }
//! literal    = [ "not" ] ( fact | measure comparison measure | "new" measure change )
//! comparison = "less than" | "at most" | "equals" | "at least" | "greater than"
//! change     = "less" | "not greater" | "equal" | "not less" | "greater"
//! ```
//!
//! "the", "a", "is", "are" and "of" may stand anywhere and mean nothing.

use shakmaty::Role;

use super::condition::{Clause, Comparison, Condition, Fact};
use super::ending::Ending;
use super::measure::{Measure, Place};
use super::situation::Side;
use super::table::{MoveClass, Mover, Preference};

/// A word that does not fit, and what would have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct PhraseError {
    /// The rest of the line, quoted, or "the end of the line".
    pub found: String,
    /// What could stand there.
    pub expected: &'static str,
}

/// Reads the phrases of one side's rules: whose king "our king" is depends on it.
#[derive(Clone, Copy, Debug)]
pub struct PhraseReader<'a> {
    /// The side that follows the rules.
    pub side: Side,
    /// The men that can be spoken of: these, and what a pawn of theirs can become.
    pub ending: &'a Ending,
}

const SILENT: [&str; 5] = ["the", "a", "is", "are", "of"];

const MEASURES: &str = "a number up to 999, 'room', 'area', 'replies', 'pawn moves', 'rank <place>', \
     'distance|walk|files from <place> to <place>', optionally 'plus' another";
const PLACES: &str = "a place: 'our king', 'their king', 'pawn', 'knight', 'bishop', 'rook', 'queen', \
     'men', 'edge', 'corner', 'bishop corner', 'centre', 'critical square', 'promotion square', \
     'square ahead' or 'key squares'";
const CONDITIONS: &str = "a condition: 'mated', 'check', 'stalemated', 'drawn', 'opposition', \
     'distant opposition', 'L-pattern', '<men> exposed|lost|protected|divides', '<place> still', '<place> on <place>', \
     'new <measure> less|not greater|equal|not less|greater' or \
     '<measure> less than|at most|equals|at least|greater than <measure>'";
const STRANGER: &str = "only men of this ending";
const CHANGES: &str = "'less', 'not greater', 'equal', 'not less' or 'greater'";
const COMPARISONS: &str = "'less than', 'at most', 'equals', 'at least' or 'greater than'";
const MOVES: &str = "'[checking] any|king|men|pawn|knight|bishop|rook|queen moves \
     [inside kings' box]'";
const PREFERENCES: &str = "'smallest <measure>', 'greatest <measure>' or 'first <condition>'";

impl PhraseReader<'_> {
    /// Reads a line of a goal.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn clause(self, text: &str) -> Result<Clause, PhraseError> {
        let mut words = Words::new(text, self);
        let clause = words.clause(text)?;
        words.end("'or' or the end of the line")?;
        Ok(clause)
    }

    /// Reads a kind of move.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn moves(self, text: &str) -> Result<MoveClass, PhraseError> {
        let mut words = Words::new(text, self);
        let checking = words.take("checking");
        let mover = match words.next() {
            Some("any") => Mover::Any,
            Some("men") => Mover::Men,
            Some(word) => {
                let role = role(word).ok_or_else(|| words.back(MOVES))?;
                if !words.has(role) {
                    return Err(words.back(STRANGER));
                }
                Mover::Role(role)
            }
            None => return Err(words.wrong(MOVES)),
        };
        if !words.take("moves") {
            return Err(words.wrong(MOVES));
        }
        let inside_box = words.take("inside kings' box");
        words.end(MOVES)?;
        Ok(MoveClass { checking, mover, inside_box })
    }

    /// Reads an order among moves.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn preference(self, text: &str) -> Result<Preference, PhraseError> {
        let mut words = Words::new(text, self);
        let preference = match words.next() {
            Some("smallest") => Preference::Smallest(words.measure()?),
            Some("greatest") => Preference::Greatest(words.measure()?),
            Some("first") => Preference::First(words.clause(text)?),
            _ => return Err(words.back(PREFERENCES)),
        };
        words.end(PREFERENCES)?;
        Ok(preference)
    }
}

/// The words of a line and how far it has been read.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
    side: Side,
    ending: &'a Ending,
}

impl<'a> Words<'a> {
    fn new(text: &'a str, reader: PhraseReader<'a>) -> Words<'a> {
        let words = text.split_whitespace().filter(|word| !SILENT.contains(word)).collect();
        Words { words, next: 0, side: reader.side, ending: reader.ending }
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word
    }

    /// Steps over `phrase` if it comes next.
    fn take(&mut self, phrase: &str) -> bool {
        let count = phrase.split(' ').count();
        let found = self.words[self.next.min(self.words.len())..].iter().take(count);
        let matches = found.eq(phrase.split(' ').collect::<Vec<_>>().iter());
        if matches {
            self.next += count;
        }
        matches
    }

    fn wrong(&self, expected: &'static str) -> PhraseError {
        let rest = self.words[self.next.min(self.words.len())..].join(" ");
        let found =
            if rest.is_empty() { "the end of the line".to_owned() } else { format!("'{rest}'") };
        PhraseError { found, expected }
    }

    /// The word just read was wrong.
    fn back(&mut self, expected: &'static str) -> PhraseError {
        self.next -= 1;
        self.wrong(expected)
    }

    fn end(&self, expected: &'static str) -> Result<(), PhraseError> {
        if self.next < self.words.len() { Err(self.wrong(expected)) } else { Ok(()) }
    }

    fn clause(&mut self, text: &str) -> Result<Clause, PhraseError> {
        let mut alternatives = Vec::new();
        loop {
            let plain = !self.take("not");
            alternatives.push((plain, self.condition()?));
            if !self.take("or") {
                return Ok(Clause { text: text.to_owned(), alternatives });
            }
        }
    }

    /// A man of this kind can be on the board; kings always are.
    fn has(&self, role: Role) -> bool {
        let roles = self.ending.roles();
        role == Role::King
            || roles.contains(&role)
            || (role != Role::Pawn && roles.contains(&Role::Pawn))
    }

    fn condition(&mut self) -> Result<Condition, PhraseError> {
        if let Some(fact) = self.simple_fact() {
            return Ok(Condition::Fact(fact));
        }
        if self.take("new") {
            let measure = self.measure()?;
            let change = self.change()?;
            return Ok(Condition::Change(measure, change));
        }
        let start = self.next;
        match self.place() {
            Err(error) if error.expected == STRANGER => return Err(error),
            Ok(place) if let Some(fact) = self.fact_about(place)? => {
                return Ok(Condition::Fact(fact));
            }
            _ => {}
        }
        self.next = start;
        let left = self
            .measure()
            .map_err(|error| if self.next == start { self.wrong(CONDITIONS) } else { error })?;
        let comparison = self.comparison()?;
        Ok(Condition::Compare(left, comparison, self.measure()?))
    }

    fn simple_fact(&mut self) -> Option<Fact> {
        let facts = [
            ("mated", Fact::Mated),
            ("check", Fact::Check),
            ("stalemated", Fact::Stalemated),
            ("drawn", Fact::Drawn),
            ("opposition", Fact::Opposition),
            ("distant opposition", Fact::DistantOpposition),
            ("L-pattern", Fact::LPattern),
        ];
        facts.into_iter().find(|(word, _)| self.take(word)).map(|(_, fact)| fact)
    }

    /// A fact about a place, if the next word makes one.
    fn fact_about(&mut self, place: Place) -> Result<Option<Fact>, PhraseError> {
        let men = matches!(place, Place::Men(_) | Place::AnyMan);
        Ok(Some(match self.next() {
            Some("still") => Fact::Still(place),
            Some("on") => Fact::On(place, self.place()?),
            Some("exposed") if men => Fact::Exposed(place),
            Some("lost") if men => Fact::Lost(place),
            Some("protected") if men => Fact::Protected(place),
            Some("divides") if men => Fact::Divides(place),
            _ => return Ok(None),
        }))
    }

    fn measure(&mut self) -> Result<Measure, PhraseError> {
        let start = self.next;
        let first = match self.next() {
            Some("room") => Measure::Room,
            Some("area") => Measure::Area,
            Some("replies") => Measure::Replies,
            Some("pawn") if self.take("moves") => Measure::PawnMoves,
            Some("rank") => Measure::Rank(self.place()?),
            Some("distance") => self.between(Measure::Distance)?,
            Some("walk") => self.between(Measure::Walk)?,
            Some("files") => self.between(Measure::Files)?,
            Some(word) if let Some(number) = number(word) => Measure::Number(number),
            _ => {
                self.next = start;
                return Err(self.wrong(MEASURES));
            }
        };
        if self.take("plus") {
            return Ok(Measure::Sum(Box::new(first), Box::new(self.measure()?)));
        }
        Ok(first)
    }

    fn between(&mut self, measure: fn(Place, Place) -> Measure) -> Result<Measure, PhraseError> {
        if !self.take("from") {
            return Err(self.wrong("'from'"));
        }
        let from = self.place()?;
        if !self.take("to") {
            return Err(self.wrong("'to'"));
        }
        Ok(measure(from, self.place()?))
    }

    fn place(&mut self) -> Result<Place, PhraseError> {
        let other = if self.side == Side::Strong { Side::Weak } else { Side::Strong };
        let named = [
            ("our king", Place::King(self.side)),
            ("their king", Place::King(other)),
            ("edge", Place::Edge),
            ("corner", Place::Corner),
            ("bishop corner", Place::BishopCorner),
            ("centre", Place::Centre),
            ("critical square", Place::CriticalSquare),
            ("promotion square", Place::PromotionSquare),
            ("square ahead", Place::SquareAhead),
            ("key squares", Place::KeySquares),
            ("men", Place::AnyMan),
        ];
        let start = self.next;
        if let Some((_, place)) = named.into_iter().find(|(words, _)| self.take(words)) {
            if needs(place).is_some_and(|role| !self.has(role)) {
                self.next = start;
                return Err(self.wrong(STRANGER));
            }
            return Ok(place);
        }
        match self.words.get(self.next).and_then(|word| role(word)) {
            Some(role) if !self.has(role) => Err(self.wrong(STRANGER)),
            Some(role) if role != Role::King => {
                self.next += 1;
                Ok(Place::Men(role))
            }
            _ => Err(self.wrong(PLACES)),
        }
    }

    fn comparison(&mut self) -> Result<Comparison, PhraseError> {
        let words = [
            ("less than", Comparison::Less),
            ("at most", Comparison::AtMost),
            ("equals", Comparison::Equal),
            ("at least", Comparison::AtLeast),
            ("greater than", Comparison::Greater),
        ];
        self.one_of(words, COMPARISONS)
    }

    fn change(&mut self) -> Result<Comparison, PhraseError> {
        let words = [
            ("less", Comparison::Less),
            ("not greater", Comparison::AtMost),
            ("equal", Comparison::Equal),
            ("not less", Comparison::AtLeast),
            ("greater", Comparison::Greater),
        ];
        self.one_of(words, CHANGES)
    }

    fn one_of<T: Copy>(
        &mut self,
        words: [(&str, T); 5],
        expected: &'static str,
    ) -> Result<T, PhraseError> {
        words
            .into_iter()
            .find(|(phrase, _)| self.take(phrase))
            .map(|(_, meaning)| meaning)
            .ok_or_else(|| self.wrong(expected))
    }
}

/// The man without whom there is no such place.
fn needs(place: Place) -> Option<Role> {
    match place {
        Place::BishopCorner => Some(Role::Bishop),
        Place::CriticalSquare => Some(Role::Rook),
        Place::PromotionSquare | Place::SquareAhead | Place::KeySquares => Some(Role::Pawn),
        _ => None,
    }
}

/// A number up to 999: nothing on the board is more, and sums stay small.
fn number(word: &str) -> Option<i32> {
    let digits = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

fn role(word: &str) -> Option<Role> {
    let roles = [
        ("pawn", Role::Pawn),
        ("knight", Role::Knight),
        ("bishop", Role::Bishop),
        ("rook", Role::Rook),
        ("queen", Role::Queen),
        ("king", Role::King),
    ];
    roles.into_iter().find(|(name, _)| *name == word.trim_end_matches('s')).map(|(_, role)| role)
}
