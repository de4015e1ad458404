//! Playing below full strength, as UCI's `UCI_LimitStrength` and `UCI_Elo` ask for.

use rand::{Rng, RngExt};

use super::Alternative;
use crate::chess::Ending;

/// A strength below the full one: moves are drawn by their values, the better ones more often.
///
/// The probability of a move is proportional to exp(log-odds of its value / temperature): a softmax. A mate in one is
/// always played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedStrength {
    temperature: f64,
}

/// Elo of the built-in memory at some temperatures, the weakest first.
///
/// The scale is that of Stockfish 15.1's `UCI_Elo`, extended downwards by games between the temperatures. Measured by `cargo
/// bench --bench strength`; *Limited strength* in training/HISTORY.md has the games.
const CALIBRATION: [(u32, f64); 8] = [
    (50, 0.6),
    (320, 0.4),
    (600, 0.3),
    (900, 0.2),
    (1040, 0.15),
    (1250, 0.1),
    (1420, 0.05),
    (1540, 0.0),
];

impl LimitedStrength {
    /// The weakest strength, in Elo.
    pub const MIN_ELO: u32 = CALIBRATION[0].0;
    /// Full strength, in Elo.
    pub const MAX_ELO: u32 = CALIBRATION[CALIBRATION.len() - 1].0;

    /// The strength of the built-in memory at this rating, on the scale of Stockfish's `UCI_Elo`; other memories are weakened
    /// as much. What is outside [`LimitedStrength::MIN_ELO`] to [`LimitedStrength::MAX_ELO`] counts as the nearer end.
    #[must_use]
    pub fn from_elo(elo: u32) -> LimitedStrength {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let temperature = CALIBRATION.windows(2).find_map(|pair| {
            let [(low, hot), (high, cold)] = [pair[0], pair[1]];
            let share = f64::from(elo.checked_sub(low)?) / f64::from(high - low);
            (elo <= high).then_some(hot + share * (cold - hot))
        });
        LimitedStrength::with_temperature(temperature.unwrap_or(0.0))
    }

    /// Moves drawn at this temperature, ≥ 0, in units of log-odds: 0 always plays the best move, ∞ any move.
    #[must_use]
    pub fn with_temperature(temperature: f64) -> LimitedStrength {
        LimitedStrength { temperature: temperature.max(0.0) }
    }

    /// Index of the move that is played, of moves sorted with the best first; `None` if there are none.
    pub fn choose(self, moves: &[&Alternative], rng: &mut dyn Rng) -> Option<usize> {
        let best = moves.first()?;
        if self.temperature == 0.0 || best.ending == Some(Ending::Checkmate) {
            return Some(0);
        }
        draw(moves.iter().copied(), self.temperature, rng)
    }
}

/// Index of a move drawn by the softmax of the log-odds at a temperature > 0; `None` if there are no moves.
///
/// By Gumbel noise: the largest of log-odds plus noise is distributed like the softmax.
pub(super) fn draw<'a>(
    moves: impl IntoIterator<Item = &'a Alternative>,
    temperature: f64,
    rng: &mut dyn Rng,
) -> Option<usize> {
    let noisy = moves.into_iter().map(|a| {
        // By hand: rand_distr draws (0, 1] from other bits, which would change all games.
        let uniform: f64 = rng.random_range(f64::EPSILON..1.0);
        let noise = -libm::log(-libm::log(uniform));
        if temperature.is_finite() { a.value.log_odds() + temperature * noise } else { noise }
    });
    let scores: Vec<f64> = noisy.collect();
    (0..scores.len()).reduce(|best, i| if scores[i] > scores[best] { i } else { best })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::Game;
    use crate::memory::Memory;
    use crate::player::PatternPlayer;
    use crate::rng::seeded;

    #[test]
    fn the_map_falls_from_the_weakest_strength_to_full_strength() {
        for pair in CALIBRATION.windows(2) {
            assert!(pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1, "{pair:?}");
        }
        assert_eq!(LimitedStrength::from_elo(LimitedStrength::MAX_ELO).temperature, 0.0);
        for (elo, temperature) in CALIBRATION {
            assert!((LimitedStrength::from_elo(elo).temperature - temperature).abs() < 1e-12);
        }
        assert_eq!(
            LimitedStrength::from_elo(0),
            LimitedStrength::from_elo(LimitedStrength::MIN_ELO)
        );
    }

    #[test]
    fn better_moves_are_drawn_more_often() {
        let memory = Memory::load_shipped().unwrap();
        let decision = PatternPlayer::from_memory(&memory).decide(&Game::default()).unwrap();
        let moves = decision.best_first();
        let mut rng = seeded(1, "strength", 0);
        let mut mean_rank = |temperature| {
            let strength = LimitedStrength::with_temperature(temperature);
            let ranks = (0..500).map(|_| strength.choose(&moves, &mut rng).unwrap() as f64);
            ranks.sum::<f64>() / 500.0
        };
        let ranks = [0.0, 0.1, 0.5, f64::INFINITY].map(&mut mean_rank);
        assert_eq!(ranks[0], 0.0);
        assert!(ranks.is_sorted() && (ranks[3] - 9.5).abs() < 1.0, "{ranks:?}");
        assert_eq!(LimitedStrength::with_temperature(1.0).choose(&[], &mut rng), None);
    }
}
