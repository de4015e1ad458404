//! Typical mistakes: the kinds of tactics that a player allows more, or less, often than others of their strength.
//!
//! The games of a player are also those of their opponents, who are about as strong. Where one side errs more often in
//! everything, that is set aside: what is compared is which share of all mistakes allows a tactic of some kind.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

use super::chances::{Chance, SKIPPED_PLIES};
use super::insights::clear_ones;
use super::model::OpponentModel;
use super::move_model::context::position_key;
use super::packed_game::PackedGame;
use super::tactic::Tactic;
use crate::chess::{after_line, line_text};
use crate::memory::{AnyId, Memory, PatternId};
use crate::pattern::Pattern;

/// Minimum number of mistakes, of both sides together, for a kind of tactic to be compared.
const MIN_MISTAKES: u32 = 20;
/// Examples of one tendency.
const MAX_EXAMPLES: usize = 5;
/// Added to every count for the logarithm of odds (Haldane 1956).
const HALF: f64 = 0.5;

/// The chances to win material by force, or to mate, that a side had and allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideCounts {
    /// Moves played, the first three of each game left out.
    pub moves: u32,
    /// Moves that gave away two pawns or more and allowed the other side a chance; in a position that came up in several
    /// games counted once.
    pub mistakes: u32,
    /// Chances that the side had.
    pub chances: u32,
    /// Chances that it did not take.
    pub missed: u32,
}

/// The mistakes of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypicalMistakes {
    /// Games that were looked at.
    pub games: usize,
    /// The player.
    pub player: SideCounts,
    /// Their opponents in the same games.
    pub opponents: SideCounts,
    /// Kinds of tactics that were compared.
    pub compared: usize,
    /// Those that the player clearly allows more or less often, the most certain first: of these, one in ten is expected to be
    /// chance (Benjamini and Hochberg 1995).
    pub tendencies: Vec<Tendency>,
}

/// A kind of tactic that the player allows more, or less, often than others of their strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tendency {
    /// The kind.
    pub tactic: Tactic,
    /// Mistakes of the player that allow it.
    pub player: u32,
    /// Mistakes of the opponents that allow it.
    pub opponents: u32,
    /// Mistakes to expect of a player who errs as often as this one in all, and allows the tactic with as large a share of
    /// these as the opponents.
    pub expected: f64,
    /// Standard deviations by which the log-odds of the two shares differ; positive if the player's is larger.
    pub z: f64,
    /// The learned pattern of this kind that occurs most often in what the player allows; of several, the most special.
    pub pattern: Option<FrequentPattern>,
    /// Mistakes of the player, the newest first.
    pub examples: Vec<MistakeExample>,
}

/// A learned pattern that occurs in moves that win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrequentPattern {
    /// As `morph patterns show` takes it.
    pub id: String,
    /// In English; White is the side that wins by the move.
    pub phrase: String,
    /// In how many of the player's mistakes it is allowed.
    pub mistakes: u32,
}

/// A mistake of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MistakeExample {
    /// Number of the game in the model, from 0: [`OpponentModel::game`].
    pub game: u32,
    /// Half-moves played before the mistake.
    pub ply: usize,
    /// Players, date and round.
    pub title: String,
    /// The mistake and the reply that wins: `23. Qe2 Nf3+`.
    pub line: String,
}

impl TypicalMistakes {
    /// The mistakes in the games of which a model knows the chances, by the move patterns of a memory.
    #[must_use]
    pub fn of(model: &OpponentModel, memory: &Memory) -> TypicalMistakes {
        let mut tally = Tally::default();
        for (number, ((game, color), chances)) in
            (0..).zip(model.games().iter().zip(model.chances()))
        {
            tally.add_game(memory, (number, game, *color), chances);
        }
        let enough = |counts: &&TacticCounts| counts.player + counts.opponents >= MIN_MISTAKES;
        let totals = [tally.player.mistakes, tally.opponents.mistakes];
        let compare = |counts: &TacticCounts| {
            let z = difference([counts.player, counts.opponents], totals);
            libm::erfc(z.abs() / std::f64::consts::SQRT_2)
        };
        let compared = tally.tactics.iter().filter(|(_, counts)| enough(counts));
        let compared: Vec<_> = compared.map(|found| (found, compare(found.1))).collect();
        TypicalMistakes {
            games: model.chances().len(),
            player: tally.player,
            opponents: tally.opponents,
            compared: compared.len(),
            tendencies: clear_ones(compared)
                .into_iter()
                .map(|(tactic, counts)| Tendency::new(*tactic, counts, totals, model, memory))
                .collect(),
        }
    }
}

/// Standard deviations by which the log-odds of the first share lie above those of the second.
fn difference(counts: [u32; 2], totals: [u32; 2]) -> f64 {
    let [(player, rest), (opponents, other_rest)] = [0, 1].map(|side| {
        let count = f64::from(counts[side]);
        (count + HALF, f64::from(totals[side]) - count + HALF)
    });
    let difference = libm::log(player / rest) - libm::log(opponents / other_rest);
    difference / (1.0 / player + 1.0 / rest + 1.0 / opponents + 1.0 / other_rest).sqrt()
}

/// Sums over games.
#[derive(Clone, Debug, Default)]
struct Tally {
    player: SideCounts,
    opponents: SideCounts,
    tactics: BTreeMap<Tactic, TacticCounts>,
    /// Positions in which a mistake has been counted.
    seen: FxHashSet<u64>,
}

/// Mistakes that allow a tactic.
#[derive(Clone, Debug, Default)]
struct TacticCounts {
    player: u32,
    opponents: u32,
    /// Of the player.
    patterns: BTreeMap<PatternId, u32>,
    /// Of the player: games and chances.
    allowed: Vec<(u32, Chance)>,
}

impl Tally {
    fn side(&mut self, is_player: bool) -> &mut SideCounts {
        if is_player { &mut self.player } else { &mut self.opponents }
    }

    fn add_game(
        &mut self,
        memory: &Memory,
        (number, game, color): (u32, &PackedGame, Color),
        chances: &[Chance],
    ) {
        for turn in Color::ALL {
            let first = SKIPPED_PLIES + usize::from(turn.is_black());
            let moves = game.moves.len().saturating_sub(first).div_ceil(2) as u32;
            self.side(turn == color).moves += moves;
        }
        let mut plies = game.plies().enumerate();
        for chance in chances {
            let Some((_, (position, _))) = plies.find(|(ply, _)| *ply == usize::from(chance.ply))
            else {
                break;
            };
            let is_players = position.turn() == color;
            let side = self.side(is_players);
            side.chances += 1;
            side.missed += u32::from(chance.is_missed);
            if chance.is_allowed && self.seen.insert(position_key(&position)) {
                self.side(!is_players).mistakes += 1;
                self.add_mistake(memory, &position, !is_players, (number, *chance));
            }
        }
    }

    /// Adds a mistake that led to a position.
    fn add_mistake(
        &mut self,
        memory: &Memory,
        position: &Chess,
        is_players: bool,
        (game, chance): (u32, Chance),
    ) {
        let Some(best) = chance.best.unpack(position) else { return };
        for (tactic, patterns) in Tactic::of(memory, position, best) {
            let counts = self.tactics.entry(tactic).or_default();
            if is_players {
                counts.player += 1;
                counts.allowed.push((game, chance));
                for pattern in patterns {
                    *counts.patterns.entry(pattern).or_default() += 1;
                }
            } else {
                counts.opponents += 1;
            }
        }
    }
}

impl Tendency {
    fn new(
        tactic: Tactic,
        counts: &TacticCounts,
        totals: [u32; 2],
        model: &OpponentModel,
        memory: &Memory,
    ) -> Tendency {
        let [own, others] = totals.map(f64::from);
        let pattern = counts.patterns.iter().max_by_key(|(id, count)| {
            let size = memory.moves.get(**id).map_or(0, Pattern::size);
            (**count, size, std::cmp::Reverse(**id))
        });
        let pattern = pattern.and_then(|(id, count)| {
            let id = AnyId::Move(*id);
            let phrase = memory.phrase(id)?;
            Some(FrequentPattern { id: id.to_string(), phrase, mistakes: *count })
        });
        let mut allowed = counts.allowed.clone();
        let date = |game: u32| model.game(game).map_or("", |game| game.date.as_str());
        allowed.sort_by_key(|(game, _)| std::cmp::Reverse((date(*game), *game)));
        let example = |(game, chance): &(u32, Chance)| {
            MistakeExample::new(*game, model.game(*game)?, *chance)
        };
        Tendency {
            tactic,
            player: counts.player,
            opponents: counts.opponents,
            expected: own * f64::from(counts.opponents) / others.max(1.0),
            z: difference([counts.player, counts.opponents], totals),
            pattern,
            examples: allowed.iter().filter_map(example).take(MAX_EXAMPLES).collect(),
        }
    }
}

impl MistakeExample {
    fn new(number: u32, game: &PackedGame, chance: Chance) -> Option<MistakeExample> {
        let ply = usize::from(chance.ply).checked_sub(1)?;
        let (position, mistake) = game.plies().nth(ply)?;
        let reply = chance.best.unpack(&after_line(&position, &[mistake]))?;
        let line = line_text(&position, &[mistake, reply]);
        Some(MistakeExample { game: number, ply, title: game.title(), line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_compared_in_standard_deviations_of_its_log_odds() {
        // Half and a fifth of a hundred each: 1.39 / √(4/100 + 6.25/100), less a little for the added halves.
        let z = difference([50, 20], [100, 100]);
        assert!((z - 4.29).abs() < 0.05, "{z}");
        assert!((difference([20, 50], [100, 100]) + z).abs() < 1e-12);
        assert_eq!(difference([0, 0], [0, 0]), 0.0);
    }
}
