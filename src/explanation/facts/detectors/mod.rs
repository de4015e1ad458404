//! One detector for each family of the evaluation tree.
//!
//! A detector looks at a position as the owner of the pattern sees it, with its own men White, and says which variants
//! hold and on which squares. Definitions are in `patterns/evaluation-tree.toml`.

mod bishop;
mod centre;
mod development;
mod ending;
mod ending_theory;
mod finds;
mod forced;
mod king_activity;
mod king_attack;
mod king_lines;
mod king_shelter;
mod knight;
pub mod kpk;
mod material;
mod mobility;
mod pawn_ending;
mod pawn_formation;
mod pawn_passed;
mod pawn_weak;
mod queen;
mod registry;
mod rook;
mod rook_ending;
mod rook_file;
mod tactics;
mod tactics_lines;
mod tactics_moves;

pub use finds::{Finds, Found, Step};
pub use registry::{DETECTORS, Detector, detector, is_searched};

use shakmaty::Color;

use super::study::{Ahead, Study, View};

/// The same position as the owner of a pattern and as its opponent see it.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    /// Owner's view: its men are White.
    pub me: &'a View,
    /// Opponent's view: the owner's men are Black and the board is turned.
    pub foe: &'a View,
    /// What the next moves decide.
    pub ahead: &'a Ahead,
}

impl<'a> Views<'a> {
    /// A position as the owner of a pattern sees it.
    #[must_use]
    pub fn of(study: &'a Study, owner: Color) -> Views<'a> {
        Views { me: study.view(owner), foe: study.view(!owner), ahead: &study.ahead }
    }
}
