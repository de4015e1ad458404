//! The board work that detectors share: a position seen by each side as if it were White.

mod ahead;
mod exchange;
mod geometry;
mod pawns;
mod view;

use shakmaty::{Chess, Color, EnPassantMode, Position, Setup};

pub use ahead::Ahead;
pub use exchange::{best_capture, exchange};
pub use geometry::{file_of, front, heavy_value, king_steps, rank_of, spread};
pub use pawns::PawnStructure;
pub use view::{Army, Side, View};

/// Stage of the game, after Kerner 1994, Section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Not the endgame.
    Middle,
    /// Neither side has more than 13 points of pieces (N = B = 3, R = 5, Q = 9).
    End,
}

impl Stage {
    /// How the papers write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Middle => "ne",
            Stage::End => "e",
        }
    }

    /// The stage of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Stage {
        let most = Color::ALL
            .into_iter()
            .map(|side| heavy_value(position.board(), side))
            .max()
            .unwrap_or_default();
        if most <= 13 { Stage::End } else { Stage::Middle }
    }
}

/// A position prepared for the detectors.
#[derive(Clone, Debug)]
pub struct Study {
    /// Stage of the game.
    pub stage: Stage,
    /// What the next moves decide.
    pub ahead: Ahead,
    views: [View; 2],
}

impl Study {
    /// Prepares a position.
    #[must_use]
    pub fn new(position: &Chess) -> Study {
        let stage = Stage::of(position);
        let views = [Color::Black, Color::White]
            .map(|owner| View::new(turned(position, owner), stage, owner.is_black()));
        let turn = position.turn();
        let mover = views[usize::from(turn.is_white())].chess.clone();
        Study { stage, ahead: Ahead::new(mover, turn.is_black()), views }
    }

    /// The position as `owner` sees it: its own men are White and move up the board.
    #[must_use]
    pub fn view(&self, owner: Color) -> &View {
        &self.views[usize::from(owner.is_white())]
    }
}

/// The position with the colours exchanged and the board turned when the owner is Black.
fn turned(position: &Chess, owner: Color) -> Chess {
    if owner.is_white() {
        return position.clone();
    }
    mirrored(position)
}

/// The same position with the colours exchanged and the board turned.
#[must_use]
pub fn mirrored(position: &Chess) -> Chess {
    let setup: Setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    // A legal position stays legal when it is mirrored.
    setup.position(position.castles().mode()).unwrap_or_else(|_| position.clone())
}
