//! A legal move, and the builder of its feature vector.

use shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square};

use super::context::MoveContext;
use super::feature::{FeatureGroup, FeatureId, FeatureVector};
use crate::chess::{exchange_of_move, piece_moves};

/// Collects the features of one move.
pub(super) struct FeatureBuilder {
    pub features: FeatureVector,
}

impl FeatureBuilder {
    pub fn new() -> FeatureBuilder {
        FeatureBuilder { features: Vec::with_capacity(64) }
    }

    /// Adds a feature with value 1.
    pub fn add(&mut self, group: FeatureGroup, index: u32) {
        self.add_value(group, index, 1.0);
    }

    /// Adds a feature with a value.
    pub fn add_value(&mut self, group: FeatureGroup, index: u32, value: f32) {
        self.features.push((FeatureId::new(group, index), value));
    }
}

/// A legal move with the boards before and after it.
pub(super) struct Candidate<'a> {
    pub context: &'a MoveContext<'a>,
    pub m: Move,
    pub role: Role,
    /// For castling, of the king.
    pub from: Square,
    /// For castling, of the king.
    pub to: Square,
    pub before: &'a Board,
    pub after: Chess,
    /// Result of the exchange on the destination, in pawns.
    pub gain: i32,
}

impl<'a> Candidate<'a> {
    pub fn new(context: &'a MoveContext<'a>, m: Move) -> Candidate<'a> {
        let before = context.state.position.board();
        let mut after = context.state.position.clone();
        after.play_unchecked(m);
        let (from, to) = piece_moves(m, context.us).first().copied().unwrap_or((m.to(), m.to()));
        let gain = exchange_of_move(before, context.us, m);
        Candidate { context, m, role: m.role(), from, to, before, after, gain }
    }

    /// The board after the move.
    pub fn after(&self) -> &Board {
        self.after.board()
    }

    /// Index of the phase, from 0.
    pub fn phase(&self) -> u32 {
        self.context.phase as u32
    }

    /// Squares the moved piece attacks before and after the move.
    pub fn attacks(&self) -> (Bitboard, Bitboard) {
        (self.before.attacks_from(self.from), self.after().attacks_from(self.to))
    }
}

/// Index of a role, from 0.
pub(super) fn role_index(role: Role) -> u32 {
    role as u32 - 1
}

/// A difference clamped to `-max..=max`, as an index from 0.
pub(super) fn difference_index(difference: i32, max: i32) -> u32 {
    (difference.clamp(-max, max) + max) as u32
}
