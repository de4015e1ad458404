//! Tactical features: what hangs and what is threatened, from the attacks and defences of both sides.

use shakmaty::{Bitboard, Board, Role, Square};

use super::candidate::{Candidate, FeatureBuilder, difference_index, role_index};
use super::context::MoveContext;
use super::feature::FeatureGroup as Group;
use crate::chess::{hanging, is_any_less_valuable, loss_on};

pub(super) fn add(candidate: &Candidate<'_>, features: &mut FeatureBuilder) {
    candidate.safety(features);
    candidate.threats(features);
}

impl Candidate<'_> {
    fn safety(&self, features: &mut FeatureBuilder) {
        let MoveContext { us, hanging: hanging_before, max_loss, .. } = *self.context;
        let phase = self.phase();
        let role = role_index(self.role);
        let control = |board: &Board, square, occupied: Bitboard| {
            let count = |color| {
                let attackers = board.attacks_to(square, color, occupied);
                (attackers & occupied).without(square).count().min(2) as u32
            };
            count(us) * 3 + count(!us)
        };
        let destination = control(self.after(), self.to, self.after().occupied());
        features.add(Group::DestinationControl, role * 9 + destination);
        let origin = control(self.before, self.from, self.before.occupied());
        features.add(Group::OriginControl, role * 9 + origin);
        if !self.m.is_capture() {
            let loss = match -self.gain {
                ..=0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            };
            features.add(Group::DestinationLoss, role * 4 + loss);
        }
        if hanging_before.contains(self.from) && self.gain >= 0 {
            let saved = match loss_on(self.before, us, self.from) {
                ..=1 => 0,
                2..=3 => 1,
                _ => 2,
            };
            features.add(Group::EscapeFromCapture, role * 3 + saved);
        }
        let is_attacked_by_lesser = |board: &Board, square: Square| {
            let attackers = board.attacks_to(square, !us, board.occupied());
            is_any_less_valuable(board, attackers, self.role)
        };
        if is_attacked_by_lesser(self.before, self.from)
            && !is_attacked_by_lesser(self.after(), self.to)
        {
            features.add(Group::EscapeFromLesserPiece, role);
        }
        let hanging_after = hanging(self.after(), us).1;
        let loss = if self.gain < 0 { hanging_after.max(-self.gain) } else { hanging_after };
        features.add(Group::MaxLoss, phase * 5 + loss_class(loss));
        features.add(Group::MaxLossChange, difference_index(signed_size(loss - max_loss), 2));
        features.add_value(Group::MaxLossPawns, 0, loss.min(9) as f32 / 3.0);
    }

    fn threats(&self, features: &mut FeatureBuilder) {
        let MoveContext { us, max_gain, .. } = *self.context;
        let phase = self.phase();
        let role = role_index(self.role);
        let (_, threat) = hanging(self.after(), !us);
        // A piece that can be captured at once threatens nothing.
        let threat = if self.gain < 0 && !self.m.is_capture() { 0 } else { threat };
        features.add(Group::MaxThreat, phase * 5 + loss_class(threat));
        features.add(Group::MaxThreatChange, difference_index(signed_size(threat - max_gain), 2));
        let (old, new) = self.attacks();
        let mut fork_targets = 0;
        for square in new & self.after().by_color(!us) {
            let Some(attacked) = self.after().role_at(square) else { continue };
            let would_win = loss_on(self.after(), !us, square) > 0 || attacked == Role::King;
            fork_targets += u32::from(would_win && attacked != Role::Pawn);
            if !old.contains(square) {
                let index = (role * 6 + role_index(attacked)) * 2 + u32::from(would_win);
                features.add(Group::NewAttack, index);
            }
        }
        if fork_targets >= 2 && self.gain >= 0 {
            features.add(Group::Fork, role);
        }
        for square in new & !old & self.after().by_color(us) {
            let is_attacked = self.after().attacks_to(square, !us, self.after().occupied()).any();
            if let Some(defended) = self.after().role_at(square).filter(|_| is_attacked) {
                features.add(Group::NewDefence, role * 6 + role_index(defended));
            }
        }
    }
}

/// Class of a loss or gain in pawns: 0, 1, 2–3, 4–5, more.
fn loss_class(pawns: i32) -> u32 {
    match pawns {
        ..=0 => 0,
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        _ => 4,
    }
}

/// 0, ±1 (up to two pawns) or ±2 (more).
fn signed_size(pawns: i32) -> i32 {
    let size = match pawns.abs() {
        0 => 0,
        1..=2 => 1,
        _ => 2,
    };
    pawns.signum() * size
}
