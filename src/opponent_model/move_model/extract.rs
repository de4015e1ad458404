//! The feature vector of every legal move of a position.

use shakmaty::{Bitboard, Board, Move, MoveList, Position, Role, Square, attacks};

use super::candidate::{Candidate, FeatureBuilder, difference_index, role_index};
use super::context::MoveContext;
use super::feature::{FeatureGroup as Group, FeatureVector};
use super::opinion::Opinions;
use super::prior_games::{self, PriorGames};
use super::{pawns, recent_moves, tactics};
use crate::chess::{ahead, is_passed, neighbours};

/// The feature vectors of all legal moves, in the order of `moves`, with what the judges think of them.
#[must_use]
pub fn feature_vectors(
    context: &MoveContext<'_>,
    moves: &MoveList,
    prior_games: &PriorGames<'_>,
    opinions: Opinions<'_>,
) -> Vec<FeatureVector> {
    let candidates: Vec<Candidate<'_>> =
        moves.iter().map(|m| Candidate::new(context, *m)).collect();
    let mut builders: Vec<FeatureBuilder> = candidates.iter().map(move_features).collect();
    prior_games::add(context, &candidates, moves, prior_games, &mut builders);
    opinions.add(context, &mut builders);
    builders.into_iter().map(|builder| builder.features).collect()
}

fn move_features(candidate: &Candidate<'_>) -> FeatureBuilder {
    let mut features = FeatureBuilder::new();
    candidate.movement(&mut features);
    candidate.capture(&mut features);
    candidate.check(&mut features);
    tactics::add(candidate, &mut features);
    candidate.activity(&mut features);
    candidate.placement(&mut features);
    pawns::add(candidate, &mut features);
    recent_moves::add(candidate, &mut features);
    features
}

impl Candidate<'_> {
    fn movement(&self, features: &mut FeatureBuilder) {
        let MoveContext { move_number, us, .. } = *self.context;
        let phase = self.phase();
        let (from, to) = (self.context.oriented(self.from), self.context.oriented(self.to));
        let role = role_index(self.role);
        features.add(Group::Piece, phase * 6 + role);
        features.add(Group::PieceTo, (phase * 6 + role) * 64 + to);
        features.add(Group::PieceFrom, (phase * 6 + role) * 64 + from);
        features.add(Group::PieceFromTo, (role * 64 + from) * 64 + to);
        if move_number <= 12 {
            let side = u32::from(us.is_black());
            features.add(Group::OpeningPlan, ((side * 12 + move_number - 1) * 6 + role) * 64 + to);
        }
        if let Some(role) = self.m.promotion() {
            features.add(Group::Promotion, role_index(role));
        }
        if let Move::Castle { king, rook } = self.m {
            let when = match move_number {
                ..=7 => 0,
                8..=12 => 1,
                _ => 2,
            };
            features.add(Group::Castling, u32::from(king < rook) * 3 + when);
        }
    }

    fn capture(&self, features: &mut FeatureBuilder) {
        let Some(captured) = self.m.capture() else { return };
        let phase = self.phase();
        let role = role_index(self.role);
        let sign = (self.gain.signum() + 1) as u32;
        features.add(Group::Capture, (role * 5 + role_index(captured)) * 3 + sign);
        features.add_value(Group::CaptureGain, phase, self.gain.clamp(-5, 9) as f32 / 3.0);
        let last = self.context.state.last_moves[0];
        if let Some(last) = last.filter(|last| last.to() == self.m.to()) {
            if last.is_capture() {
                features.add(Group::Recapture, phase * 2 + u32::from(self.gain < 0));
                features.add(Group::RecaptureBy, role);
            } else {
                features.add(Group::CaptureOfMoved, role_index(captured));
            }
        }
        if self.gain == 0 {
            features.add(Group::Trade, role_index(captured) * 3 + self.context.balance_class());
        }
    }

    fn check(&self, features: &mut FeatureBuilder) {
        let after = &self.after;
        if after.is_check() {
            let is_direct = after.checkers().contains(self.to);
            let kind = u32::from(self.gain < 0) + 2 * u32::from(!is_direct);
            features.add(Group::Check, self.phase() * 4 + kind);
            if after.is_checkmate() {
                features.add(Group::Mate, 0);
            }
        }
        if self.context.state.position.is_check() {
            let how = match (self.role, self.m.is_capture()) {
                (Role::King, _) => 0,
                (_, true) => 1,
                (_, false) => 2,
            };
            features.add(Group::Evasion, how);
        }
    }

    fn activity(&self, features: &mut FeatureBuilder) {
        let MoveContext { us, enemy_king, .. } = *self.context;
        let phase = self.phase();
        let role = role_index(self.role);
        let (old, new) = self.attacks();
        if self.role != Role::Pawn && !self.m.is_castle() {
            let mobility =
                |attacks: Bitboard, board: &Board| (attacks & !board.by_color(us)).count() as i32;
            let change = mobility(new, self.after()) - mobility(old, self.before);
            let halves = change.signum() * ((change.abs() + 1) / 2);
            features.add(Group::Mobility, role * 7 + difference_index(halves, 3));
        }
        if let Some(king) = enemy_king {
            let zone = attacks::king_attacks(king).with(king);
            let (early, late) = ((old & zone).count() as i32, (new & zone).count() as i32);
            features.add(Group::KingZone, role * 5 + late.min(4) as u32);
            features.add(Group::KingZoneChange, role * 5 + difference_index(late - early, 2));
            let nearer = self.from.distance(king) as i32 - self.to.distance(king) as i32;
            features.add(Group::KingDistance, (phase * 6 + role) * 5 + difference_index(nearer, 2));
        }
        if let Some(king) = self.after().king_of(us).filter(|_| self.role != Role::King) {
            let zone = attacks::king_attacks(king).with(king);
            let change = (new & zone).count() as i32 - (old & zone).count() as i32;
            features.add(Group::OwnKingZone, role * 5 + difference_index(change, 2));
        }
        let centre = Bitboard::from_iter([Square::D4, Square::E4, Square::D5, Square::E5]);
        let change = (new & centre).count() as i32 - (old & centre).count() as i32;
        features.add(Group::Centre, role * 5 + difference_index(change, 2));
    }

    fn placement(&self, features: &mut FeatureBuilder) {
        let MoveContext { us, move_number, .. } = *self.context;
        let phase = self.phase();
        let role = role_index(self.role);
        let own_pawns = self.after().pawns() & self.after().by_color(us);
        let their_pawns = self.after().pawns() & self.after().by_color(!us);
        if matches!(self.role, Role::Rook | Role::Queen) && self.from.file() != self.to.file() {
            let file = Bitboard::from_file(self.to.file());
            if (file & own_pawns).is_empty() {
                let kind =
                    2 * u32::from(self.role == Role::Queen) + u32::from((file & their_pawns).any());
                features.add(Group::OpenFile, phase * 4 + kind);
            }
        }
        if self.role == Role::Rook {
            if self.context.rank(self.to) == 6 {
                features.add(Group::RookPost, 0);
            }
            let other_rooks = self.after().rooks() & self.after().by_color(us);
            let (old, new) = self.attacks();
            if (new & other_rooks).any() && (old & other_rooks).is_empty() {
                features.add(Group::RookPost, 1);
            }
            if pawns::passed_on_file(self.after(), self.to.file()).any() {
                features.add(Group::RookPost, 2);
            }
        }
        if matches!(self.role, Role::Knight | Role::Bishop) {
            let is_protected = (attacks::pawn_attacks(!us, self.to) & own_pawns).any();
            let is_advanced = (3..=5).contains(&self.context.rank(self.to));
            let attackers = neighbours(self.to.file()) & ahead(us, self.to);
            if is_protected && is_advanced && (attackers & their_pawns).is_empty() {
                features.add(Group::Outpost, u32::from(self.role == Role::Bishop));
            }
        }
        let behind = self.to.offset(us.fold_wb(-8, 8));
        let centre_pawn = behind.filter(|square| {
            self.context.rank(*square) == 1
                && matches!(square.file(), shakmaty::File::D | shakmaty::File::E)
                && own_pawns.contains(*square)
        });
        if self.role != Role::Pawn && centre_pawn.is_some() {
            features.add(Group::BlocksCentre, role);
        }
        let front = self.to.offset(us.fold_wb(8, -8));
        if self.role != Role::Pawn
            && front.is_some_and(|s| their_pawns.contains(s) && is_passed(self.after(), !us, s))
        {
            features.add(Group::Blockade, role);
        }
        let is_on_first_rank = self.context.rank(self.from) == 0;
        let unmoved = self.context.state.unmoved;
        if self.role != Role::Pawn && is_on_first_rank && unmoved.contains(self.from) {
            let when = ((move_number - 1) / 5).min(3);
            features.add(Group::Development, role * 4 + when);
        } else if phase == 0 && !self.m.is_capture() && self.role != Role::Pawn {
            let minors = (self.before.knights() | self.before.bishops()) & self.before.by_color(us);
            let undeveloped = (minors & unmoved).count() as u32;
            if undeveloped > 0 {
                features.add(Group::MoveAgain, role * 4 + undeveloped.min(4) - 1);
            }
        }
    }
}
