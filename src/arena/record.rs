use shakmaty::{Chess, Color, KnownOutcome, Move, Position};

use crate::chess::{Ending, MaterialVector, Start};
use crate::units::Value;

/// One half-move of a [`GameRecord`].
#[derive(Clone, Debug, PartialEq)]
pub struct PlyRecord {
    /// A legal move.
    pub m: Move,
    /// The mover's value of the position after the move, from the *mover's* side.
    pub value: Option<Value>,
    /// An exploratory move, not the player's best.
    pub explored: bool,
    /// The player's best move, a legal one, where it explored and told.
    pub best: Option<Move>,
}

impl PlyRecord {
    /// A move of which nothing more is known.
    #[must_use]
    pub fn plain(m: Move) -> PlyRecord {
        PlyRecord { m, value: None, explored: false, best: None }
    }
}

/// [Name](GameEnd::name) of the end of a game in which a player failed.
pub(super) const ABANDONED: &str = "abandoned";

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules of chess.
    Rule(Ending),
    /// The ply cap was reached; a draw.
    PlyCap,
    /// A player's time ran out: a loss, or a draw where the other one has too little material to mate.
    TimeForfeit {
        /// The side whose time ran out, which was to move.
        by: Color,
    },
    /// A player failed: its loss in a match; elsewhere the game has no result.
    Abandoned {
        /// The side that failed.
        by: Color,
        /// What went wrong.
        why: String,
        /// The player can play the next game; otherwise it has to be built again. Not written to PGN: games read from PGN
        /// have `true`.
        recovered: bool,
    },
    /// Unknown: a game read from PGN that ended by resignation, agreement or on time, or is unfinished.
    Unstated,
}

impl GameEnd {
    /// Name for reports, such as `checkmate` or `ply-cap`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            GameEnd::Rule(Ending::Checkmate) => "checkmate",
            GameEnd::Rule(Ending::Stalemate) => "stalemate",
            GameEnd::Rule(Ending::InsufficientMaterial) => "insufficient-material",
            GameEnd::Rule(Ending::FiftyMoves) => "fifty-moves",
            GameEnd::Rule(Ending::Repetition) => "repetition",
            GameEnd::PlyCap => "ply-cap",
            GameEnd::TimeForfeit { .. } => "time-forfeit",
            GameEnd::Abandoned { .. } => ABANDONED,
            GameEnd::Unstated => "unstated",
        }
    }
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Name of the player of the white pieces.
    pub white: String,
    /// Name of the player of the black pieces.
    pub black: String,
    /// Where it began.
    pub start: Start,
    /// All half-moves, those of the opening included.
    pub plies: Vec<PlyRecord>,
    /// How many of `plies` belong to the opening; no player chose them.
    pub opening_plies: usize,
    /// How it ended.
    pub ending: GameEnd,
    /// `None` if the game was abandoned, unless it was made a [forfeit](GameRecord::forfeit), or not finished.
    pub result: Option<KnownOutcome>,
    /// Other events, one sentence each.
    pub events: Vec<String>,
}

impl GameRecord {
    /// The positions on the board, from the start to the end: one more than there are plies.
    pub fn positions(&self) -> impl Iterator<Item = Chess> {
        let mut position = self.start.position();
        std::iter::once(position.clone()).chain(self.plies.iter().map(move |ply| {
            position.play_unchecked(ply.m);
            position.clone()
        }))
    }

    /// What `side` captured after the opening, in pawns on the traditional scale 1 3 3 5 9.
    ///
    /// Counted from the captures themselves, so that promotions neither add nor subtract. A captured promoted piece
    /// counts as what it was when it was taken.
    #[must_use]
    pub fn captured(&self, side: Color) -> u32 {
        let first = self.start.position().turn();
        let mut taken = MaterialVector::default();
        for (index, ply) in self.plies.iter().enumerate().skip(self.opening_plies) {
            let mover = if index % 2 == 0 { first } else { !first };
            let Some(role) = ply.m.capture().filter(|_| mover == side) else { continue };
            for (count, other) in taken.0.iter_mut().zip(MaterialVector::ROLES) {
                *count += i8::from(other == role);
            }
        }
        taken.traditional().unsigned_abs()
    }

    /// Makes a failure a loss of the player that failed: in a match, crashing in a lost position must not save the game. Nothing
    /// is to be learned from such a result.
    pub fn forfeit(&mut self) {
        if let GameEnd::Abandoned { by, .. } = self.ending {
            self.result = Some(KnownOutcome::Decisive { winner: !by });
        }
    }

    /// Name of the player of `side`.
    #[must_use]
    pub fn name_of(&self, side: Color) -> &str {
        side.fold_wb(&self.white, &self.black)
    }
}
