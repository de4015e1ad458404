//! Features of pawn moves.

use shakmaty::{Bitboard, Board, File, Role, attacks};

use super::extract::{Candidate, Sheet, number};
use super::layout::Family;
use crate::chess::{is_passed, neighbours};

/// Passed pawns of either side on a file.
pub(super) fn passed_on_file(board: &Board, file: File) -> Bitboard {
    let pawns = board.pawns() & Bitboard::from_file(file);
    pawns
        .into_iter()
        .filter(|square| board.color_at(*square).is_some_and(|c| is_passed(board, c, *square)))
        .collect()
}

pub(super) fn add(candidate: &Candidate<'_>, sheet: &mut Sheet) {
    if candidate.role != Role::Pawn {
        return;
    }
    let (scene, to) = (candidate.scene, candidate.to);
    let (us, phase) = (scene.us, scene.phase);
    let board = candidate.after;
    let own = board.pawns() & board.by_color(us);
    let theirs = board.pawns() & board.by_color(!us);
    if is_passed(board, us, to) {
        sheet.mark(Family::PassedPawn, scene.rank(to));
    }
    let is_safe = u32::from(candidate.gain >= 0);
    for square in attacks::pawn_attacks(us, to) & board.by_color(!us) {
        if let Some(role) = board.role_at(square).filter(|role| *role != Role::Pawn) {
            sheet.mark(Family::PawnAttack, number(role) * 2 + is_safe);
        }
    }
    let file = Bitboard::from_file(to.file());
    let kinds = [
        (attacks::pawn_attacks(us, to) & theirs).any(),
        to.offset(us.fold_wb(8, -8)).is_some_and(|square| theirs.contains(square)),
        (attacks::pawn_attacks(!us, to) & own).any(),
        (neighbours(to.file()) & own).is_empty(),
        (file & own).more_than_one() && candidate.m.is_capture(),
        candidate.from.distance(to) == 2,
    ];
    for (kind, _) in kinds.into_iter().enumerate().filter(|(_, is_so)| *is_so) {
        sheet.mark(Family::PawnKind, phase * 6 + kind as u32);
    }
    let king = candidate.before.king_of(us).filter(|king| scene.rank(*king) == 0);
    let castled = king.filter(|king| !matches!(king.file(), File::D | File::E));
    if let Some(king) = castled {
        let distance = king.file().distance(candidate.from.file());
        if distance <= 2 && scene.rank(candidate.from) <= 2 {
            sheet.mark(Family::Shield, distance);
        }
    }
}
