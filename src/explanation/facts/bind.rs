//! The values that a fact gives to the slots of the tree's sentences.

use std::collections::BTreeSet;

use shakmaty::{Chess, File, Move, Position, Square};

use super::Fact;
use super::detectors::LineMove;
use super::kind::KingOf;
use super::tree::{EvaluationTree, General};
use crate::chess::{MaterialVector, line_text};
use crate::explanation::goal::Goal;
use crate::explanation::phrase::{Part, Phrase, Slot, Template};
use crate::pattern::{number_word, pieces_in_words};

/// The values of the slots for one fact in one position.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'a> {
    fact: &'a Fact,
    position: &'a Chess,
    king: KingOf,
}

fn files(files: &[i32]) -> Vec<File> {
    let file = |file: &i32| File::new(u32::try_from((*file).clamp(0, 7)).unwrap_or_default());
    files.iter().map(file).collect()
}

/// A line of play as a game score has it.
fn moves(position: &Chess, line: &[LineMove]) -> String {
    let mut board = position.clone();
    let played = line.iter().map_while(|step| {
        let is_step = |m: &&Move| m.from() == Some(step.from) && m.to() == step.to;
        // Of the pieces that a pawn may become the queen comes first.
        let m = board.legal_moves().iter().find(is_step).copied()?;
        board.play_unchecked(m);
        Some(m)
    });
    let played: Vec<Move> = played.collect();
    line_text(position, &played)
}

/// What a word of a detector names.
fn word(word: &str) -> Part {
    match word {
        "light" => Part::Shade(true),
        "dark" => Part::Shade(false),
        "kingside" => Part::Wing(true),
        "queenside" => Part::Wing(false),
        other => Part::Text(other.to_owned()),
    }
}

impl<'a> Binding<'a> {
    /// For a fact of a tree in a position.
    #[must_use]
    pub fn new(tree: &'a EvaluationTree, fact: &'a Fact, position: &'a Chess) -> Binding<'a> {
        Binding { fact, position, king: tree.family_of(fact.leaf).king }
    }

    fn piece(&self, square: Option<Square>) -> Part {
        let role = square.and_then(|square| self.position.board().role_at(square));
        role.map_or_else(
            || Part::Text("piece".to_owned()),
            |role| Part::Piece { role, plural: false },
        )
    }

    fn king(&self) -> Option<Square> {
        let owner = self.fact.owner;
        self.position.board().king_of(if self.king == KingOf::Owner { owner } else { !owner })
    }

    /// The value of a slot; `None` when the fact binds nothing to it.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Part> {
        let found = &self.fact.detection;
        let first = found.squares.first().copied();
        let target = found.to.or_else(|| found.targets.first().copied());
        let text = |text: String| Part::Text(text);
        match slot {
            Slot::Side => Some(Part::Side(self.fact.owner)),
            Slot::Opp => Some(Part::Side(!self.fact.owner)),
            Slot::N => found.number.map(|n| text(number_word(n.unsigned_abs()))),
            Slot::Sq => first.map(Part::Square),
            Slot::Sqs => Some(Part::Squares(found.squares.clone())),
            Slot::File => match files(&found.files).first() {
                Some(file) => Some(Part::Files(vec![*file])),
                None => first.map(|square| Part::Files(vec![square.file()])),
            },
            Slot::Files => Some(Part::Files(files(&found.files))),
            Slot::Rank => first.map(|square| Part::Rank(square.rank())),
            Slot::Via | Slot::Colour | Slot::Wing | Slot::Luft => found.word.map(word),
            Slot::Piece => Some(match found.piece {
                Some(role) => Part::Piece { role, plural: false },
                None => self.piece(first),
            }),
            Slot::Hsq | Slot::Tsq => target.map(Part::Square),
            Slot::Tsqs => Some(Part::Squares(found.targets.clone())),
            Slot::Tpiece => Some(self.piece(found.targets.first().copied().or(target))),
            Slot::Asq => found.attacker.map(Part::Square),
            Slot::Bsq => found.behind.map(Part::Square),
            Slot::Bpiece => Some(self.piece(found.behind)),
            Slot::Line => (!found.line.is_empty()).then(|| text(moves(self.position, &found.line))),
            Slot::Ksq => self.king().map(Part::Square),
        }
    }

    /// A sentence of the tree for this fact.
    #[must_use]
    pub fn phrase(&self, template: &Template) -> Phrase {
        let detection = &self.fact.detection;
        let number =
            detection.number.map_or(detection.squares.len(), |n| n.unsigned_abs() as usize);
        template.bind(number, |slot| self.value(slot))
    }

    /// The goals of the tree for this fact.
    #[must_use]
    pub fn goals(&self, general: &General) -> Vec<Goal> {
        general.goals.iter().map(|goal| goal.bind(|slot| self.value(slot))).collect()
    }
}

/// `has a rook and two pawns for two bishops`, `is a pawn up`, `is the exchange up`.
fn material_in_words(material: MaterialVector) -> String {
    let material = material.without_traded_minors();
    if let MaterialVector([pawns, -1, 0, 1, 0] | [pawns, 0, -1, 1, 0]) = material {
        return match pieces_in_words(MaterialVector([pawns, 0, 0, 0, 0])) {
            (more, fewer) if more.is_empty() && fewer.is_empty() => "is the exchange up".to_owned(),
            (more, fewer) if fewer.is_empty() => format!("is the exchange and {more} up"),
            (_, fewer) => format!("has the exchange for {fewer}"),
        };
    }
    match pieces_in_words(material) {
        (more, fewer) if fewer.is_empty() => format!("is {more} up"),
        (more, fewer) => format!("has {more} for {fewer}"),
    }
}

/// The slots that say where a pattern is.
const PLACES: [Slot; 7] =
    [Slot::Sq, Slot::Sqs, Slot::Hsq, Slot::Tsq, Slot::Tsqs, Slot::Asq, Slot::Bsq];

/// Who has which pattern where, in the position of the fact: on the squares that the phrase of the leaf names, or else on its
/// witnesses.
#[must_use]
pub fn fact_phrase(tree: &EvaluationTree, fact: &Fact, position: &Chess) -> Phrase {
    let (squares, template) = (fact.squares(), &tree.leaf(fact.leaf).phrase);
    let binding = Binding::new(tree, fact, position);
    // Each target once, and the number of witnesses.
    let value = |slot| match slot {
        Slot::Tsqs => {
            let targets: BTreeSet<Square> = fact.detection.targets.iter().copied().collect();
            Some(Part::Squares(targets.into_iter().collect()))
        }
        Slot::N => Some(Part::Text(number_word(squares.len() as u32))),
        slot => binding.value(slot),
    };
    let mut parts = vec![Part::Side(fact.owner), Part::Text(" ".to_owned())];
    parts.extend(match fact.detection.material {
        Some(material) => Phrase::recognised(&material_in_words(material)).parts,
        None => template.bind(squares.len(), value).parts,
    });
    // Where a castled king stands is clear, and what is ahead in material are numbers.
    let is_plain = ["king-shelter", "material"].contains(&tree.family_of(fact.leaf).group.as_str());
    let says_where = PLACES.iter().any(|place| template.has(*place));
    if !squares.is_empty() && !is_plain && !says_where {
        let squares = Part::Squares(squares.to_vec());
        parts.extend([Part::Text(" (".to_owned()), squares, Part::Text(")".to_owned())]);
    }
    Phrase { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_material_is_told_by_its_pieces() {
        for (material, words) in [
            ([1, 0, -1, 1, 0], "is the exchange and a pawn up"),
            ([0, -1, 0, 1, 0], "is the exchange up"),
            ([-2, -2, 1, 1, 0], "has the exchange for two pawns"),
            ([2, -1, -1, 1, 0], "has a rook and two pawns for a bishop and a knight"),
            ([1, 1, -1, 0, 0], "is a pawn up"),
            ([-2, 0, 0, -1, 1], "has a queen for a rook and two pawns"),
            ([0, 2, 1, 0, 0], "is a bishop and two knights up"),
        ] {
            assert_eq!(material_in_words(MaterialVector(material)), words);
        }
    }
}
