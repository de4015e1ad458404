//! Open or closed positions: the fuzzy rules of Walczak (1990), section 3.3 and Figure 18.
//!
//! Each rule votes between −1 (open) and +1 (closed): full votes outside its fuzzy region, in proportion within it, and
//! none close to the division. The rules do not compete; the sum of their votes decides.
//!
//! The figure's breakpoints survive for the pawn moves. Its units for chains and structures are not stated, and its
//! bounds for attacking moves (1.5 and 3.0) put most masters we counted on the open side. The breakpoints used here for
//! these three are centred on the means of a few masters.

use std::fmt;

use serde::Serialize;

use super::counters::Counters;

/// Votes closer to the division than this are none.
const UNDECIDED: f64 = 0.2;
/// The sum of votes from which a preference is inferred.
const PREFERENCE: f64 = 0.75;
/// Fewer games say nothing.
const FEWEST_GAMES: u32 = 2;

/// How a player likes to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Preference {
    /// Open positions: a tactical player.
    Open,
    /// Closed positions: a positional player.
    Closed,
    /// Neither clearly.
    None,
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Preference::Open => "open positions",
            Preference::Closed => "closed positions",
            Preference::None => "no clear preference",
        })
    }
}

/// What one rule found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vote {
    /// What it measures, with its unit.
    pub rule: &'static str,
    /// The measured value.
    pub value: f64,
    /// The ends of the fuzzy region.
    pub fuzzy: [f64; 2],
    /// −1 open … +1 closed; 0 supports neither.
    pub vote: f64,
}

/// Style with the votes behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Style {
    /// What the votes amount to.
    pub preference: Preference,
    /// Sum of the votes: negative open, positive closed.
    pub sum: f64,
    /// One for each rule.
    pub votes: Vec<Vote>,
    /// Games the votes rest on.
    pub games: u32,
}

struct Rule {
    rule: &'static str,
    measure: fn(&Counters) -> f64,
    fuzzy: [f64; 2],
    /// +1 where more means closed, −1 where more means open.
    more: f64,
}

const RULES: [Rule; 4] = [
    Rule {
        rule: "pawn moves among the first ten",
        measure: |c| c.per_game(c.pawn_moves),
        fuzzy: [4.0, 5.0],
        more: 1.0,
    },
    Rule {
        rule: "pawn chains on the board",
        measure: |c| c.per_turn(c.chains),
        fuzzy: [0.6, 0.9],
        more: 1.0,
    },
    Rule {
        rule: "structures of five pawns or more on the board",
        measure: |c| c.per_turn(c.large_structures),
        fuzzy: [0.3, 0.45],
        more: 1.0,
    },
    Rule {
        rule: "moves across the middle among the first twenty",
        measure: |c| c.per_game(c.attacking_20),
        fuzzy: [2.75, 3.5],
        more: -1.0,
    },
];

/// Lets the rules vote.
#[must_use]
pub fn style(counters: &Counters) -> Style {
    let votes: Vec<Vote> = RULES.iter().map(|rule| rule.vote(counters)).collect();
    let sum = votes.iter().map(|vote| vote.vote).sum();
    let preference = match sum {
        _ if counters.games < FEWEST_GAMES => Preference::None,
        sum if sum >= PREFERENCE => Preference::Closed,
        sum if sum <= -PREFERENCE => Preference::Open,
        _ => Preference::None,
    };
    Style { preference, sum, votes, games: counters.games }
}

impl Rule {
    fn vote(&self, counters: &Counters) -> Vote {
        let value = (self.measure)(counters);
        let [low, high] = self.fuzzy;
        let strength = ((value - low) / (high - low) * 2.0 - 1.0).clamp(-1.0, 1.0) * self.more;
        let vote = if strength.abs() < UNDECIDED { 0.0 } else { strength };
        Vote { rule: self.rule, value, fuzzy: self.fuzzy, vote }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (votes {:+.2}, {} games)", self.preference, self.sum, self.games)?;
        for Vote { rule, value, fuzzy: [low, high], vote } in &self.votes {
            let side = match vote {
                v if *v > 0.0 => "closed",
                v if *v < 0.0 => "open",
                _ => "neither",
            };
            writeln!(f, "  {vote:+.2} {side:<8} {rule}: {value:.2} (fuzzy from {low} to {high})")?;
        }
        Ok(())
    }
}
