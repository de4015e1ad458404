//! What a value in pawns means: the steps of Kerner 1994, Table 1, with a band around 0 that is even.

/// Who stands better and how much: a qualitative measure (LM) of Kerner 1994, Table 1, of a value (NM) for White. Values
/// are rounded to 0.01 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assessment {
    /// value < -3.
    BlackWins,
    /// -3 ≤ value < -1.
    BlackBig,
    /// -1 ≤ value ≤ -0.3.
    BlackSmall,
    /// Between ±0.3.
    Even,
    /// 0.3 ≤ value ≤ 1.
    WhiteSmall,
    /// 1 < value ≤ 3.
    WhiteBig,
    /// 3 < value.
    WhiteWins,
}

/// A value rounded to hundredths of a pawn.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0.
    (value * 100.0).round() / 100.0 + 0.0
}

/// A value in tenths of a pawn, as it is told; what goes beyond them is cut off, so that an even game is never told as ±0.3.
#[must_use]
pub fn told_tenths(value: f64) -> f64 {
    // Hundredths first: 0.3 may be a little less. Adding zero turns -0.0 into 0.0.
    ((value * 100.0).round() / 10.0).trunc() / 10.0 + 0.0
}

/// Pawns from which on one side is better.
pub const EVEN: f64 = 0.3;

impl Assessment {
    /// The assessment of a value in pawns for White.
    #[must_use]
    pub fn of(value: f64) -> Assessment {
        match rounded(value) {
            n if n > 3.0 => Assessment::WhiteWins,
            n if n > 1.0 => Assessment::WhiteBig,
            n if n >= EVEN => Assessment::WhiteSmall,
            n if n > -EVEN => Assessment::Even,
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
