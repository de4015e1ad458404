//! Features that relate a move to the last moves.

use shakmaty::{Position, Role};

use super::candidate::{Candidate, FeatureBuilder, role_index};
use super::context::position_key;
use super::feature::FeatureGroup as Group;

pub(super) fn add(candidate: &Candidate<'_>, features: &mut FeatureBuilder) {
    let context = candidate.context;
    let role = role_index(candidate.role);
    let [theirs, own, _, earlier] = context.state.last_moves;
    if let Some(own) = own {
        if own.to() == candidate.from {
            features.add(Group::SamePiece, candidate.phase() * 6 + role);
            if own.from() == Some(candidate.to) {
                features.add(Group::MoveBack, role);
            }
        } else if earlier.is_some_and(|earlier| earlier.to() == candidate.from) {
            features.add(Group::EarlierPiece, role);
        }
    }
    if let Some(theirs) = theirs {
        let distance = candidate.to.distance(theirs.to());
        features.add(Group::DistanceToLastMove, candidate.phase() * 8 + distance.min(7));
        let attacker = candidate.before.attacks_from(theirs.to());
        if attacker.contains(candidate.from) {
            features.add(Group::AttackedPieceMoves, role * 6 + role_index(theirs.role()));
        }
        if theirs.from() == Some(candidate.to) {
            features.add(Group::ToVacatedSquare, role);
        }
    }
    if context.state.position.castles().has_color(context.us) && !candidate.m.is_castle() {
        match candidate.role {
            Role::King => features.add(Group::GiveUpCastling, 0),
            Role::Rook if context.state.unmoved.contains(candidate.from) => {
                features.add(Group::GiveUpCastling, 1);
            }
            _ => {}
        }
    }
    if context.state.seen.contains(&position_key(&candidate.after)) {
        features.add(Group::Repetition, context.balance_class());
    }
}
