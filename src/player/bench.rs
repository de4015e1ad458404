//! A behaviour checksum over fixed positions, after the `bench` command of UCI engines.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::ser::{Serialize, SerializeStruct, Serializer};
use sha2::{Digest, Sha256};
use shakmaty::Chess;

use super::{Decision, Exploration, PatternPlayer};
use crate::chess::{Game, Oriented, Start, position_from_fen, uci};
use crate::evaluation::{Evaluation, EvaluationSettings, Evaluator};
use crate::memory::Snapshot;

/// The positions, one FEN a line: openings, middlegames and endings, with every kind of move (castling on both sides,
/// en passant, promotions, checks, mates, stalemates) among the successors.
const POSITIONS: &str = include_str!("bench.fen");

/// What [`bench()`] measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// Successors evaluated, all rounds together.
    pub successors: u64,
    /// Elapsed time.
    pub elapsed: Duration,
    /// First 64 bits of the SHA-256 digest of everything that was computed, to the last bit.
    pub signature: u64,
}

impl BenchReport {
    /// Successors evaluated in a second.
    #[must_use]
    pub fn successors_per_second(&self) -> f64 {
        self.successors as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON)
    }
}

impl Serialize for BenchReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("BenchReport", 4)?;
        fields.serialize_field("successors", &self.successors)?;
        fields.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        fields.serialize_field("successors_per_second", &self.successors_per_second())?;
        fields.serialize_field("signature", &format!("{:016x}", self.signature))?;
        fields.end()
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "successors      {}", self.successors)?;
        writeln!(f, "successors/s    {:.0}", self.successors_per_second())?;
        writeln!(f, "signature       {:016x}", self.signature)?;
        // What OpenBench reads.
        write!(f, "{} nodes {:.0} nps", self.successors, self.successors_per_second())
    }
}

/// Chooses a move in each of the fixed positions, `rounds` times (≥ 1), and hashes every value and choice.
///
/// Two programs with the same signature compute the same values and contributions to the last bit and choose the same
/// moves. The signature does not depend on `rounds`; it may differ between platforms whose `exp` and
/// `ln` round differently.
///
/// # Example
///
/// ```
/// use morph::evaluation::EvaluationSettings;
/// use morph::memory::Memory;
/// use morph::player::bench;
///
/// let empty = Memory::default().snapshot();
/// let once = bench(&empty, EvaluationSettings::default(), 1);
/// let twice = bench(&empty, EvaluationSettings::default(), 2);
/// assert_eq!(once.signature, twice.signature);
/// assert_eq!(2 * once.successors, twice.successors);
/// ```
#[must_use]
pub fn bench(memory: &Snapshot, settings: EvaluationSettings, rounds: u32) -> BenchReport {
    let memory = Arc::new(memory.clone());
    let positions = positions();
    let mut evaluator = Evaluator::new(settings);
    let mut player =
        PatternPlayer::new(Arc::clone(&memory), Evaluator::new(settings), Exploration::NONE);
    let mut digest = Digester::default();
    let mut successors = 0;
    let begin = Instant::now();
    for round in 0..rounds.max(1) {
        for position in &positions {
            let game = Game::new(Start::Position(Box::new(position.clone())));
            let Some(decision) = player.decide(&game) else { continue };
            successors += decision.alternatives.len() as u64;
            if round == 0 {
                digest.decision(&decision);
            }
        }
    }
    let elapsed = begin.elapsed();
    for position in &positions {
        digest.evaluation(&evaluator.explain(&memory, &Oriented::new(position)));
    }
    BenchReport { successors, elapsed, signature: digest.finish() }
}

fn positions() -> Vec<Chess> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|fen| position_from_fen(fen).ok()).collect()
}

/// Hashes numbers as little-endian bytes.
#[derive(Default)]
struct Digester(Sha256);

impl Digester {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn decision(&mut self, decision: &Decision) {
        self.number(decision.best as u64);
        for alternative in &decision.alternatives {
            self.text(&uci(alternative.m));
            self.number(alternative.value.get().to_bits());
        }
    }

    fn evaluation(&mut self, evaluation: &Evaluation) {
        self.number(evaluation.value.get().to_bits());
        // The order of equal parts is not defined.
        let mut contributions = evaluation.contributions.clone();
        contributions.sort_by_key(|contribution| contribution.id);
        for contribution in &contributions {
            self.text(&contribution.id.to_string());
            self.number(contribution.weight.to_bits());
            self.number(u64::from(contribution.count));
            self.number(contribution.part.to_bits());
        }
        if let Some(prospects) = &evaluation.prospects {
            self.number(prospects.log_odds.to_bits());
            for id in &prospects.patterns {
                self.number(u64::from(id.0));
            }
        }
    }

    fn finish(self) -> u64 {
        let digest = self.0.finalize();
        digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Move, Position};

    #[test]
    fn the_positions_are_legal_and_have_every_kind_of_move() {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        for line in lines.clone() {
            assert!(position_from_fen(line).is_ok(), "{line}");
        }
        assert_eq!(positions().len(), 50);
        let moves: Vec<Move> = positions().iter().flat_map(|p| p.legal_moves()).collect();
        assert!(moves.iter().any(|m| m.is_castle()));
        assert!(moves.iter().any(|m| m.is_en_passant()));
        assert!(moves.iter().any(|m| m.is_promotion()));
        let after = |m: &dyn Fn(&Chess) -> bool| {
            positions().iter().any(|p| {
                p.legal_moves().into_iter().any(|played| {
                    let mut next = p.clone();
                    next.play_unchecked(played);
                    m(&next)
                })
            })
        };
        assert!(after(&|p| p.is_checkmate()));
        assert!(after(&|p| p.is_stalemate()));
        assert!(after(&|p| p.is_insufficient_material()));
    }
}
