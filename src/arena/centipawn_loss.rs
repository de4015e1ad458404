//! What a player's moves lose according to an analysis engine: for diagnosis, never for learning.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::IteratorRandom;
use serde::Serialize;
use shakmaty::{Color, Move, Position};

use super::GameRecord;
use crate::chess::Game;
use crate::uci::{AnalysisEngine, EngineError};
use crate::units::Score;

/// A move of a game, with the position it was played in.
#[derive(Clone, Debug)]
pub struct SampledMove {
    before: Game,
    m: Move,
}

/// `count` random moves of `side` after the opening; fewer if the game has fewer.
#[must_use]
pub fn sample(
    record: &GameRecord,
    side: Color,
    count: usize,
    rng: &mut dyn Rng,
) -> Vec<SampledMove> {
    let mut game = Game::new(record.start.clone());
    let first = usize::from(game.position().turn() != side);
    let own: Vec<usize> =
        (first..record.plies.len()).step_by(2).filter(|ply| *ply >= record.opening_plies).collect();
    let chosen = own.into_iter().sample(rng, count);
    let mut samples = Vec::with_capacity(chosen.len());
    let last = chosen.iter().max().map_or(0, |last| last + 1);
    for (index, ply) in record.plies.iter().enumerate().take(last) {
        if chosen.contains(&index) {
            samples.push(SampledMove { before: game.clone(), m: ply.m });
        }
        if game.play(ply.m).is_err() {
            break;
        }
    }
    samples
}

/// Centipawn loss over many moves. Scores are clamped to ten pawns, so that missing a mate when far ahead costs
/// little.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CentipawnLoss {
    /// Moves analysed.
    pub moves: u32,
    /// Centipawns lost by all of them together.
    pub lost: i64,
    /// Moves that lost [`CentipawnLoss::BLUNDER`] centipawns or more.
    pub blunders: u32,
    /// Blunders by the kind of the engine's best reply: `capture`, `quiet move`.
    pub refuted_by: BTreeMap<&'static str, u32>,
    /// Moves and blunders by stage of the game; the key is the first half-move of the stage: 1, 21, 41, 61, 101.
    pub by_ply: BTreeMap<usize, [u32; 2]>,
}

impl CentipawnLoss {
    /// Loss that makes a move a blunder, in centipawns.
    pub const BLUNDER: i32 = 200;

    /// Analyses a move and counts its loss.
    ///
    /// # Errors
    ///
    /// The engine fails.
    pub fn analyse(
        &mut self,
        engine: &mut AnalysisEngine,
        sample: &SampledMove,
    ) -> Result<(), EngineError> {
        let mut after = sample.before.clone();
        let ply = after.plies() + 1;
        let best = engine.analyse(&sample.before)?;
        if after.play(sample.m).is_err() {
            return Ok(());
        }
        // A finished game has an exact value: mate or a draw.
        let (score, answer) = match after.ending() {
            Some(_) if after.position().is_checkmate() => (Score::DECIDED, None),
            Some(_) => (0, None),
            None => {
                let analysis = engine.analyse(&after)?;
                (-analysis.score.clamped(), Some(analysis.best))
            }
        };
        self.add(
            ply,
            (best.score.clamped() - score).max(0),
            answer.is_some_and(|m| m.is_capture()),
        );
        Ok(())
    }

    fn add(&mut self, ply: usize, loss: i32, refuted_by_capture: bool) {
        let stage = [101, 61, 41, 21].into_iter().find(|first| ply >= *first).unwrap_or(1);
        let [moves, blunders] = self.by_ply.entry(stage).or_default();
        *moves += 1;
        self.moves += 1;
        self.lost += i64::from(loss);
        if loss >= CentipawnLoss::BLUNDER {
            *blunders += 1;
            self.blunders += 1;
            let what = if refuted_by_capture { "capture" } else { "quiet move" };
            *self.refuted_by.entry(what).or_default() += 1;
        }
    }

    /// The summary in one sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let refuted: Vec<String> = self
            .refuted_by
            .iter()
            .map(|(what, n)| format!("{:.0} % refuted by a {what}", share(*n, self.blunders)))
            .collect();
        let stages: Vec<String> = self
            .by_ply
            .iter()
            .map(|(stage, [moves, blunders])| format!("{stage}: {:.0} %", share(*blunders, *moves)))
            .collect();
        format!(
            "{} moves analysed: average centipawn loss {:.0}; {:.1} % lose {} or more ({}); from half-move {}",
            self.moves,
            self.lost as f64 / f64::from(self.moves.max(1)),
            share(self.blunders, self.moves),
            CentipawnLoss::BLUNDER,
            refuted.join(", "),
            stages.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted_by_refutation_and_stage() {
        let mut loss_sum = CentipawnLoss::default();
        for (ply, loss, capture) in
            [(5, 0, false), (30, 250, true), (31, 300, false), (130, 50, true)]
        {
            loss_sum.add(ply, loss, capture);
        }
        assert_eq!((loss_sum.moves, loss_sum.lost, loss_sum.blunders), (4, 600, 2));
        assert_eq!(loss_sum.refuted_by, BTreeMap::from([("capture", 1), ("quiet move", 1)]));
        assert_eq!(loss_sum.by_ply[&21], [2, 2]);
        assert!(
            loss_sum.text().starts_with("4 moves analysed: average centipawn loss 150; 50.0 %")
        );
    }
}
