//! What certain material can do without pawns.

use shakmaty::{Bitboard, Position, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, king_distance};

fn no_pawns(pos: &Perspective) -> bool {
    pos.board.pawns().is_empty()
}

/// The bare king takes a piece with its next move.
fn loses_a_piece(pos: &Perspective) -> bool {
    !pos.to_move && pos.legal.iter().any(|m| m.is_capture())
}

/// Enough pieces to mate the bare king. Squares: the pieces.
pub fn mating_force(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !no_pawns(pos) || pos.them.all.count() != 1 || loses_a_piece(pos) {
        return;
    }
    let bishops = pos.us.bishops;
    let two = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let variant = if pos.us.queens.any() {
        "queen"
    } else if pos.us.rooks.any() {
        "rook"
    } else if two {
        "two-bishops"
    } else if bishops.any() && pos.us.knights.any() {
        "bishop-and-knight"
    } else {
        return;
    };
    out.add(variant, pos.us.non_pawns());
}

/// Numbers of knights, bishops, rooks and queens.
fn counts(army: &crate::explanation::facts::features::SidePieces) -> [usize; 4] {
    [army.knights, army.bishops, army.rooks, army.queens].map(Bitboard::count)
}

/// Too few pieces to win without pawns. Squares: the pieces.
pub fn insufficient(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !no_pawns(pos) {
        return;
    }
    let hangs =
        |s: Square| pos.to_move && pos.us.attacks.contains(s) && pos.their_attackers(s).is_empty();
    let minor = pos.them.minors().first();
    let is_safe = minor.is_some_and(|s| !hangs(s));
    let near = minor.is_some_and(|s| king_distance(s, pos.them.king) <= 2);
    let variant = match (counts(&pos.us), counts(&pos.them)) {
        ([1, 0, 0, 0] | [0, 1, 0, 0], [0, 0, 0, 0]) => "lone-minor",
        ([2, 0, 0, 0], [0, 0, 0, 0]) => "two-knights",
        ([0, 0, 1, 0], [0, 1, 0, 0]) if is_safe => "rook-against-bishop",
        ([0, 0, 1, 0], [1, 0, 0, 0]) if is_safe && near => "rook-against-knight",
        ([1, 0, 1, 0] | [0, 1, 1, 0], [0, 0, 1, 0]) => "rook-and-minor-against-rook",
        (ours, theirs)
            if ours[2..] == theirs[2..]
                && theirs[..2].iter().sum::<usize>() + ours[2..].iter().sum::<usize>() > 0
                && ours[..2].iter().sum::<usize>() == theirs[..2].iter().sum::<usize>() + 1 =>
        {
            "minor-ahead"
        }
        _ => return,
    };
    out.add(variant, pos.us.non_pawns());
}

/// Queen against rook, bishop or knight. Square: the queen.
pub fn won_imbalance(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !no_pawns(pos) || counts(&pos.us) != [0, 0, 0, 1] {
        return;
    }
    let variant = match counts(&pos.them) {
        [0, 0, 1, 0] => "queen-against-rook",
        [0, 1, 0, 0] => "queen-against-bishop",
        [1, 0, 0, 0] => "queen-against-knight",
        _ => return,
    };
    let queens = pos.us.queens;
    let hits_queen = |m: &shakmaty::Move| {
        let mut after = pos.chess.clone();
        after.play_unchecked(*m);
        queens.contains(m.to()) || (after.board().attacks_from(m.to()) & queens).any()
    };
    if pos.to_move || !pos.legal.iter().any(hits_queen) {
        out.add(variant, queens);
    }
}
