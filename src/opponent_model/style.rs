//! Preference for open or closed positions: the fuzzy rules of Walczak (1990), section 3.3 and Figure 18.
//!
//! Each rule votes between −1 (open) and +1 (closed): ±1 outside its fuzzy region, linear within it, and 0 near its
//! centre. The sum of the votes decides.
//!
//! The breakpoints of the pawn moves are the figure's. The figure does not state the units for chains and structures, and
//! its bounds for attacking moves (1.5 and 3.0) put most masters on the open side. The breakpoints of these three rules
//! are centred on the means of a few masters.

use serde::Serialize;

use super::statistics::PlayerStatistics;

/// Votes below this in magnitude are set to 0.
const MIN_VOTE: f64 = 0.2;
/// Magnitude of the sum of votes from which on a preference is inferred.
const MIN_SUM: f64 = 0.75;
/// Number of games from which on a preference is inferred.
const MIN_GAMES: u32 = 2;

/// The kind of position a player prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Preference {
    /// Open positions: a tactical player.
    Open,
    /// Closed positions: a positional player.
    Closed,
    /// No clear preference.
    None,
}

/// What a rule measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StyleRule {
    /// Pawn moves among the first ten moves, per game.
    PawnMoves,
    /// Pawns blocked by an enemy pawn, on the board at a time.
    BlockedPawns,
    /// Structures of five or more pawns, on the board at a time.
    LargeStructures,
    /// Moves into the opponent's half of the board among the first twenty moves, per game.
    Advances,
}

impl StyleRule {
    const ALL: [StyleRule; 4] = [
        StyleRule::PawnMoves,
        StyleRule::BlockedPawns,
        StyleRule::LargeStructures,
        StyleRule::Advances,
    ];

    fn measure(self, statistics: &PlayerStatistics) -> f64 {
        match self {
            StyleRule::PawnMoves => statistics.per_game(statistics.pawn_moves),
            StyleRule::BlockedPawns => statistics.per_move(statistics.blocked_pawns),
            StyleRule::LargeStructures => statistics.per_move(statistics.large_structures),
            StyleRule::Advances => statistics.per_game(statistics.advances_20),
        }
    }

    /// The bounds of the fuzzy region, and +1 if larger values mean closed, −1 if they mean open.
    fn fuzzy_region(self) -> ([f64; 2], f64) {
        match self {
            StyleRule::PawnMoves => ([4.0, 5.0], 1.0),
            StyleRule::BlockedPawns => ([0.6, 0.9], 1.0),
            StyleRule::LargeStructures => ([0.3, 0.45], 1.0),
            StyleRule::Advances => ([2.75, 3.5], -1.0),
        }
    }

    fn vote(self, statistics: &PlayerStatistics) -> StyleVote {
        let value = self.measure(statistics);
        let (fuzzy_region, sign) = self.fuzzy_region();
        let [low, high] = fuzzy_region;
        let strength = ((value - low) / (high - low) * 2.0 - 1.0).clamp(-1.0, 1.0) * sign;
        let vote = if strength.abs() < MIN_VOTE { 0.0 } else { strength };
        StyleVote { rule: self, value, fuzzy_region, vote }
    }
}

/// The vote of one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StyleVote {
    /// The rule.
    pub rule: StyleRule,
    /// The measured value.
    pub value: f64,
    /// The bounds of the fuzzy region.
    pub fuzzy_region: [f64; 2],
    /// −1 (open) to +1 (closed); 0 supports neither.
    pub vote: f64,
}

/// A player's style with the votes it rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Style {
    /// The inferred preference.
    pub preference: Preference,
    /// Sum of the votes: negative is open, positive closed.
    pub sum: f64,
    /// One for each rule.
    pub votes: Vec<StyleVote>,
    /// Number of games the votes rest on.
    pub games: u32,
}

impl Style {
    /// Applies the rules.
    #[must_use]
    pub fn of(statistics: &PlayerStatistics) -> Style {
        let votes: Vec<StyleVote> = StyleRule::ALL.map(|rule| rule.vote(statistics)).into();
        let sum = votes.iter().map(|vote| vote.vote).sum();
        let preference = match sum {
            _ if statistics.games < MIN_GAMES => Preference::None,
            sum if sum >= MIN_SUM => Preference::Closed,
            sum if sum <= -MIN_SUM => Preference::Open,
            _ => Preference::None,
        };
        Style { preference, sum, votes, games: statistics.games }
    }
}
