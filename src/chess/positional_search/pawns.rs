//! Pawns: their squares and their structure.

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

use super::phased::Phased;
use super::pieces;
use super::weights::{BACKWARD, CONNECTED, DOUBLED, ISOLATED, PASSED, PROTECTED_PASSED};
use crate::chess::{ahead, neighbours, passed_pawn_mask, seen_by};

/// Pawns as such: what does not change while none moves or is taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnStructure {
    /// White's advantage.
    pub(super) value: Phased,
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// What the pawns of each side attack.
    pub(super) attacks: ByColor<Bitboard>,
}

impl PawnStructure {
    fn new(board: &Board) -> PawnStructure {
        let attacks = ByColor::new_with(|color| attacked_by_pawns(board, color));
        let mut structure = PawnStructure { attacks, ..PawnStructure::default() };
        for color in Color::ALL {
            let own = board.pawns() & board.by_color(color);
            let theirs = board.pawns() & board.by_color(!color);
            let mut value = Phased::default();
            for pawn in own {
                value += pieces::value(Role::Pawn, seen_by(color, pawn));
                let rank = rank(color, pawn);
                let is_doubled =
                    (own & Bitboard::from_file(pawn.file()) & ahead(color, pawn)).any();
                if is_doubled {
                    value += DOUBLED;
                }
                let beside = own & neighbours(pawn.file());
                if beside.is_empty() {
                    value += ISOLATED;
                } else if (beside & !ahead(color, pawn)).is_empty()
                    && before(color, pawn).is_some_and(|stop| attacks[!color].contains(stop))
                {
                    value += BACKWARD;
                }
                let is_protected = attacks[color].contains(pawn);
                if is_protected {
                    value += CONNECTED[rank].into();
                }
                if !is_doubled && (theirs & passed_pawn_mask(color, pawn)).is_empty() {
                    structure.passed |= Bitboard::from(pawn);
                    value += PASSED[rank].into();
                    if is_protected {
                        value += PROTECTED_PASSED * rank as i32;
                    }
                }
            }
            structure.value += color.fold_wb(value, -value);
        }
        structure
    }
}

/// From 0 to 7, as the owner sees it.
pub(super) fn rank(color: Color, pawn: Square) -> usize {
    seen_by(color, pawn).rank() as usize
}

/// The square before a pawn.
pub(super) fn before(color: Color, pawn: Square) -> Option<Square> {
    pawn.offset(color.fold_wb(8, -8))
}

fn attacked_by_pawns(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(color, pawn))
}

/// The structures that were met last.
#[derive(Clone, Debug)]
pub(super) struct PawnCache(Vec<(Bitboard, Bitboard, PawnStructure)>);

/// Entries of the cache, a power of two.
const ENTRIES: usize = 1 << 12;

impl PawnCache {
    pub(super) fn new() -> PawnCache {
        PawnCache(vec![Default::default(); ENTRIES])
    }

    pub(super) fn get(&mut self, board: &Board) -> PawnStructure {
        let (white, black) = (board.pawns() & board.white(), board.pawns() & board.black());
        // Fibonacci hashing.
        let hash = (white.0 ^ black.0.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &mut self.0[(hash >> (64 - ENTRIES.ilog2())) as usize];
        if (entry.0, entry.1) != (white, black) {
            *entry = (white, black, PawnStructure::new(board));
        }
        entry.2
    }
}
