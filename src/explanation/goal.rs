//! The steps of a plan, as far as they can be tried on the board or compared with each other.

use std::fmt;

use serde::{Deserialize, Serialize, de};
use shakmaty::{Role, Square};

use super::phrase::{Part, Phrase, Slot, Template};
use crate::graph::{role_name, role_named};

/// What is to be done.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    Serialize,
    schemars::JsonSchema,
)]
#[strum(serialize_all = "SCREAMING-KEBAB-CASE")]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
#[allow(missing_docs)] // The words of chess books.
pub enum Verb {
    Activate,
    Advance,
    Attack,
    Avoid,
    AvoidExchange,
    Behind,
    Block,
    Blockade,
    Bridge,
    Capture,
    Castle,
    Centralise,
    Chase,
    Check,
    Checkmate,
    Close,
    Connect,
    Control,
    Coordinate,
    Counter,
    CreatePasser,
    Defend,
    Deflect,
    Develop,
    Discover,
    Double,
    Exchange,
    Fork,
    Free,
    Improve,
    Keep,
    Lever,
    Luft,
    Move,
    MoveKing,
    Occupy,
    Open,
    Oppose,
    Outpost,
    Penetrate,
    Promote,
    Protect,
    Remove,
    Restrict,
    Retreat,
    Space,
    SpareMove,
    Storm,
}

impl Verb {
    /// Nobody can do both to the same target.
    #[must_use]
    pub fn contradicts(self, other: Verb) -> bool {
        const CONTRARY: [(Verb, Verb); 3] = [
            (Verb::Advance, Verb::Blockade),
            (Verb::Exchange, Verb::AvoidExchange),
            (Verb::Open, Verb::Close),
        ];
        CONTRARY.contains(&(self, other)) || CONTRARY.contains(&(other, self))
    }
}

/// What a goal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A square, or what stands on it.
    Square(Square),
    /// The square in front of the pawn on this one.
    Front(Square),
    /// Anything else a chess book names: `minors`, `open file`.
    Other(Phrase),
}

/// The line on which a piece gets at its target.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumString,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// Along the file.
    File,
    /// Along the rank.
    Rank,
    /// Whichever it is.
    Any,
}

/// How a goal is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It does not matter.
    Free,
    /// On a line.
    Via(Line),
    /// By a piece of this kind.
    By(Role),
    /// As a chess book says it: `with threat`.
    Other(Phrase),
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What is to be done.
    pub verb: Verb,
    /// To what.
    pub target: Target,
    /// How.
    pub manner: Manner,
}

/// Before a square in a file: the one in front of the pawn that stands there.
const FRONT: &str = "front:";

impl Goal {
    /// A goal about a square.
    #[must_use]
    pub fn on(verb: Verb, square: Square) -> Goal {
        Goal { verb, target: Target::Square(square), manner: Manner::Free }
    }

    fn new(verb: Verb, target: Phrase, manner: Phrase) -> Goal {
        let target = match target.parts.as_slice() {
            [Part::Square(square)] => Target::Square(*square),
            [Part::Squares(squares)] if squares.len() == 1 => Target::Square(squares[0]),
            [Part::Text(front), Part::Square(square)] if front == FRONT => Target::Front(*square),
            _ => Target::Other(target),
        };
        let written = manner.to_string();
        let line = written.strip_prefix("via=").and_then(|line| line.parse().ok());
        let role = written.strip_prefix("by=").and_then(role_named);
        let manner = match (line, role) {
            _ if written.is_empty() => Manner::Free,
            (Some(line), _) => Manner::Via(line),
            (_, Some(role)) => Manner::By(role),
            _ => Manner::Other(manner),
        };
        Goal { verb, target, manner }
    }

    /// What an attack is made on, and the line it asks for. `None` for other goals and where a certain piece is meant.
    #[must_use]
    pub fn attack(&self) -> Option<(Square, Option<Line>)> {
        match (self.verb, &self.target, &self.manner) {
            (Verb::Attack, Target::Square(square), Manner::Via(line)) => {
                Some((*square, Some(*line)))
            }
            (Verb::Attack, Target::Square(square), Manner::Free) => Some((*square, None)),
            _ => None,
        }
    }

    /// The same goal for another square; a goal about anything else stays.
    #[must_use]
    pub fn rebound(&self, from: Square, to: Square) -> Goal {
        let target = match self.target {
            Target::Square(square) if square == from => Target::Square(to),
            Target::Front(square) if square == from => Target::Front(to),
            _ => self.target.clone(),
        };
        Goal { target, ..self.clone() }
    }

    /// The same with the colours exchanged and the board turned.
    #[must_use]
    pub fn mirrored(self) -> Goal {
        let target = match self.target {
            Target::Square(square) => Target::Square(square.flip_vertical()),
            Target::Front(square) => Target::Front(square.flip_vertical()),
            Target::Other(phrase) => Target::Other(phrase.mirrored()),
        };
        let manner = match self.manner {
            Manner::Other(phrase) => Manner::Other(phrase.mirrored()),
            same => same,
        };
        Goal { target, manner, ..self }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Square(square) => square.fmt(f),
            Target::Front(square) => write!(f, "{FRONT}{square}"),
            Target::Other(phrase) => phrase.fmt(f),
        }
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Manner::Free => Ok(()),
            Manner::Via(line) => write!(f, "via={line}"),
            Manner::By(role) => write!(f, "by={}", role_name(*role)),
            Manner::Other(phrase) => phrase.fmt(f),
        }
    }
}

/// As a case file has it: `["ATTACK", "a7", "via=file"]`.
impl Serialize for Goal {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        [self.verb.to_string(), self.target.to_string(), self.manner.to_string()].serialize(to)
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Goal, D::Error> {
        let [verb, target, manner] = <[String; 3]>::deserialize(from)?;
        let verb = read_verb(&verb).map_err(de::Error::custom)?;
        Ok(Goal::new(verb, Phrase::recognised(&target), Phrase::recognised(&manner)))
    }
}

fn read_verb(verb: &str) -> Result<Verb, String> {
    verb.parse().map_err(|_| format!("'{verb}' is no goal"))
}

/// A goal of the evaluation tree, its slots left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalTemplate {
    verb: Verb,
    target: Template,
    manner: Template,
}

impl GoalTemplate {
    /// From verb, target and manner as the file of the tree has them.
    ///
    /// # Errors
    ///
    /// An unknown verb or slot.
    pub fn read([verb, target, manner]: &[String; 3]) -> Result<GoalTemplate, String> {
        Ok(GoalTemplate {
            verb: read_verb(verb)?,
            target: target.parse()?,
            manner: manner.parse()?,
        })
    }

    /// The goal for a fact.
    #[must_use]
    pub fn bind(&self, mut value: impl FnMut(Slot) -> Option<Part>) -> Goal {
        let target = self.target.bind(1, &mut value);
        Goal::new(self.verb, target, self.manner.bind(1, value))
    }
}
