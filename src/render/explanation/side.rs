//! The side of a game, as JSON and text name it.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::Color;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}
