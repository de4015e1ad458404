//! Sentences whose chess is typed: squares, sides, pieces and wings are values until the sentence is written.
//!
//! A [`Template`] belongs to the evaluation tree and leaves [`Slot`]s open; a fact binds it to a [`Phrase`]. In files the
//! typed parts of a phrase stand in braces: `the weak pawn on {a7}`, `{White} doubles the {rooks}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, de};
use shakmaty::{Color, File, Rank, Role, Square};

use crate::graph::{role_name, role_named};

/// A word or value of a [`Phrase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words that mean the same in every position.
    Text(String),
    /// `White`.
    Side(Color),
    /// `white`.
    Adjective(Color),
    /// `light` or `dark` squares: true for light.
    Shade(bool),
    /// `a7`.
    Square(Square),
    /// `a2 and a4`.
    Squares(Vec<Square>),
    /// `a-file`.
    Files(Vec<File>),
    /// `7th`.
    Rank(Rank),
    /// `rook`, or `rooks`.
    Piece {
        /// Which kind.
        role: Role,
        /// More than one.
        plural: bool,
    },
    /// `kingside` or `queenside`: true for the kingside.
    Wing(bool),
}

/// A sentence, or a part of one, in which squares, sides and pieces are values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// In reading order.
    pub parts: Vec<Part>,
}

/// Names in a row: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<T: ToString>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(T::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// White or Black.
#[must_use]
pub fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

/// `1st`, `2nd`, `3rd`, `4th`, …
#[must_use]
pub fn rank_name(rank: Rank) -> String {
    let number = rank.to_u32() + 1;
    let ending = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

impl Part {
    /// What a single word names; `None`: it is a word like any other.
    fn of_word(word: &str) -> Option<Part> {
        let part = match word {
            "White" => Part::Side(Color::White),
            "Black" => Part::Side(Color::Black),
            "white" => Part::Adjective(Color::White),
            "black" => Part::Adjective(Color::Black),
            "light" => Part::Shade(true),
            "dark" => Part::Shade(false),
            "kingside" => Part::Wing(true),
            "queenside" => Part::Wing(false),
            _ => {
                return Part::of_square(word)
                    .or_else(|| Part::of_rank(word))
                    .or_else(|| Part::of_piece(word));
            }
        };
        Some(part)
    }

    fn of_square(word: &str) -> Option<Part> {
        word.parse().ok().map(Part::Square)
    }

    fn of_rank(word: &str) -> Option<Part> {
        if !word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        Rank::ALL.into_iter().find(|rank| rank_name(*rank) == word).map(Part::Rank)
    }

    fn of_piece(word: &str) -> Option<Part> {
        let (name, plural) = word.strip_suffix('s').map_or((word, false), |one| (one, true));
        let role = role_named(name).filter(|role| !matches!(role, Role::Pawn | Role::King))?;
        Some(Part::Piece { role, plural })
    }

    fn mirrored(self) -> Part {
        match self {
            Part::Side(side) => Part::Side(!side),
            Part::Adjective(side) => Part::Adjective(!side),
            Part::Shade(is_light) => Part::Shade(!is_light),
            Part::Square(square) => Part::Square(square.flip_vertical()),
            Part::Squares(squares) => {
                Part::Squares(squares.into_iter().map(Square::flip_vertical).collect())
            }
            Part::Rank(rank) => Part::Rank(rank.flip_vertical()),
            Part::Text(_) | Part::Files(_) | Part::Piece { .. } | Part::Wing(_) => self,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => f.write_str(text),
            Part::Side(side) => f.write_str(side_name(*side)),
            Part::Adjective(side) => f.write_str(side.fold_wb("white", "black")),
            Part::Shade(is_light) => f.write_str(if *is_light { "light" } else { "dark" }),
            Part::Square(square) => square.fmt(f),
            Part::Squares(squares) => f.write_str(&list(squares)),
            Part::Files(files) => {
                let names: Vec<String> = files.iter().map(|file| format!("{file}-file")).collect();
                f.write_str(&list(&names))
            }
            Part::Rank(rank) => f.write_str(&rank_name(*rank)),
            Part::Piece { role, plural } => {
                write!(f, "{}{}", role_name(*role), if *plural { "s" } else { "" })
            }
            Part::Wing(is_kingside) => {
                f.write_str(if *is_kingside { "kingside" } else { "queenside" })
            }
        }
    }
}

impl Phrase {
    /// Plain words.
    #[must_use]
    pub fn words(text: impl Into<String>) -> Phrase {
        Phrase { parts: vec![Part::Text(text.into())] }
    }

    /// A sentence written by a person, or before phrases were typed: what its words name becomes typed, also the square
    /// a move ends on (`Ba4`, `exd5`). Braces become parentheses, since in files they mark what is typed.
    #[must_use]
    pub fn recognised(text: &str) -> Phrase {
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let text = text.replace('{', "(").replace('}', ")");
        let mut phrase = Phrase::default();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let same = is_word(first);
            let (word, after) =
                rest.split_at(rest.find(|c| is_word(c) != same).unwrap_or(rest.len()));
            rest = after;
            match Part::of_word(word) {
                Some(part) => phrase.parts.push(part),
                None => {
                    let end = word.len().saturating_sub(2);
                    let square = word.get(end..).and_then(Part::of_square);
                    phrase.push_text(if square.is_some() { &word[..end] } else { word });
                    phrase.parts.extend(square);
                }
            }
        }
        phrase
    }

    fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// The same with the colours exchanged and the board turned.
    #[must_use]
    pub fn mirrored(self) -> Phrase {
        Phrase { parts: self.parts.into_iter().map(Part::mirrored).collect() }
    }

    /// The squares it names.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.parts.iter().flat_map(|part| {
            match part {
                Part::Square(square) => std::slice::from_ref(square),
                Part::Squares(squares) => squares.as_slice(),
                _ => &[],
            }
            .iter()
            .copied()
        })
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

impl Serialize for Phrase {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(words) => text.push_str(words),
                Part::Squares(squares) => text.push_str(&list(
                    &squares.iter().map(|s| format!("{{{s}}}")).collect::<Vec<_>>(),
                )),
                Part::Files(_) => text.push_str(&part.to_string()),
                value => text.push_str(&format!("{{{value}}}")),
            }
        }
        to.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Phrase {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Phrase, D::Error> {
        let text = String::deserialize(from)?;
        let mut phrase = Phrase::default();
        for piece in pieces(&text) {
            match piece {
                Piece::Words(words) => phrase.push_text(words),
                Piece::Braces(word) => phrase.parts.push(Part::of_word(word).ok_or_else(|| {
                    let expected = "a square, a side, a rank as 7th, a piece or a wing";
                    de::Error::custom(format!("'{{{word}}}': expected {expected}"))
                })?),
            }
        }
        Ok(phrase)
    }
}

/// A value of a fact that the sentences of the tree leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Slot {
    /// The owner of the fact.
    Side,
    /// The other side.
    Opp,
    /// A count.
    N,
    /// The first witness.
    Sq,
    /// All witnesses.
    Sqs,
    /// The file of the first witness, or the one the detector names.
    File,
    /// All files the detector names.
    Files,
    /// The rank of the first witness.
    Rank,
    /// The line of an attack.
    Via,
    /// Light or dark.
    Colour,
    /// Queenside or kingside.
    Wing,
    /// Whether there is a flight square: `a` or `no`.
    Luft,
    /// Kind of piece of the first witness, or the one the detector names.
    Piece,
    /// Where the first witness goes, or the first target.
    Hsq,
    /// The same.
    Tsq,
    /// All targets.
    Tsqs,
    /// Kind of piece on the target.
    Tpiece,
    /// Who strikes.
    Asq,
    /// What stands behind the target.
    Bsq,
    /// Kind of piece that stands there.
    Bpiece,
    /// Best play.
    Line,
    /// The king the pattern is about.
    Ksq,
}

/// A sentence of the evaluation tree with open slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Open>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Open {
    Words(Phrase),
    Slot(Slot),
    /// Singular and plural.
    Number(Phrase, Phrase),
}

impl Template {
    /// The sentence with its slots filled, and `{one|many}` chosen by a number. A slot that is not bound becomes "it".
    #[must_use]
    pub fn bind(&self, number: usize, mut value: impl FnMut(Slot) -> Option<Part>) -> Phrase {
        let mut phrase = Phrase::default();
        for part in &self.parts {
            match part {
                Open::Words(words) => phrase.parts.extend(words.parts.iter().cloned()),
                Open::Number(one, many) => {
                    let chosen = if number == 1 { one } else { many };
                    phrase.parts.extend(chosen.parts.iter().cloned());
                }
                Open::Slot(slot) => {
                    phrase.parts.push(value(*slot).unwrap_or_else(|| Part::Text("it".to_owned())));
                }
            }
        }
        phrase
    }

    /// This slot is open in it.
    #[must_use]
    pub fn has(&self, slot: Slot) -> bool {
        self.parts.contains(&Open::Slot(slot))
    }

    /// The text without a fact: `{one|many}` chosen by a number, "it" in every slot.
    #[must_use]
    pub fn with_number(&self, number: usize) -> String {
        self.bind(number, |_| None).to_string()
    }
}

impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Template, String> {
        let part = |piece| match piece {
            Piece::Words(words) => Ok(Open::Words(Phrase::recognised(words))),
            Piece::Braces(slot) => match slot.split_once('|') {
                Some((one, many)) => {
                    Ok(Open::Number(Phrase::recognised(one), Phrase::recognised(many)))
                }
                None => {
                    slot.parse().map(Open::Slot).map_err(|_| format!("slot '{slot}' is unknown"))
                }
            },
        };
        Ok(Template { parts: pieces(text).map(part).collect::<Result<_, _>>()? })
    }
}

/// A stretch of text outside or inside braces.
enum Piece<'a> {
    Words(&'a str),
    Braces(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((inside, after)) = rest.strip_prefix('{').and_then(|t| t.split_once('}')) {
            rest = after;
            return Some(Piece::Braces(inside));
        }
        let end = rest.find('{').filter(|end| *end > 0).unwrap_or(rest.len());
        let (words, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Words(words))
    })
}
