use serde::{Deserialize, Serialize};

use super::{Pattern, english};
use crate::chess::MaterialVector;

/// A difference in material, side to move minus the other side: "up two pawns and down a rook".
///
/// It occurs in every position whose difference contains it: at least as many pieces ahead in each kind where it is
/// ahead, at least as many behind where it is behind. "Even" is the most general one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MaterialPattern(pub MaterialVector);

impl Pattern for MaterialPattern {
    fn is_more_general_than(&self, other: &MaterialPattern) -> bool {
        self.0.0.iter().zip(other.0.0).all(|(mine, theirs)| match mine.signum() {
            1 => theirs >= *mine,
            -1 => theirs <= *mine,
            _ => true,
        })
    }

    fn size(&self) -> usize {
        self.0.size() as usize
    }

    fn phrase(&self) -> String {
        if self.0.is_even() {
            return "material is even".to_owned();
        }
        match pieces_in_words(self.0) {
            (ahead, behind) if behind.is_empty() => format!("up {ahead}"),
            (ahead, behind) if ahead.is_empty() => format!("down {behind}"),
            (ahead, behind) => format!("up {ahead} and down {behind}"),
        }
    }
}

/// The pieces that the first side has more of, and those that it has fewer of, the most valuable first: `a rook and two
/// pawns`; empty: none.
#[must_use]
pub fn pieces_in_words(MaterialVector(difference): MaterialVector) -> (String, String) {
    let names = ["pawn", "knight", "bishop", "rook", "queen"];
    let list = |sign: i8| {
        let parts = difference.iter().zip(names).rev().filter(|(n, _)| n.signum() == sign);
        let parts: Vec<String> = parts
            .map(|(n, name)| match n.unsigned_abs() {
                1 => format!("a {name}"),
                n => format!("{} {name}s", english::number_word(u32::from(n))),
            })
            .collect();
        english::join(&parts)
    };
    (list(1), list(-1))
}
