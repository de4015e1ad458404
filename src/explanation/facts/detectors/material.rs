//! Material: what one side has more of.

use super::{Detections, Perspectives, variant_by_count};
use crate::chess::MaterialVector;

/// Owner minus opponent.
#[derive(Clone, Copy)]
struct Balance {
    pawns: i32,
    knights: i32,
    bishops: i32,
    rooks: i32,
    queens: i32,
}

impl Balance {
    fn of(sides: Perspectives<'_>) -> Balance {
        let [pawns, knights, bishops, rooks, queens] =
            MaterialVector::of_board(&sides.owner.board).0.map(i32::from);
        Balance { pawns, knights, bishops, rooks, queens }
    }

    fn flipped(self) -> Balance {
        Balance {
            pawns: -self.pawns,
            knights: -self.knights,
            bishops: -self.bishops,
            rooks: -self.rooks,
            queens: -self.queens,
        }
    }

    fn minors(self) -> i32 {
        self.knights + self.bishops
    }

    fn one_minor(self) -> bool {
        self.minors() == 1 && self.knights.abs() + self.bishops.abs() == 1
    }
}

/// Which family and variant a balance is, if any but the compound ones.
fn classify(b: Balance) -> Option<(&'static str, &'static str)> {
    let pieces_even = b.knights == 0 && b.bishops == 0 && b.rooks == 0 && b.queens == 0;
    if pieces_even {
        let variant = variant_by_count(
            usize::try_from(b.pawns).unwrap_or(0),
            &["one", "two", "three", "four-or-more"],
        )?;
        return Some(("pawns", variant));
    }
    match (b.queens, b.rooks, b.minors()) {
        (0, 0, 1) if b.one_minor() => Some(match b.pawns {
            0 if b.knights == 1 => ("piece-ahead", "knight"),
            0 => ("piece-ahead", "bishop"),
            1.. => ("minor-against-pawns", "plus-pawns"),
            -1 => ("minor-against-pawns", "for-one-pawn"),
            -2 => ("minor-against-pawns", "for-two-pawns"),
            -3 => ("minor-against-pawns", "for-three-pawns"),
            _ => ("minor-against-pawns", "for-four-pawns"),
        }),
        (0, 0, 2) if b.pawns >= 0 => Some(("piece-ahead", "two-minors")),
        (0, 1, 0) if b.knights == 0 && b.pawns < 0 => Some(match b.pawns {
            -2..=-1 => ("rook-against-pawns", "one-or-two-pawns"),
            -3 => ("rook-against-pawns", "three-pawns"),
            -4 => ("rook-against-pawns", "four-pawns"),
            _ => ("rook-against-pawns", "five-or-more-pawns"),
        }),
        (0, 1, 0) if b.knights == 0 => Some(("piece-ahead", "rook")),
        (0, 1, 1) if b.pawns >= 0 => Some(("piece-ahead", "rook-and-minor")),
        (1, 0, 0) if b.knights == 0 && b.pawns >= 0 => Some(("piece-ahead", "queen")),
        (0, 1, -1) => Some(match b.pawns {
            1.. => ("exchange", "plus-pawns"),
            0 => ("exchange", "clean"),
            -1 => ("exchange", "minus-one-pawn"),
            -2 => ("exchange", "minus-two-pawns"),
            _ => ("exchange", "minus-three-pawns"),
        }),
        (0, -1, 2) if b.knights >= 0 && b.bishops >= 0 => Some(match b.pawns {
            1.. => ("two-minors-for-rook", "plus-pawns"),
            0 => ("two-minors-for-rook", "clean"),
            -1 => ("two-minors-for-rook", "for-rook-and-pawn"),
            _ => ("two-minors-for-rook", "for-rook-and-two-pawns"),
        }),
        (1, rooks, minors) => {
            let variant = match (rooks, minors) {
                (-2, 0) => "two-rooks",
                (-1, -1) => "rook-and-minor",
                (0, -3) => "three-minors",
                (-1, 0) => "rook",
                (0, -2) => "two-minors",
                (-1, -2) => "rook-and-two-minors",
                _ => return None,
            };
            Some(("queen-against-pieces", variant))
        }
        _ => None,
    }
}

/// The pieces that make the difference: the owner's kinds of which it has more.
fn witnesses(sides: Perspectives<'_>, b: Balance) -> shakmaty::Bitboard {
    let us = &sides.owner.us;
    let kinds = [
        (b.knights, us.knights),
        (b.bishops, us.bishops),
        (b.rooks, us.rooks),
        (b.queens, us.queens),
    ];
    kinds
        .into_iter()
        .filter(|(more, _)| *more > 0)
        .fold(shakmaty::Bitboard::EMPTY, |sum, (_, pieces)| sum | pieces)
}

/// The material balance, if it is one of `family`: extra pawns, a piece ahead, the exchange and the like. Squares: the
/// owner's pieces of the kinds it has more of; number: the difference in pawns.
pub fn classified(sides: Perspectives<'_>, out: &mut Detections, family: &str) {
    let balance = Balance::of(sides);
    if let Some((_, variant)) = classify(balance).filter(|(found, _)| *found == family) {
        let material = MaterialVector::of_board(&sides.owner.board);
        out.add(variant, witnesses(sides, balance)).number(balance.pawns.abs()).material(material);
    }
}

/// Any other material advantage, by points (1, 3, 3, 5, 9). Squares: the owner's pieces of the kinds it has more of.
pub fn compound(sides: Perspectives<'_>, out: &mut Detections) {
    let balance = Balance::of(sides);
    if classify(balance).is_some() || classify(balance.flipped()).is_some() {
        return;
    }
    let material = MaterialVector::of_board(&sides.owner.board);
    let variant = match material.traditional() {
        1 => "one",
        2 => "two",
        3..=4 => "three-four",
        5.. => "five-or-more",
        _ => return,
    };
    out.add(variant, witnesses(sides, balance)).material(material);
}
