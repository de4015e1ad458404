//! Values in pawns and the words for them.

/// A qualitative measure of Kerner 1994, Table 1. Equality is tested on the sum rounded to 0.01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assessment {
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

impl Assessment {
    /// The measure of a value in pawns for White.
    #[must_use]
    pub fn of(nm: f64) -> Assessment {
        match rounded(nm) {
            n if n > 3.0 => Assessment::WhiteWins,
            n if n > 1.0 => Assessment::WhiteBig,
            n if n > 0.0 => Assessment::WhiteSmall,
            0.0 => Assessment::Even,
            n if n >= -1.0 => Assessment::BlackSmall,
            n if n >= -3.0 => Assessment::BlackBig,
            _ => Assessment::BlackWins,
        }
    }

    /// The symbol of chess books.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Assessment::WhiteWins => "+-",
            Assessment::WhiteBig => "±",
            Assessment::WhiteSmall => "⩲",
            Assessment::Even => "=",
            Assessment::BlackSmall => "⩱",
            Assessment::BlackBig => "∓",
            Assessment::BlackWins => "-+",
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Assessment::WhiteWins => "White is winning",
            Assessment::WhiteBig => "White has a big advantage",
            Assessment::WhiteSmall => "White has a small advantage",
            Assessment::Even => "The game is even",
            Assessment::BlackSmall => "Black has a small advantage",
            Assessment::BlackBig => "Black has a big advantage",
            Assessment::BlackWins => "Black is winning",
        }
    }

    /// The numeric annotation glyph of the PGN standard.
    #[must_use]
    pub fn nag(self) -> u8 {
        match self {
            Assessment::WhiteWins => 18,
            Assessment::WhiteBig => 16,
            Assessment::WhiteSmall => 14,
            Assessment::Even => 10,
            Assessment::BlackSmall => 15,
            Assessment::BlackBig => 17,
            Assessment::BlackWins => 19,
        }
    }
}
