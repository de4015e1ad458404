//! Features of pawn moves.

use shakmaty::{Bitboard, Board, File, Role, attacks};

use super::candidate::{Candidate, FeatureBuilder, role_index};
use super::feature::FeatureGroup as Group;
use crate::chess::{is_passed, neighbours};

/// Passed pawns of both sides on a file.
pub(super) fn passed_on_file(board: &Board, file: File) -> Bitboard {
    let pawns = board.pawns() & Bitboard::from_file(file);
    pawns
        .into_iter()
        .filter(|square| board.color_at(*square).is_some_and(|c| is_passed(board, c, *square)))
        .collect()
}

pub(super) fn add(candidate: &Candidate<'_>, features: &mut FeatureBuilder) {
    if candidate.role != Role::Pawn {
        return;
    }
    let (context, to) = (candidate.context, candidate.to);
    let us = context.us;
    let board = candidate.after();
    let own = board.pawns() & board.by_color(us);
    let theirs = board.pawns() & board.by_color(!us);
    if is_passed(board, us, to) {
        features.add(Group::PassedPawn, context.rank(to));
    }
    let is_safe = u32::from(candidate.gain >= 0);
    for square in attacks::pawn_attacks(us, to) & board.by_color(!us) {
        if let Some(role) = board.role_at(square).filter(|role| *role != Role::Pawn) {
            features.add(Group::PawnAttack, role_index(role) * 2 + is_safe);
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
    for (kind, _) in kinds.into_iter().enumerate().filter(|(_, applies)| *applies) {
        features.add(Group::PawnKind, candidate.phase() * 6 + kind as u32);
    }
    let king = candidate.before.king_of(us).filter(|king| context.rank(*king) == 0);
    let castled = king.filter(|king| !matches!(king.file(), File::D | File::E));
    if let Some(king) = castled {
        let distance = king.file().distance(candidate.from.file());
        if distance <= 2 && context.rank(candidate.from) <= 2 {
            features.add(Group::PawnShield, distance);
        }
    }
}
