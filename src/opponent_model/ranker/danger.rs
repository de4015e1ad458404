//! Features of what hangs and what is threatened, by the attack and defend relations of both sides.

use shakmaty::{Bitboard, Board, Role, Square};

use super::extract::{Candidate, Sheet, number, step};
use super::layout::Family;
use super::scene::Scene;
use crate::chess::{hanging, is_any_less_valuable, loss_on};

pub(super) fn add(candidate: &Candidate<'_>, sheet: &mut Sheet) {
    candidate.safety(sheet);
    candidate.threats(sheet);
}

impl Candidate<'_> {
    fn safety(&self, sheet: &mut Sheet) {
        let Scene { us, phase, weak, most_exposed, .. } = *self.scene;
        let role = number(self.role);
        let contact = |board: &Board, square, occupied: Bitboard| {
            let count = |colour| {
                let attackers = board.attacks_to(square, colour, occupied);
                (attackers & occupied).without(square).count().min(2) as u32
            };
            count(us) * 3 + count(!us)
        };
        let landing = contact(self.after, self.to, self.after.occupied());
        sheet.mark(Family::Landing, role * 9 + landing);
        let leaving = contact(self.before, self.from, self.before.occupied());
        sheet.mark(Family::Leaving, role * 9 + leaving);
        if !self.m.is_capture() {
            let loss = match -self.gain {
                ..=0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            };
            sheet.mark(Family::LandingLoss, role * 4 + loss);
        }
        if weak.contains(self.from) && self.gain >= 0 {
            let saved = match loss_on(self.before, us, self.from) {
                ..=1 => 0,
                2..=3 => 1,
                _ => 2,
            };
            sheet.mark(Family::Escape, role * 3 + saved);
        }
        let lesser = |board: &Board, square: Square| {
            let attackers = board.attacks_to(square, !us, board.occupied());
            is_any_less_valuable(board, attackers, self.role)
        };
        if lesser(self.before, self.from) && !lesser(self.after, self.to) {
            sheet.mark(Family::EscapeFromLesser, role);
        }
        let elsewhere = |loss: i32| if self.gain < 0 { loss.max(-self.gain) } else { loss };
        let exposed = elsewhere(hanging(self.after, us).1);
        sheet.mark(Family::Exposed, phase * 5 + grade(exposed));
        sheet.mark(
            Family::ExposedChange,
            step((exposed - most_exposed).signum() * size(exposed - most_exposed), 2),
        );
        sheet.amount(Family::ExposedPawns, 0, exposed.min(9) as f32 / 3.0);
    }

    fn threats(&self, sheet: &mut Sheet) {
        let Scene { us, phase, most_threatened, .. } = *self.scene;
        let role = number(self.role);
        let (_, threat) = hanging(self.after, !us);
        // What stands to be lost at once threatens nothing.
        let threat = if self.gain < 0 && !self.m.is_capture() { 0 } else { threat };
        sheet.mark(Family::Threat, phase * 5 + grade(threat));
        let change = threat - most_threatened;
        sheet.mark(Family::ThreatChange, step(change.signum() * size(change), 2));
        let (then, now) = self.reach();
        let mut forked = 0;
        for square in now & self.after.by_color(!us) {
            let Some(attacked) = self.after.role_at(square) else { continue };
            let is_sound = loss_on(self.after, !us, square) > 0 || attacked == Role::King;
            forked += u32::from(is_sound && attacked != Role::Pawn);
            if !then.contains(square) {
                let index = (role * 6 + number(attacked)) * 2 + u32::from(is_sound);
                sheet.mark(Family::Assault, index);
            }
        }
        if forked >= 2 && self.gain >= 0 {
            sheet.mark(Family::Fork, role);
        }
        for square in now & !then & self.after.by_color(us) {
            let is_attacked = self.after.attacks_to(square, !us, self.after.occupied()).any();
            if let Some(guarded) = self.after.role_at(square).filter(|_| is_attacked) {
                sheet.mark(Family::Guard, role * 6 + number(guarded));
            }
        }
    }
}

/// A loss or gain in five grades: 0, 1, 2–3, 4–5, more.
fn grade(pawns: i32) -> u32 {
    match pawns {
        ..=0 => 0,
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        _ => 4,
    }
}

/// 0, 1 (up to two pawns) or 2 (more).
fn size(pawns: i32) -> i32 {
    match pawns.abs() {
        0 => 0,
        1..=2 => 1,
        _ => 2,
    }
}
