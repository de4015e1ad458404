//! Pawns: their squares and their structure.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::phased::Phased;
use super::pieces;
use crate::chess::{ahead, neighbours, passed_pawn_mask, seen_by};

const DOUBLED: Phased = Phased::new(8, 18);
const ISOLATED: Phased = Phased::new(10, 12);
/// Of a passed pawn, by rank; in the middlegame half as much.
const PASSED: [i32; 8] = [0, 5, 8, 18, 35, 65, 110, 0];

/// Pawns as such: what does not change while none moves or is taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnStructure {
    /// White's advantage.
    pub(super) value: Phased,
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
}

impl PawnStructure {
    fn new(board: &Board) -> PawnStructure {
        let mut structure = PawnStructure::default();
        for color in Color::ALL {
            let own = board.pawns() & board.by_color(color);
            let theirs = board.pawns() & board.by_color(!color);
            let mut value = Phased::default();
            for pawn in own {
                value += pieces::value(Role::Pawn, seen_by(color, pawn));
                let file = Bitboard::from_file(pawn.file());
                let is_doubled = (own & file & ahead(color, pawn)).any();
                if is_doubled {
                    value -= DOUBLED;
                }
                if (own & neighbours(pawn.file())).is_empty() {
                    value -= ISOLATED;
                }
                if !is_doubled && (theirs & passed_pawn_mask(color, pawn)).is_empty() {
                    structure.passed |= Bitboard::from(pawn);
                    value += passed(color, pawn);
                }
            }
            structure.value += color.fold_wb(value, -value);
        }
        structure
    }
}

/// A passed pawn by itself.
pub(super) fn passed(color: Color, pawn: Square) -> Phased {
    let bonus = PASSED[seen_by(color, pawn).rank() as usize];
    Phased::new(bonus / 2, bonus)
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
