//! The board work that detectors share: a position seen by each side as if it were White.

mod forced_line;
mod geometry;
mod lazy_search;
mod pawns;
mod perspective;

use shakmaty::{Chess, Color, EnPassantMode, Position, Setup};

pub use forced_line::decisive_length;
pub use geometry::{file_of, king_distance, piece_points, rank_of, stop_square};
pub use lazy_search::LazySearch;
pub use pawns::PawnStructure;
pub use perspective::{Perspective, RelativeColor, SidePieces};

/// Stage of the game, after Kerner 1994, Section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Not the endgame.
    Middlegame,
    /// Neither side has more than 13 points of pieces (N = B = 3, R = 5, Q = 9).
    Endgame,
}

impl Stage {
    /// How the papers write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Middlegame => "ne",
            Stage::Endgame => "e",
        }
    }

    /// The stage of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Stage {
        let most = Color::ALL
            .into_iter()
            .map(|side| piece_points(position.board(), side))
            .max()
            .unwrap_or_default();
        if most <= 13 { Stage::Endgame } else { Stage::Middlegame }
    }
}

/// Positions that a quick search looks at: some 5 ms.
pub const QUICK: u32 = 5_000;

/// A position prepared for the detectors.
#[derive(Clone, Debug)]
pub struct PositionFeatures {
    /// Stage of the game.
    pub stage: Stage,
    /// What the next moves decide.
    pub search: LazySearch,
    perspectives: [Perspective; 2],
}

impl PositionFeatures {
    /// Prepares a position.
    #[must_use]
    pub fn new(position: &Chess) -> PositionFeatures {
        PositionFeatures::searching(position, QUICK)
    }

    /// Prepares a position; to find out what it is worth, at least so many others are looked at.
    #[must_use]
    pub fn searching(position: &Chess, nodes: u32) -> PositionFeatures {
        let stage = Stage::of(position);
        let perspectives = [Color::Black, Color::White]
            .map(|owner| Perspective::new(oriented(position, owner), stage, owner.is_black()));
        let turn = position.turn();
        let mover = perspectives[usize::from(turn.is_white())].chess.clone();
        let search = LazySearch::new(mover, turn.is_black(), nodes);
        PositionFeatures { stage, search, perspectives }
    }

    /// The position as `owner` sees it: its own pieces are White and move up the board.
    #[must_use]
    pub fn perspective(&self, owner: Color) -> &Perspective {
        &self.perspectives[usize::from(owner.is_white())]
    }
}

/// The position with the colours exchanged and the board flipped when the owner is Black.
fn oriented(position: &Chess, owner: Color) -> Chess {
    if owner.is_white() {
        return position.clone();
    }
    mirrored(position)
}

/// The same position with the colours exchanged and the board flipped.
#[must_use]
pub fn mirrored(position: &Chess) -> Chess {
    let setup: Setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    // A legal position stays legal when it is mirrored.
    setup.position(position.castles().mode()).unwrap_or_else(|_| position.clone())
}
