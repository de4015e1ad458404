//! Parses the lines of an advice table into conditions, kinds of move and preferences.
//!
//! ```text
//! line       = literal { "or" literal }
//! literal    = [ "not" ] ( predicate | measure comparison measure | "new" measure change )
//! comparison = "less than" | "at most" | "equals" | "at least" | "greater than"
//! change     = "less" | "not greater" | "equal" | "not less" | "greater"
//! ```
//!
//! "the", "a", "is", "are" and "of" may stand anywhere and are ignored. The words of tables written before the present
//! ones are still read.

use shakmaty::Role;

use super::condition::{Clause, Comparison, Condition, Predicate};
use super::measure::{Measure, Region};
use super::table::{MoveClass, Mover, Preference};
use crate::chess::tablebase::{Endgame, EndgameSide};

/// A word that does not fit, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct LineError {
    /// The rest of the line, quoted, or "the end of the line".
    pub found: String,
    /// What was expected there.
    pub expected: &'static str,
}

/// Parses the lines of one side's rules: "our king" is the king of that side.
#[derive(Clone, Copy, Debug)]
pub struct LineParser<'a> {
    /// The side that follows the rules.
    pub side: EndgameSide,
    /// The pieces that can be named: these, and what a pawn can become.
    pub endgame: &'a Endgame,
}

const FILLER_WORDS: [&str; 5] = ["the", "a", "is", "are", "of"];

const MEASURES: &str = "a number up to 999, 'box', 'area [within <number> moves]', 'triangle', \
     'replies', 'moves to promotion', 'rank <region>', \
     'distance|Manhattan distance|files|ranks from <region> to <region>', optionally 'plus' another";
const REGIONS: &str = "a region: 'our king', 'their king', 'pawn', 'knight', 'bishop', 'rook', 'queen', \
     'pieces', 'edge', 'corner', 'bishop corner', 'centre', 'critical square', 'promotion square', \
     'stop square' or 'key squares'";
const CONDITIONS: &str = "a condition: 'mated', 'check', 'stalemated', 'insufficient material', 'opposition', \
     'distant opposition', 'L-pattern', '<pieces> exposed|en prise|can be won|protected|divides', '<their piece> captured', '<region> unmoved', \
     '<region> on <region>', \
     'new <measure> less|not greater|equal|not less|greater' or \
     '<measure> less than|at most|equals|at least|greater than <measure>'";
const MOVE_COUNT: &str = "'area within <number> moves'";
const NOT_IN_ENDGAME: &str = "only pieces of this endgame";
const CHANGES: &str = "'less', 'not greater', 'equal', 'not less' or 'greater'";
const COMPARISONS: &str = "'less than', 'at most', 'equals', 'at least' or 'greater than'";
const MOVES: &str = "'[checking] any|king|piece|pawn|knight|bishop|rook|queen moves \
     [inside kings' rectangle]'";
const PREFERENCES: &str = "'smallest <measure>', 'greatest <measure>' or 'first <condition>'";

impl LineParser<'_> {
    /// Parses a line of a goal.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn clause(self, text: &str) -> Result<Clause, LineError> {
        let mut words = Words::new(text, self);
        let clause = words.clause(text)?;
        words.end("'or' or the end of the line")?;
        Ok(clause)
    }

    /// Parses a kind of move.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn moves(self, text: &str) -> Result<MoveClass, LineError> {
        let mut words = Words::new(text, self);
        let checking = words.take("checking");
        let mover = match words.next() {
            Some("any") => Mover::Any,
            Some("piece" | "men") => Mover::Pieces,
            Some(word) => {
                let role = role(word).ok_or_else(|| words.back(MOVES))?;
                if !words.has(role) {
                    return Err(words.back(NOT_IN_ENDGAME));
                }
                Mover::Role(role)
            }
            None => return Err(words.wrong(MOVES)),
        };
        if !words.take("moves") {
            return Err(words.wrong(MOVES));
        }
        let inside_rectangle =
            words.take("inside kings' rectangle") || words.take("inside kings' box");
        words.end(MOVES)?;
        Ok(MoveClass { checking, mover, inside_rectangle })
    }

    /// Parses an order of moves.
    ///
    /// # Errors
    ///
    /// The first word that does not fit.
    pub fn preference(self, text: &str) -> Result<Preference, LineError> {
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

/// The words of a line and the number already read.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
    side: EndgameSide,
    endgame: &'a Endgame,
}

impl<'a> Words<'a> {
    fn new(text: &'a str, reader: LineParser<'a>) -> Words<'a> {
        let words = text.split_whitespace().filter(|word| !FILLER_WORDS.contains(word)).collect();
        Words { words, next: 0, side: reader.side, endgame: reader.endgame }
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word
    }

    /// Reads `phrase` if it comes next.
    fn take(&mut self, phrase: &str) -> bool {
        let count = phrase.split(' ').count();
        let found = self.words[self.next.min(self.words.len())..].iter().take(count);
        let matches = found.eq(phrase.split(' ').collect::<Vec<_>>().iter());
        if matches {
            self.next += count;
        }
        matches
    }

    fn wrong(&self, expected: &'static str) -> LineError {
        let rest = self.words[self.next.min(self.words.len())..].join(" ");
        let found =
            if rest.is_empty() { "the end of the line".to_owned() } else { format!("'{rest}'") };
        LineError { found, expected }
    }

    /// The word just read was wrong.
    fn back(&mut self, expected: &'static str) -> LineError {
        self.next -= 1;
        self.wrong(expected)
    }

    fn end(&self, expected: &'static str) -> Result<(), LineError> {
        if self.next < self.words.len() { Err(self.wrong(expected)) } else { Ok(()) }
    }

    fn clause(&mut self, text: &str) -> Result<Clause, LineError> {
        let mut literals = Vec::new();
        loop {
            let plain = !self.take("not");
            literals.push((plain, self.condition()?));
            if !self.take("or") {
                return Ok(Clause { text: text.to_owned(), literals });
            }
        }
    }

    /// A piece of this role can be on the board; kings always are.
    fn has(&self, role: Role) -> bool {
        let roles = self.endgame.roles();
        role == Role::King
            || roles.contains(&role)
            || (role != Role::Pawn && roles.contains(&Role::Pawn))
    }

    /// The pieces that the region depends on can be on the board.
    fn has_what_it_depends_on(&self, region: Region) -> bool {
        match region {
            Region::BishopCorner => self.has(Role::Bishop),
            Region::CriticalSquare => self.has(Role::Rook),
            Region::KeySquares => self.has(Role::Pawn),
            Region::PromotionSquare | Region::StopSquare => {
                self.has(Role::Pawn) || self.endgame.weak_role() == Some(Role::Pawn)
            }
            _ => true,
        }
    }

    fn condition(&mut self) -> Result<Condition, LineError> {
        if let Some(predicate) = self.nullary() {
            return Ok(Condition::Predicate(predicate));
        }
        if self.take("new") {
            let measure = self.measure()?;
            let change = self.change()?;
            return Ok(Condition::Change(measure, change));
        }
        let start = self.next;
        match self.region() {
            Err(error) if error.expected == NOT_IN_ENDGAME => return Err(error),
            Ok(region) if let Some(predicate) = self.predicate_of(region)? => {
                return Ok(Condition::Predicate(predicate));
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

    fn nullary(&mut self) -> Option<Predicate> {
        let predicates = [
            ("mated", Predicate::Mated),
            ("check", Predicate::Check),
            ("stalemated", Predicate::Stalemated),
            ("insufficient material", Predicate::InsufficientMaterial),
            ("drawn", Predicate::InsufficientMaterial),
            ("opposition", Predicate::Opposition),
            ("distant opposition", Predicate::DistantOpposition),
            ("L-pattern", Predicate::LPattern),
        ];
        predicates.into_iter().find(|(words, _)| self.take(words)).map(|(_, predicate)| predicate)
    }

    /// A predicate of a region, if the next words are one.
    fn predicate_of(&mut self, region: Region) -> Result<Option<Predicate>, LineError> {
        if self.take("on") {
            return Ok(Some(Predicate::On(region, self.region()?)));
        }
        let predicates = [
            ("unmoved", Predicate::Unmoved(region)),
            ("still", Predicate::Unmoved(region)),
            ("exposed", Predicate::Exposed(region)),
            ("en prise", Predicate::EnPrise(region)),
            ("lost", Predicate::EnPrise(region)),
            ("protected", Predicate::Protected(region)),
            ("can be won", Predicate::CanBeWon(region)),
            ("captured", Predicate::Captured),
            ("divides", Predicate::Divides(region)),
        ];
        let is_of_pieces = matches!(region, Region::Pieces(_) | Region::AllPieces);
        let fits = |predicate| match predicate {
            Predicate::Unmoved(_) => true,
            Predicate::Captured => region == Region::WeakPiece,
            Predicate::EnPrise(_) | Predicate::Protected(_) => {
                is_of_pieces || region == Region::WeakPiece
            }
            _ => is_of_pieces,
        };
        let found = predicates.into_iter().find(|(words, p)| fits(*p) && self.take(words));
        Ok(found.map(|(_, predicate)| predicate))
    }

    fn measure(&mut self) -> Result<Measure, LineError> {
        let start = self.next;
        let first = match self.next() {
            Some("box" | "room") => Measure::KingBox,
            Some("area") if self.take("within") => Measure::AreaWithin(self.moves()?),
            Some("area") => Measure::Area,
            Some("triangle") if self.has(Role::Bishop) => Measure::Triangle,
            Some("replies") => Measure::Replies,
            Some("moves") if self.take("to promotion") => Measure::MovesToPromotion,
            Some("pawn") if self.take("moves") => Measure::MovesToPromotion,
            Some("rank") => Measure::Rank(self.region()?),
            Some("distance") => self.between(Measure::Distance)?,
            Some("Manhattan") if self.take("distance") => {
                self.between(Measure::ManhattanDistance)?
            }
            Some("walk") => self.between(Measure::ManhattanDistance)?,
            Some("files") => self.between(Measure::Files)?,
            Some("ranks") => self.between(Measure::Ranks)?,
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

    /// A number of moves, as in `area within 3 moves`.
    fn moves(&mut self) -> Result<i32, LineError> {
        let count = self.next().and_then(number).ok_or_else(|| self.back(MOVE_COUNT))?;
        if self.take("moves") { Ok(count) } else { Err(self.wrong(MOVE_COUNT)) }
    }

    fn between(&mut self, measure: fn(Region, Region) -> Measure) -> Result<Measure, LineError> {
        if !self.take("from") {
            return Err(self.wrong("'from'"));
        }
        let from = self.region()?;
        if !self.take("to") {
            return Err(self.wrong("'to'"));
        }
        Ok(measure(from, self.region()?))
    }

    fn region(&mut self) -> Result<Region, LineError> {
        let named = [
            ("our king", Region::King(self.side)),
            ("their king", Region::King(self.side.other())),
            ("edge", Region::Edge),
            ("corner", Region::Corner),
            ("bishop corner", Region::BishopCorner),
            ("centre", Region::Centre),
            ("critical square", Region::CriticalSquare),
            ("promotion square", Region::PromotionSquare),
            ("stop square", Region::StopSquare),
            ("square ahead", Region::StopSquare),
            ("key squares", Region::KeySquares),
            ("pieces", Region::AllPieces),
            ("men", Region::AllPieces),
        ];
        let start = self.next;
        if let Some((_, region)) = named.into_iter().find(|(words, _)| self.take(words)) {
            if !self.has_what_it_depends_on(region) {
                self.next = start;
                return Err(self.wrong(NOT_IN_ENDGAME));
            }
            return Ok(region);
        }
        let possessive = if self.side == EndgameSide::Strong { "their" } else { "our" };
        if let Some(weak_role) = self.endgame.weak_role()
            && self.take(possessive)
        {
            let named = self.words.get(self.next).and_then(|word| role(word));
            if named != Some(weak_role) {
                return Err(self.wrong(NOT_IN_ENDGAME));
            }
            self.next += 1;
            return Ok(Region::WeakPiece);
        }
        match self.words.get(self.next).and_then(|word| role(word)) {
            Some(role) if !self.has(role) => Err(self.wrong(NOT_IN_ENDGAME)),
            Some(role) if role != Role::King => {
                self.next += 1;
                Ok(Region::Pieces(role))
            }
            _ => Err(self.wrong(REGIONS)),
        }
    }

    fn comparison(&mut self) -> Result<Comparison, LineError> {
        let words = [
            ("less than", Comparison::Less),
            ("at most", Comparison::AtMost),
            ("equals", Comparison::Equal),
            ("at least", Comparison::AtLeast),
            ("greater than", Comparison::Greater),
        ];
        self.one_of(words, COMPARISONS)
    }

    fn change(&mut self) -> Result<Comparison, LineError> {
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
    ) -> Result<T, LineError> {
        words
            .into_iter()
            .find(|(phrase, _)| self.take(phrase))
            .map(|(_, meaning)| meaning)
            .ok_or_else(|| self.wrong(expected))
    }
}

/// A number up to 999: no measure is greater, and sums stay small.
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
