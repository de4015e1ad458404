use std::fmt;

use super::Kinds;

/// Attackers and defenders of a node compared by number alone. What the pieces are worth is for the weights to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Contest {
    /// Neither attacked nor defended.
    Loose = 0,
    /// Defended, not attacked.
    Guarded = 1,
    /// Attacked, not defended.
    Hanging = 2,
    /// Attacked, by no more than defend it.
    Held = 3,
    /// Attacked by more than defend it, though defended.
    Outnumbered = 4,
}

impl Contest {
    /// All of them, by code.
    pub const ALL: [Contest; 5] =
        [Contest::Loose, Contest::Guarded, Contest::Hanging, Contest::Held, Contest::Outnumbered];

    /// How a node stands.
    #[must_use]
    pub fn between(attackers: Kinds, defenders: Kinds) -> Contest {
        match (attackers.total(), defenders.total()) {
            (0, 0) => Contest::Loose,
            (0, _) => Contest::Guarded,
            (_, 0) => Contest::Hanging,
            (a, d) if a <= d => Contest::Held,
            _ => Contest::Outnumbered,
        }
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Contest::Loose => "loose",
            Contest::Guarded => "guarded",
            Contest::Hanging => "hanging",
            Contest::Held => "held",
            Contest::Outnumbered => "outnumbered",
        })
    }
}
