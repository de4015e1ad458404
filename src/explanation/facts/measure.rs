//! Values in pawns and the words for them.

/// A qualitative measure of Kerner 1994, Table 1. Equality is tested on the sum rounded to 0.01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// NM < -3.
    BlackWins,
    /// -3 ≤ NM < -1.
    BlackBig,
    /// -1 ≤ NM < 0.
    BlackSmall,
    /// NM = 0.
    Even,
    /// 0 < NM ≤ 1.
    WhiteSmall,
    /// 1 < NM ≤ 3.
    WhiteBig,
    /// 3 < NM.
    WhiteWins,
}

/// A value rounded to hundredths of a pawn.
#[must_use]
pub fn rounded(nm: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0.
    (nm * 100.0).round() / 100.0 + 0.0
}

impl Measure {
    /// The measure of a value in pawns for White.
    #[must_use]
    pub fn of(nm: f64) -> Measure {
        match rounded(nm) {
            n if n > 3.0 => Measure::WhiteWins,
            n if n > 1.0 => Measure::WhiteBig,
            n if n > 0.0 => Measure::WhiteSmall,
            0.0 => Measure::Even,
            n if n >= -1.0 => Measure::BlackSmall,
            n if n >= -3.0 => Measure::BlackBig,
            _ => Measure::BlackWins,
        }
    }

    /// The sign of chess books.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Measure::WhiteWins => "+-",
            Measure::WhiteBig => "±",
            Measure::WhiteSmall => "⩲",
            Measure::Even => "=",
            Measure::BlackSmall => "⩱",
            Measure::BlackBig => "∓",
            Measure::BlackWins => "-+",
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Measure::WhiteWins => "White is winning",
            Measure::WhiteBig => "White has a big advantage",
            Measure::WhiteSmall => "White has a small advantage",
            Measure::Even => "The game is even",
            Measure::BlackSmall => "Black has a small advantage",
            Measure::BlackBig => "Black has a big advantage",
            Measure::BlackWins => "Black is winning",
        }
    }

    /// The numeric annotation glyph of the PGN standard.
    #[must_use]
    pub fn nag(self) -> u8 {
        match self {
            Measure::WhiteWins => 18,
            Measure::WhiteBig => 16,
            Measure::WhiteSmall => 14,
            Measure::Even => 10,
            Measure::BlackSmall => 15,
            Measure::BlackBig => 17,
            Measure::BlackWins => 19,
        }
    }
}
