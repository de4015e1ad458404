//! Squares, sides and pieces as files have them: `a7`, `White`, `rook`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use shakmaty::{Color, Role, Square};

use super::phrase::side_name;
use crate::graph::{role_name, role_named};

/// A side as `White` or `Black`.
pub mod side {
    use super::*;

    pub fn serialize<S: Serializer>(side: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side_name(*side))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        let text = String::deserialize(from)?;
        let side = Color::ALL.into_iter().find(|side| side_name(*side) == text);
        side.ok_or_else(|| de::Error::custom(format!("'{text}': expected White or Black")))
    }
}

/// A kind of piece by its name.
pub mod role {
    use super::*;

    pub fn serialize<S: Serializer>(role: &Role, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(role_name(*role))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Role, D::Error> {
        let text = String::deserialize(from)?;
        role_named(&text).ok_or_else(|| de::Error::custom(format!("'{text}': expected a piece")))
    }
}

fn read_square<E: de::Error>(text: &str) -> Result<Square, E> {
    text.parse().map_err(|_| E::custom(format!("'{text}': expected a square")))
}

/// A square by its name.
pub mod square {
    use super::*;

    pub fn serialize<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(square)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
        read_square(&String::deserialize(from)?)
    }
}

/// A list of squares.
pub mod squares {
    use super::*;

    pub fn serialize<S: Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
        squares.iter().map(Square::to_string).collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Square>, D::Error> {
        Vec::<String>::deserialize(from)?.iter().map(|text| read_square(text)).collect()
    }
}
