//! Features that look back at the last moves.

use shakmaty::{Chess, Role};

use super::extract::{Candidate, Sheet, may_castle, number};
use super::layout::Family;
use super::scene::placement_key;

pub(super) fn add(candidate: &Candidate<'_>, sheet: &mut Sheet, after: &Chess) {
    let scene = candidate.scene;
    let role = number(candidate.role);
    let [theirs, own, _, earlier] = scene.history.last;
    if let Some(own) = own {
        if own.to() == candidate.from {
            sheet.mark(Family::SamePiece, scene.phase * 6 + role);
            if own.from() == Some(candidate.to) {
                sheet.mark(Family::Undo, role);
            }
        } else if earlier.is_some_and(|earlier| earlier.to() == candidate.from) {
            sheet.mark(Family::EarlierPiece, role);
        }
    }
    if let Some(theirs) = theirs {
        let near = candidate.to.distance(theirs.to());
        sheet.mark(Family::Near, scene.phase * 8 + near.min(7));
        let attacker = candidate.before.attacks_from(theirs.to());
        if attacker.contains(candidate.from) {
            sheet.mark(Family::Answer, role * 6 + number(theirs.role()));
        }
        if theirs.from() == Some(candidate.to) {
            sheet.mark(Family::Vacated, role);
        }
    }
    if may_castle(scene, scene.us) && !candidate.m.is_castle() {
        match candidate.role {
            Role::King => sheet.mark(Family::GiveUpCastling, 0),
            Role::Rook if scene.history.untouched.contains(candidate.from) => {
                sheet.mark(Family::GiveUpCastling, 1);
            }
            _ => {}
        }
    }
    if scene.history.seen.contains(&placement_key(after)) {
        sheet.mark(Family::Repeat, scene.standing());
    }
}
