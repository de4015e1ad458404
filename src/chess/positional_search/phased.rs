use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in centipawns with all pieces on the board, and one with kings and pawns only. Between them the pieces that are
/// left decide (tapered evaluation).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Phased {
    pub(super) middlegame: i32,
    pub(super) endgame: i32,
}

impl Phased {
    /// Of the pieces that all count: 1 a knight or bishop, 2 a rook, 4 a queen.
    pub(super) const ALL_PIECES: i32 = 24;

    pub(super) const fn new(middlegame: i32, endgame: i32) -> Phased {
        Phased { middlegame, endgame }
    }

    /// With these pieces on the board, at most [`Phased::ALL_PIECES`] of which count.
    pub(super) fn with_pieces(self, pieces: i32) -> i32 {
        let pieces = pieces.min(Phased::ALL_PIECES);
        let sum = self.middlegame * pieces + self.endgame * (Phased::ALL_PIECES - pieces);
        sum / Phased::ALL_PIECES
    }
}

impl Add for Phased {
    type Output = Phased;

    fn add(self, other: Phased) -> Phased {
        Phased::new(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Phased {
    fn add_assign(&mut self, other: Phased) {
        *self = *self + other;
    }
}

impl Neg for Phased {
    type Output = Phased;

    fn neg(self) -> Phased {
        Phased::new(-self.middlegame, -self.endgame)
    }
}

impl Sub for Phased {
    type Output = Phased;

    fn sub(self, other: Phased) -> Phased {
        self + -other
    }
}

impl SubAssign for Phased {
    fn sub_assign(&mut self, other: Phased) {
        *self = *self - other;
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;

    fn mul(self, factor: i32) -> Phased {
        Phased::new(self.middlegame * factor, self.endgame * factor)
    }
}

impl From<(i16, i16)> for Phased {
    /// From the middlegame's and the endgame's.
    fn from((middlegame, endgame): (i16, i16)) -> Phased {
        Phased::new(i32::from(middlegame), i32::from(endgame))
    }
}
