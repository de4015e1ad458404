//! The features of every legal move of a position.

use shakmaty::{Bitboard, Board, Color, Move, MoveList, Position, Role, Square, attacks};

use super::layout::{Family, FeatureId};
use super::scene::Scene;
use super::{danger, history, memory, pawns};
use crate::chess::{ahead, exchange_of_move, is_passed, neighbours, piece_moves};
use memory::Memories;

/// Features of one move with their amounts.
pub type Features = Vec<(FeatureId, f32)>;

/// Collects the features of one move.
pub(super) struct Sheet {
    pub features: Features,
}

impl Sheet {
    /// A feature that is there.
    pub fn mark(&mut self, family: Family, index: u32) {
        self.amount(family, index, 1.0);
    }

    /// A feature with an amount.
    pub fn amount(&mut self, family: Family, index: u32, amount: f32) {
        self.features.push((FeatureId::new(family, index), amount));
    }
}

/// One legal move with the board after it.
pub(super) struct Candidate<'a> {
    pub scene: &'a Scene<'a>,
    pub m: Move,
    pub role: Role,
    pub from: Square,
    pub to: Square,
    pub before: &'a Board,
    pub after: &'a Board,
    /// Whether the opponent is in check afterwards.
    pub checks: bool,
    /// Result of the exchange on the target square, in pawns.
    pub gain: i32,
}

/// Roles from 0.
pub(super) fn number(role: Role) -> u32 {
    role as u32 - 1
}

/// A difference brought into `-reach..=reach` and counted from 0.
pub(super) fn step(difference: i32, reach: i32) -> u32 {
    (difference.clamp(-reach, reach) + reach) as u32
}

/// Features of every legal move, in the order of `moves`.
#[must_use]
pub fn features(scene: &Scene<'_>, moves: &MoveList, memories: &Memories<'_>) -> Vec<Features> {
    let mut sheets: Vec<Sheet> = moves.iter().map(|m| of_move(scene, *m)).collect();
    memory::add(scene, moves, memories, &mut sheets);
    sheets.into_iter().map(|sheet| sheet.features).collect()
}

fn of_move(scene: &Scene<'_>, m: Move) -> Sheet {
    let mut after = scene.position.clone();
    after.play_unchecked(m);
    let before = scene.position.board();
    // The king's move stands for castling.
    let (from, to) = piece_moves(m, scene.us).first().copied().unwrap_or((m.to(), m.to()));
    let candidate = Candidate {
        scene,
        m,
        role: m.role(),
        from,
        to,
        before,
        after: after.board(),
        checks: after.is_check(),
        gain: exchange_of_move(before, scene.us, m),
    };
    let mut sheet = Sheet { features: Vec::with_capacity(64) };
    candidate.place(&mut sheet);
    candidate.capture(&mut sheet);
    candidate.checking(&mut sheet, &after);
    danger::add(&candidate, &mut sheet);
    candidate.activity(&mut sheet);
    candidate.posts(&mut sheet);
    pawns::add(&candidate, &mut sheet);
    history::add(&candidate, &mut sheet, &after);
    sheet
}

impl Candidate<'_> {
    /// Squares the moved piece attacks before and after.
    pub fn reach(&self) -> (Bitboard, Bitboard) {
        (self.before.attacks_from(self.from), self.after.attacks_from(self.to))
    }

    fn place(&self, sheet: &mut Sheet) {
        let Scene { phase, turn, us, .. } = *self.scene;
        let (from, to) = (self.scene.seen(self.from), self.scene.seen(self.to));
        let role = number(self.role);
        sheet.mark(Family::Piece, phase * 6 + role);
        sheet.mark(Family::PieceTo, (phase * 6 + role) * 64 + to);
        sheet.mark(Family::PieceFrom, (phase * 6 + role) * 64 + from);
        sheet.mark(Family::PieceFromTo, (role * 64 + from) * 64 + to);
        if turn <= 12 {
            let side = u32::from(us.is_black());
            sheet.mark(Family::Plan, ((side * 12 + turn - 1) * 6 + role) * 64 + to);
        }
        if let Some(role) = self.m.promotion() {
            sheet.mark(Family::Promotion, number(role));
        }
        if let Move::Castle { king, rook } = self.m {
            let when = match turn {
                ..=7 => 0,
                8..=12 => 1,
                _ => 2,
            };
            sheet.mark(Family::Castling, u32::from(king < rook) * 3 + when);
        }
    }

    fn capture(&self, sheet: &mut Sheet) {
        let Some(captured) = self.m.capture() else { return };
        let Scene { phase, .. } = *self.scene;
        let role = number(self.role);
        let sign = (self.gain.signum() + 1) as u32;
        sheet.mark(Family::Capture, (role * 5 + number(captured)) * 3 + sign);
        sheet.amount(Family::CaptureGain, phase, self.gain.clamp(-5, 9) as f32 / 3.0);
        let last = self.scene.history.last[0];
        if let Some(last) = last.filter(|last| last.to() == self.m.to()) {
            if last.is_capture() {
                sheet.mark(Family::Recapture, phase * 2 + u32::from(self.gain < 0));
                sheet.mark(Family::RecaptureBy, role);
            } else {
                sheet.mark(Family::CaptureOfMoved, number(captured));
            }
        }
        if self.gain == 0 {
            sheet.mark(Family::Trade, number(captured) * 3 + self.scene.standing());
        }
    }

    fn checking(&self, sheet: &mut Sheet, after: &shakmaty::Chess) {
        if self.checks {
            let is_direct = after.checkers().contains(self.to);
            let kind = u32::from(self.gain < 0) + 2 * u32::from(!is_direct);
            sheet.mark(Family::Check, self.scene.phase * 4 + kind);
            if after.is_checkmate() {
                sheet.mark(Family::Mate, 0);
            }
        }
        if self.scene.position.is_check() {
            let how = match (self.role, self.m.is_capture()) {
                (Role::King, _) => 0,
                (_, true) => 1,
                (_, false) => 2,
            };
            sheet.mark(Family::Evasion, how);
        }
    }

    fn activity(&self, sheet: &mut Sheet) {
        let Scene { us, phase, their_king, .. } = *self.scene;
        let role = number(self.role);
        let (then, now) = self.reach();
        if self.role != Role::Pawn && !self.m.is_castle() {
            let free =
                |reach: Bitboard, board: &Board| (reach & !board.by_color(us)).count() as i32;
            let change = free(now, self.after) - free(then, self.before);
            let halves = change.signum() * ((change.abs() + 1) / 2);
            sheet.mark(Family::Mobility, role * 7 + step(halves, 3));
        }
        if let Some(king) = their_king {
            let zone = attacks::king_attacks(king).with(king);
            let (early, late) = ((then & zone).count() as i32, (now & zone).count() as i32);
            sheet.mark(Family::KingZone, role * 5 + late.min(4) as u32);
            sheet.mark(Family::KingZoneChange, role * 5 + step(late - early, 2));
            let nearer = self.from.distance(king) as i32 - self.to.distance(king) as i32;
            sheet.mark(Family::Approach, (phase * 6 + role) * 5 + step(nearer, 2));
        }
        if let Some(king) = self.after.king_of(us).filter(|_| self.role != Role::King) {
            let zone = attacks::king_attacks(king).with(king);
            let change = (now & zone).count() as i32 - (then & zone).count() as i32;
            sheet.mark(Family::OwnKingZone, role * 5 + step(change, 2));
        }
        let centre = Bitboard::from_iter([Square::D4, Square::E4, Square::D5, Square::E5]);
        let change = (now & centre).count() as i32 - (then & centre).count() as i32;
        sheet.mark(Family::Centre, role * 5 + step(change, 2));
    }

    fn posts(&self, sheet: &mut Sheet) {
        let Scene { us, phase, turn, .. } = *self.scene;
        let role = number(self.role);
        let own_pawns = self.after.pawns() & self.after.by_color(us);
        let their_pawns = self.after.pawns() & self.after.by_color(!us);
        if matches!(self.role, Role::Rook | Role::Queen) && self.from.file() != self.to.file() {
            let file = Bitboard::from_file(self.to.file());
            if (file & own_pawns).is_empty() {
                let kind =
                    2 * u32::from(self.role == Role::Queen) + u32::from((file & their_pawns).any());
                sheet.mark(Family::OpenFile, phase * 4 + kind);
            }
        }
        if self.role == Role::Rook {
            if self.scene.rank(self.to) == 6 {
                sheet.mark(Family::RookPost, 0);
            }
            let mates = self.after.rooks() & self.after.by_color(us);
            let (then, now) = self.reach();
            if (now & mates).any() && (then & mates).is_empty() {
                sheet.mark(Family::RookPost, 1);
            }
            if pawns::passed_on_file(self.after, self.to.file()).any() {
                sheet.mark(Family::RookPost, 2);
            }
        }
        if matches!(self.role, Role::Knight | Role::Bishop) {
            let is_protected = (attacks::pawn_attacks(!us, self.to) & own_pawns).any();
            let is_far = (3..=5).contains(&self.scene.rank(self.to));
            let chasers = neighbours(self.to.file()) & ahead(us, self.to);
            if is_protected && is_far && (chasers & their_pawns).is_empty() {
                sheet.mark(Family::Outpost, u32::from(self.role == Role::Bishop));
            }
        }
        let behind = self.to.offset(us.fold_wb(-8, 8));
        let centre_pawn = behind.filter(|square| {
            self.scene.rank(*square) == 1
                && matches!(square.file(), shakmaty::File::D | shakmaty::File::E)
                && own_pawns.contains(*square)
        });
        if self.role != Role::Pawn && centre_pawn.is_some() {
            sheet.mark(Family::BlocksCentre, role);
        }
        let before = self.to.offset(us.fold_wb(8, -8));
        if self.role != Role::Pawn
            && before.is_some_and(|s| their_pawns.contains(s) && is_passed(self.after, !us, s))
        {
            sheet.mark(Family::Blockade, role);
        }
        let is_home = self.scene.rank(self.from) == 0;
        let untouched = self.scene.history.untouched;
        if self.role != Role::Pawn && is_home && untouched.contains(self.from) {
            let when = ((turn - 1) / 5).min(3);
            sheet.mark(Family::Develop, role * 4 + when);
        } else if phase == 0 && !self.m.is_capture() && self.role != Role::Pawn {
            let minors = (self.before.knights() | self.before.bishops()) & self.before.by_color(us);
            let home = (minors & untouched).count() as u32;
            if home > 0 {
                sheet.mark(Family::MoveAgain, role * 4 + home.min(4) - 1);
            }
        }
    }
}

/// Whether `colour` may still castle.
pub(super) fn may_castle(scene: &Scene<'_>, colour: Color) -> bool {
    scene.position.castles().has_color(colour)
}
